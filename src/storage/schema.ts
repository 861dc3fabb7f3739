/** Row types of every table; filled in by the storage module. */
// biome-ignore lint/suspicious/noEmptyInterface: the storage work replaces this at once
export interface Schema {}
