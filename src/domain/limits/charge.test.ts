import { describe, expect, test } from 'vitest';
import { countYes, limitsBench, PARTY, plansWith } from '../../../test/support/limits-bench.ts';
import { silentLog } from '../../base/log.ts';
import { ALONE } from '../../base/peers.ts';
import type { ChargedParty, Limits } from './limits.ts';
import { makeLimits } from './make-limits.ts';

const charges =
  (limits: Limits, party: ChargedParty = PARTY) =>
  async () =>
    (await limits.charge(party)).ok;

describe('monthly quota [L1, L5]', () => {
  test.each([1, 55, 555, 3_500, 9_999])(
    '10,000 racing requests at a quota of %i admit exactly the quota',
    async (month) => {
      const limits = await limitsBench({ month }).start();
      expect(await countYes(10_000, charges(limits))).toBe(month);
    },
  );

  test('10,000 racing requests below the quota are all admitted', async () => {
    const limits = await limitsBench({ month: 10_000 }).start();
    expect(await countYes(10_000, charges(limits))).toBe(10_000);
    expect(await limits.charge(PARTY)).toMatchObject({ ok: false, error: { reason: 'quota_spent' } });
  });

  test('several processes on one storage never admit more than the quota together', async () => {
    const bench = limitsBench({ month: 1_000 });
    const processes = await Promise.all([bench.start(), bench.start(), bench.start(), bench.start()]);
    const admitted = await Promise.all(processes.map((limits) => countYes(2_500, charges(limits))));
    expect(admitted.reduce((a, b) => a + b)).toBe(1_000);
  });

  test('a quota of 0 admits nothing', async () => {
    const limits = await limitsBench({ month: 0 }).start();
    expect(await countYes(10, charges(limits))).toBe(0);
  });

  test('an unlimited quota shows the largest safe integer and admits on', async () => {
    const limits = await limitsBench({ month: null }).start();
    expect(await countYes(1_000, charges(limits))).toBe(1_000);
    expect(await limits.quota(PARTY)).toMatchObject({ limit: 9007199254740991, remaining: 9007199254740991 });
  });

  test('remaining counts down by one for each call, whatever the blocks', async () => {
    const limits = await limitsBench({ month: 200 }).start();
    for (let left = 199; left >= 0; left--) {
      const charge = await limits.charge(PARTY);
      expect(charge.ok && charge.value.view.remaining).toBe(left);
    }
    expect((await limits.quota(PARTY)).remaining).toBe(0);
  });

  test('racing calls are told as many different remainders as there are calls [L6]', async () => {
    const limits = await limitsBench({ month: 500 }).start();
    const charges = await Promise.all(Array.from({ length: 500 }, () => limits.charge(PARTY)));
    const told = new Set(charges.map((charge) => charge.ok && charge.value.view.remaining));
    expect(told.size).toBe(500);
  });

  test('accounts do not share a quota, and the keys of one account do', async () => {
    const limits = await limitsBench({ month: 10 }).start();
    expect(await countYes(6, charges(limits))).toBe(6);
    expect(await countYes(9, charges(limits, { ...PARTY, keyPrefix: 'mcp_live_other' }))).toBe(4);
    expect(await countYes(20, charges(limits, { ...PARTY, accountId: 'other', keyPrefix: null }))).toBe(10);
  });
});

