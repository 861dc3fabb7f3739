import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/http/routes.ts';
import { METRICS_TOKEN, openEdge, type TestEdge } from '../../support/edge.ts';
import { type Received, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  // The test itself stands for a proxy, so that callers can come from elsewhere than loopback.
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

const FROM_AFAR = { 'x-forwarded-for': '203.0.113.5', authorization: undefined };

function get(path: string, headers: Record<string, string | undefined> = FROM_AFAR, method = 'GET'): Promise<Received> {
  return send(edge, { method, path, headers });
}

test('/openapi.json and the route table name the same routes', async () => {
  const described = JSON.parse((await get('/openapi.json')).text);
  const walked = Object.entries<Record<string, unknown>>(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );

  expect(described.openapi).toBe('3.1.0');
  expect(walked.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  expect(walked.length).toBeGreaterThan(5);
});

test('what is listed as public answers without credentials, and nothing else does', async () => {
  const described = JSON.parse((await get('/openapi.json')).text);
  for (const [path, methods] of Object.entries<Record<string, { security: unknown[] }>>(described.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const { status } = await get(path, FROM_AFAR, method.toUpperCase());
      expect(status, `${method} ${path}`).toBe(security.length === 0 ? 200 : 401);
    }
  }
  expect((await get('/mcp', FROM_AFAR, 'POST')).status).toBe(401);
});

test('every answer is described: its status and type', async () => {
  for (const route of ROUTES) {
    const { status, headers } = await get(route.path);
    expect(headers['content-type']).toContain(route.responses[status]?.type);
  }
});

describe.each(ROUTES.map(({ path }) => path))('%s', (path) => {
  test('carries the limit of the address, a request id and hardening headers [C12, L6]', async () => {
    const { headers } = await get(path);

    expect(headers['x-ratelimit-limit']).toBe('1000');
    expect(headers['ratelimit-policy']).toContain('"ip"');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('answers HEAD as GET without the body, and other methods with 405', async () => {
    const read = await get(path);
    const headed = await get(path, FROM_AFAR, 'HEAD');
    expect([headed.status, headed.text]).toEqual([read.status, '']);

    const posted = await get(path, FROM_AFAR, 'POST');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(posted.text)).toMatchObject({ error: 'method_not_allowed' });
  });

  test('is 429 with the flat body when the address has asked too often', async () => {
    for (let i = 0; i < 1_000; i++) edge.limits.admitAddress('other', '203.0.113.5');
    const { status, headers, text } = await get(path);

    expect([status, headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    expect(Object.keys(JSON.parse(text))).toEqual(['error', 'message', 'reset_at', 'upgrade_url']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('404 is JSON with a code, a text and the request id', async () => {
  for (const path of [
    '/',
    '/nope',
    '/healthz/',
    '/../etc/passwd',
    '/%2e%2e/x',
    '/.well-known/oauth-authorization-server',
  ]) {
    const { status, headers, text } = await get(path);
    const body = JSON.parse(text);
    expect([status, Object.keys(body), body.error]).toEqual([404, ['error', 'message', 'requestId'], 'not_found']);
    expect(body.requestId).toBe(headers['x-request-id']);
  }
});

test('the protected resource is exactly the endpoint, at both places', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    expect(JSON.parse((await get(path)).text)).toMatchObject({
      resource: `${edge.origin}/mcp`,
      bearer_methods_supported: ['header'],
    });
  }
});

test('/readyz says what is missing', async () => {
  await edge.close();
  edge = await openEdge({ obstacles: ['the storage does not answer'] });
  const { status, headers, text } = await get('/readyz', {});

  expect(status).toBe(503);
  expect(JSON.parse(text)).toEqual({ status: 'unavailable', obstacles: ['the storage does not answer'] });
  expect(headers['retry-after']).toBeDefined();
});

describe('/metrics', () => {
  test('is for the token, compared as a whole', async () => {
    const withToken = (token: string) => get('/metrics', { ...FROM_AFAR, authorization: `Bearer ${token}` });

    expect((await withToken(METRICS_TOKEN)).status).toBe(200);
    for (const wrong of ['x', METRICS_TOKEN.slice(0, -1), `${METRICS_TOKEN}x`])
      expect((await withToken(wrong)).status).toBe(401);
  });

  test('is open to this machine, but not through a proxy on it', async () => {
    expect((await get('/metrics', { authorization: undefined })).status).toBe(200);
    expect((await get('/metrics', { authorization: undefined, 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
  });

  test('counts requests and refusals, and names no account or key', async () => {
    await send(edge, { body: '{' });
    const { text } = await get('/metrics', { authorization: undefined });

    expect(text).toContain('portico_http_requests_total{route="/mcp",status="400"} 1');
    expect(text).toContain('portico_rejections_total{reason="parse_error"} 1');
    expect(text).not.toMatch(/acc-1|mcp_live/);
  });
});

test('/pricing shows the plans as they are, without scripts', async () => {
  const { text, headers } = await get('/pricing');

  for (const shown of ['Free', 'Pro', 'Max', '3,500', '10,000']) expect(text).toContain(shown);
  expect(text).not.toMatch(/<script|onload|style=/i);
  expect(headers['content-security-policy']).toContain("style-src 'sha256-");
});
