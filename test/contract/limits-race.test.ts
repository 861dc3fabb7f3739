import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countYes, type LimitsBench, limitsBench, PARTY } from '../support/limits-bench.ts';
import { ENGINES, type OpenEngine } from './engines.ts';
import { ACCOUNT } from './records.ts';

for (const engine of ENGINES) {
  describe(`10,000 racing requests over ${engine.name}`, () => {
    const party = { ...PARTY, accountId: ACCOUNT.id };
    let open: OpenEngine;

    beforeEach(async () => {
      open = await engine.open();
      await open.stores.accounts.insert(ACCOUNT);
    });
    afterEach(() => open.dispose());

    /** Two processes' worth of limits on the one database. */
    const bench = (options: { month?: number; minute?: number }): LimitsBench =>
      limitsBench({ ...options, store: open.stores.limits });

    test('admit exactly the quota, in two processes together', async () => {
      const { start } = bench({ month: 555 });
      const processes = await Promise.all([start(), start()]);
      const admitted = await Promise.all(
        processes.map((limits) => countYes(5_000, async () => (await limits.charge(party)).ok)),
      );
      expect(admitted.reduce((a, b) => a + b)).toBe(555);
    });

    test('admit exactly the cap of the key', async () => {
      const limits = await bench({ month: 3_500 }).start();
      const capped = { ...party, keyMonthlyCap: 321 };
      expect(await countYes(10_000, async () => (await limits.charge(capped)).ok)).toBe(321);
      expect((await limits.quota(party)).remaining).toBe(3_500 - 321);
    });

    test('admit exactly the per-minute cap', async () => {
      const limits = await bench({ minute: 55 }).start();
      expect(await countYes(10_000, async () => (await limits.admitMinute(party)).allowed)).toBe(55);
    });

    test('are counted through kills: never over the quota or the minute, and little is lost', async () => {
      const { start, clock } = bench({ month: 555, minute: 300 });
      let charged = 0;
      let admitted = 0;
      for (let life = 0; life < 5; life++) {
        const limits = await start();
        admitted += await countYes(50, async () => (await limits.admitMinute(party)).allowed);
        charged += await countYes(50, async () => (await limits.charge(party)).ok);
        clock.advance(500);
      }
      const last = await start();
      admitted += await countYes(5_000, async () => (await last.admitMinute(party)).allowed);
      charged += await countYes(5_000, async () => (await last.charge(party)).ok);
      expect(admitted).toBeLessThanOrEqual(300);
      expect(charged).toBeLessThanOrEqual(555);
      expect(charged).toBeGreaterThanOrEqual(555 - 5 * Math.floor(555 / 32));
    });
  });
}
