import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines.ts';
import { ACCOUNT, later, NOW, OTHER_ACCOUNT, race } from '../records.ts';
import { useEngine } from '../use-engine.ts';

const COUNTER = { counter: 'account:account-1', period: '2026-11' };

/** What the limits module relies on: never one unit more than the limit. */
export function describeLimitStore(engine: Engine): void {
  describe(`limits on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);
    const lease = (units: number, limit: number | null) => stores().limits.leaseUnits({ ...COUNTER, units, limit });
    const read = () => stores().limits.readUnits(COUNTER.counter, COUNTER.period);

    test('a lease is granted in full, then what is left, then nothing', async () => {
      expect(await lease(7, 10)).toEqual({ granted: 7, total: 7 });
      expect(await lease(7, 10)).toEqual({ granted: 3, total: 10 });
      expect(await lease(7, 10)).toEqual({ granted: 0, total: 10 });
      expect(await read()).toBe(10);
    });

    test('the first lease of a period is cut to the limit too', async () => {
      expect(await lease(7, 3)).toEqual({ granted: 3, total: 3 });
      expect(await stores().limits.leaseUnits({ ...COUNTER, period: '2026-12', units: 5, limit: 0 })).toEqual({
        granted: 0,
        total: 0,
      });
    });

    test('a limit that went below the counter grants nothing and takes nothing away', async () => {
      await lease(20, 100);
      expect(await lease(5, 10)).toEqual({ granted: 0, total: 20 });
      expect(await lease(5, 22)).toEqual({ granted: 2, total: 22 });
    });

    test('no limit grants everything', async () => {
      await lease(20, 20);
      expect(await lease(1_000, null)).toEqual({ granted: 1_000, total: 1_020 });
    });

    test('racing leases are granted exactly the limit, in sum and not one more', async () => {
      const leases = await race(100, () => lease(7, 333));
      expect(leases.reduce((sum, { granted }) => sum + granted, 0)).toBe(333);
      expect(await read()).toBe(333);
      expect(new Set(leases.filter(({ granted }) => granted > 0).map(({ total }) => total)).size).toBe(48);
    });

    test('racing leases and returns keep count', async () => {
      await lease(50, 50);
      const [leases] = await Promise.all([
        race(100, () => lease(1, 50)),
        race(20, () => stores().limits.returnUnits(COUNTER.counter, COUNTER.period, 1)),
      ]);
      const granted = leases.reduce((sum, { granted }) => sum + granted, 0);
      expect(await read()).toBe(30 + granted);
      expect(await read()).toBeLessThanOrEqual(50);
    });

    test('units returned can be taken again, and never make the counter negative', async () => {
      await lease(5, 10);
      await stores().limits.returnUnits(COUNTER.counter, COUNTER.period, 2);
      expect(await read()).toBe(3);
      await stores().limits.returnUnits(COUNTER.counter, COUNTER.period, 99);
      expect(await read()).toBe(0);
      await stores().limits.returnUnits('account:never', COUNTER.period, 1);
      expect(await stores().limits.readUnits('account:never', COUNTER.period)).toBe(0);
    });

    test('counters and periods do not mix, and outlive a restart', async () => {
      await lease(5, 10);
      await stores().limits.leaseUnits({ counter: 'key:x', period: '2026-11', units: 2, limit: null });
      await reopen();
      expect(await read()).toBe(5);
      expect(await stores().limits.readUnits('key:x', '2026-11')).toBe(2);
      expect(await stores().limits.readUnits(COUNTER.counter, '2026-12')).toBe(0);
    });

    test('units that are no whole number are a mistake of ours', async () => {
      for (const units of [-1, 0.5, Number.NaN, 2 ** 53]) {
        await expect(lease(units, 10)).rejects.toThrow('assertion failed');
        await expect(stores().limits.returnUnits('c', 'p', units)).rejects.toThrow('assertion failed');
      }
    });

    test('a threshold is recorded exactly once for each account and month', async () => {
      const { limits } = stores();
      const first = await race(100, () => limits.recordThreshold(ACCOUNT.id, '2026-11', 75, NOW));
      expect(first.filter(Boolean)).toHaveLength(1);
      expect(await limits.recordThreshold(ACCOUNT.id, '2026-11', 50, NOW)).toBe(true);
      expect(await limits.recordThreshold(ACCOUNT.id, '2026-12', 75, NOW)).toBe(true);
      expect(await limits.recordThreshold(OTHER_ACCOUNT.id, '2026-11', 75, NOW)).toBe(true);
      await reopen();
      expect(await stores().limits.listThresholds(ACCOUNT.id, '2026-11')).toEqual([50, 75]);
    });

    test('a restart within the minute still knows what may have been served', async () => {
      const block = { accountId: ACCOUNT.id, units: 5, expiresAt: later(60_000), forgetBefore: NOW };
      await stores().limits.recordMinuteBlock(block);
      await stores().limits.recordMinuteBlock({ ...block, expiresAt: later(61_000), units: 3 });
      await reopen();
      expect(await stores().limits.listMinuteBlocks(NOW)).toEqual([
        { accountId: ACCOUNT.id, units: 5, expiresAt: later(60_000) },
        { accountId: ACCOUNT.id, units: 3, expiresAt: later(61_000) },
      ]);
      expect(await stores().limits.listMinuteBlocks(later(60_000))).toHaveLength(1);
    });

    test('blocks that end at the same instant are counted together, never lost', async () => {
      const block = { accountId: ACCOUNT.id, units: 2, expiresAt: later(60_000), forgetBefore: NOW };
      await race(50, () => stores().limits.recordMinuteBlock(block));
      const blocks = await stores().limits.listMinuteBlocks(NOW);
      expect(blocks.reduce((sum, { units }) => sum + units, 0)).toBe(100);
    });

    test('a new block forgets the expired ones of its account, and only of its account', async () => {
      const { limits } = stores();
      await limits.recordMinuteBlock({ accountId: ACCOUNT.id, units: 1, expiresAt: later(10), forgetBefore: NOW });
      await limits.recordMinuteBlock({ accountId: ACCOUNT.id, units: 2, expiresAt: later(11), forgetBefore: NOW });
      const other = { accountId: OTHER_ACCOUNT.id, units: 4, expiresAt: later(9), forgetBefore: NOW };
      await limits.recordMinuteBlock(other);
      await limits.recordMinuteBlock({
        accountId: ACCOUNT.id,
        units: 8,
        expiresAt: later(99),
        forgetBefore: later(10),
      });
      expect((await limits.listMinuteBlocks(NOW)).map(({ units }) => units)).toEqual([4, 2, 8]);
    });

    test('what is asked for beside waiting requests leaves 31 of 32 parts to other processes', async () => {
      const { limits } = stores();
      expect(await limits.leaseUnits({ ...COUNTER, units: 2, surplus: 64, limit: 640 })).toEqual({
        granted: 22,
        total: 22,
      });
      expect(await limits.leaseUnits({ ...COUNTER, units: 2, surplus: 5, limit: 640 })).toMatchObject({ granted: 7 });
      expect(await limits.leaseUnits({ ...COUNTER, units: 1, surplus: 64, limit: 60 })).toMatchObject({ granted: 1 });
      expect(await limits.leaseUnits({ ...COUNTER, units: 3, surplus: 64, limit: 31 })).toMatchObject({ granted: 1 });
      expect(await limits.leaseUnits({ ...COUNTER, units: 0, surplus: 9, limit: null })).toMatchObject({ granted: 9 });
    });
  });
}
