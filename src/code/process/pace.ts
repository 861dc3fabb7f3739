import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** Searching gives way to answering: light calls are to stay quick while code questions use every core. */
export const NICENESS = 10;

/** Of git where it gives objects to questions: some ask for many. */
export const GIT_NICENESS = 15;

/** Of threads that work for who asks for much, and of what is not waited for: small questions of others go first. */
export const SLOW_NICENESS = 19;

let niceness = NICENESS;

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
 * Sets the pace of this thread. Linux has a niceness for each thread; elsewhere it is the process's and is left alone. A
 * thread that has become nicer stays so where the process may not go back, which only counts while others want the core.
 */
export function keepPace(isSlow: boolean): void {
  const wanted = isSlow ? SLOW_NICENESS : NICENESS;
  if (wanted === niceness || process.platform !== 'linux') return;
  try {
    setPriority(wanted);
    niceness = wanted;
  } catch {
    // Not allowed to go back: the pool gives this thread to slow questions first.
  }
}
