import { describe, expect, test } from 'vitest';
import type { WindowAsk } from '../../../src/domain/limits/index.ts';
import type { Engine } from '../engines.ts';
import { ACCOUNT, race } from '../records.ts';
import { useEngine } from '../use-engine.ts';

const SUBJECT = `minute:${ACCOUNT.id}`;

let blocks = 0;

/** An ask for a minute's window; every block has a name of its own. */
function askFor(ask: Partial<WindowAsk>): WindowAsk {
  return {
    subject: SUBJECT,
    windowMs: 60_000,
    cap: 10,
    blockId: `block-${blocks++}`,
    blockMs: 1_000,
    units: 1,
    surplus: 0,
    part: 4,
    ended: [],
    isLoose: false,
    ...ask,
  };
}

/** What windows that processes share rely on: never more than the cap in any span of the window's length. */
export function describeLimitWindows(engine: Engine): void {
  describe(`shared windows on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);
    const ask = (changes: Partial<WindowAsk>) => stores().limits.askWindow(askFor(changes));

    test('a block is granted in full, then what is left, then nothing', async () => {
      expect(await ask({ units: 7 })).toMatchObject({ granted: 7, used: 7, roomInMs: null });
      expect(await ask({ units: 7 })).toMatchObject({ granted: 3, used: 10 });
      const full = await ask({ units: 7 });
      expect(full).toMatchObject({ granted: 0, used: 10 });
      // The blocks may be served for a second more, so that their units leave a minute after that.
      expect(full.roomInMs).toBeGreaterThan(59_000);
      expect(full.roomInMs).toBeLessThanOrEqual(61_001);
      expect(full.oldestLeavesMs).toBe(full.roomInMs);
    });

    test('a window that was never used is empty, and a cap of 0 grants nothing', async () => {
      expect(await ask({ units: 0 })).toEqual({ granted: 0, used: 0, oldestLeavesMs: null, roomInMs: null });
      expect(await ask({ cap: 0 })).toEqual({ granted: 0, used: 0, oldestLeavesMs: null, roomInMs: null });
    });

    test('what is asked for beside waiting requests is at most a part of what is left', async () => {
      expect(await ask({ cap: 100, units: 1, surplus: 1_000 })).toMatchObject({ granted: 26 });
      expect(await ask({ cap: 100, units: 1, surplus: 3 })).toMatchObject({ granted: 4 });
      expect(await ask({ cap: 33, units: 2, surplus: 1_000 })).toMatchObject({ granted: 2 });
      expect(await ask({ cap: Number.MAX_SAFE_INTEGER, units: 2, surplus: 1_000 })).toMatchObject({ granted: 1_002 });
    });

    test('racing asks are granted exactly the cap, in sum and not one more', async () => {
      const answers = await race(100, () => ask({ cap: 33, units: 2, surplus: 1 }));
      expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(33);
      expect((await ask({ units: 0 })).used).toBe(33);
    });

    test('what was not served of a block that ended is free at once; what was served leaves a minute after it', async () => {
      await ask({ blockId: 'first', units: 8 });
      const settled = await ask({ units: 5, ended: [{ blockId: 'first', units: 3, agoMs: 40_000 }] });
      expect(settled).toMatchObject({ granted: 5, used: 8 });
      expect(settled.oldestLeavesMs).toBeGreaterThan(19_000);
      expect(settled.oldestLeavesMs).toBeLessThanOrEqual(20_251);
    });

    test('what was served longer ago than the window is forgotten', async () => {
      await ask({ blockId: 'first', units: 8 });
      await ask({ units: 0, ended: [{ blockId: 'first', units: 8, agoMs: 60_300 }] });
      expect((await ask({ units: 0 })).used).toBe(0);
    });

    test('a block that is settled twice counts once, and one that is not known counts nothing', async () => {
      await ask({ blockId: 'first', units: 8 });
      const ended = [
        { blockId: 'first', units: 3, agoMs: 10 },
        { blockId: 'never', units: 5, agoMs: 10 },
      ];
      await ask({ units: 0, ended });
      expect((await ask({ units: 0, ended })).used).toBe(3);
    });

    test('blocks that ended at nearly the same time are kept as one, however many there were', async () => {
      let ended: WindowAsk['ended'] = [];
      for (let i = 0; i < 40; i++) {
        const blockId = `short-${i}`;
        await ask({ cap: 1_000, blockId, units: 2, ended });
        ended = [{ blockId, units: 2, agoMs: 0 }];
      }
      expect((await ask({ units: 0, ended })).used).toBe(80);
      const rows = await stores().limits.listMinuteBlocks(new Date(0));
      expect(rows.length).toBeLessThan(35);
    });

    test('when the cap was lowered it says when fewer than the cap are left', async () => {
      await ask({ blockId: 'a', cap: 100, units: 6 });
      await ask({ blockId: 'b', cap: 100, units: 6, ended: [{ blockId: 'a', units: 6, agoMs: 30_000 }] });
      await ask({ blockId: 'c', cap: 100, units: 6, ended: [{ blockId: 'b', units: 6, agoMs: 20_000 }] });
      const ended = [{ blockId: 'c', units: 6, agoMs: 10_000 }];
      const lowered = await ask({ cap: 7, units: 1, ended });
      expect(lowered).toMatchObject({ granted: 0, used: 18 });
      expect(Math.ceil((lowered.oldestLeavesMs ?? 0) / 1_000)).toBeGreaterThanOrEqual(29);
      expect(lowered.oldestLeavesMs).toBeLessThanOrEqual(30_251);
      // Twelve are still too many: only when the second six have left there is room.
      expect(lowered.roomInMs).toBeGreaterThan(39_000);
      expect(lowered.roomInMs).toBeLessThanOrEqual(40_251);
    });

    test('windows do not mix, and outlive a restart', async () => {
      await ask({ units: 4, isLoose: true });
      await ask({ subject: 'ip:signup:203.0.113.7', windowMs: 3_600_000, units: 3 });
      await reopen();
      expect((await ask({ units: 0 })).used).toBe(4);
      expect((await ask({ subject: 'ip:signup:203.0.113.7', windowMs: 3_600_000, units: 0 })).used).toBe(3);
    });

    test('a process alone and processes that share know of each other’s minutes', async () => {
      const { limits } = stores();
      await ask({ units: 4 });
      const now = Date.now();
      const known = await limits.listMinuteBlocks(new Date(now - 60_000));
      expect(known).toMatchObject([{ accountId: ACCOUNT.id, units: 4 }]);
      await limits.recordMinuteBlock({
        accountId: ACCOUNT.id,
        units: 5,
        expiresAt: new Date(now + 1_000),
        forgetBefore: new Date(now - 60_000),
      });
      expect(await ask({ units: 9 })).toMatchObject({ granted: 1, used: 10 });
    });

    test('blocks from before the storage’s clock was set back count for a minute, not for as long as it was set back', async () => {
      await stores().limits.recordMinuteBlock({
        accountId: ACCOUNT.id,
        units: 10,
        expiresAt: new Date(Date.now() + 3_600_000),
        forgetBefore: new Date(0),
      });
      expect(await ask({})).toMatchObject({ granted: 0 });
      const full = await ask({});
      expect(full.granted).toBe(0);
      expect(full.roomInMs).toBeLessThanOrEqual(61_000);
    });

    test('windows that nobody used for an hour are deleted, so many at a time, and no others', async () => {
      const { limits } = stores();
      await ask({ units: 2 });
      for (let i = 0; i < 5; i++)
        await limits.recordMinuteBlock({
          accountId: `old-${i}`,
          units: 1,
          expiresAt: new Date(Date.now() - 2 * 3_600_000),
          forgetBefore: new Date(0),
        });
      expect(await limits.purgeWindows(3)).toBe(3);
      expect(await limits.purgeWindows(3)).toBe(2);
      expect(await limits.purgeWindows(3)).toBe(0);
      expect((await ask({ units: 0 })).used).toBe(2);
    });

    test('units that are no whole number are a mistake of ours', async () => {
      for (const units of [-1, 0.5, Number.NaN, 2 ** 53])
        await expect(ask({ units })).rejects.toThrow('assertion failed');
    });
  });
}
