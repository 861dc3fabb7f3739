import { describe, expect, test } from 'vitest';
import { keysBench, OWNER } from '../../../test/support/keys-bench.ts';
import { Secret } from '../../base/secret.ts';
import type { Account } from '../accounts/index.ts';
import { authenticateKey } from './authenticate.ts';
import { deriveLegacyLookupKey, importLegacyKey, legacyLookupOf } from './import-legacy.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';
import type { KeyChanges } from './store.ts';
import { updateKey } from './update.ts';

const DAY = 86_400_000;

describe('changes act on the very next request [K4]', () => {
  test('revocation', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    expect(await bench.prove(text)).toBe('ok');
    await revokeKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id });
    expect(await bench.prove(text)).toBe('revoked');
  });

  test('expiry, cap and tool scope', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    await bench.prove(text);
    const changes: KeyChanges = {
      monthlyCap: 5,
      toolScope: ['read_code'],
      expiresAt: new Date('2026-11-22T00:00:00Z'),
    };
    await updateKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id, changes });
    expect(await authenticateKey(bench.deps, text)).toMatchObject({
      ok: true,
      value: { keyMonthlyCap: 5, toolScope: ['read_code'], keyExpiresAt: new Date('2026-11-22T00:00:00Z') },
    });
  });

  test('a plan change', async () => {
    const bench = keysBench();
    const { text } = await bench.issue();
    await bench.prove(text);
    await bench.accounts.setPlan(OWNER.id, 'max');
    expect(await authenticateKey(bench.deps, text)).toMatchObject({ ok: true, value: { plan: 'max' } });
  });

  test('also when a look-up was under way while the change was written', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const [first] = await Promise.all([
      bench.prove(text),
      revokeKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id }),
    ]);
    expect(['ok', 'revoked']).toContain(first);
    expect(await bench.prove(text)).toBe('revoked');
  });
});

describe('rotation [K5]', () => {
  test('gives a new secret for the same prefix; the old one stops at once', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue({ monthlyCap: 7 });
    await bench.prove(text);
    const rotated = await rotateKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id, overlapMs: 0 });
    if (!rotated.ok) throw new Error(rotated.error.message);
    expect(rotated.value.key).toMatchObject({ prefix: key.prefix, name: key.name, monthlyCap: 7, overlap: null });
    expect(await bench.prove(rotated.value.token.reveal())).toBe('ok');
    expect(await bench.prove(text)).toBe('unknown');
  });

  test('with an overlap both secrets are good until its end', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const rotated = await rotateKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id, overlapMs: 7 * DAY });
    if (!rotated.ok) throw new Error(rotated.error.message);
    const next = rotated.value.token.reveal();
    expect(rotated.value.key.overlap?.until).toEqual(new Date('2026-11-28T10:00:00Z'));
    bench.clock.advance(7 * DAY - 1);
    expect([await bench.prove(text), await bench.prove(next)]).toEqual(['ok', 'ok']);
    bench.clock.advance(1);
    expect([await bench.prove(text), await bench.prove(next)]).toEqual(['unknown', 'ok']);
  });

  test('twice within an overlap leaves only the last two secrets', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const texts = [text];
    for (let i = 0; i < 2; i++) {
      const rotated = await rotateKey(bench.deps, { prefix: key.prefix, accountId: null, overlapMs: DAY });
      if (rotated.ok) texts.push(rotated.value.token.reveal());
    }
    expect(await Promise.all(texts.map(bench.prove))).toEqual(['unknown', 'ok', 'ok']);
  });

  test('by another process is seen as soon as the new secret is used', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    await bench.prove(text);
    const elsewhere = { ...bench.deps, keys: bench.otherProcess };
    const rotated = await rotateKey(elsewhere, { prefix: key.prefix, accountId: null, overlapMs: 0 });
    if (!rotated.ok) throw new Error(rotated.error.message);
    expect(await bench.prove(rotated.value.token.reveal())).toBe('ok');
    expect(await bench.prove(text)).toBe('unknown');
  });

  test.each([-1, 7 * DAY + 1, 0.5, Number.NaN])('an overlap of %d ms is refused', async (overlapMs) => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const rotated = await rotateKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id, overlapMs });
    expect(rotated).toMatchObject({ ok: false, error: { code: 'invalid_overlap' } });
    expect(await bench.prove(text)).toBe('ok');
  });

  test('revives neither a revoked nor an expired key', async () => {
    const bench = keysBench();
    const revoked = (await bench.issue()).key.prefix;
    await revokeKey(bench.deps, { prefix: revoked, accountId: null });
    const expired = (await bench.issue({ expiresAt: new Date('2026-11-21T11:00:00Z') })).key.prefix;
    bench.clock.advance(DAY);
    const rotate = (prefix: string) => rotateKey(bench.deps, { prefix, accountId: OWNER.id, overlapMs: 0 });
    expect(await rotate(revoked)).toMatchObject({ ok: false, error: { code: 'key_revoked' } });
    expect(await rotate(expired)).toMatchObject({ ok: false, error: { code: 'key_expired' } });
  });

  test('ends the old secret with the key: a revocation within the overlap stops both', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    const rotated = await rotateKey(bench.deps, { prefix: key.prefix, accountId: null, overlapMs: DAY });
    await revokeKey(bench.deps, { prefix: key.prefix, accountId: null });
    expect(await bench.prove(text)).toBe('revoked');
    expect(rotated.ok && (await bench.prove(rotated.value.token.reveal()))).toBe('revoked');
  });
});

