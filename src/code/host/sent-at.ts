/** Messages do not wait longer than this: more is the wall clock, which was set between the starts of two processes. */
const WAIT_MS_MAX = 30_000;

/** Now, in milliseconds that mean the same in all processes and threads of a machine but for when its clock was set. */
export function sentNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * How long a message has waited for its reader, who may have had to be started for it: on a busy machine that takes
 * seconds, which the question no longer has.
 */
export function waitedMs(sentAtMs: number): number {
  return Math.min(Math.max(sentNowMs() - sentAtMs, 0), WAIT_MS_MAX);
}
