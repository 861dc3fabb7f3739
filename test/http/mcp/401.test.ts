import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, FACES, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

/** Case, Authorization, reason, and what the challenge says of the error. */
const REFUSED: readonly [string, string | undefined, string, string | null][] = [
  ['no credential', undefined, 'missing_token', null],
  ['an empty header', '', 'missing_token', null],
  ['another scheme', 'Basic dXNlcjpwYXNz', 'missing_token', null],
  ['a scheme alone', 'Bearer', 'missing_token', null],
  ['an unknown token', 'Bearer nobody-knows', 'invalid_token', 'API key not valid'],
  ['two words', 'Bearer good-token x', 'invalid_token', 'API key not valid'],
  ['characters that no token has', 'Bearer good"token', 'invalid_token', 'API key not valid'],
  ['a very long token', `Bearer ${'x'.repeat(2_000)}`, 'invalid_token', 'API key not valid'],
  ['a revoked key', `Bearer ${TOKENS.revoked}`, 'key_revoked', 'API key revoked'],
  ['an expired key', `Bearer ${TOKENS.expired}`, 'key_expired', 'API key expired'],
];

describe.each(FACES)('%s', (face) => {
  test.each(REFUSED)(
    'refuses %s with a challenge [S12, R1, R6, R9]',
    async (_case, authorization, reason, description) => {
      const { status, headers, json } = await send(edge, call(face, 'echo', { text: 'x' }, { authorization }));
      const challenge = headers['www-authenticate'] ?? '';

      expect([status, json.error?.code, json.error?.data.reason, json.id]).toEqual([401, -32600, reason, null]);
      expect(challenge).toMatch(/^Bearer /);
      expect(challenge).toContain(`resource_metadata="${edge.origin}/.well-known/oauth-protected-resource/mcp"`);
      expect(challenge).toContain('scope="tools:read"');
      expect(/error_description="([^"]*)"/.exec(challenge)?.[1] ?? null).toBe(description);
      expect(challenge.includes('error="invalid_token"')).toBe(description !== null);
      expect(headers['x-ratelimit-limit']).toBe('1000');
    },
  );

  test('refuses a key over its own monthly cap, and goes on serving other keys [S12, L3]', async () => {
    const capped = { authorization: `Bearer ${TOKENS.capped}` };
    expect((await send(edge, call(face, 'echo', { text: 'x' }, capped))).status).toBe(200);

    const { status, json, headers } = await send(edge, rpc(face, 'tools/list', {}, capped));
    expect([status, json.error?.data.reason]).toEqual([401, 'key_cap_reached']);
    expect(headers['www-authenticate']).toContain('error_description="per-key monthly cap reached"');
    expect((await send(edge, call(face, 'echo', { text: 'x' }))).status).toBe(200);
  });
});

test('never more than the cap, also when calls race [L5]', async () => {
  const capped = { authorization: `Bearer ${TOKENS.capped}` };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(edge, call('bare', 'echo', { text: 'x' }, capped))),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
});

test('the scheme is read in any case', async () => {
  const sent = rpc('bare', 'tools/list', {}, { authorization: `bEaReR ${TOKENS.good}` });

  expect((await send(edge, sent)).status).toBe(200);
});

test('a token in the query proves nothing', async () => {
  const sent = rpc('bare', 'tools/list', {}, { authorization: undefined });

  expect((await send(edge, { ...sent, path: `/mcp?access_token=${TOKENS.good}` })).status).toBe(401);
});

test.each(['GET', 'DELETE', 'PUT', 'OPTIONS', 'PATCH'])('%s without a token is 401, not 405 [S15]', async (method) => {
  expect((await send(edge, { method, headers: { authorization: undefined } })).status).toBe(401);
});

test('no token is ever logged [K7]', async () => {
  for (const [, authorization] of REFUSED) await send(edge, call('bare', 'echo', { text: 'x' }, { authorization }));

  const log = JSON.stringify(edge.events);
  for (const token of [...Object.values(TOKENS), 'nobody-knows']) expect(log).not.toContain(token);
});

test('without the right secret all causes look alike [R10]', async () => {
  const seen = new Set<string>();
  for (const authorization of ['Bearer nobody-knows', 'Bearer two words', `Bearer ${'x'.repeat(2_000)}`]) {
    const { text, headers } = await send(edge, rpc('bare', 'tools/list', {}, { authorization }));
    seen.add(text.replace(/"requestId":"[^"]+"/, '') + headers['www-authenticate']);
  }
  expect(seen.size).toBe(1);
});
