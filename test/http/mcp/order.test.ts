import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { type Sent, send, sendRaw } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ requestsPerMinute: 1 });
  // The one request of the minute is used up.
  await send(edge, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
});

afterEach(() => edge.close());

/**
 * A request that is wrong in every way at once; what it is refused for is taken away one by one. docs/contract.md, "Refusals": 403
 * Origin/Host, 401, 405, 415, 413, 429, body.
 */
const STEPS: readonly [number, Sent][] = [
  [403, { headers: { origin: 'https://evil.example', authorization: 'Bearer wrong', 'content-type': 'text/plain' } }],
  [401, { headers: { authorization: 'Bearer wrong', 'content-type': 'text/plain' } }],
  [405, { method: 'PUT', headers: { 'content-type': 'text/plain' } }],
  [415, { headers: { 'content-type': 'text/plain' } }],
  [413, {}],
];

test.each(STEPS)('%i comes before everything that follows it [R8]', async (status, sent) => {
  const body = '{'.repeat(1_048_577);

  expect(
    (await send(edge, { method: 'PUT', ...sent, ...(status < 405 ? {} : { method: sent.method ?? 'POST' }), body }))
      .status,
  ).toBe(status);
});

test('429 comes before the body is read as JSON, and 400 when the minute has room again [R8, C3]', async () => {
  expect((await send(edge, { body: '{' })).status).toBe(429);
  edge.clock.advance(60_001);
  expect((await send(edge, { body: '{' })).status).toBe(400);
});

test('a refused request does not enter the minute [C2]', async () => {
  for (let i = 0; i < 5; i++) await send(edge, { body: '{' });
  edge.clock.advance(60_001);

  expect((await send(edge, { body: '{}' })).status).toBe(400);
});

test.each([
  [405, { method: 'GET' }],
  [415, { headers: { 'content-type': 'text/plain' }, body: '{}' }],
  [413, { body: ' '.repeat(1_048_577) }],
] satisfies [number, Sent][])(
  'a request with a good key that is refused by %i counts in the minute [C2]',
  async (status, sent) => {
    edge.clock.advance(60_001);

    expect((await send(edge, sent)).status).toBe(status);
    expect((await send(edge, { body: '{}' })).status).toBe(429);
  },
);

test('429 comes before a byte of the body is asked for [R8, C2]', async () => {
  const answer = await sendRaw(
    edge,
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nAuthorization: Bearer ${TOKENS.good}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
  );

  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
});
