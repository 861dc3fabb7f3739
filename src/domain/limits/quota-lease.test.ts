import { describe, expect, test } from 'vitest';
import { memoryLimitStore } from '../../../test/support/memory-stores.ts';
import { manualClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { makeMonthClock } from './month.ts';
import { blockSize, makeLeases } from './quota-lease.ts';
import type { LimitStore } from './store.ts';

const PERIOD = '2026-11';

/** Leases over a memory store that counts its calls. */
function bench(countersMax?: number) {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const memory = memoryLimitStore();
  let leased = 0;
  const store: LimitStore = {
    ...memory,
    leaseUnits(lease) {
      leased++;
      return memory.leaseUnits(lease);
    },
  };
  const deps = { store, clock, log: silentLog, month: makeMonthClock(clock) };
  return { clock, store, leases: makeLeases(deps, 'account', countersMax), leasesAsked: () => leased };
}

describe('leased blocks', () => {
  test.each([
    [0, 1],
    [1, 1],
    [63, 1],
    [64, 2],
    [555, 17],
    [3_500, 64],
    [Number.MAX_SAFE_INTEGER, 64],
  ])('while %i units remain a block has %i', (remaining, units) => {
    expect(blockSize(remaining)).toBe(units);
  });

  test('most calls ask storage nothing', async () => {
    const { leases, leasesAsked } = bench();
    for (let i = 0; i < 10_000; i++) await leases.take('acme', 10_000);
    expect(leasesAsked()).toBeLessThan(400);
  });

  test('racing calls share one lease instead of asking for one each', async () => {
    const { leases, leasesAsked } = bench();
    await Promise.all(Array.from({ length: 5_000 }, () => leases.take('acme', 10_000)));
    expect(leasesAsked()).toBe(2);
  });

  test('a spent counter is asked for again once a second at most, and then sees what other processes returned', async () => {
    const { leases, leasesAsked, store, clock } = bench();
    await store.leaseUnits({ counter: 'account:acme', period: PERIOD, units: 5, limit: 5 });
    const before = leasesAsked();
    for (let i = 0; i < 100; i++) expect((await leases.take('acme', 5)).isTaken).toBe(false);
    expect(leasesAsked() - before).toBe(1);
    await store.returnUnits('account:acme', PERIOD, 2);
    expect((await leases.take('acme', 5)).isTaken).toBe(false);
    clock.advance(1_000);
    expect((await leases.take('acme', 5)).isTaken).toBe(true);
  });

  test('a storage that grants nothing below the limit is a failure, not an endless question', async () => {
    const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
    const store = { ...memoryLimitStore(), leaseUnits: async () => ({ granted: 0, total: 3 }) };
    const leases = makeLeases({ store, clock, log: silentLog, month: makeMonthClock(clock) }, 'key');
    await expect(leases.take('acme', 5)).rejects.toThrow('below its limit');
    await expect(leases.take('acme', null)).rejects.toThrow('below its limit');
    expect((await leases.take('acme', 3)).isTaken).toBe(false);
  });
});

describe('a block of which few units are left', () => {
  test('is filled up beside the calls that it serves, to no more than a block', async () => {
    const { leases, store } = bench();
    await leases.take('acme', 10_000);
    await leases.take('acme', 10_000);
    const state = leases.at('acme');
    expect(state.units).toBe(63);
    for (let i = 0; i < 1_000; i++) {
      expect(leases.tryTake(state, 10_000)).toBe(true);
      expect(state.units).toBeLessThanOrEqual(64);
      // A moment for storage, which nobody waits for.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await store.readUnits('account:acme', PERIOD)) - state.units).toBe(1_002);
  });

  test('is left alone near the limit, where every unit may be somebody else’s', async () => {
    const { leases, leasesAsked } = bench();
    for (let i = 0; i < 10; i++) await leases.take('acme', 300);
    const before = leasesAsked();
    const state = leases.at('acme');
    while (leases.tryTake(state, 300)) await new Promise((resolve) => setImmediate(resolve));
    expect(leasesAsked()).toBe(before);
  });

  test('is served to its end when storage fails meanwhile, and the failure is told to who finds no unit', async () => {
    const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
    const memory = memoryLimitStore();
    let isDown = false;
    const leaseUnits: typeof memory.leaseUnits = (lease) =>
      isDown ? Promise.reject(new Error('disk full')) : memory.leaseUnits(lease);
    const store = { ...memory, leaseUnits };
    const leases = makeLeases({ store, clock, log: silentLog, month: makeMonthClock(clock) }, 'account');
    for (let i = 0; i < 2; i++) await leases.take('acme', 10_000);
    isDown = true;
    const state = leases.at('acme');
    for (let i = 0; i < 63; i++) expect(leases.tryTake(state, 10_000)).toBe(true);
    expect(leases.tryTake(state, 10_000)).toBe(false);
    await expect(leases.take('acme', 10_000)).rejects.toThrow('disk full');
    isDown = false;
    expect((await leases.take('acme', 10_000)).isTaken).toBe(true);
  });
});

describe('idle counters', () => {
  test('leave memory, and their unused units go back to storage', async () => {
    const { leases, store } = bench(50);
    for (let i = 0; i < 500; i++) for (let call = 0; call < 3; call++) await leases.take(`account-${i}`, 1_000);
    await new Promise(setImmediate);
    let held = 0;
    for (let i = 0; i < 500; i++) held += (await store.readUnits(`account:account-${i}`, PERIOD)) - 3;
    expect(held).toBeLessThanOrEqual(50 * 31);
    expect(held).toBeGreaterThan(0);
    await leases.close();
    for (let i = 0; i < 500; i++) expect(await store.readUnits(`account:account-${i}`, PERIOD)).toBe(3);
  });

  test('come back with their exact count', async () => {
    const { leases } = bench(10);
    let taken = 0;
    for (let round = 0; round < 30; round++) {
      if ((await leases.take('acme', 20)).isTaken) taken++;
      for (let i = 0; i < 30; i++) await leases.take(`other-${round}-${i}`, 20);
    }
    expect(taken).toBe(20);
  });

  test('units of a month that ended while they were being leased go back to that month', async () => {
    const { leases, store, clock } = bench();
    clock.setWall(new Date('2026-11-30T23:59:59Z'));
    await leases.take('acme', 1_000);
    const taking = leases.take('acme', 1_000);
    clock.setWall(new Date('2026-12-01T00:00:00Z'));
    const { state } = await taking;
    expect(state.month.period).toBe('2026-12');
    await leases.close();
    expect(await store.readUnits('account:acme', '2026-11')).toBe(1);
    expect(await store.readUnits('account:acme', '2026-12')).toBe(1);
  });

  test('units that arrive after their month was left go back to it too', async () => {
    const { leases, store, clock } = bench();
    clock.setWall(new Date('2026-11-30T23:59:59Z'));
    await leases.take('acme', 1_000);
    const taking = leases.take('acme', 1_000);
    clock.setWall(new Date('2026-12-01T00:00:00Z'));
    await Promise.all([taking, leases.take('acme', 1_000)]);
    await new Promise(setImmediate);
    expect(await store.readUnits('account:acme', '2026-11')).toBe(1);
  });
});

describe('a look at a counter', () => {
  test('that seems spent is repeated after a second, since other processes may have returned units', async () => {
    const { leases, store, clock } = bench();
    await store.leaseUnits({ counter: 'account:acme', period: PERIOD, units: 5, limit: 5 });
    expect((await leases.load('acme', 5)).total).toBe(5);
    await store.returnUnits('account:acme', PERIOD, 2);
    expect((await leases.load('acme', 5)).total).toBe(5);
    clock.advance(1_000);
    expect((await leases.load('acme', 6)).total).toBe(5);
    expect((await leases.load('acme', 5)).total).toBe(3);
  });
});