describe('per-key monthly cap [L3]', () => {
  test.each([0, 1, 7, 500])('10,000 racing requests at a key cap of %i admit exactly the cap', async (cap) => {
    const limits = await limitsBench({ month: 9_000 }).start();
    const capped = { ...PARTY, keyMonthlyCap: cap };
    expect(await countYes(10_000, charges(limits, capped))).toBe(cap);
    expect(await limits.isKeyCapReached(capped)).toBe(true);
    expect((await limits.quota(PARTY)).remaining).toBe(9_000 - cap);
  });

  test('over its cap a key is refused while other keys of the account go on', async () => {
    const limits = await limitsBench({ month: 100 }).start();
    const capped = { ...PARTY, keyMonthlyCap: 3 };
    expect(await countYes(5, charges(limits, capped))).toBe(3);
    expect(await limits.charge(capped)).toMatchObject({ ok: false, error: { reason: 'key_cap_reached' } });
    expect(await countYes(5, charges(limits, { ...PARTY, keyPrefix: 'mcp_live_other' }))).toBe(5);
  });

  test('a call that the quota refuses costs the key nothing', async () => {
    const limits = await limitsBench({ month: 2 }).start();
    const capped = { ...PARTY, keyMonthlyCap: 3 };
    expect(await countYes(50, charges(limits, capped))).toBe(2);
    expect(await limits.isKeyCapReached(capped)).toBe(false);
  });

  test('a cap set in the middle of the month counts the calls made before, and a raised one acts at once', async () => {
    const limits = await limitsBench({ month: 100 }).start();
    expect(await countYes(5, charges(limits))).toBe(5);
    expect(await limits.isKeyCapReached({ ...PARTY, keyMonthlyCap: 5 })).toBe(true);
    expect(await countYes(9, charges(limits, { ...PARTY, keyMonthlyCap: 5 }))).toBe(0);
    expect(await countYes(9, charges(limits, { ...PARTY, keyMonthlyCap: 7 }))).toBe(2);
  });
});

describe('plan changes', () => {
  test('an upgrade acts on the next request [L8]', async () => {
    const limits = await limitsBench({ month: 10 }).start();
    expect(await countYes(20, charges(limits))).toBe(10);
    expect(await countYes(200, charges(limits, { ...PARTY, plan: 'pro' }))).toBe(90);
  });

  test('after a downgrade over-use is refused with remaining 0 [L8]', async () => {
    const limits = await limitsBench({ month: 10 }).start();
    expect(await countYes(50, charges(limits, { ...PARTY, plan: 'pro' }))).toBe(50);
    const refused = await limits.charge(PARTY);
    expect(refused).toMatchObject({ ok: false, error: { reason: 'quota_spent', view: { limit: 10, remaining: 0 } } });
    expect(await limits.quota(PARTY)).toMatchObject({ limit: 10, remaining: 0 });
  });
});

describe('giving back', () => {
  test('a unit given back can be used again, once, however often it is given back', async () => {
    const limits = await limitsBench({ month: 3 }).start();
    const first = await limits.charge(PARTY);
    expect(await countYes(5, charges(limits))).toBe(2);
    if (!first.ok) throw new Error('refused');
    limits.giveBack(first.value);
    limits.giveBack(first.value);
    expect((await limits.quota(PARTY)).remaining).toBe(1);
    expect(await countYes(5, charges(limits))).toBe(1);
  });

  test('a unit given back after the month ended gives the new month nothing', async () => {
    const bench = limitsBench({ month: 3, at: '2026-11-30T23:59:59Z' });
    const limits = await bench.start();
    const old = await limits.charge({ ...PARTY, keyMonthlyCap: 3 });
    bench.clock.advance(1_000);
    expect(await countYes(5, charges(limits, { ...PARTY, keyMonthlyCap: 3 }))).toBe(3);
    if (!old.ok) throw new Error('refused');
    limits.giveBack(old.value);
    await limits.close();
    expect(await bench.store.readUnits('account:acme', '2026-11')).toBe(0);
    expect(await bench.store.readUnits('account:acme', '2026-12')).toBe(3);
  });

  test('units given back by the hundred are returned to storage, so that a kill cannot lose them', async () => {
    const bench = limitsBench({ month: 5_000 });
    const limits = await bench.start();
    const taken = await Promise.all(Array.from({ length: 1_000 }, () => limits.charge(PARTY)));
    for (const charge of taken) if (charge.ok) limits.giveBack(charge.value);
    await new Promise(setImmediate);
    expect(await bench.store.readUnits('account:acme', '2026-11')).toBeLessThanOrEqual(2 * 64);
    expect((await limits.quota(PARTY)).remaining).toBe(5_000);
    expect(await countYes(6_000, charges(limits))).toBe(5_000);
  });
});

