import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/units.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Last instant that can be stored and shown: a year of four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** ISO 8601: a date, or a date and time with its zone. Without a zone the instant would depend on the machine. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** `10s`, `15m`, `1h`, `7d` in milliseconds; null when it is none. */
export function parseDurationMs(text: string): number | null {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  if (match === null) return null;
  return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
}

/** An instant as an operator writes it: `30d` from now, or ISO 8601 (a date is its midnight, UTC). Null when neither. */
export function parseExpiry(text: string, now: Date): Date | null {
  const duration = parseDurationMs(text);
  const ms = duration === null ? parseIsoMs(text) : now.getTime() + duration;
  return ms === null || ms > LATEST_MS ? null : new Date(ms);
}

function parseIsoMs(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day] = match.map(Number);
  // Date.parse turns 31 February into 3 March: a wrong date is refused, not moved.
  const midnight = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  if (midnight.getUTCMonth() + 1 !== month || midnight.getUTCDate() !== day) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
