import type { Clock } from '../../base/clock.ts';
import { SECOND_MS } from '../../base/units.ts';
import type { Pace } from '../process/pace.ts';
import { makeKnownPaces } from './known-paces.ts';

// Who may be worked on now. Callers that ask for much work share some of the seats, so that another caller's small
// question finds one free at once, however many of the others there are and however long their questions take.

/** A question that runs for longer, by any clock, is a slow one for as long as it runs. */
const QUICK_MS_MAX = 300;

/** Seats that are free whenever slow callers and those of which nothing is known have all that they may have. */
const LAST_SEATS = 2;

/**
 * Questions of unknown callers at once while somebody quick is asking: a thread starts for each, and until it has run for
 * long it goes as fast as his.
 */
const UNKNOWN_AT_ONCE = 2;
const ASKING_MS = 2 * SECOND_MS;

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

/** Makes seats of which none is taken. */
export function makeSeats(clock: Pick<Clock, 'monotonicMs'>, numbers: SeatNumbers): Seats {
  const { workers, workersPerCaller, workersOfSlow } = numbers;
  // The last seats are for first questions of who is known to give them back at once; a caller alone has all its own.
  const before = Math.max(workersPerCaller, workers - LAST_SEATS);
  const running = new Map<number, Running>();
  const known = makeKnownPaces(clock);
  /** When a question of a quick caller began last. */
  let quickAtMs = Number.NEGATIVE_INFINITY;

  function isLong({ sinceMs }: Running): boolean {
    return clock.monotonicMs() - sinceMs > QUICK_MS_MAX;
  }

  function paceOf(caller: string): Pace {
    const isSlow = count((one) => one.caller === caller && isLong(one)) > 0;
    const pace = isSlow ? 'slow' : known.paceOf(caller);
    // To give way costs time where another program wants the core, and helps nobody who is not there.
    return pace === 'slow' && isAlone(caller) ? 'unknown' : pace;
  }

  function isAlone(caller: string): boolean {
    return count((one) => one.caller !== caller) === 0 && known.isAlone(caller);
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
      known.note(one.caller, { workMs: workMs ?? wallMs, wallMs });
    },
    clear() {
      running.clear();
    },
  };
}
