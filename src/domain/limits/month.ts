import type { Clock } from '../../base/clock.ts';

/** A calendar month in UTC: the window of the quota and of the keys' caps. */
export interface Month {
  /** `YYYY-MM`. */
  readonly period: string;
  /** The first of the next month, 00:00:00Z. */
  readonly endMs: number;
  readonly resetAt: Date;
  readonly seconds: number;
}

/**
 * Tells the month. It never goes back while the process lives: a wall clock set back across a month's end would else
 * open the spent month again. The same object is given for the whole month, so that callers compare by identity.
 */
export function makeMonthClock(clock: Clock): () => Month {
  let month = monthAt(clock.now());
  return () => {
    const now = clock.now();
    if (now.getTime() >= month.endMs) month = monthAt(now);
    return month;
  };
}

/** The month that holds an instant. */
export function monthAt(now: Date): Month {
  const year = now.getUTCFullYear();
  const index = now.getUTCMonth();
  const endMs = Date.UTC(year, index + 1, 1);
  return {
    period: now.toISOString().slice(0, 7),
    endMs,
    resetAt: new Date(endMs),
    seconds: (endMs - Date.UTC(year, index, 1)) / 1_000,
  };
}
