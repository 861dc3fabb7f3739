/** Milliseconds in the units that rules are written in. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Bytes in the units that bounds are written in. */
export const KIB = 1_024;
export const MIB = 1_024 * KIB;
