import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { sendRaw } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

const get = (target: string, host = `127.0.0.1:${edge.port}`) =>
  sendRaw(edge, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

test.each(['/x/../metrics', '/%6detrics', '//metrics', '/metrics/', '/./metrics', '/metrics;x'])(
  '%s is no route: each has one spelling, so that none has another limit',
  async (target) => {
    expect(await get(target)).toMatch(/^HTTP\/1\.1 404 .*"not_found"/s);
  },
);

test('a target in absolute form is served when it names us, and is foreign when it does not [S14]', async () => {
  expect(await get(`http://127.0.0.1:${edge.port}/healthz?x=1`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get('http://evil.test/metrics')).toMatch(/^HTTP\/1\.1 403 .*"foreign_host"/s);
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const call = (authority: string) =>
    sendRaw(
      edge,
      `POST http://${authority}/mcp HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nAuthorization: Bearer ${TOKENS.good}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  expect(await call(`127.0.0.1:${edge.port}`)).toMatch(/^HTTP\/1\.1 200 .*"tools"/s);
  expect(await call('evil.test')).toMatch(/^HTTP\/1\.1 403 .*"foreign_host"/s);
});

test('a Host that is no name is foreign, and a target that is no URL is malformed [S14, L6]', async () => {
  for (const answer of [await get('/metrics', 'a b%'), await get('/none', '[')]) {
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*X-RateLimit-Limit: \d.*"foreign_host"/is);
  }
  expect(await get('*')).toMatch(/^HTTP\/1\.1 (?:400 .*"malformed_http"|404 )/s);
});

test.each([
  'X-Forwarded-For: 203.0.113.5',
  'X-Real-IP: 203.0.113.5',
  'Via: 1.1 proxy',
  'Forwarded: for=203.0.113.5',
  'X-Forwarded-Host: portico.example',
])('metrics are not for callers who come through a proxy on this machine: %s', async (header) => {
  expect(await get(`/metrics HTTP/1.1\r\n${header}\r\nX:`)).toMatch(/^HTTP\/1\.1 401 /);
});
