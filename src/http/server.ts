import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { background, describeFailure, type Log } from '../base/log.ts';
import { KIB, MIB, SECOND_MS } from '../base/units.ts';
import type { Limits } from '../domain/limits/index.ts';
import { writeAnswer } from './answer.ts';
import { type ClientAddress, makeClientAddress, normalAddress } from './client-address.ts';
import { answerClientError } from './client-errors.ts';
import { CONNECTIONS_MAX, type Connections, makeConnections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import type { McpHandler } from './mcp/edge.ts';
import type { Metrics } from './metrics.ts';
import { ENDLESS, makePatience, type Patience } from './patience.ts';
import { readTarget } from './target.ts';

/** Longest time for the head, and for the whole, of a request to arrive. Against slow senders. */
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
/** Idle connections are kept for clients that pause between calls. */
const KEEP_ALIVE_TIMEOUT_MS = 15 * SECOND_MS;
const CHECK_INTERVAL_MS = 5 * SECOND_MS;
const HEADER_BYTES_MAX = 16 * KIB;
const HEADERS_MAX = 100;
/** Most bytes of a refused body that are read and thrown away, so that its sender gets to read the refusal. */
const DISCARD_BYTES_MAX = 8 * MIB;

/** Answers a request of any path but `/mcp`; writes to the response itself. Returns the route for the metrics. */
export type OtherHandler = (exchange: Exchange, response: ServerResponse, phase: Phase) => Promise<string>;

/**
 * `draining`: about to stop, which `/readyz` says, while all is served as before. `closing`: no new connections are
 * taken, and every answer ends its own. In this order a client that keeps its connection has no reason to open another
 * one in the instant in which the listener closes, where the system would reset it.
 */
export type Phase = 'serving' | 'draining' | 'closing';

/** What answers the requests, known once the port is. */
export interface Handlers {
  /** Null at a door where the endpoint is not served: its path is then like any that is not there. */
  readonly mcp: McpHandler | null;
  readonly other: OtherHandler;
}

/** What the server is made of. */
export interface ServerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  /** PEM texts; null serves plain http, for a TLS terminator in front. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Longest time that a request waits for storage; null where it is this process's own and is waited for. */
  readonly storageWaitMsMax?: number | null;
  /** Processes that listen here together, of which this is one; 1 when left out. */
  readonly processes?: number;
  /** Called once, with the port that was taken, before the first request is read. */
  makeHandlers(port: number): Handlers;
}

/** How a server stops. */
interface DrainTimes {
  /** How long all is still served before the listener closes, and then how long kept connections may bring a request. */
  readonly idleMs: number;
  /** How long requests under way may take before they are cut off. */
  readonly deadlineMs: number;
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number;
  /** Whether the service is about to stop: `/readyz` says so. */
  isDraining(): boolean;
  /** Stops without losing a request that was sent; resolves when the last connection is closed. */
  drain(times: DrainTimes): Promise<void>;
}

/** Opens the one HTTP server of the service. Rejects when the address cannot be taken. */
export async function openHttpServer(deps: ServerDeps, at: { host: string; port: number }): Promise<HttpServer> {
  const server = createHttpServer(deps);
  const port = await listen(server, at);
  const serving = new Serving(deps, deps.makeHandlers(port));
  server.on('connection', (socket: Socket) => serving.connections.meet(socket));
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    // All three mean a request; unlistened, the last two would be answered by node:http without the limit headers.
    server.on(event, (request: IncomingMessage, response: ServerResponse) =>
      background(deps.log, 'http.request', serving.serve(request, response, event === 'checkContinue')),
    );
  }
  server.on('clientError', (failure: Error & { code?: string }, socket: Duplex) =>
    background(deps.log, 'http.unreadable', serving.refuseUnreadable(failure, socket)),
  );
  return {
    port,
    isDraining: () => serving.phase !== 'serving',
    drain: (times) => drain(server, serving, times),
  };
}

function createHttpServer({ tls, processes = 1 }: ServerDeps): Server {
  const options: ServerOptions = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
    // A missing Host is refused by the pipeline, with the headers that every answer carries.
    requireHostHeader: false,
    noDelay: true,
  };
  const server = tls === null ? createServer(options) : createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2' });
  server.maxHeadersCount = HEADERS_MAX;
  // Of several processes each counts for itself: what this bound turns away goes to the next, round and round.
  if (processes === 1) server.maxConnections = CONNECTIONS_MAX;
  return server;
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      assert(typeof address === 'object' && address !== null, 'a listening server has a port');
      resolve(address.port);
    });
  });
}

/** The pipeline of every request, and what is under way. */
class Serving {
  phase: Phase = 'serving';
  readonly #deps: ServerDeps;
  readonly #handlers: Handlers;
  readonly #clientAddress: ClientAddress;
  readonly connections: Connections;
  /** Answers that are still owed on a connection, oldest first. */
  readonly #owed = new WeakMap<Duplex, Set<ServerResponse>>();

