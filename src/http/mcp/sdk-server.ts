import {
  type CallToolResult,
  createMcpHandler,
  type McpServer,
  PerRequestHTTPServerTransport,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { describeFailure } from '../../base/log.ts';
import { MINUTE_MS } from '../../base/units.ts';
import type { Answer } from '../answer.ts';
import type { ProblemCode } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import { LEGACY_VERSIONS, MODERN_VERSION, VERSION_META_KEY } from './face.ts';
import type { FixtureMount } from './fixture-mount.ts';
import type { ListTools } from './list-tools.ts';
import { isJsonObject, type JsonObject, metaOf, progressTokenOf } from './meta.ts';
import { asJsonRpc } from './modern.ts';
import { refuse } from './refuse.ts';
import { callResult, FAILED_TEXT, type Outcome, runTool, TIMED_OUT_TEXT } from './run-tool.ts';
import type { ReadyTurn, StreamUse } from './turn.ts';

/** How long a client may keep the list of tools: changes of scope and plan should show soon. */
const LIST_TTL_MS = 5 * MINUTE_MS;

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
  [-32603]: 'internal_error',
  [-32021]: 'missing_capability',
};

/** Serves MCP clients by the official SDK: one low-level server and one transport for each request, never shared. */
export type ServeMcp = (turn: ReadyTurn) => Promise<Answer>;

/** Joins the SDK with the product's tools, or with the server that a test mounts in their place. */
export function makeSdkServer(deps: McpDeps, listTools: ListTools): ServeMcp {
  const serveFixture = deps.fixture === undefined ? null : makeServeFixture(deps, deps.fixture);
  return async (turn) => {
    if (serveFixture !== null) return serveFixture(turn);
    let outcome: Outcome | null = null;
    const server = makeServer(deps, listTools, turn, (ended) => {
      outcome = ended;
    });
    const response = await exchangeMessage(server, turn, essence(turn));
    return toAnswer(deps, turn, response, outcome);
  };
}

function makeServer(deps: McpDeps, listTools: ListTools, turn: ReadyTurn, onEnd: (outcome: Outcome) => void): Server {
  const hint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;
  const server = new Server(
    { name: 'portico', title: 'Portico', version: deps.version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: [MODERN_VERSION, ...LEGACY_VERSIONS],
      cacheHints: { 'tools/list': hint, 'server/discover': hint },
    },
  );
  server.onerror = (failure) =>
    deps.log.event('mcp.sdk_reported', { requestId: turn.exchange.requestId, failure: failure.message }, 'debug');
  // The SDK wants schemas as mutable objects of its own type; ours are the same JSON, frozen by type only.
  server.setRequestHandler('tools/list', () => ({
    tools: structuredClone([...listTools(turn.principal.toolScope)]) as never,
  }));
  server.setRequestHandler('tools/call', async (_request, context) => {
    if (turn.work.kind === 'unfit') return errorResult(turn.work.text);
    const outcome = await runTool(deps, turn, (progress) => notify(context, turn, { ...progress }));
    onEnd(outcome);
    return resultOf(outcome, turn);
  });
  return server;
}

function notify(context: ServerContext, turn: ReadyTurn, progress: { progress: number }): void {
  const progressToken = progressTokenOf(turn.message.params);
  if (progressToken === undefined) return;
  // Lost progress is no failure: the answer follows all the same.
  context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }).catch(() => {});
}

/** In MCP a crash is told inside a result, so that the model hears of it. docs/contract.md, "Status table". */
function resultOf(outcome: Outcome, turn: ReadyTurn): CallToolResult {
  if (outcome.kind === 'answered') return callResult(outcome.answer);
  const text = outcome.kind === 'timed_out' ? TIMED_OUT_TEXT : FAILED_TEXT;
  return errorResult(`${text} Request id: ${turn.exchange.requestId}`);
}

function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
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