describe('the month', () => {
  test.each([
    ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z'],
    ['2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00.000Z'],
  ])('the quota that is spent at %s is whole again at %s', async (at, next) => {
    const bench = limitsBench({ month: 5, at });
    const limits = await bench.start();
    expect(await countYes(9, charges(limits))).toBe(5);
    expect((await limits.quota(PARTY)).resetAt).toEqual(new Date(next));
    bench.clock.advance(1);
    expect(await countYes(9, charges(limits))).toBe(5);
  });

  test('a wall clock set back across the end of the month gives nothing back [C11]', async () => {
    const bench = limitsBench({ month: 5, at: '2026-11-30T23:59:59Z' });
    const limits = await bench.start();
    bench.clock.advance(2_000);
    expect(await countYes(9, charges(limits))).toBe(5);
    bench.clock.setWall(new Date('2026-11-30T12:00:00Z'));
    expect(await countYes(9, charges(limits))).toBe(0);
  });

  test('a call whose month ends between its two units is counted whole in the next month', async () => {
    const bench = limitsBench({ month: 100, at: '2026-11-30T23:59:59Z' });
    const { store, clock } = bench;
    const nextMonth = new Date('2026-12-01T00:00:00Z');
    const slow = await makeLimits({
      peers: ALONE,
      clock,
      log: silentLog,
      plans: plansWith({ month: 100, minute: null }),
      store: {
        ...store,
        async leaseUnits(lease) {
          const granted = await store.leaseUnits(lease);
          if (lease.counter.startsWith('account:')) clock.setWall(nextMonth);
          return granted;
        },
      },
    });
    expect(await slow.charge(PARTY)).toMatchObject({ ok: true, value: { period: '2026-12' } });
    await slow.close();
    const held = ['account:acme', 'key:mcp_live_acme'].flatMap((counter) =>
      ['2026-11', '2026-12'].map((period) => store.readUnits(counter, period)),
    );
    expect(await Promise.all(held)).toEqual([0, 1, 0, 1]);
  });

  test('requests that race across the end of the month are counted in one month or the other, never over either', async () => {
    const bench = limitsBench({ month: 40, at: '2026-11-30T23:59:59.990Z' });
    const limits = await bench.start();
    const capped = { ...PARTY, keyMonthlyCap: 30 };
    const asked = Array.from({ length: 400 }, async (_, i) => {
      for (let turn = 0; turn < i % 40; turn++) await Promise.resolve();
      if (i === 200) bench.clock.advance(20);
      return limits.charge(capped);
    });
    const periods = (await Promise.all(asked)).flatMap((charge) => (charge.ok ? [charge.value.period] : []));
    expect(periods.filter((period) => period === '2026-11').length).toBeLessThanOrEqual(30);
    expect(periods.filter((period) => period === '2026-12').length).toBe(30);
  });
});

describe('restarts [L5]', () => {
  test('after a kill nothing is admitted twice, and at most a block of each counter is lost', async () => {
    const bench = limitsBench({ month: 1_000 });
    let admitted = 0;
    for (let life = 0; life < 10; life++) {
      const limits = await bench.start();
      admitted += await countYes(50, charges(limits));
    }
    expect(admitted).toBe(500);
    const last = await bench.start();
    admitted += await countYes(5_000, charges(last));
    expect(admitted).toBeLessThanOrEqual(1_000);
    // A block is at most a 32nd part of what remained.
    expect(admitted).toBeGreaterThanOrEqual(1_000 - 10 * Math.floor(1_000 / 32));
  });

  test('a clean stop loses nothing', async () => {
    const bench = limitsBench({ month: 100 });
    let admitted = 0;
    for (let life = 0; life < 30; life++) {
      const limits = await bench.start();
      admitted += await countYes(5, charges(limits));
      await limits.close();
    }
    expect(admitted).toBe(100);
  });

  test('after the stop nothing is charged any more', async () => {
    const limits = await limitsBench({ month: 100 }).start();
    await limits.close();
    await expect(limits.charge(PARTY)).rejects.toThrow('closed');
  });
});
