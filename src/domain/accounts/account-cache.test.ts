import { describe, expect, test } from 'vitest';
import { manualPeers } from '../../../test/support/manual-peers.ts';
import { memoryAccountStore } from '../../../test/support/memory-stores.ts';
import { ALONE } from '../../base/peers.ts';
import type { Account } from './account.ts';
import { cacheAccounts } from './account-cache.ts';

const ACCOUNT: Account = { id: 'a', email: 'a@example.org', plan: 'free', createdAt: new Date(0) };

/** A store that counts its look-ups. */
function bench() {
  const store = memoryAccountStore([ACCOUNT]);
  const counts = { reads: 0 };
  const counting = {
    ...store,
    findById(id: string) {
      counts.reads++;
      return store.findById(id);
    },
  };
  return { store, counting, counts, cache: cacheAccounts(counting, { peers: ALONE }) };
}

describe('account cache', () => {
  test('looks an account up once', async () => {
    const { cache, counts } = bench();
    for (let i = 0; i < 5; i++) expect(await cache.findById('a')).toEqual(ACCOUNT);
    expect(counts.reads).toBe(1);
  });

  test('a plan change acts on the very next look', async () => {
    const { cache } = bench();
    await cache.findById('a');
    await cache.setPlan('a', 'max');
    expect((await cache.findById('a'))?.plan).toBe('max');
  });

  test('never remembers that an account is unknown', async () => {
    const { cache } = bench();
    expect(await cache.findById('b')).toBeNull();
    await cache.insert({ ...ACCOUNT, id: 'b', email: 'b@example.org' });
    expect((await cache.findById('b'))?.email).toBe('b@example.org');
  });

  test('does not keep what it read while the plan was being changed', async () => {
    const { store } = bench();
    const slowRead = Promise.withResolvers<Account>();
    let isSlow = true;
    const cache = cacheAccounts(
      { ...store, findById: (id) => (isSlow ? slowRead.promise : store.findById(id)) },
      { peers: ALONE },
    );
    const read = cache.findById('a');
    await cache.setPlan('a', 'max');
    slowRead.resolve(ACCOUNT);
    await read;
    isSlow = false;
    expect((await cache.findById('a'))?.plan).toBe('max');
  });

  test('drops after a slow write what was read before the write took effect', async () => {
    const { store } = bench();
    const gate = Promise.withResolvers<void>();
    const cache = cacheAccounts(
      {
        ...store,
        async setPlan(id, plan) {
          await gate.promise;
          return store.setPlan(id, plan);
        },
      },
      { peers: ALONE },
    );
    const write = cache.setPlan('a', 'max');
    await cache.findById('a');
    gate.resolve();
    await write;
    expect((await cache.findById('a'))?.plan).toBe('max');
  });

  test('a change by another process acts on the very next look, and one of another account costs nothing', async () => {
    const { counting, counts } = bench();
    const peers = manualPeers();
    const cache = cacheAccounts(counting, { peers });
    await cache.findById('a');
    await peers.change(['account:b', 'key:a']);
    await cache.findById('a');
    expect(counts.reads).toBe(1);
    for (const names of [['account:a'], null]) {
      await peers.change(names);
      await cache.findById('a');
    }
    expect(counts.reads).toBe(3);
  });

  test('a look-up that began before a change by another process is not kept', async () => {
    const { store } = bench();
    const peers = manualPeers();
    const slowRead = Promise.withResolvers<Account>();
    let isSlow = true;
    const findById = (id: string) => (isSlow ? slowRead.promise : store.findById(id));
    const cache = cacheAccounts({ ...store, findById }, { peers });
    const read = cache.findById('a');
    await store.setPlan('a', 'max');
    await peers.change(['account:a']);
    slowRead.resolve(ACCOUNT);
    await read;
    isSlow = false;
    expect((await cache.findById('a'))?.plan).toBe('max');
  });

  test('while a change may have passed unnoticed storage is asked each time', async () => {
    const { store, counting, counts } = bench();
    const peers = manualPeers();
    const cache = cacheAccounts(counting, { peers });
    await cache.findById('a');
    await store.setPlan('a', 'max');
    peers.believeFor(0);
    for (let i = 0; i < 3; i++) expect((await cache.findById('a'))?.plan).toBe('max');
    expect(counts.reads).toBe(4);
  });
});
