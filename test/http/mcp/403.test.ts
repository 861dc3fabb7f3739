import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, FACES, rpc, send, sendRaw } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

const PATHS = ['/mcp', '/healthz', '/readyz', '/metrics', '/pricing', '/openapi.json', '/nowhere'];

describe.each(PATHS)('%s', (path) => {
  test.each(['evil.example', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example', '.'])(
    'refuses the Host %j [S14]',
    async (host) => {
      const { status, text } = await send(edge, { ...rpc('bare', 'tools/list'), path, headers: { host } });

      expect(status).toBe(403);
      expect(text).toContain('foreign_host');
    },
  );

  test.each(['https://evil.example', 'null', 'http://127.0.0.1', 'file://'])(
    'refuses the Origin %s [S14]',
    async (origin) => {
      const { status, text } = await send(edge, { ...rpc('bare', 'tools/list'), path, headers: { origin } });

      expect(status).toBe(403);
      expect(text).toContain('foreign_origin');
    },
  );
});

test('answers every name of loopback at its port, and pages of our own origin', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
    const headers = { host: `${host}:${edge.port}`, origin: `http://localhost:${edge.port}` };
    expect((await send(edge, rpc('bare', 'tools/list', {}, headers))).status).toBe(200);
  }
});

test.each(['', `Host: 127.0.0.1:1\r\nHost: 127.0.0.1:1\r\n`])('refuses no Host and two of them: %j', async (hosts) => {
  const text = await sendRaw(edge, `GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);

  expect(text).toMatch(/^HTTP\/1\.1 (403|400) /);
  expect(text).toContain('X-RateLimit-Limit: ');
});

describe.each(FACES)('%s', (face) => {
  const narrow = { authorization: `Bearer ${TOKENS.narrow}` };

  test.each([
    ['free', 'tools:read'],
    ['crash', 'tools:write'],
  ])('a key that may not call %s is told the scope %s [S13, C7]', async (tool, scope) => {
    const { status, headers, json } = await send(edge, call(face, tool, {}, narrow));

    expect([status, json.error?.code, json.error?.data.reason, json.id]).toEqual([
      403,
      -32600,
      'insufficient_scope',
      7,
    ]);
    expect(headers['www-authenticate']).toContain('error="insufficient_scope"');
    expect(headers['www-authenticate']).toContain(`scope="${scope}"`);
    expect(headers['www-authenticate']).toContain('resource_metadata="http');
    expect(await edge.used()).toBe(0);
  });

  test('an unknown tool is not a matter of scope', async () => {
    expect((await send(edge, call(face, 'no_such_tool', {}, narrow))).json.error?.code).toBe(-32602);
  });

  test('the scope is asked before the arguments', async () => {
    expect((await send(edge, call(face, 'slow', { bad: 1 }, narrow))).status).toBe(403);
  });
});
