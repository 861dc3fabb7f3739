import { describe, expect, test } from 'vitest';
import type { ApiKey } from '../../../src/domain/keys/index.ts';
import type { Engine } from '../engines.ts';
import { ACCOUNT, HOSTILE_TEXTS, later, makeKey, NOW, OTHER_ACCOUNT, race, UNSTORABLE_TEXTS } from '../records.ts';
import { useEngine } from '../use-engine.ts';

const LEGACY = { legacyLookup: Buffer.alloc(32, 9) };

/** What the keys module relies on. */
export function describeKeyStore(engine: Engine): void {
  describe(`keys on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);

    test('every attribute of a key comes back as it was given, also after a restart', async () => {
      const full = makeKey({
        toolScope: ['read_code', 'git__*'],
        monthlyCap: 0,
        expiresAt: later(1),
        lastUsedAt: later(2),
        revokedAt: later(3),
        overlap: { salt: Buffer.alloc(16, 3), secretHash: Buffer.alloc(32, 4), until: later(4) },
        ...LEGACY,
      });
      await stores().keys.insert(full);
      await reopen();
      expect(plain(await stores().keys.findByPrefix(full.prefix))).toEqual(plain(full));
      expect(plain(await stores().keys.findByLegacyLookup(LEGACY.legacyLookup))).toEqual(plain(full));
    });

    test('an empty scope stays empty: it is not the scope of all tools', async () => {
      await stores().keys.insert(makeKey({ toolScope: [] }));
      expect((await stores().keys.findByPrefix(makeKey().prefix))?.toolScope).toEqual([]);
      expect((await stores().keys.update(makeKey().prefix, { toolScope: 'all' }))?.toolScope).toBe('all');
    });

    test('a key that is not there is null for every act', async () => {
      const { keys } = stores();
      expect(await keys.findByPrefix('mcp_live_none')).toBeNull();
      expect(await keys.findByPrefix('mcp_live_\uD800')).toBeNull();
      expect(await keys.findByLegacyLookup(Buffer.alloc(32))).toBeNull();
      expect(await keys.update('mcp_live_none', { name: 'x' })).toBeNull();
      expect(await keys.update('mcp_live_none', {})).toBeNull();
      expect(await keys.rotate('mcp_live_none', makeKey(), null)).toBeNull();
      expect(await keys.revoke('mcp_live_none', NOW)).toBeNull();
      await keys.touch('mcp_live_none', NOW);
    });

    test('a prefix is never given twice', async () => {
      const wins = await race(100, (i) => stores().keys.insert(makeKey({ name: `key ${i}` })));
      expect(wins.filter(Boolean)).toHaveLength(1);
    });

    test('a legacy token is imported once, whatever its prefix', async () => {
      const wins = await race(100, (i) => stores().keys.insert(makeKey({ prefix: `mcp_sk_${i}`, ...LEGACY })));
      expect(wins.filter(Boolean)).toHaveLength(1);
      expect(await stores().keys.list(null)).toHaveLength(1);
    });

    test('keys are listed for one account, or for the operator, newest last', async () => {
      await stores().keys.insert(makeKey({ prefix: 'c', createdAt: later(2) }));
      await stores().keys.insert(makeKey({ prefix: 'a', createdAt: later(3) }));
      await stores().keys.insert(makeKey({ prefix: 'b', accountId: OTHER_ACCOUNT.id }));
      expect((await stores().keys.list(ACCOUNT.id)).map(({ prefix }) => prefix)).toEqual(['c', 'a']);
      expect((await stores().keys.list(null)).map(({ prefix }) => prefix)).toEqual(['b', 'c', 'a']);
      expect(await stores().keys.hasAny(ACCOUNT.id)).toBe(true);
      expect(await stores().keys.hasAny('another account')).toBe(false);
    });

    test('an update changes what it names and nothing else', async () => {
      const key = makeKey({ expiresAt: later(9), monthlyCap: 5, toolScope: ['read_code'] });
      await stores().keys.insert(key);
      const updated = await stores().keys.update(key.prefix, { name: 'new', expiresAt: null, monthlyCap: null });
      expect(plain(updated)).toEqual(plain({ ...key, name: 'new', expiresAt: null, monthlyCap: null }));
      expect(plain(await stores().keys.update(key.prefix, {}))).toEqual(plain(updated));
    });

    test('a rotation replaces the secret at once, or keeps the old one until the instant given', async () => {
      const key = makeKey();
      await stores().keys.insert(key);
      const second = { salt: Buffer.alloc(16, 5), secretHash: Buffer.alloc(32, 6) };
      const kept = await stores().keys.rotate(key.prefix, second, later(1_000));
      const overlap = { salt: key.salt, secretHash: key.secretHash, until: later(1_000) };
      expect(plain(kept)).toEqual(plain({ ...key, ...second, overlap }));
      const third = { salt: Buffer.alloc(16, 7), secretHash: Buffer.alloc(32, 8) };
      expect(plain(await stores().keys.rotate(key.prefix, third, null))).toEqual(plain({ ...key, ...third }));
    });

    test('of rotations at once one secret remains, and the one before it is one that was given', async () => {
      const key = makeKey();
      await stores().keys.insert(key);
      const secrets = Array.from({ length: 100 }, (_, i) => ({ salt: key.salt, secretHash: Buffer.alloc(32, i + 10) }));
      await Promise.all(secrets.map((secret) => stores().keys.rotate(key.prefix, secret, later(1))));
      const left = await stores().keys.findByPrefix(key.prefix);
      const given = secrets.map(({ secretHash }) => secretHash.toString('hex'));
      const [now, before] = [left?.secretHash, left?.overlap?.secretHash].map((hash) => hex(hash ?? null));
      expect(given).toContain(now);
      expect(given).toContain(before);
      expect(now).not.toBe(before);
    });

    test('a key is revoked once: later revocations give the first instant', async () => {
      await stores().keys.insert(makeKey());
      const revoked = await race(100, (i) => stores().keys.revoke(makeKey().prefix, later(i)));
      const instants = new Set(revoked.map((key) => key?.revokedAt?.getTime()));
      expect(instants.size).toBe(1);
      const first = [...instants][0];
      expect((await stores().keys.findByPrefix(makeKey().prefix))?.revokedAt?.getTime()).toBe(first);
    });

    test('a revoked key is never rotated back to life, whatever the order of arrival', async () => {
      await stores().keys.insert(makeKey());
      const next = { salt: Buffer.alloc(16, 5), secretHash: Buffer.alloc(32, 6) };
      await Promise.all([
        race(50, () => stores().keys.rotate(makeKey().prefix, next, null)),
        stores().keys.revoke(makeKey().prefix, NOW),
        race(50, () => stores().keys.rotate(makeKey().prefix, next, null)),
      ]);
      expect((await stores().keys.findByPrefix(makeKey().prefix))?.revokedAt).toEqual(NOW);
      expect(await stores().keys.rotate(makeKey().prefix, next, null)).toBeNull();
    });

    test('changes of one key at once all happen, each to what it names', async () => {
      const { prefix } = makeKey();
      await stores().keys.insert(makeKey());
      const next = { salt: Buffer.alloc(16, 5), secretHash: Buffer.alloc(32, 6) };
      await Promise.all([
        race(20, (i) => stores().keys.update(prefix, { monthlyCap: i })),
        race(20, (i) => stores().keys.update(prefix, { toolScope: [`tool_${i}`] })),
        race(20, (i) => stores().keys.touch(prefix, later(i))),
        stores().keys.update(prefix, { name: 'renamed' }),
        stores().keys.rotate(prefix, next, null),
        stores().keys.revoke(prefix, NOW),
      ]);
      const left = await stores().keys.findByPrefix(prefix);
      expect(left).toMatchObject({ name: 'renamed', revokedAt: NOW, lastUsedAt: later(19) });
      expect([typeof left?.monthlyCap, left?.toolScope.length]).toEqual(['number', 1]);
    });

    test('of many keys with one prefix or one legacy look-up at once, one is made', async () => {
      const made = await race(60, (i) =>
        stores().keys.insert(makeKey({ prefix: i % 2 === 0 ? 'same' : `other-${i}`, ...LEGACY })),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
    });

    test('the last use never goes back', async () => {
      await stores().keys.insert(makeKey());
      await race(50, (i) => stores().keys.touch(makeKey().prefix, later(i)));
      await stores().keys.touch(makeKey().prefix, later(-1_000));
      expect((await stores().keys.findByPrefix(makeKey().prefix))?.lastUsedAt).toEqual(later(49));
    });

    test('a name of any text comes back exactly', async () => {
      for (const [i, name] of HOSTILE_TEXTS.entries()) {
        await stores().keys.insert(makeKey({ prefix: `k${i}`, name, toolScope: [name] }));
        const key = await stores().keys.findByPrefix(`k${i}`);
        expect(key?.name === name && key.toolScope[0] === name).toBe(true);
      }
    });

    test.skipIf(engine.isStandIn)(
      'a name that could not come back exactly is refused, and nothing is written',
      async () => {
        for (const name of UNSTORABLE_TEXTS) {
          await expect(stores().keys.insert(makeKey({ name }))).rejects.toThrow();
        }
        expect(await stores().keys.findByPrefix(makeKey().prefix)).toBeNull();
      },
    );

    test.skipIf(engine.isStandIn)('a key needs an account that is there', async () => {
      await expect(stores().keys.insert(makeKey({ accountId: 'nobody' }))).rejects.toThrow();
    });
  });
}

/** Bytes as hex, so that a Buffer and a Uint8Array of the same bytes are equal. */
function plain(key: ApiKey | null) {
  if (key === null) return null;
  const overlap =
    key.overlap === null
      ? null
      : { ...key.overlap, salt: hex(key.overlap.salt), secretHash: hex(key.overlap.secretHash) };
  const { salt, secretHash, legacyLookup } = key;
  return { ...key, salt: hex(salt), secretHash: hex(secretHash), legacyLookup: hex(legacyLookup), overlap };
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('hex');
}
