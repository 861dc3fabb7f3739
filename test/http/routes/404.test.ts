import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { get } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

test('404 is JSON with a code, a text and the request id', async () => {
  for (const path of [
    '/',
    '/nope',
    '/healthz/',
    '/../etc/passwd',
    '/%2e%2e/x',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { status, headers, text } = await get(edge, path);
    const body = JSON.parse(text);
    expect([status, Object.keys(body), body.error]).toEqual([404, ['error', 'message', 'requestId'], 'not_found']);
    expect(body.requestId).toBe(headers['x-request-id']);
  }
});

// mcp-remote, for one, shows its user this text and not the 401 before it.
test('404 where a client looks for OAuth says what to do instead', async () => {
  for (const path of ['/register', '/oauth/token', '/.well-known/oauth-authorization-server/mcp']) {
    expect(JSON.parse((await get(edge, path)).text).message).toMatch(/^OAuth does not exist here yet.*API key/);
  }
  expect(JSON.parse((await get(edge, '/registers')).text).message).not.toContain('OAuth');
});
