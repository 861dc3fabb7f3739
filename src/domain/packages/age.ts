import { plural } from '../../base/plural.ts';
import { DAY_MS } from '../../base/units.ts';

/** A version or package younger than this may be malware that nobody has noticed yet. Source: docs/tools.md, "check_package". */
export const NEW_MS = 7 * DAY_MS;

/** Advisories older than this say too little of today. Source: as above. */
export const STALE_MS = 7 * DAY_MS;

/** Whether something happened within the span before now; false when it is not known when. */
export function isYounger(date: Date | null, now: Date, spanMs: number): boolean {
  return date !== null && now.getTime() - date.getTime() < spanMs;
}

/** An age in words, in whole days. */
export function describeDays(date: Date, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - date.getTime()) / DAY_MS));
  if (days === 0) return 'less than a day';
  return plural(days, 'day');
}
