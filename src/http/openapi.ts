import { LIMIT_HEADER_NAMES } from './answer.ts';
import { PROBLEMS } from './problems.ts';
import type { Route } from './route.ts';

/** The description of every route but `/mcp`, made from the route table. OpenAPI 3.1. */
export function describeRoutes(routes: readonly Route[], service: { baseUrl: string; version: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: service.version,
      description: 'The HTTP routes beside /mcp, which speaks JSON-RPC 2.0 (MCP Streamable HTTP).',
    },
    servers: [{ url: service.baseUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM_SCHEMA, LimitBody: LIMIT_SCHEMA },
      headers: Object.fromEntries(LIMIT_HEADER_NAMES.map((name) => [name, { schema: { type: 'integer' } }])),
    },
  };
}

const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', enum: Object.keys(PROBLEMS) },
    message: { type: 'string' },
    requestId: { type: 'string' },
  },
};

/** Source: specification, "Rate-limit error body". */
const LIMIT_SCHEMA = {
  type: 'object',
  required: ['error', 'message', 'reset_at', 'upgrade_url'],
  properties: {
    error: { const: 'rate_limit_exceeded' },
    message: { type: 'string' },
    reset_at: { type: 'string', format: 'date-time' },
    upgrade_url: { type: 'string', format: 'uri' },
  },
};

function describeRoute({ summary, isPublic, responses }: Route): object {
  const own = Object.entries(responses).map(([status, { description, type }]) => [
    status,
    response(description, type, status === '401' ? { $ref: '#/components/schemas/Problem' } : {}),
  ]);
  return {
    summary,
    security: isPublic ? [] : [{ bearer: [] }],
    responses: {
      ...Object.fromEntries(own),
      403: response('A Host or Origin that is not allowed', 'application/json', {
        $ref: '#/components/schemas/Problem',
      }),
      429: response('The limit of the address', 'application/json', { $ref: '#/components/schemas/LimitBody' }),
    },
  };
}

/** Every answer of the service carries the limit headers. */
function response(description: string, type: string, schema: object): object {
  const headers = LIMIT_HEADER_NAMES.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { description, headers: Object.fromEntries(headers), content: { [type]: { schema } } };
}
