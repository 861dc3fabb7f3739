/**
 * Advisory locks of the service: the first number of each is this one, which no other program at the same database is
 * likely to use.
 */
export const LOCK_CLASS = 0x506f7274;

/** Second numbers. Live nodes have theirs in another class. */
export const LOCKS = { migrate: 1, exclusive: 2 } as const;
