import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { manualClock } from '../base/clock.ts';
import type { Limits } from '../domain/limits/index.ts';
import { answerClientError } from './client-errors.ts';

const clock = manualClock(new Date('2026-11-21T12:00:00Z'));
const view = { policy: 'ip', limit: 1_000, remaining: 999, resetAt: clock.now(), windowSeconds: 60 } as const;
// Only the one question that an unreadable request asks.
const limits = { admitAddress: () => ({ allowed: true, view }) } as unknown as Limits;

function answer(code: string): Promise<string> {
  const socket = new PassThrough();
  const failure = Object.assign(new Error('secret detail'), { code });
  answerClientError({ clock, limits }, { socket, address: '203.0.113.1', failure, owed: [] });
  return text(socket);
}

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 431, 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'body_too_large'],
  ['HPE_INVALID_METHOD', 400, 'malformed_http'],
])('%s is told as %i with the limit headers [R11]', async (code, status, reason) => {
  const raw = await answer(code);

  expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(raw).toContain('\r\nX-RateLimit-Limit: 1000\r\n');
  expect(raw).toContain('\r\nX-RateLimit-Remaining: 999\r\n');
  expect(raw).toContain('\r\nConnection: close\r\n');
  expect(raw).toContain(`"reason":"${reason}"`);
  expect(raw).not.toContain('secret detail');
});

test('a connection that was reset gets no answer', async () => {
  const socket = new PassThrough();
  const failure = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

  const broken = { socket, address: '203.0.113.1', failure, owed: [] };
  expect(await answerClientError({ clock, limits }, broken)).toBeNull();
  expect(socket.destroyed).toBe(true);
});
