import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countYes, PARTY } from '../../../test/support/limits-bench.ts';
import { memoryLimitStore } from '../../../test/support/memory-stores.ts';
import { sharedBench } from '../../../test/support/shared-limits-bench.ts';
import { manualClock } from '../../base/clock.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** A minute cap, and how often storage was asked for a block or a count. */
function countedBench(options: { readonly month: number | null; readonly minute: number | null }) {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const store = memoryLimitStore(clock);
  const asks = { windows: 0, counts: 0 };
  const counting: typeof store = {
    ...store,
    askWindow(asked) {
      asks.windows++;
      return store.askWindow(asked);
    },
    readUnits(...asked) {
      asks.counts++;
      return store.readUnits(...asked);
    },
  };
  return { ...sharedBench({ ...options, clock, store: counting }), asks };
}

describe('minute blocks of a steady caller', () => {
  test.each([60_000, null])('cost about two asks a second once they have grown, under a cap of %s', async (minute) => {
    const bench = countedBench({ month: null, minute });
    const { limits } = await bench.start();
    const second = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) {
        expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
        bench.clock.advance(5);
      }
    };
    await second();
    await second();
    bench.asks.windows = 0;
    for (let i = 0; i < 10; i++) await second();
    expect(bench.asks.windows).toBeLessThanOrEqual(25);
  });

  test('never serve over the cap together, and leave nothing of it unserved', async () => {
    const bench = countedBench({ month: null, minute: 1_000 });
    const processes = await bench.startMany(3);
    let served = 0;
    for (let i = 0; i < 40; i++) {
      for (const { limits } of processes)
        served += await countYes(20, async () => (await limits.admitMinute(PARTY)).allowed);
      bench.clock.advance(400);
    }
    expect(served).toBe(1_000);
  });
});

test('a quota without a limit is shown without asking storage', async () => {
  const bench = countedBench({ month: null, minute: null });
  const { limits } = await bench.start();
  for (let i = 0; i < 10; i++) {
    expect((await limits.quota(PARTY)).remaining).toBe(Number.MAX_SAFE_INTEGER);
    bench.clock.advance(300);
  }
  expect(bench.asks.counts).toBe(0);
});
