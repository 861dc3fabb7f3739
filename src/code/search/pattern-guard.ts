import { createContext, Script } from 'node:vm';
import { MIB } from '../../base/units.ts';

/** What a pattern may take beyond an honest pace: a hostile one costs so much and no more. */
const HEAD_START_MS = 750;

/** A pace that all but hostile patterns keep many times over. */
const MS_PER_BYTE = 200 / MIB;

/** Runs matching of callers' patterns within the time that the bytes looked at allow. Source: ADR 0012. */
export interface PatternGuard {
  /** False when the time was over: the work was ended wherever it was, what it had done before remains. */
  run(bytes: number, work: () => void): boolean;
}

/** Makes the guard of one search; the time that one piece of work leaves is the next one's. */
export function makePatternGuard(): PatternGuard {
  let leftMs = HEAD_START_MS;
  return {
    run(bytes, work) {
      leftMs += bytes * MS_PER_BYTE;
      const startMs = performance.now();
      const isDone = leftMs >= 1 && runWithin(Math.ceil(leftMs), work);
      leftMs -= performance.now() - startMs;
      return isDone;
    },
  };
}

const room: { work: () => void } = { work: () => undefined };
const context = createContext(room);
// Nothing but the engine's own function is ever run by this: only a script's run can be ended from outside.
const script = new Script('work()');

/**
 * Runs the work through the script, since its time limit ends even a regular expression that is matching, which looks
 * at no clock itself. The work is taken out again, so that the room keeps nothing of a search alive.
 */
function runWithin(timeoutMs: number, work: () => void): boolean {
  room.work = work;
  try {
    script.runInContext(context, { timeout: timeoutMs });
    return true;
  } catch (failure) {
    if (isTimeout(failure)) return false;
    throw failure;
  } finally {
    room.work = () => undefined;
  }
}

// Thrown as an error of the other context, so it is no instance of this one's.
function isTimeout(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === TIMEOUT;
}

const TIMEOUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