  constructor(deps: ServerDeps, handlers: Handlers) {
    this.#deps = deps;
    this.#handlers = handlers;
    this.#clientAddress = makeClientAddress(deps.trustedProxies);
    this.connections = makeConnections(deps);
  }

  async serve(request: IncomingMessage, response: ServerResponse, waitsForContinue: boolean): Promise<void> {
    const { clock, log } = this.#deps;
    const startedMs = clock.monotonicMs();
    this.connections.noteRequest(request.socket);
    const owed = this.#owed.get(request.socket) ?? new Set();
    this.#owed.set(request.socket, owed.add(response));
    const gone = new AbortController();
    response.once('close', () => {
      owed.delete(response);
      if (!response.writableFinished) gone.abort(new Error('the caller went away'));
    });
    const { path } = readTarget(request.url ?? '/');
    const exchange: Exchange = {
      request,
      requestId: newId(clock.now()),
      path,
      address: this.#clientAddress(
        request.socket.remoteAddress ?? '',
        request.headersDistinct['x-forwarded-for'] ?? [],
      ),
      signal: gone.signal,
      patience: this.#patienceAt(path),
      sendContinue: () => {
        if (waitsForContinue) response.writeContinue();
      },
      notes: {},
    };
    const route = await this.#answer(exchange, response).catch((failure: unknown) => {
      // The answer itself failed half-way: what was sent cannot be taken back, so the connection says it.
      log.event('http.broken', { requestId: exchange.requestId, failure: describeFailure(failure) }, 'error');
      response.destroy();
      return 'broken';
    });
    discardBody(request);
    this.#record(exchange, { route, status: response.statusCode, ms: clock.monotonicMs() - startedMs });
  }

  #patienceAt(path: string): Patience {
    const { clock, storageWaitMsMax = null } = this.#deps;
    // The other routes, /readyz above all, are asked in order to learn that storage is slow.
    return storageWaitMsMax === null && path === '/mcp' ? ENDLESS : makePatience(clock, storageWaitMsMax);
  }

  async refuseUnreadable(failure: Error & { code?: string }, socket: Duplex): Promise<void> {
    const { log, metrics } = this.#deps;
    const address = normalAddress('remoteAddress' in socket ? String(socket.remoteAddress) : '');
    const owed = [...(this.#owed.get(socket) ?? [])];
    const code = await answerClientError(this.#deps, { socket, address, failure, owed });
    if (code === null) return;
    metrics.countRejection(code);
    log.event('http.unreadable', { address, reason: code, detail: failure.code });
  }

  async #answer(exchange: Exchange, response: ServerResponse): Promise<string> {
    const { mcp, other } = this.#handlers;
    if (exchange.path !== '/mcp' || mcp === null) return other(exchange, response, this.phase);
    const answer = await mcp(exchange);
    const { requestId } = exchange;
    await writeAnswer(response, answer, {
      requestId,
      now: this.#deps.clock.now(),
      isClosing: this.phase === 'closing',
    });
    return '/mcp';
  }

  /** One line for each request; a caller that went away before the answer was complete is 499, as proxies write it. */
  #record(exchange: Exchange, { route, status, ms }: { route: string; status: number; ms: number }): void {
    const { log, metrics } = this.#deps;
    const { request, requestId, address, signal, notes } = exchange;
    const isGone = signal.aborted;
    const seen = isGone ? 499 : status;
    metrics.countRequest(route, seen, ms / SECOND_MS);
    // Work that was cut short failed, but it is no failure of ours.
    const reason = isGone ? 'caller_gone' : notes.reason;
    if (!isGone && reason !== undefined) metrics.countRejection(reason);
    const facts = { method: request.method, route, status: seen, ms: Math.round(ms), address };
    log.event('http.answered', { requestId, ...facts, ...notes, reason });
  }
}

/** Reads what is left of a refused body, up to a bound: closing at once could reset the connection before it is read. */
function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_BYTES_MAX) request.destroy();
  });
  request.on('error', () => {});
}

async function drain(server: Server, serving: Serving, { idleMs, deadlineMs }: DrainTimes): Promise<void> {
  serving.phase = 'draining';
  await wait(idleMs);
  // After the loop's poll, which has taken every connection that was waiting for it.
  await new Promise((resolve) => setImmediate(resolve));
  serving.phase = 'closing';
  const closed = new Promise<void>((resolve) => {
    // Not the HTTP server's own close, which cuts kept connections off, also those with a request on the way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, wait(idleMs)]);
  server.close(() => {});
  serving.connections.closeUnused();
  await Promise.race([closed, wait(deadlineMs)]);
  server.closeAllConnections();
  await closed;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