/** Keys of `_meta` that the SDK needs; the classifier has checked those of the modern revision. */
const META_KEYS: Readonly<Record<'legacy' | 'modern', readonly string[]>> = {
  legacy: ['progressToken'],
  modern: [
    'progressToken',
    VERSION_META_KEY,
    'io.modelcontextprotocol/clientCapabilities',
    'io.modelcontextprotocol/clientInfo',
  ],
};

/**
 * What the SDK is told of a message: no more than it needs, because what it cannot read it calls an internal error, and
 * arguments were read by the edge already.
 */
function essence(turn: ReadyTurn): JsonObject {
  const { id, method, params } = turn.message;
  const given = metaOf(params) ?? {};
  const keys = META_KEYS[turn.face === 'modern' ? 'modern' : 'legacy'].filter((key) => Object.hasOwn(given, key));
  const meta = Object.fromEntries(keys.map((key) => [key, given[key]]));
  if (progressTokenOf(params) === undefined) delete meta.progressToken;
  return { jsonrpc: '2.0', id, method, params: { ...neededParams(method, params), _meta: meta } };
}

/** The request as the SDK may see it: the headers of MCP, never the credential. */
function webRequest({ exchange }: ReadyTurn): Request {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(exchange.request.headers)) {
    if ((name.startsWith('mcp-') || name === 'accept') && typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://portico.invalid/mcp', { method: 'POST', headers, signal: exchange.signal });
}

/** Only `initialize` has params that the SDK itself answers from. */
function neededParams(method: string, params: unknown): JsonObject {
  if (!isJsonObject(params)) return {};
  if (method === 'initialize') return params;
  return method === 'tools/call' ? { name: params.name, arguments: {} } : {};
}

async function toAnswer(deps: McpDeps, turn: ReadyTurn, response: Response, outcome: Outcome | null): Promise<Answer> {
  const contentType = response.headers.get('content-type') ?? 'application/json';
  if (contentType.startsWith('text/event-stream') && response.body !== null) return streamed(turn, response);
  const { id } = turn.message;
  const isGivenBack = outcome !== null && outcome.kind !== 'answered' && outcome.kind !== 'abandoned';
  const view = isGivenBack ? await deps.limits.quota(turn.principal) : turn.view;
  if (outcome?.kind === 'unavailable') {
    return refuse({ ...turn, view, id, code: 'unavailable', headers: { 'Retry-After': '5' } });
  }
  const body = await response.text();
  const refused = deps.fixture === undefined ? refusedCode(turn, body) : null;
  if (refused !== null) {
    deps.log.event('mcp.sdk_refused', { requestId: turn.exchange.requestId, reason: refused });
    return refuse({ ...turn, id, code: refused, ...textFor(refused, turn) });
  }
  return { status: response.status, headers: { 'Content-Type': 'application/json' }, body, view };
}

function streamed(turn: ReadyTurn, response: Response): Answer {
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  };
  return { status: response.status, headers, body: response.body, view: turn.view };
}

/** The one method whose params the SDK reads for itself is told what they are; others hear the problem's title. */
function textFor(code: ProblemCode, { message }: ReadyTurn): { readonly text?: string } {
  if (code !== 'invalid_params' || message.method !== 'initialize') return {};
  return {
    text: 'The params of initialize need protocolVersion, capabilities, and clientInfo with its name and version.',
  };
}

/**
 * The problem that an error answer of the SDK stands for; null for a result. Only calls of tools run code of ours that
 * could crash: elsewhere the SDK's internal error means params that it could not read.
 */
function refusedCode(turn: ReadyTurn, body: string): ProblemCode | null {
  // Written by the SDK itself just now; only the part that is looked at is named.
  const { error }: { error?: { code: number } } = JSON.parse(body);
  if (error === undefined) return null;
  const code = CODE_OF[error.code] ?? 'internal_error';
  return code === 'internal_error' && turn.message.method !== 'tools/call' ? 'invalid_params' : code;
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
    return toAnswer(deps, turn, response, null);
  };
}
