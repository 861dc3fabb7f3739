import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Limits } from '../domain/limits/index.ts';
import { commonHeaders } from './answer.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

/** What an unreadable request is called, by node:http's code; anything else is malformed. */
const CODE_OF: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A connection whose bytes are no request. */
export interface BrokenConnection {
  readonly socket: Duplex;
  readonly address: string;
  readonly failure: Error & { readonly code?: string };
  /** Answers that are still owed on this connection, oldest first. */
  readonly owed: readonly ServerResponse[];
}

/**
 * Answers what node:http could not read, in raw HTTP because there is no response object, with the limit headers that
 * every answer carries; then the connection ends. Returns the problem's code; null when nothing could be sent.
 */
export async function answerClientError(
  deps: { readonly clock: Clock; readonly limits: Limits },
  { socket, address, failure, owed }: BrokenConnection,
): Promise<ProblemCode | null> {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return null;
  }
  // Raw bytes now would be taken for the answer of a request that was read well: it comes first, and ends the connection.
  const readWell = owed.findLast(({ req, headersSent }) => req.complete || headersSent);
  if (readWell !== undefined) {
    readWell.once('finish', () => socket.destroy());
    return null;
  }
  const code = CODE_OF[failure.code ?? ''] ?? 'malformed_http';
  const { status, title, rpcCode } = PROBLEMS[code];
  const now = deps.clock.now();
  const requestId = newId(now);
  const { view } = await deps.limits.admitAddress('other', address);
  // The count may have waited for storage, and the sender gone meanwhile.
  if (!socket.writable) return null;
  const error = { code: rpcCode, message: title, data: { requestId, reason: code } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...commonHeaders(view, { requestId, now, isClosing: true }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  return code;
}
