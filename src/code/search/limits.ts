import { limitOf } from '../engine-limits.ts';

/** Larger files are named as a gap: they are data or generated, and would take the time of thousands of others. */
export const FILE_BYTES_MAX = limitOf('fileBytesMax');

/** Characters of a line that an answer shows. */
export const LINE_CHARACTERS_MAX = 300;

/** Rows that can be paged through; beyond it the counts go on and the limit is named. */
export const ROWS_KEPT_MAX = 20_000;

/** Names given with each gap. */
export const GAP_NAMES_MAX = 5;

/** Names offered when nothing was found. */
export const NEAR_NAMES_MAX = 3;

/** A NUL among the first bytes makes a file binary, as for git. */
export const BINARY_PROBE_BYTES = 8_000;
