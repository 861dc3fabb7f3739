import { Agent, request as httpRequest } from 'node:http';

/** What a caller saw, and when; milliseconds of `performance.now()`. */
export interface Seen {
  readonly status: number;
  /** `X-RateLimit-Limit` and `-Remaining`; NaN when the answer had none. */
  readonly limit: number;
  readonly remaining: number;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** A request of one caller. */
export interface Asked {
  readonly token: string;
  readonly method: string;
  readonly params: object;
  /** Address of the caller, as a proxy tells it: one address alone may ask a thousand times a minute. */
  readonly address: string;
}

/** One kept connection: one request at a time, so that it stays with one process. */
export interface Line {
  /** Rejects when the connection ends before the answer, or `withinMs` passes. */
  send(asked: Asked, withinMs?: number): Promise<Seen>;
  close(): void;
}

/** A chargeable call that reads nothing and writes nothing but its unit. */
export const LIGHT_CALL = {
  method: 'tools/call',
  params: { name: 'audit_headers', arguments: { headers: 'x-frame-options: DENY' } },
} as const;

/** A request that costs no unit. */
export const FREE_CALL = { method: 'tools/list', params: {} } as const;

const ANSWER_WITHIN_MS = 30_000;

/** Opens a connection when it is first used, and again when the other side has closed it. */
export function openLine(url: string): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (asked, withinMs = ANSWER_WITHIN_MS) => send(agent, url, asked, withinMs),
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, url: string, asked: Asked, withinMs: number): Promise<Seen> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: asked.method, params: asked.params });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Bearer ${asked.token}`,
    'x-forwarded-for': asked.address,
  };
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs);
    const request = httpRequest(`${url}/mcp`, { method: 'POST', agent, headers, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('error', reject);
      response.once('end', () => {
        const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          limit: Number(limit ?? Number.NaN),
          remaining: Number(remaining ?? Number.NaN),
          retryAfter: response.headers['retry-after'] ?? null,
          text,
          beganMs,
          endedMs: performance.now(),
        });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

let addresses = 0;

/** An address that no caller of this run has had. */
export function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
