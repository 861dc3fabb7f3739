import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countYes, limitsBench, PARTY } from '../../../test/support/limits-bench.ts';
import { memoryLimitStore } from '../../../test/support/memory-stores.ts';
import type { ChargedParty, Limits } from './limits.ts';

const admits =
  (limits: Limits, party: ChargedParty = PARTY) =>
  async () =>
    (await limits.admitMinute(party)).allowed;

/** The most that any 60 seconds hold; `times` ascending. */
function busiestMinute(times: readonly number[]): number {
  let start = 0;
  let most = 0;
  for (const [end, time] of times.entries()) {
    while ((times[start] ?? 0) <= time - 60_000) start++;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

describe('per-minute cap [L2]', () => {
  test.each([0, 1, 10, 55, 1_000, 9_999])(
    '10,000 racing requests at a cap of %i admit exactly the cap',
    async (minute) => {
      const limits = await limitsBench({ minute }).start();
      expect(await countYes(10_000, admits(limits))).toBe(minute);
    },
  );

  test('room comes back request by request 60 seconds after each, not at a fixed border', async () => {
    const { clock, start } = limitsBench({ minute: 4 });
    const limits = await start();
    expect(await countYes(2, admits(limits))).toBe(2);
    clock.advance(30_000);
    expect(await countYes(5, admits(limits))).toBe(2);
    clock.advance(29_999);
    expect(await countYes(5, admits(limits))).toBe(0);
    clock.advance(1);
    expect(await countYes(5, admits(limits))).toBe(2);
    clock.advance(29_999);
    expect(await countYes(5, admits(limits))).toBe(0);
    clock.advance(1);
    expect(await countYes(5, admits(limits))).toBe(2);
  });

  test('a refused request does not enter the log', async () => {
    const { clock, start } = limitsBench({ minute: 2 });
    const limits = await start();
    expect(await countYes(2, admits(limits))).toBe(2);
    clock.advance(59_000);
    expect(await countYes(100, admits(limits))).toBe(0);
    clock.advance(1_000);
    expect(await countYes(2, admits(limits))).toBe(2);
  });

  test('belongs to the account: its keys share it, other accounts do not', async () => {
    const limits = await limitsBench({ minute: 5 }).start();
    expect(await countYes(3, admits(limits))).toBe(3);
    expect(await countYes(9, admits(limits, { ...PARTY, keyPrefix: 'mcp_live_other' }))).toBe(2);
    expect(await countYes(9, admits(limits, { ...PARTY, accountId: 'other' }))).toBe(5);
  });

  test('says the cap, what is left and when the next request finds room', async () => {
    const { clock, start } = limitsBench({ minute: 2 });
    const limits = await start();
    expect(limits.minute(PARTY)).toMatchObject({ policy: 'minute', limit: 2, remaining: 2, windowSeconds: 60 });
    await limits.admitMinute(PARTY);
    clock.advance(10_000);
    const { view } = await limits.admitMinute(PARTY);
    expect(view).toMatchObject({ limit: 2, remaining: 0, resetAt: new Date('2026-11-21T10:01:00Z') });
    const refused = await limits.admitMinute(PARTY);
    expect(refused).toEqual({ allowed: false, view });
    expect(limits.minute(PARTY)).toEqual(view);
  });

  test('a plan change acts on the next request, upwards and downwards', async () => {
    const { clock, start } = limitsBench({ minute: 5 });
    const limits = await start();
    expect(await countYes(9, admits(limits))).toBe(5);
    expect(await countYes(99, admits(limits, { ...PARTY, plan: 'pro' }))).toBe(45);
    const { view } = await limits.admitMinute(PARTY);
    expect(view).toMatchObject({ limit: 5, remaining: 0 });
    clock.advance(60_000);
    expect(await countYes(9, admits(limits))).toBe(5);
  });

  test('a downgrade from a plan without a cap knows of the requests before it', async () => {
    const limits = await limitsBench({ minute: 5 }).start();
    expect(await countYes(100, admits(limits, { ...PARTY, plan: 'max' }))).toBe(100);
    expect(await countYes(5, admits(limits))).toBe(0);
  });

  test('a wall clock set back or forward changes nothing [C11]', async () => {
    const { clock, start } = limitsBench({ minute: 3 });
    const limits = await start();
    expect(await countYes(5, admits(limits))).toBe(3);
    clock.setWall(new Date('2026-11-21T09:00:00Z'));
    expect(await countYes(5, admits(limits))).toBe(0);
    clock.setWall(new Date('2026-11-22T09:00:00Z'));
    expect(await countYes(5, admits(limits))).toBe(0);
    clock.advance(60_000);
    expect(await countYes(5, admits(limits))).toBe(3);
  });

  test('caps above the finest resolution are never passed either', async () => {
    const { clock, start } = limitsBench({ minute: 6_000 });
    const limits = await start();
    const times: number[] = [];
    for (let i = 0; i < 14_000; i++) {
      if ((await limits.admitMinute(PARTY)).allowed) times.push(clock.monotonicMs());
      clock.advance(5);
    }
    expect(busiestMinute(times)).toBeLessThanOrEqual(6_000);
    expect(times.length).toBeGreaterThan(6_900);
  });
});

describe('per-minute cap across restarts [L5]', () => {
  test('a kill within the minute gives nothing back', async () => {
    const bench = limitsBench({ minute: 55 });
    let admitted = 0;
    for (let life = 0; life < 20; life++) {
      admitted += await countYes(7, admits(await bench.start()));
      bench.clock.advance(100);
    }
    expect(admitted).toBeLessThanOrEqual(55);
    expect(admitted).toBeGreaterThanOrEqual(40);
    // A minute after the last block's end.
    bench.clock.advance(63_000);
    expect(await countYes(99, admits(await bench.start()))).toBe(55);
  });

  test('a slow caller loses next to nothing by a restart', async () => {
    const bench = limitsBench({ minute: 55 });
    const limits = await bench.start();
    for (let i = 0; i < 20; i++) {
      await limits.admitMinute(PARTY);
      bench.clock.advance(1_500);
    }
    expect(await countYes(99, admits(await bench.start()))).toBe(35);
  });

  test('a wall clock set back over the restart gives nothing back', async () => {
    const bench = limitsBench({ minute: 10 });
    expect(await countYes(10, admits(await bench.start()))).toBe(10);
    bench.clock.setWall(new Date('2026-11-21T09:00:00Z'));
    const limits = await bench.start();
    expect(await countYes(10, admits(limits))).toBe(0);
    bench.clock.advance(60_000);
    expect(await countYes(99, admits(limits))).toBe(10);
  });

  test('whatever the pauses, bursts and kills, no 60 seconds hold more than the cap', async () => {
    const step = fc.record({
      pauseMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 61_000 })),
      burst: fc.integer({ min: 0, max: 30 }),
      isKilled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 30 }), async (minute, steps) => {
        const bench = limitsBench({ minute });
        let limits = await bench.start();
        const times: number[] = [];
        for (const { pauseMs, burst, isKilled } of steps) {
          bench.clock.advance(pauseMs);
          if (isKilled) limits = await bench.start();
          const admitted = await countYes(burst, admits(limits));
          for (let i = 0; i < admitted; i++) times.push(bench.clock.monotonicMs());
        }
        expect(busiestMinute(times)).toBeLessThanOrEqual(minute);
      }),
      { numRuns: 300 },
    );
  });

  test('without kills the log admits exactly what a list of all requests would', async () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 12 }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20 }), fc.array(step, { maxLength: 40 }), async (minute, steps) => {
        const bench = limitsBench({ minute });
        const limits = await bench.start();
        let list: number[] = [];
        for (const [pauseMs, burst] of steps) {
          bench.clock.advance(pauseMs);
          const nowMs = bench.clock.monotonicMs();
          list = list.filter((time) => time > nowMs - 60_000);
          const expected = Math.min(burst, minute - list.length);
          expect(await countYes(burst, admits(limits))).toBe(expected);
          for (let i = 0; i < expected; i++) list.push(nowMs);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('storage of the per-minute cap', () => {
  test('who goes on asking waits for it only while his blocks grow', async () => {
    const store = memoryLimitStore();
    let isSlow = false;
    const waiting: (() => void)[] = [];
    const bench = limitsBench({
      minute: 600,
      store: {
        ...store,
        async recordMinuteBlock(block) {
          if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
          await store.recordMinuteBlock(block);
        },
      },
    });
    const limits = await bench.start();
    for (let i = 0; i < 13; i++) expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
    isSlow = true;
    // Whose request asks for the next block does not wait for it, and neither does the next one.
    while (waiting.length === 0) expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
    expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
    expect(waiting).toHaveLength(1);
    const late = Promise.all(Array.from({ length: 20 }, () => limits.admitMinute(PARTY)));
    isSlow = false;
    for (const done of waiting) done();
    expect((await late).every(({ allowed }) => allowed)).toBe(true);
  });

  test.each([5, 20, 100, 1_000])('who asks %i times a second is recorded about once a second', async (perSecond) => {
    const store = memoryLimitStore();
    let writes = 0;
    const recordMinuteBlock: typeof store.recordMinuteBlock = (block) => {
      writes += 1;
      return store.recordMinuteBlock(block);
    };
    const bench = limitsBench({ minute: 1_000_000, store: { ...store, recordMinuteBlock } });
    const limits = await bench.start();
    for (let i = 0; i < 60 * perSecond; i++) {
      await limits.admitMinute(PARTY);
      bench.clock.advance(1_000 / perSecond);
    }
    expect(writes).toBeLessThan(90);
  });

  test('a block that is asked for ahead and fails is no failure of the request before it', async () => {
    const store = memoryLimitStore();
    let isDown = false;
    const bench = limitsBench({
      minute: 600,
      store: {
        ...store,
        recordMinuteBlock: (block) =>
          isDown ? Promise.reject(new Error('disk full')) : store.recordMinuteBlock(block),
      },
    });
    const limits = await bench.start();
    for (let i = 0; i < 5; i++) await limits.admitMinute(PARTY);
    isDown = true;
    expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
    expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
    await expect(limits.admitMinute(PARTY)).rejects.toThrow('disk full');
    isDown = false;
    expect((await limits.admitMinute(PARTY)).allowed).toBe(true);
  });

  test('when it fails, what is recorded is served, then the request fails: never uncounted', async () => {
    const store = memoryLimitStore();
    let isDown = false;
    const bench = limitsBench({
      minute: 50,
      store: {
        ...store,
        recordMinuteBlock: (block) =>
          isDown ? Promise.reject(new Error('disk full')) : store.recordMinuteBlock(block),
      },
    });
    const limits = await bench.start();
    expect(await countYes(8, admits(limits))).toBe(8);
    await limits.admitMinute(PARTY);
    isDown = true;
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => limits.admitMinute(PARTY)));
    const recorded = (await store.listMinuteBlocks(new Date(0))).reduce((sum, block) => sum + block.units, 0);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(recorded - 9);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'disk full' } });
    isDown = false;
    expect(await countYes(99, admits(limits))).toBe(50 - recorded);
  });

  test('a block is not served at the instant when it ends, which a restart counts it from', async () => {
    const store = memoryLimitStore();
    const recorded: Date[] = [];
    const recordMinuteBlock: typeof store.recordMinuteBlock = (block) => {
      recorded.push(block.expiresAt);
      return store.recordMinuteBlock(block);
    };
    const bench = limitsBench({ minute: 50, store: { ...store, recordMinuteBlock } });
    const limits = await bench.start();
    // The second block holds two units, of which one is left when it ends.
    expect(await countYes(1, admits(limits))).toBe(1);
    expect(await countYes(1, admits(limits))).toBe(1);
    bench.clock.advance(2_999);
    const before = recorded.length;
    bench.clock.advance(1);
    expect(await countYes(1, admits(limits))).toBe(1);
    expect(recorded.length).toBe(before + 1);
    expect(recorded.at(-1)?.getTime()).toBe(bench.clock.now().getTime() + 3_000);
  });

  test('when it needs half of a block for a block, blocks last four times as long', async () => {
    const store = memoryLimitStore();
    const spans: number[] = [];
    const bench = limitsBench({
      minute: 50,
      store: {
        ...store,
        async recordMinuteBlock(block) {
          spans.push(block.expiresAt.getTime() - bench.clock.now().getTime());
          bench.clock.advance(1_500);
          await store.recordMinuteBlock(block);
        },
      },
    });
    const limits = await bench.start();
    for (let i = 0; i < 2; i++) {
      expect(await countYes(1, admits(limits))).toBe(1);
      bench.clock.advance(12_000);
    }
    expect(spans).toEqual([3_000, 12_000]);
  });

  test('when it needs seconds for a block, requests are still served within the cap', async () => {
    const store = memoryLimitStore();
    const bench = limitsBench({
      minute: 5,
      store: {
        ...store,
        async recordMinuteBlock(block) {
          bench.clock.advance(3_000);
          await store.recordMinuteBlock(block);
        },
      },
    });
    const limits = await bench.start();
    expect(await countYes(5, admits(limits))).toBe(5);
  });
});
