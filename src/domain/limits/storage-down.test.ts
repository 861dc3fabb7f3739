import { describe, expect, test } from 'vitest';
import { type LimitsBench, limitsBench, PARTY } from '../../../test/support/limits-bench.ts';
import { memoryLimitStore } from '../../../test/support/memory-stores.ts';
import type { LimitStore } from './store.ts';

/** A bench whose storage can be switched off. */
function fragileBench(options: { readonly month: number }): LimitsBench & { down: boolean } {
  const store = memoryLimitStore();
  const guard =
    <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (bench.down) throw new Error('disk full');
      return act(...args);
    };
  const fragile: LimitStore = {
    ...store,
    leaseUnits: guard(store.leaseUnits),
    returnUnits: guard(store.returnUnits),
    readUnits: guard(store.readUnits),
    recordThreshold: guard(store.recordThreshold),
  };
  const bench = { ...limitsBench({ ...options, store: fragile }), down: false };
  return bench;
}

describe('when the storage is down [L10]', () => {
  test('units already leased are served, then calls fail: never uncounted', async () => {
    const bench = fragileBench({ month: 1_000 });
    const limits = await bench.start();
    // The first unit alone, then a block of a 32nd part of what remains.
    for (let i = 0; i < 3; i++) await limits.charge(PARTY);
    const leased = await bench.store.readUnits('account:acme', '2026-11');
    bench.down = true;
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => limits.charge(PARTY)));
    const served = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(served).toBe(leased - 3);
    expect(served).toBeGreaterThan(20);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'disk full' } });
    bench.down = false;
    expect((await limits.quota(PARTY)).remaining).toBe(1_000 - leased);
    expect((await limits.charge(PARTY)).ok).toBe(true);
  });

  test('a call that fails costs the key nothing', async () => {
    const bench = fragileBench({ month: 1_000 });
    const limits = await bench.start();
    const capped = { ...PARTY, keyMonthlyCap: 2 };
    expect((await limits.charge(capped)).ok).toBe(true);
    bench.down = true;
    for (let i = 0; i < 5; i++) await limits.charge({ ...PARTY, keyPrefix: null }).catch(() => null);
    await expect(limits.charge(capped)).rejects.toThrow('disk full');
    bench.down = false;
    expect((await limits.charge(capped)).ok).toBe(true);
    expect(await limits.isKeyCapReached(capped)).toBe(true);
  });

  test('a quota that was never read cannot be shown, one that is known can', async () => {
    const bench = fragileBench({ month: 1_000 });
    const limits = await bench.start();
    await limits.charge(PARTY);
    bench.down = true;
    expect((await limits.quota(PARTY)).remaining).toBe(999);
    await expect(limits.quota({ ...PARTY, accountId: 'other' })).rejects.toThrow('disk full');
  });

  test('a stop that cannot return units ends all the same, and says so', async () => {
    const bench = fragileBench({ month: 1_000 });
    const limits = await bench.start();
    for (let i = 0; i < 3; i++) await limits.charge(PARTY);
    bench.down = true;
    await limits.close();
    expect(bench.events.map(({ name }) => name)).toContain('limits.return.failed');
  });

  test('a usage threshold that could not be recorded is recorded by a later call', async () => {
    const bench = fragileBench({ month: 1_000 });
    const limits = await bench.start();
    while ((await limits.quota(PARTY)).remaining > 500) {
      const used = 1_000 - (await limits.quota(PARTY)).remaining;
      // Down exactly for the call that passes the threshold; its unit is at hand.
      bench.down = used === 499;
      await limits.charge(PARTY);
    }
    await new Promise(setImmediate);
    expect(bench.events.map(({ name }) => name)).toContain('limits.threshold.failed');
    bench.down = false;
    expect(await bench.store.listThresholds('acme', '2026-11')).toEqual([]);
    await limits.charge(PARTY);
    await limits.close();
    expect(await bench.store.listThresholds('acme', '2026-11')).toEqual([50]);
  });
});
