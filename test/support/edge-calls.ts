import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { type TestEdge, TOKENS } from './edge.ts';

/** The three kinds of callers. */
export const FACES = ['bare', 'legacy', 'modern'] as const;
export type TestFace = (typeof FACES)[number];

/** One request, as it goes on the wire. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** A header that is undefined is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** One answer, as it came from the wire. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; of an event stream, its last message. */
  readonly json: JsonAnswer;
  /** The messages of an event stream. */
  readonly messages: readonly JsonAnswer[];
}

/** As much of the JSON of all answers as tests look at. */
interface JsonAnswer {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown> & {
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly tools?: readonly { readonly name: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data: Record<string, unknown> };
}

/** Sends a request to `/mcp` as a good caller would, but for what the test changes; gives the whole answer. */
export function send(
  edge: TestEdge,
  { method = 'POST', path = '/mcp', headers, body, signal }: Sent,
): Promise<Received> {
  const all = { authorization: `Bearer ${TOKENS.good}`, 'content-type': 'application/json', ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: edge.port,
      method,
      path,
      headers: Object.fromEntries(given),
      agent: false,
    };
    const request = httpRequest({ ...options, ...(signal === undefined ? {} : { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = read(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString());
        expectLimitHeaders(received);
        resolve(received);
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Headers of somebody elsewhere without credentials, as a trusted proxy on this machine passes them on. */
export const FROM_AFAR = { 'x-forwarded-for': '203.0.113.5', authorization: undefined };

/** Asks for another path than `/mcp`; from afar unless `headers` say otherwise. */
export function get(
  edge: TestEdge,
  path: string,
  headers: Readonly<Record<string, string | undefined>> = FROM_AFAR,
  method = 'GET',
): Promise<Received> {
  return send(edge, { method, path, headers });
}

/** One JSON-RPC request as a caller of that kind writes it. */
export function rpc(
  face: TestFace,
  method: string,
  params: Record<string, unknown> = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Sent {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const given = params._meta as object | undefined;
  const sent = face === 'modern' ? { ...params, _meta: { ...meta, ...given } } : params;
  return {
    headers: { ...faceHeaders(face, method, params), ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: sent }),
  };
}

/** The headers by which a caller of that kind is known. */
export function faceHeaders(face: TestFace, method: string, params: { name?: unknown } = {}): Record<string, string> {
  if (face === 'bare') return {};
  if (face === 'legacy') return { 'mcp-protocol-version': '2025-11-25' };
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
  return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name };
}

/** A `tools/call`. */
export function call(
  face: TestFace,
  name: string,
  args: Record<string, unknown> = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Sent {
  return rpc(face, 'tools/call', { name, arguments: args }, headers);
}

/** Sends bytes as they are and gives everything that came back until the connection ended. */
export function sendRaw(edge: TestEdge, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', (failure: NodeJS.ErrnoException) =>
      failure.code === 'ECONNRESET' ? resolve(text) : reject(failure),
    );
    socket.on('close', () => resolve(text));
  });
}

/** Every answer carries the three headers as integers, whatever it says. Source: specification, "Errors", rule 3. */
function expectLimitHeaders({ headers }: Pick<Received, 'headers'>): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(headers[name], name).toMatch(/^\d+$/);
  }
}

function read(status: number, headers: IncomingHttpHeaders, text: string): Received {
  const isStream = headers['content-type'] === 'text/event-stream';
  const messages = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map((found) => JSON.parse(found[1] ?? '')) : [];
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, messages, json: isStream ? messages.at(-1) : isJson ? JSON.parse(text) : {} };
}
