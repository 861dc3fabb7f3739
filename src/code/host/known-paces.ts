import type { Clock } from '../../base/clock.ts';
import { SECOND_MS } from '../../base/units.ts';
import type { Pace } from '../process/pace.ts';

/** What its thread worked on a question, or how long it took in all, that makes its caller a slow one for a while. */
const QUICK_WORK_MS_MAX = 250;
const QUICK_WALL_MS_MAX = 5 * SECOND_MS;

/** Who held a seat for longer is not known to give it back at once, though it may have waited for others. */
const SHORT_WALL_MS_MAX = SECOND_MS;

/**
 * What a caller's questions have worked together, where what was worked so long ago counts half: many small questions
 * without a pause take a core as a large one does.
 */
const QUICK_SPENT_MS_MAX = 400;
const SPENT_HALF_MS = 1_500;

/** What a question costs beside the work of its thread: in the service, and in what all threads share. */
const CALL_WORK_MS = 1.5;

/** How long a caller stays slow after a slow question, and known to be quick after a quick one. */
const SLOW_FOR_MS = 30 * SECOND_MS;
const QUICK_FOR_MS = 300 * SECOND_MS;

/** How long a caller has asked, taking little, before he is known to be quick: who floods turns out slow by then. */
const QUICK_AFTER_MS = 2 * SECOND_MS;

/** Who has been answered alone for so long is alone. */
const ALONE_AFTER_MS = 60 * SECOND_MS;

/** Callers of which something is remembered; the one that asked the longest ago is forgotten first. */
const CALLERS_MAX = 1_000;

/** What callers' questions have taken, which tells what the next ones will. */
export interface KnownPaces {
  /** By the questions that are over. */
  paceOf(caller: string): Pace;
  /** Whether nobody else was answered lately. */
  isAlone(caller: string): boolean;
  /** A question is over: the CPU time of its thread, and how long it took. */
  note(caller: string, taken: { readonly workMs: number; readonly wallMs: number }): void;
}

interface Record {
  /** When its first question ended. */
  readonly sinceMs: number;
  slowUntilMs: number;
  quickUntilMs: number;
  /** Work of its questions, and when it was that much. */
  spentMs: number;
  spentAtMs: number;
}

/** Makes a memory that knows no caller. */
export function makeKnownPaces(clock: Pick<Clock, 'monotonicMs'>): KnownPaces {
  // Insertion order is age.
  const records = new Map<string, Record>();
  const latest = makeLatest();
  return {
    paceOf(caller) {
      const nowMs = clock.monotonicMs();
      const record = records.get(caller);
      if (record === undefined) return 'unknown';
      if (record.slowUntilMs > nowMs) return 'slow';
      return record.quickUntilMs > nowMs ? 'quick' : 'unknown';
    },
    isAlone: (caller) => latest.isAlone(caller, clock.monotonicMs()),
    note(caller, { workMs, wallMs }) {
      const isSlow = wallMs > QUICK_WALL_MS_MAX || workMs > QUICK_WORK_MS_MAX;
      const nowMs = clock.monotonicMs();
      const record = records.get(caller) ?? {
        sinceMs: nowMs,
        slowUntilMs: 0,
        quickUntilMs: 0,
        spentMs: 0,
        spentAtMs: nowMs,
      };
      record.spentMs = record.spentMs * 0.5 ** ((nowMs - record.spentAtMs) / SPENT_HALF_MS) + workMs + CALL_WORK_MS;
      record.spentAtMs = nowMs;
      if (isSlow || record.spentMs > QUICK_SPENT_MS_MAX) record.slowUntilMs = nowMs + SLOW_FOR_MS;
      else if (nowMs - record.sinceMs >= QUICK_AFTER_MS)
        record.quickUntilMs = wallMs > SHORT_WALL_MS_MAX ? nowMs : nowMs + QUICK_FOR_MS;
      latest.note(caller, nowMs);
      records.delete(caller);
      records.set(caller, record);
      for (const oldest of records.keys()) {
        if (records.size <= CALLERS_MAX) return;
        records.delete(oldest);
      }
    },
  };
}

/** The two callers that were answered last. */
function makeLatest() {
  let last = { caller: '', atMs: Number.NEGATIVE_INFINITY };
  let other = last;
  return {
    note(caller: string, atMs: number): void {
      if (caller !== last.caller) other = last;
      last = { caller, atMs };
    },
    isAlone(caller: string, nowMs: number): boolean {
      const { atMs } = last.caller === caller ? other : last;
      return nowMs - atMs > ALONE_AFTER_MS;
    },
  };
}
