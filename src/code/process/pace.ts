import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/**
 * How much work a caller's questions take: his latest ones took little; nothing is known of him; or they take so much that
 * they give way to everybody else's.
 */
export type Pace = 'quick' | 'unknown' | 'slow';

/** Of git where it gives objects to questions: some ask for many. */
export const GIT_NICENESS = 15;

/** Of what is not waited for, too: builders, and runs of git that last. */
export const SLOW_NICENESS = 19;

/** Searching gives way to answering: light calls are to stay quick while code questions use every core. */
export const NICENESS = 10;

/**
 * Niceness by pace. All are above that of the service; that of quick questions is the keeper's too, which every question
 * waits for. Source: ADR 0033.
 */
const NICENESS_OF: Readonly<Record<Pace, number>> = { quick: 5, unknown: NICENESS, slow: SLOW_NICENESS };

/** Of a thread that is starting, for whomever: a quarter second of work, which is not to hold up questions. */
const STARTING_NICENESS = 15;

/** Linux alone has a niceness for each thread; elsewhere it is the process's and stays as it is. */
const HAS_THREADS = process.platform === 'linux';

/** Of this thread. */
let niceness = HAS_THREADS ? getPriority() : NICENESS;

/** That of unknown callers' questions, or more where the whole service was started nicer than that. */
const OWN_NICENESS = Math.max(NICENESS, niceness);

/** Whether a thread may become less nice, which takes a right that not everybody has; null until it is wanted. */
let mayHurry: boolean | null = null;

/** Sets the pace of a process that was just started. */
export function keepPaceOf({ pid }: Pick<ChildProcess, 'pid'>, wanted: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, wanted);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Sets the pace of this thread. One that may not go back stays as nice as it has become, which only counts while others
 * want the core.
 */
export function keepPace(pace: Pace): void {
  setNiceness(NICENESS_OF[pace]);
}

/** Whether this thread has become so nice that it is not for quick questions, and may not go back. */
export function isHeldBack(): boolean {
  return niceness > OWN_NICENESS && !canHurry();
}

/** Runs what starts a thread, which inherits the niceness of this one: slowly where both can hurry afterwards. */
export function startSlowly<T>(start: () => T): T {
  // Who started this process may have set it since.
  if (HAS_THREADS) niceness = getPriority();
  const own = niceness;
  if (!canHurry()) return start();
  try {
    setNiceness(STARTING_NICENESS);
    return start();
  } finally {
    setNiceness(own);
  }
}

function canHurry(): boolean {
  // A limit may let it become a little less nice, and not as little as quick questions want.
  const wanted = Math.min(NICENESS_OF.quick, niceness - 1);
  mayHurry ??= HAS_THREADS && setPriorityOrNot(wanted) && setPriorityOrNot(niceness);
  return mayHurry;
}

function setNiceness(wanted: number): void {
  if (wanted === niceness || !HAS_THREADS || (wanted < niceness && !canHurry())) return;
  if (setPriorityOrNot(wanted)) niceness = wanted;
}

function setPriorityOrNot(wanted: number): boolean {
  try {
    setPriority(wanted);
    return true;
  } catch {
    return false;
  }
}
