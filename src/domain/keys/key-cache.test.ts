import { beforeEach, describe, expect, test } from 'vitest';
import { keysBench } from '../../../test/support/keys-bench.ts';
import { type ManualPeers, manualPeers } from '../../../test/support/manual-peers.ts';
import { memoryKeyStore } from '../../../test/support/memory-stores.ts';
import { authenticateKey } from './authenticate.ts';
import type { ApiKey } from './key.ts';
import { cacheKeys } from './key-cache.ts';
import type { KeyStore } from './store.ts';

const LOOKUP = new Uint8Array(32).fill(7);

/** The storage that processes share, two keys in it, and what this process keeps of them. */
let store: KeyStore;
let peers: ManualPeers;
let cache: ReturnType<typeof cacheKeys>;
let key: ApiKey;
let other: ApiKey;

beforeEach(async () => {
  store = memoryKeyStore();
  peers = manualPeers();
  cache = cacheKeys(store, { peers });
  key = { ...(await keysBench().issue()).key, legacyLookup: LOOKUP };
  other = (await keysBench().issue()).key;
  for (const made of [key, other]) {
    await store.insert(made);
    await cache.findByPrefix(made.prefix);
  }
});

const isAtHand = () => [key, other].map(({ prefix }) => cache.peekPrefix(prefix) !== null);

describe('a change by another process', () => {
  test('drops the record that it names and no other', async () => {
    await peers.change(['account:a', `key:${key.prefix}`, 'key:unknown']);
    expect(isAtHand()).toEqual([false, true]);
    expect(cache.peekLegacyLookup(LOOKUP)).toBeNull();
  });

  test('of an account leaves keys at hand', async () => {
    await peers.change([`account:${key.prefix}`]);
    expect(isAtHand()).toEqual([true, true]);
  });

  test('of any record drops all', async () => {
    await peers.change(null);
    expect(isAtHand()).toEqual([false, false]);
  });

  test('is not undone by a look-up that began before it', async () => {
    const slow = Promise.withResolvers<ApiKey>();
    const reading = cacheKeys({ ...store, findByPrefix: () => slow.promise }, { peers });
    const read = reading.findByPrefix(key.prefix);
    await peers.change([`key:${key.prefix}`]);
    slow.resolve(key);
    await read;
    expect(reading.peekPrefix(key.prefix)).toBeNull();
  });
});

describe('while a change may have passed unnoticed', () => {
  test('nothing is at hand, and storage is asked', async () => {
    peers.believeFor(0);
    expect(isAtHand()).toEqual([false, false]);
    expect(cache.peekLegacyLookup(LOOKUP)).toBeNull();
    await store.revoke(key.prefix, new Date(0));
    expect((await cache.findByPrefix(key.prefix))?.revokedAt).toEqual(new Date(0));
    expect((await cache.findByLegacyLookup(LOOKUP))?.revokedAt).toEqual(new Date(0));
  });

  test('a token of a key that was revoked meanwhile is refused', async () => {
    const bench = keysBench();
    const believing = { ...bench.deps, keys: cacheKeys(bench.otherProcess, { peers }) };
    const { key: issued, text } = await bench.issue();
    const prove = async () => {
      const proven = await authenticateKey(believing, text);
      return proven.ok ? 'ok' : proven.error;
    };
    expect([await prove(), await prove()]).toEqual(['ok', 'ok']);
    await bench.otherProcess.revoke(issued.prefix, new Date(0));
    peers.believeFor(0);
    expect(await prove()).toBe('revoked');
  });
});
