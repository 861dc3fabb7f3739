import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/http/routes.ts';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FROM_AFAR, get, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  // The test itself stands for a proxy, so that callers can come from elsewhere than loopback.
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

test('/openapi.json and the route table name the same routes', async () => {
  const described = JSON.parse((await get(edge, '/openapi.json')).text);
  const walked = Object.entries<Record<string, unknown>>(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );

  expect(described.openapi).toBe('3.1.0');
  expect(walked.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  expect(walked.length).toBeGreaterThan(5);
});

test('what is listed as public answers without credentials, and nothing else does', async () => {
  const described = JSON.parse((await get(edge, '/openapi.json')).text);
  for (const [path, methods] of Object.entries<Record<string, { security: unknown[] }>>(described.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const { status } = await get(edge, path, FROM_AFAR, method.toUpperCase());
      expect(status, `${method} ${path}`).toBe(security.length === 0 ? 200 : 401);
    }
  }
  expect((await get(edge, '/mcp', FROM_AFAR, 'POST')).status).toBe(401);
});

test('every answer is described: its status and type', async () => {
  for (const route of ROUTES) {
    const { status, headers } = await get(edge, route.path);
    expect(headers['content-type']).toContain(route.responses[status]?.type);
  }
});

describe.each(ROUTES.map(({ path }) => path))('%s', (path) => {
  test('carries the limit of the address, a request id and hardening headers [C12, L6]', async () => {
    const { headers } = await get(edge, path);

    expect(headers['x-ratelimit-limit']).toBe('1000');
    expect(headers['ratelimit-policy']).toContain('"ip"');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('answers HEAD as GET without the body', async () => {
    const read = await get(edge, path);
    const headed = await get(edge, path, FROM_AFAR, 'HEAD');
    expect([headed.status, headed.text]).toEqual([read.status, '']);
  });
});

test('the protected resource is exactly the endpoint, at both places', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    expect(JSON.parse((await get(edge, path)).text)).toMatchObject({
      resource: `${edge.origin}/mcp`,
      bearer_methods_supported: ['header'],
    });
  }
});

describe('/metrics', () => {
  test('counts requests and refusals, and names no account or key', async () => {
    await send(edge, { body: '{' });
    const { text } = await get(edge, '/metrics', { authorization: undefined });

    expect(text).toContain('portico_http_requests_total{route="/mcp",status="400"} 1');
    expect(text).toContain('portico_rejections_total{reason="parse_error"} 1');
    expect(text).not.toMatch(/acc-1|mcp_live/);
  });
});

test('/pricing shows the plans as they are, without scripts', async () => {
  const { text, headers } = await get(edge, '/pricing');

  for (const shown of ['Free', 'Pro', 'Max', '3,500', '10,000']) expect(text).toContain(shown);
  expect(text).not.toMatch(/<script|onload|style=/i);
  expect(headers['content-security-policy']).toContain("style-src 'sha256-");
});
