import { createMcpHandler, type McpServer, PerRequestHTTPServerTransport, Server } from '@modelcontextprotocol/server';
import { describeFailure } from '../../base/log.ts';
import type { Answer } from '../answer.ts';
import type { ProblemCode } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import { EVENT_STREAM_HEADERS } from './event-stream.ts';
import { LEGACY_VERSIONS, MODERN_VERSION, VERSION_META_KEY } from './face.ts';
import type { FixtureMount } from './fixture-mount.ts';
import { isJsonObject, type JsonObject, metaOf } from './meta.ts';
import { asJsonRpc } from './modern.ts';
import { refuse } from './refuse.ts';
import { LIST_HINT, serverInfoOf } from './server-info.ts';
import type { ReadyTurn, StreamUse } from './turn.ts';

/** What clients are told at the first contact; short, because some show a model only the beginning. */
const INSTRUCTIONS =
  'Portico: tools for working on code. Start with get_project_context; find_code and read_code answer about source; ' +
  'project_memory and keep_thinking keep what should not be forgotten; service_dev_info explains limits and errors. ' +
  'Answers about code begin with the project and revision that they describe.';

/** How the SDK names our three ways of shaping an answer. */
const RESPONSE_MODE = { never: 'json', progress: 'auto', always: 'sse' } as const satisfies Record<StreamUse, string>;

/** What the SDK still refuses after the edge has looked, by its JSON-RPC code; its texts are not passed on. */
const CODE_OF: Readonly<Record<number, ProblemCode>> = {
  [-32601]: 'unknown_method',
  [-32602]: 'invalid_params',
  [-32021]: 'missing_capability',
};

/** Serves MCP clients by the official SDK: one low-level server and one transport for each request, never shared. */
export type ServeMcp = (turn: ReadyTurn) => Promise<Answer>;

/** Greets MCP clients (initialize, ping, server/discover) by the SDK, or serves all of what a test mounted by it. */
export function makeSdkServer(deps: McpDeps): ServeMcp {
  if (deps.fixture !== undefined) return makeServeFixture(deps, deps.fixture);
  return async (turn) => toAnswer(deps, turn, await exchangeMessage(makeServer(deps, turn), turn, essence(turn)));
}

function makeServer(deps: McpDeps, turn: ReadyTurn): Server {
  const server = new Server(serverInfoOf(deps.version), {
    capabilities: { tools: { listChanged: false } },
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [MODERN_VERSION, ...LEGACY_VERSIONS],
    cacheHints: { 'server/discover': LIST_HINT },
  });
  server.onerror = (failure) =>
    deps.log.event('mcp.sdk_reported', { requestId: turn.exchange.requestId, failure: failure.message }, 'debug');
  return server;
}

/** Hands one message to a fresh server over a transport that lives as long as the exchange. */
async function exchangeMessage(server: Server | McpServer, turn: ReadyTurn, message: JsonObject): Promise<Response> {
  const classification =
    turn.face === 'modern' ? ({ era: 'modern', revision: MODERN_VERSION } as const) : ({ era: 'legacy' } as const);
  const transport = new PerRequestHTTPServerTransport({ classification, responseMode: RESPONSE_MODE[turn.stream] });
  await server.connect(transport);
  // The edge has proven that the message has this form.
  return transport.handleMessage(message as never, { request: webRequest(turn) });
}

/** Keys of `_meta` that the SDK needs of modern clients; it needs none of older ones. */
const META_KEYS = [
  VERSION_META_KEY,
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
] as const;

/** What the SDK is told of a message: no more than it needs, because what it cannot read it calls an internal error. */
function essence({ face, message: { id, method, params } }: ReadyTurn): JsonObject {
  const given = face === 'modern' ? (metaOf(params) ?? {}) : {};
  const keys = META_KEYS.filter((key) => Object.hasOwn(given, key));
  const _meta = Object.fromEntries(keys.map((key) => [key, given[key]]));
  // Only `initialize` has params that the SDK itself answers from.
  const own = method === 'initialize' && isJsonObject(params) ? params : {};
  return { jsonrpc: '2.0', id, method, params: { ...own, _meta } };
}

/** The request as the SDK may see it: the headers of MCP, never the credential. */
function webRequest({ exchange }: ReadyTurn): Request {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(exchange.request.headers)) {
    if ((name.startsWith('mcp-') || name === 'accept') && typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://portico.invalid/mcp', { method: 'POST', headers, signal: exchange.signal });
}

async function toAnswer(deps: McpDeps, turn: ReadyTurn, response: Response): Promise<Answer> {
  const contentType = response.headers.get('content-type') ?? 'application/json';
  const { status } = response;
  if (contentType.startsWith('text/event-stream') && response.body !== null) {
    return { status, headers: EVENT_STREAM_HEADERS, body: response.body, view: turn.view };
  }
  const body = await response.text();
  const refused = deps.fixture === undefined ? refusedCode(body) : null;
  if (refused !== null) {
    deps.log.event('mcp.sdk_refused', { requestId: turn.exchange.requestId, reason: refused });
    return refuse({ ...turn, id: turn.message.id, code: refused, ...textFor(refused, turn) });
  }
  return { status, headers: { 'Content-Type': 'application/json' }, body, view: turn.view };
}

/** The one method whose params the SDK reads for itself is told what they are; others hear the problem's title. */
function textFor(code: ProblemCode, { message }: ReadyTurn): { readonly text?: string } {
  if (code !== 'invalid_params' || message.method !== 'initialize') return {};
  return {
    text: 'The params of initialize need protocolVersion, capabilities, and clientInfo with its name and version.',
  };
}

/**
 * The problem that an error answer of the SDK stands for; null for a result. No code of ours runs behind it that could
 * crash, so its internal error means params that it could not read.
 */
function refusedCode(body: string): ProblemCode | null {
  // Written by the SDK itself just now; only the part that is looked at is named.
  const { error }: { error?: { code: number } } = JSON.parse(body);
  return error === undefined ? null : (CODE_OF[error.code] ?? 'invalid_params');
}

/** A mounted server gets the SDK's whole handler for modern clients (its streams too), the transport for older ones. */
function makeServeFixture(deps: McpDeps, fixture: FixtureMount): ServeMcp {
  const options = {
    legacy: 'reject',
    bus: fixture.bus,
    onerror: (failure: Error) => deps.log.event('mcp.fixture_reported', { failure: describeFailure(failure) }, 'debug'),
  } as const;
  const handlers = {
    auto: createMcpHandler(fixture.makeServer, options),
    sse: createMcpHandler(fixture.makeServer, { ...options, responseMode: 'sse' }),
  };
  return async (turn) => {
    const handler = turn.stream === 'always' ? handlers.sse : handlers.auto;
    const response =
      turn.face === 'modern'
        ? await handler.fetch(webRequest(turn), { parsedBody: asJsonRpc(turn.message) })
        : await exchangeMessage(fixture.makeServer(), turn, asJsonRpc(turn.message));
    return toAnswer(deps, turn, response);
  };
}
