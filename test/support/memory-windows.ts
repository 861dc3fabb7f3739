import { assert } from '../../src/base/assert.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/units.ts';
import type { LimitStore } from '../../src/domain/limits/index.ts';

/** The acts of a limit store on windows, each in one step. */
type Windows = {
  [Name in 'recordMinuteBlock' | 'listMinuteBlocks' | 'askWindow' | 'purgeWindows']: (
    ...args: Parameters<LimitStore[Name]>
  ) => Awaited<ReturnType<LimitStore[Name]>>;
};

interface Block {
  readonly subject: string;
  readonly id: string;
  endsMs: number;
  units: number;
}

const MINUTE_SUBJECT = 'minute:';

/** Windows in memory: their instants are the wall time at the start and what has passed since, as SQLite's are. */
export function memoryWindows(clock: Clock = systemClock): Windows {
  const originMs = clock.now().getTime() - clock.monotonicMs();
  const nowMs = () => Math.floor(originMs + clock.monotonicMs());
  const leasedMs = new Map<string, number>();
  let blocks: Block[] = [];

  function put(block: Block): void {
    const same = blocks.find(({ subject, id }) => subject === block.subject && id === block.id);
    if (same === undefined) blocks.push(block);
    else same.units += block.units;
  }

  const own = (subject: string) =>
    blocks.filter((block) => block.subject === subject).sort((a, b) => a.endsMs - b.endsMs);

  /** Replaces blocks that ended by what was served of them, in grains of a 240th part of the window. */
  function settle({ subject, windowMs, ended }: Ask, atMs: number): void {
    const grainMs = Math.ceil(windowMs / 240);
    for (const { blockId, units, agoMs } of ended) {
      const isThere = blocks.some((block) => block.subject === subject && block.id === blockId);
      const endsMs = Math.ceil((atMs + 1 - Math.max(0, Math.floor(agoMs))) / grainMs) * grainMs;
      if (isThere && units > 0) put({ subject, id: String(endsMs), endsMs, units });
      blocks = blocks.filter((block) => block.subject !== subject || block.id !== blockId);
    }
    blocks = blocks.filter((block) => block.subject !== subject || block.endsMs > atMs - windowMs);
  }

  return {
    recordMinuteBlock({ accountId, units, expiresAt, forgetBefore }) {
      const subject = MINUTE_SUBJECT + accountId;
      blocks = blocks.filter((block) => block.subject !== subject || block.endsMs > forgetBefore.getTime());
      put({ subject, id: String(expiresAt.getTime()), endsMs: expiresAt.getTime(), units });
    },
    listMinuteBlocks: (since) =>
      blocks
        .filter(({ subject, endsMs }) => subject.startsWith(MINUTE_SUBJECT) && endsMs > since.getTime())
        .sort((a, b) => a.endsMs - b.endsMs)
        .map(({ subject, units, endsMs }) => ({
          accountId: subject.slice(MINUTE_SUBJECT.length),
          units,
          expiresAt: new Date(endsMs),
        })),
    askWindow(ask) {
      const atMs = nowMs();
      leasedMs.set(ask.subject, atMs);
      settle(ask, atMs);
      const granted = grantOf(ask, ask.cap - unitsOf(own(ask.subject)));
      if (granted > 0) put({ subject: ask.subject, id: ask.blockId, endsMs: atMs + 1 + ask.blockMs, units: granted });
      // From before the clock was set back: such a block would count for as long as it was set back.
      for (const block of own(ask.subject)) if (block.endsMs > atMs + MINUTE_MS) block.endsMs = atMs + ask.blockMs;
      return { granted, ...look(ask, own(ask.subject), atMs) };
    },
    purgeWindows(most) {
      const oldMs = nowMs() - HOUR_MS - MINUTE_MS;
      const windows = [...leasedMs].filter(([, atMs]) => atMs < oldMs).slice(0, most);
      for (const [subject] of windows) leasedMs.delete(subject);
      const old = new Set(blocks.filter(({ endsMs }) => endsMs < oldMs).slice(0, most));
      blocks = blocks.filter((block) => !old.has(block));
      return windows.length + old.size;
    },
  };
}

type Ask = Parameters<Windows['askWindow']>[0];

function unitsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { units }) => sum + units, 0);
}

function grantOf({ cap, blockMs, units, surplus, part }: Ask, room: number): number {
  for (const count of [cap, blockMs, units, surplus])
    assert(Number.isSafeInteger(count) && count >= 0, 'a whole number of units and milliseconds');
  if (units + surplus === 0) return 0;
  return Math.max(0, Math.min(room, units + Math.min(surplus, Math.floor(room / part))));
}

/** What is in the window, and when its units leave it; `blocks` oldest first. */
function look({ cap, windowMs }: Ask, blocks: readonly Block[], atMs: number) {
  const used = unitsOf(blocks);
  const leavesMs = (block: Block | undefined) => (block === undefined ? null : block.endsMs + windowMs - atMs);
  const makesRoom = blocks.findIndex((_, index) => unitsOf(blocks.slice(index + 1)) < cap);
  return { used, oldestLeavesMs: leavesMs(blocks[0]), roomInMs: used < cap ? null : leavesMs(blocks[makesRoom]) };
}
