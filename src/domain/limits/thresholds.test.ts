import { describe, expect, test } from 'vitest';
import { countYes, type LimitsBench, limitsBench, PARTY } from '../../../test/support/limits-bench.ts';
import type { ChargedParty, Limits } from './limits.ts';

const charges =
  (limits: Limits, party: ChargedParty = PARTY) =>
  async () =>
    (await limits.charge(party)).ok;

const told = (bench: LimitsBench) =>
  bench.events.filter(({ name }) => name === 'quota.threshold_passed').map(({ fields }) => fields?.percent);

describe('usage thresholds [L9]', () => {
  test('50, 75 and 90 % are told at the call that passes them', async () => {
    const bench = limitsBench({ month: 200 });
    const limits = await bench.start();
    const toldAt: (readonly [number, unknown])[] = [];
    for (let call = 1; call <= 200; call++) {
      await limits.charge(PARTY);
      await new Promise(setImmediate);
      for (const percent of told(bench).slice(toldAt.length)) toldAt.push([call, percent]);
    }
    expect(toldAt).toEqual([
      [100, 50],
      [150, 75],
      [180, 90],
    ]);
    expect(bench.events.at(0)?.fields).toMatchObject({ accountId: 'acme', period: '2026-11', used: 100, limit: 200 });
  });

  test('exactly one each per account and month, whatever the races, kills, give-backs and processes', async () => {
    const bench = limitsBench({ month: 300 });
    for (let life = 0; life < 5; life++) {
      const processes = await Promise.all([bench.start(), bench.start()]);
      await Promise.all(processes.map((limits) => countYes(40, charges(limits))));
      const back = await processes[0]?.charge(PARTY);
      if (back?.ok === true) processes[0]?.giveBack(back.value);
      await Promise.all(processes.map((limits) => limits.close()));
    }
    expect(told(bench)).toEqual([50, 75, 90]);
    bench.clock.advance(20 * 86_400_000);
    const limits = await bench.start();
    await countYes(300, charges(limits));
    await limits.close();
    expect(told(bench)).toEqual([50, 75, 90, 50, 75, 90]);
  });

  test('a quota so small that one call passes all of them tells all of them', async () => {
    const bench = limitsBench({ month: 1 });
    const limits = await bench.start();
    await limits.charge(PARTY);
    await limits.close();
    expect(told(bench)).toEqual([50, 75, 90]);
  });

  test('an unlimited quota has none', async () => {
    const bench = limitsBench({ month: null });
    const limits = await bench.start();
    await countYes(500, charges(limits));
    await limits.close();
    expect(told(bench)).toEqual([]);
  });

  test('a plan change moves what is still to come', async () => {
    const bench = limitsBench({ month: 10 });
    const limits = await bench.start();
    await countYes(5, charges(limits));
    await countYes(60, charges(limits, { ...PARTY, plan: 'pro' }));
    await new Promise(setImmediate);
    expect(told(bench)).toEqual([50]);
    await countYes(10, charges(limits, { ...PARTY, plan: 'pro' }));
    await limits.close();
    expect(told(bench)).toEqual([50, 75]);
  });
});
