import type { ServerResponse } from 'node:http';
import { type LimitView, limitHeaders } from '../domain/limits/index.ts';

/** What goes back to the caller. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is sent as it comes; null sends no body. */
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** The limit that the headers show. */
  readonly view: LimitView;
}

/** The headers that every answer carries. Source: specification, "Rate-limit response headers". */
export const LIMIT_HEADER_NAMES: readonly string[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Headers that are the same on every answer of the service. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** How an answer leaves: the instant, for the seconds in its headers, and whether the connection ends with it. */
export interface Sending {
  readonly requestId: string;
  readonly now: Date;
  readonly isClosing: boolean;
}

/** Every header that does not depend on the route: limits, request id, hardening. */
export function commonHeaders(view: LimitView, { requestId, now, isClosing }: Sending): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    ...limitHeaders(view, now),
    'X-Request-Id': requestId,
    ...(isClosing ? { Connection: 'close' } : {}),
  };
}

/** The one place that writes status, headers and body of an answer of `/mcp`. Resolves when all of it was handed over. */
export async function writeAnswer(response: ServerResponse, answer: Answer, sending: Sending): Promise<void> {
  if (response.headersSent || response.destroyed) return discard(answer);
  const headers = { 'Cache-Control': 'no-store', ...answer.headers, ...commonHeaders(answer.view, sending) };
  if (answer.body === null || typeof answer.body === 'string') {
    const text = answer.body ?? '';
    const length = answer.status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(text)) };
    response.writeHead(answer.status, { ...headers, ...length });
    response.end(text);
    return;
  }
  response.writeHead(answer.status, headers);
  response.flushHeaders();
  await pump(answer.body, response);
}

/** Sends a stream at the pace at which the caller reads it; stops its source when the caller goes away. */
async function pump(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  response.once('close', stop);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.destroyed) break;
      if (!response.write(value)) await drained(response);
    }
  } finally {
    response.off('close', stop);
    response.end();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.once('drain', go);
    response.once('close', go);
    if (response.destroyed) go();
  });
}

async function discard(answer: Answer): Promise<void> {
  if (answer.body instanceof ReadableStream) await answer.body.cancel();
}
