import type { Clock } from '../../base/clock.ts';
import { SECOND_MS } from '../../base/units.ts';
import type { Pace } from '../process/pace.ts';

// Who may be worked on now. Callers that ask for much work share some of the seats, so that another caller's small
// question finds one free at once, however many of the others there are and however long their questions take.

/** A question that runs for longer, by any clock, is a slow one for as long as it runs. */
const QUICK_MS_MAX = 300;

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

/** Seats that are free whenever slow callers and those of which nothing is known have all that they may have. */
const LAST_SEATS = 2;

/**
 * Questions of unknown callers at once while somebody quick is asking: a thread starts for each, and until it has run for
 * long it goes as fast as his.
 */
const UNKNOWN_AT_ONCE = 2;
const ASKING_MS = 2 * SECOND_MS;

/** Callers of which something is remembered; the one that asked the longest ago is forgotten first. */
const CALLERS_MAX = 1_000;

/** How many questions are worked on at once. */
export interface SeatNumbers {
  readonly workers: number;
  /** Of them those of one caller. */
  readonly workersPerCaller: number;
  /** Of them those of all slow callers together. */
  readonly workersOfSlow: number;
}

/** The seats of questions that are being worked on. */
export interface Seats {
  /** Whether a question of this caller may begin now. */
  mayBegin(caller: string): boolean;
  /** How much work this caller's questions take, by the latest ones and those that run. */
  paceOf(caller: string): Pace;
  begin(id: number, caller: string): void;
  /** `workMs` is the CPU time of its thread; null when nobody knows, as after a death. */
  end(id: number, workMs: number | null): void;
  /** All are over, by no fault of theirs. */
  clear(): void;
}

interface Running {
  readonly caller: string;
  readonly sinceMs: number;
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

/** Makes seats of which none is taken. */
export function makeSeats(clock: Pick<Clock, 'monotonicMs'>, numbers: SeatNumbers): Seats {
  const { workers, workersPerCaller, workersOfSlow } = numbers;
  // The last seats are for first questions of who is known to give them back at once; a caller alone has all its own.
  const before = Math.max(workersPerCaller, workers - LAST_SEATS);
  const running = new Map<number, Running>();
  // Insertion order is age.
  const records = new Map<string, Record>();
  /** When a question of a quick caller began last. */
  let quickAtMs = Number.NEGATIVE_INFINITY;

  function isLong({ sinceMs }: Running): boolean {
    return clock.monotonicMs() - sinceMs > QUICK_MS_MAX;
  }

  function paceOf(caller: string): Pace {
    const nowMs = clock.monotonicMs();
    const record = records.get(caller);
    if (record !== undefined && record.slowUntilMs > nowMs) return 'slow';
    for (const one of running.values()) if (one.caller === caller && isLong(one)) return 'slow';
    return record !== undefined && record.quickUntilMs > nowMs ? 'quick' : 'unknown';
  }

  function remember(caller: string, { workMs, wallMs }: { readonly workMs: number; readonly wallMs: number }): void {
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
    records.delete(caller);
    records.set(caller, record);
    for (const oldest of records.keys()) {
      if (records.size <= CALLERS_MAX) return;
      records.delete(oldest);
    }
  }

  function count(isCounted: (one: Running) => boolean): number {
    let counted = 0;
    for (const one of running.values()) if (isCounted(one)) counted += 1;
    return counted;
  }

  return {
    mayBegin(caller) {
      const own = count((one) => one.caller === caller);
      if (own >= workersPerCaller) return false;
      const pace = paceOf(caller);
      if (pace === 'quick') return running.size < (own === 0 ? workers : before);
      if (running.size >= before) return false;
      if (pace === 'slow') return count((one) => paceOf(one.caller) === 'slow') < workersOfSlow;
      const isAsked = clock.monotonicMs() - quickAtMs < ASKING_MS;
      if (isAsked && count((one) => paceOf(one.caller) === 'unknown') >= UNKNOWN_AT_ONCE) return false;
      // Nobody knows what it will turn out to be: one that asks much at once begins with little where others are.
      return own === 0 || running.size === own || running.size < workers / 2;
    },
    paceOf,
    begin(id, caller) {
      if (paceOf(caller) === 'quick') quickAtMs = clock.monotonicMs();
      running.set(id, { caller, sinceMs: clock.monotonicMs() });
    },
    end(id, workMs) {
      const one = running.get(id);
      if (one === undefined) return;
      running.delete(id);
      const wallMs = clock.monotonicMs() - one.sinceMs;
      remember(one.caller, { workMs: workMs ?? wallMs, wallMs });
    },
    clear() {
      running.clear();
    },
  };
}