describe('changing attributes', () => {
  const change = (bench: ReturnType<typeof keysBench>, prefix: string, changes: KeyChanges) =>
    updateKey(bench.deps, { prefix, accountId: OWNER.id, changes });

  test('changes only what is named', async () => {
    const bench = keysBench();
    const { key } = await bench.issue({ monthlyCap: 3, toolScope: ['read_code'] });
    const changed = await change(bench, key.prefix, { name: 'Desk' });
    expect(changed).toMatchObject({ ok: true, value: { name: 'Desk', monthlyCap: 3, toolScope: ['read_code'] } });
  });

  test('null takes cap and expiry away; an expired key may be given time', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue({ monthlyCap: 3, expiresAt: new Date('2026-11-21T11:00:00Z') });
    bench.clock.advance(DAY);
    expect(await bench.prove(text)).toBe('expired');
    await change(bench, key.prefix, { monthlyCap: null, expiresAt: null });
    expect(await bench.prove(text)).toBe('ok');
  });

  test.each([
    [{ name: '' }, 'invalid_name'],
    [{ expiresAt: new Date('2026-11-21T09:00:00Z') }, 'invalid_expiry'],
    [{ monthlyCap: -3 }, 'invalid_monthly_cap'],
    [{ toolScope: ['nonsense'] }, 'invalid_tools'],
  ])('%j is refused as %s, and nothing is changed', async (changes, code) => {
    const bench = keysBench();
    const { key } = await bench.issue();
    expect(await change(bench, key.prefix, changes)).toMatchObject({ ok: false, error: { code } });
    expect(await bench.keys.findByPrefix(key.prefix)).toEqual(key);
  });

  test('a revoked key cannot be changed', async () => {
    const bench = keysBench();
    const { key } = await bench.issue();
    await revokeKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id });
    expect(await change(bench, key.prefix, { name: 'x' })).toMatchObject({ ok: false, error: { code: 'key_revoked' } });
  });

  test('after a downgrade a scoped key stays as narrow as it was', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue({ toolScope: ['read_code'] });
    await bench.accounts.setPlan(OWNER.id, 'free');
    expect(await authenticateKey(bench.deps, text)).toMatchObject({ ok: true, value: { toolScope: ['read_code'] } });
    for (const toolScope of ['all' as const, ['find_code'], []]) {
      const refused = await change(bench, key.prefix, { toolScope });
      expect(refused).toMatchObject({ ok: false, error: { code: 'plan_lacks_tool_scopes' } });
    }
    expect(await change(bench, key.prefix, { toolScope: ['read_code'], name: 'Desk' })).toMatchObject({ ok: true });
  });
});

