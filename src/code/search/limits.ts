/** Rows that can be paged through; beyond it the counts go on and the limit is named. */
export const ROWS_KEPT_MAX = 20_000;

/** Names given with each gap. */
export const GAP_NAMES_MAX = 5;

/** Names offered when nothing was found. */
export const NEAR_NAMES_MAX = 3;
