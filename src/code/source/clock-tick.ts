/**
 * File systems tell times by a clock that ticks less often than the wall clock: what was changed less than this before an
 * instant may have changed after it without another time.
 */
export const CLOCK_TICK_MS = 50;