describe("another account's key", () => {
  const stranger: Account = { ...OWNER, id: 'account-2', email: 'eve@example.com' };

  test('is as unknown as one that does not exist', async () => {
    const bench = keysBench({ accounts: [OWNER, stranger] });
    const { key, text } = await bench.issue();
    const acts = (prefix: string) => {
      const address = { prefix, accountId: stranger.id };
      return [
        updateKey(bench.deps, { ...address, changes: { name: 'mine' } }),
        rotateKey(bench.deps, { ...address, overlapMs: 0 }),
        revokeKey(bench.deps, address),
      ];
    };
    const foreign = await Promise.all(acts(key.prefix));
    const missing = await Promise.all(acts('mcp_live_none-000000'));
    for (const [i, result] of foreign.entries()) {
      expect(result).toMatchObject({ ok: false, error: { code: 'unknown_key' } });
      expect(missing[i]).toMatchObject({ ok: false, error: { code: 'unknown_key' } });
    }
    expect(await bench.prove(text)).toBe('ok');
  });

  test('a whole token given for a prefix is not repeated in the refusal', async () => {
    const bench = keysBench();
    const { text } = await bench.issue();
    const refused = await revokeKey(bench.deps, { prefix: text, accountId: null });
    expect(JSON.stringify(refused)).not.toContain(text.slice(text.indexOf('.') + 1));
  });
});

describe('revocation', () => {
  test('is for good: a second one gives the first instant', async () => {
    const bench = keysBench();
    const { key } = await bench.issue();
    const address = { prefix: key.prefix, accountId: OWNER.id };
    const first = await revokeKey(bench.deps, address);
    bench.clock.advance(DAY);
    expect(await revokeKey(bench.deps, address)).toEqual(first);
    expect(first).toMatchObject({ ok: true, value: { revokedAt: new Date('2026-11-21T10:00:00Z') } });
  });
});

describe('importing a legacy key [K3]', () => {
  const text = 'mcp_sk_Zm9vYmFyYmF6cXV4';
  const importing = (bench: ReturnType<typeof keysBench>, token = text, name = 'Old') =>
    importLegacyKey(bench.deps, { account: OWNER, name, token: new Secret(token) });

  test('its prefix is mcp_sk_ and 8 hex digits of the keyed hash, and nothing of the token is stored', async () => {
    const bench = keysBench();
    const imported = await importing(bench);
    if (!imported.ok) throw new Error(imported.error.message);
    const lookup = legacyLookupOf(bench.legacyLookupKey, text);
    expect(imported.value.prefix).toBe(`mcp_sk_${Buffer.from(lookup).toString('hex').slice(0, 8)}`);
    expect(JSON.stringify(imported.value)).not.toContain(text.slice(7));
  });

  test('when another key has that prefix, more digits are taken', async () => {
    const bench = keysBench();
    const hex = Buffer.from(legacyLookupOf(bench.legacyLookupKey, text)).toString('hex');
    const { key } = await bench.issue();
    await bench.keys.insert({ ...key, prefix: `mcp_sk_${hex.slice(0, 8)}` });
    expect(await importing(bench)).toMatchObject({ ok: true, value: { prefix: `mcp_sk_${hex.slice(0, 12)}` } });
    expect(await bench.prove(text)).toBe('ok');
  });

  test('twice is refused', async () => {
    const bench = keysBench();
    await importing(bench);
    expect(await importing(bench)).toMatchObject({ ok: false, error: { code: 'already_imported' } });
  });

  test('only the old form is taken, and what was given is not repeated', async () => {
    const bench = keysBench();
    const current = (await bench.issue()).text;
    for (const token of [current, 'sk_live_abcdefghijkl', 'mcp_sk_', '']) {
      const refused = await importing(bench, token);
      expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_token' } });
      if (token !== '' && token !== 'mcp_sk_') expect(JSON.stringify(refused)).not.toContain(token);
    }
    expect(await importing(bench, text, '')).toMatchObject({ ok: false, error: { code: 'invalid_name' } });
  });

  test('new ones are never made: a legacy key cannot be rotated', async () => {
    const bench = keysBench();
    const imported = await importing(bench);
    const prefix = imported.ok ? imported.value.prefix : '';
    const rotated = await rotateKey(bench.deps, { prefix, accountId: null, overlapMs: 0 });
    expect(rotated).toMatchObject({ ok: false, error: { code: 'legacy_key' } });
  });

  test('the look-up depends on the service secret', () => {
    const [a, b] = [1, 2].map((fill) => deriveLegacyLookupKey(new Uint8Array(32).fill(fill)));
    if (a === undefined || b === undefined) throw new Error('no keys');
    expect(legacyLookupOf(a, text)).not.toEqual(legacyLookupOf(b, text));
  });
});
