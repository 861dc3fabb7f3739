import { assert } from '../../src/base/assert.ts';

/**
 * Sends a signal to one process; false when it has ended. Refuses what names no single process: to the system 0 is the
 * sender's own group, with the whole run of tests in it, and what is below 0 are groups.
 */
export function sendSignal(pid: number | null | undefined, signal: NodeJS.Signals | 0): boolean {
  assert(Number.isInteger(pid) && Number(pid) > 1, `a signal is for one process, not for ${pid}`);
  try {
    return process.kill(Number(pid), signal);
  } catch {
    return false;
  }
}

/** Whether a process is there; one of ours that has ended is there until its end was waited for. */
export function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}
