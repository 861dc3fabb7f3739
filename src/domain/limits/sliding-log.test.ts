import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SlidingLog } from './sliding-log.ts';

describe('sliding log', () => {
  test('forgets each request a whole window after it came, not before', () => {
    const log = new SlidingLog(60_000, 100);
    log.add(0, 10);
    log.add(10, 10);
    expect([log.count(59_999), log.count(60_000), log.count(60_009), log.count(60_010)]).toEqual([2, 1, 1, 0]);
  });

  test('tells when the oldest leaves, and when there is room under a cap', () => {
    const log = new SlidingLog(60_000, 100);
    expect([log.untilFreeMs(5), log.untilBelowMs(5, 1), log.untilBelowMs(5, 0)]).toEqual([60_000, 0, 60_000]);
    log.add(0, 10, 2);
    log.add(1_000, 10, 3);
    expect(log.untilFreeMs(2_000)).toBe(58_000);
    expect([6, 5, 4, 3, 1, 0].map((cap) => log.untilBelowMs(2_000, cap))).toEqual([
      0, 58_000, 58_000, 59_000, 59_000, 60_000,
    ]);
  });

  test('up to its resolution it counts exactly as a list of all requests does', () => {
    const request = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(request, { maxLength: 200 }), (requests) => {
        const log = new SlidingLog(100, 500);
        let list: number[] = [];
        let nowMs = 0;
        for (const [pauseMs, units] of requests) {
          nowMs += pauseMs / 3;
          list = list.filter((time) => time + 100 > nowMs);
          if (log.count(nowMs) !== list.length) return false;
          log.add(nowMs, 500, units);
          for (let i = 0; i < units; i++) list.push(nowMs);
        }
        return log.count(nowMs) === list.length;
      }),
    );
  });

  test('above its resolution it never forgets too early, and too late by at most one grain', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 400 }), (pauses) => {
        const log = new SlidingLog(1_000, 10);
        const times: number[] = [];
        let nowMs = 0;
        for (const pauseMs of pauses) {
          nowMs += pauseMs;
          log.add(nowMs, null);
          times.push(nowMs);
        }
        const inWindow = (ms: number) => times.filter((time) => time > nowMs - ms).length;
        return log.count(nowMs) >= inWindow(1_000) && log.count(nowMs) <= inWindow(1_000 + 100);
      }),
    );
  });
});
