/** Milliseconds of a second: the unit of every span here, because clocks and timers count in it. */
export const SECOND_MS = 1_000;

/** Milliseconds of a minute. */
export const MINUTE_MS = 60 * SECOND_MS;

/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds of a day of 24 hours, as a span; the calendar's days are in UTC and have no others. */
export const DAY_MS = 24 * HOUR_MS;

/** Bytes of a KiB: bounds of bodies, texts and files are written in binary units. */
export const KIB = 1_024;

/** Bytes of a MiB. */
export const MIB = 1_024 * KIB;
