import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { sendRaw } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

/** What node:http refuses by itself still carries the three headers and a body of ours. */
function expectRefusal(text: string, status: number, reason: string): void {
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const name of ['Limit', 'Remaining', 'Reset'])
    expect(text).toMatch(new RegExp(`\\r\\nX-RateLimit-${name}: \\d+\\r\\n`));
  expect(text).toContain('\r\nConnection: close\r\n');
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).error.data.reason).toBe(reason);
}

const head = (): string =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nAuthorization: Bearer ${TOKENS.good}\r\nContent-Type: application/json\r\n`;
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

describe('400 [R11]', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\n y\r\n\r\n'],
  ])('%s', async (_case, bytes) => {
    expectRefusal(await sendRaw(edge, bytes), 400, 'malformed_http');
  });

  test.each([
    ['both lengths', `Content-Length: ${LIST.length}\r\nTransfer-Encoding: chunked\r\n\r\n${LIST}`],
    ['two lengths', `Content-Length: ${LIST.length}\r\nContent-Length: 1\r\n\r\n${LIST}`],
    ['a negative length', `Content-Length: -1\r\n\r\n${LIST}`],
    ['chunked before another coding', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a line end of its own', `X: a\rContent-Length: 0\r\n\r\n`],
  ])('a length that two servers could read differently: %s', async (_case, rest) => {
    expectRefusal(await sendRaw(edge, head() + rest), 400, 'malformed_http');
  });

  test('a chunk that is broken after a good head', async () => {
    const text = await sendRaw(edge, `${head()}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`);

    expectRefusal(text, 400, 'malformed_http');
  });
});

test('431: headers over 16 KiB [R11]', async () => {
  expectRefusal(await sendRaw(edge, `${head()}X: ${'x'.repeat(17_000)}\r\n\r\n`), 431, 'headers_too_large');
});

test('a request after another on one connection is read on its own', async () => {
  const one = `${head()}Content-Length: ${LIST.length}\r\n\r\n${LIST}`;
  const last = one.replace('POST /mcp HTTP/1.1\r\n', 'POST /mcp HTTP/1.1\r\nConnection: close\r\n');
  const text = await sendRaw(edge, one + last);

  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

test('garbage after a good request does not take the place of its answer', async () => {
  const text = await sendRaw(edge, `${head()}Content-Length: ${LIST.length}\r\n\r\n${LIST}garbage\r\n\r\n`);

  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a caller that waits for 100 gets it when its body is wanted, and a refusal when it is not', async () => {
  const expecting = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${LIST.length}\r\n\r\n`;
  const good = await sendRaw(edge, head() + expecting + LIST);
  expect(good).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);

  const bad = await sendRaw(edge, head().replace(TOKENS.good, 'wrong') + expecting + LIST);
  expect(bad).toMatch(/^HTTP\/1\.1 401 /);
});

test('an expectation that is not known is ignored, with all headers on the answer', async () => {
  const text = await sendRaw(
    edge,
    `${head()}Expect: magic\r\nConnection: close\r\nContent-Length: ${LIST.length}\r\n\r\n${LIST}`,
  );

  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toContain('X-RateLimit-Limit: ');
});

test('a target that names somebody else is not served [S14]', async () => {
  const text = await sendRaw(
    edge,
    `GET http://evil.example/mcp HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nConnection: close\r\n\r\n`,
  );

  expect(text).toMatch(/^HTTP\/1\.1 403 /);
  expect(text).toContain('X-RateLimit-Limit: ');
});

test('a request to switch protocols is answered as a plain request', async () => {
  const text = await sendRaw(
    edge,
    `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  );

  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});
