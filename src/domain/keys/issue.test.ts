import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysBench, OWNER } from '../../../test/support/keys-bench.ts';
import { issueKey } from './issue.ts';
import { parseToken } from './token.ts';

describe('issuing a key [K1]', () => {
  test('gives a token whose prefix is a slug of the name and six random characters', async () => {
    const { key, text } = await keysBench().issue({ name: 'Årets  Laptop #2!' });
    expect(key.prefix).toMatch(/^mcp_live_arets-laptop-2-[0-9a-z]{6}$/);
    expect(text.startsWith(`${key.prefix}.`)).toBe(true);
  });

  test('whatever the name, the token has the format', async () => {
    const bench = keysBench();
    const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(name, async (name) => {
        const issued = await issueKey(bench.deps, { account: OWNER, name });
        if (!issued.ok) return;
        expect(parseToken(issued.value.token.reveal())).toMatchObject({ prefix: issued.value.key.prefix });
        expect(issued.value.key.prefix).toMatch(/^mcp_live_[a-z0-9-]{3,40}$/);
      }),
    );
  });

  test('stores a 16-byte salt and HMAC-SHA-256(salt, secret), and the plaintext nowhere [K2, K7]', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const secret = text.slice(text.indexOf('.') + 1);
    const [stored] = await bench.keys.list(OWNER.id);
    expect(stored?.salt.length).toBe(16);
    expect(Buffer.from(stored?.secretHash ?? [])).toEqual(createHmac('sha256', key.salt).update(secret).digest());
    for (const shown of [JSON.stringify(stored), inspect(stored, { depth: 9 })]) expect(shown).not.toContain(secret);
  });

  test('prints [secret] in place of the plaintext, however it is printed', async () => {
    const { token, text } = await keysBench().issue();
    const issued = { token };
    for (const shown of [`${token}`, JSON.stringify(issued), inspect(issued)]) {
      expect(shown).toContain('[secret]');
      expect(shown).not.toContain(text);
    }
  });

  test('a new key is active, for all tools, without cap and expiry, unless asked otherwise', async () => {
    const { key } = await keysBench().issue();
    expect(key).toMatchObject({
      accountId: OWNER.id,
      name: 'My laptop',
      toolScope: 'all',
      monthlyCap: null,
      expiresAt: null,
      createdAt: new Date('2026-11-21T10:00:00Z'),
      lastUsedAt: null,
      revokedAt: null,
      overlap: null,
      legacyLookup: null,
    });
  });

  test('keeps what was asked for', async () => {
    const asked = {
      environment: 'dev',
      toolScope: ['read_code', 'github__*', 'read_code'],
      monthlyCap: 0,
      expiresAt: new Date('2026-11-21T10:00:00.001Z'),
    };
    const { key } = await keysBench().issue(asked);
    expect(key.prefix).toMatch(/^mcp_dev_/);
    expect(key).toMatchObject({ toolScope: ['read_code', 'github__*'], monthlyCap: 0, expiresAt: asked.expiresAt });
  });

  test('an empty tool scope is kept: it allows nothing', async () => {
    expect((await keysBench().issue({ toolScope: [] })).key.toolScope).toEqual([]);
  });

  test.each([
    [{ name: '' }, 'invalid_name'],
    [{ name: '   ' }, 'invalid_name'],
    [{ name: 'x'.repeat(101) }, 'invalid_name'],
    [{ name: 'two\nlines' }, 'invalid_name'],
    [{ name: 'right\u202eleft' }, 'invalid_name'],
    [{ environment: 'sk' }, 'invalid_environment'],
    [{ environment: 'My Env' }, 'invalid_environment'],
    [{ expiresAt: new Date('2026-11-21T10:00:00Z') }, 'invalid_expiry'],
    [{ expiresAt: new Date(Number.NaN) }, 'invalid_expiry'],
    [{ monthlyCap: -1 }, 'invalid_monthly_cap'],
    [{ monthlyCap: 1.5 }, 'invalid_monthly_cap'],
    [{ monthlyCap: 2 ** 53 }, 'invalid_monthly_cap'],
    [{ toolScope: ['write_code'] }, 'invalid_tools'],
    [{ toolScope: ['*'] }, 'invalid_tools'],
    [{ toolScope: ['a__b__*'] }, 'invalid_tools'],
    [{ toolScope: Array.from({ length: 101 }, () => 'read_code') }, 'invalid_tools'],
  ])('%j is refused as %s', async (input, code) => {
    const bench = keysBench();
    const issued = await issueKey(bench.deps, { account: OWNER, name: 'x', ...input });
    expect(issued).toMatchObject({ ok: false, error: { code } });
    expect(await bench.keys.list(null)).toEqual([]);
  });

  test('a name of 100 characters is counted in characters, not in code units', async () => {
    expect((await keysBench().issue({ name: '😀'.repeat(100) })).key.name.length).toBe(200);
  });

  test('only plans that have tool scopes may set one [K6]', async () => {
    const bench = keysBench();
    const free = { id: 'account-2', plan: 'free' as const };
    const scoped = await issueKey(bench.deps, { account: free, name: 'x', toolScope: ['read_code'] });
    expect(scoped).toMatchObject({ ok: false, error: { code: 'plan_lacks_tool_scopes' } });
    expect((await issueKey(bench.deps, { account: free, name: 'x', toolScope: 'all' })).ok).toBe(true);
  });

  test('a prefix that is taken is drawn again, and randomness that never changes is a failure', async () => {
    const bench = keysBench();
    const suffixes = ['aaaaaa', 'aaaaaa', 'bbbbbb'];
    const random = { ...bench.random, base36: () => suffixes.shift() ?? 'cccccc' };
    const issue = () => issueKey({ ...bench.deps, random }, { account: OWNER, name: 'x' });
    await issue();
    expect(await issue()).toMatchObject({ ok: true, value: { key: { prefix: 'mcp_live_x-bbbbbb' } } });
    await issue();
    await expect(issue()).rejects.toThrow('no free prefix');
  });
});
