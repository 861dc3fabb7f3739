/** A block of units taken durably from a counter. */
interface Lease {
  /** Units granted: 0 when the counter has reached its limit. */
  readonly granted: number;
  /** Units that the counter holds now, this block included. */
  readonly total: number;
}

/** What a process asks of a window that processes share. */
export interface WindowAsk {
  /** `minute:<account id>` or `ip:<limit>:<address>`. */
  readonly subject: string;
  readonly windowMs: number;
  /** Most units that any span of the window's length may hold. */
  readonly cap: number;
  /** Names the new block: no two blocks of a subject may share one. */
  readonly blockId: string;
  /** For so long from now on the new block may be served. */
  readonly blockMs: number;
  /** Units for the requests that wait. */
  readonly units: number;
  /** Units beside them, of which at most a `part`-th part of what is left is granted. Both 0: nothing is leased. */
  readonly surplus: number;
  readonly part: number;
  /** Blocks that are served no more: what was served of them, and how long ago the last. Told twice, it counts once. */
  readonly ended: readonly { readonly blockId: string; readonly units: number; readonly agoMs: number }[];
  /** The count may be lost with the machine's power. */
  readonly isLoose: boolean;
}

/** A window as storage knows it after an ask. */
export interface WindowAnswer {
  /** Units of the new block; 0 means that there is none. */
  readonly granted: number;
  /** Units in the window, this block included. */
  readonly used: number;
  /** Milliseconds until the oldest unit leaves the window, at the latest; null when it holds none. */
  readonly oldestLeavesMs: number | null;
  /** Milliseconds until it holds fewer than the cap, at the latest; null when it does, or never will. */
  readonly roomInMs: number | null;
}

/**
 * What the limits module needs of storage. A counter is `account:<id>` or `key:<prefix>`, a period `YYYY-MM` (UTC).
 * Every act is one atomic statement, so that racing callers and processes can never be granted more than the limit.
 */
export interface LimitStore {
  /**
   * Takes up to `units` while the counter stays at or below `limit` (null: no limit), and of `surplus` (none if not given)
   * as much as leaves 31 of 32 parts of what remains to others. Durable when it resolves.
   */
  leaseUnits(lease: {
    readonly counter: string;
    readonly period: string;
    readonly units: number;
    readonly surplus?: number;
    readonly limit: number | null;
  }): Promise<Lease>;
  /** Gives unused units of a lease back; never below zero. */
  returnUnits(counter: string, period: string, units: number): Promise<void>;
  /** Units taken so far; 0 for a counter never used. */
  readUnits(counter: string, period: string): Promise<number>;
  /** Records that an account passed `percent` of its quota. True exactly once for each (account, period, percent). */
  recordThreshold(accountId: string, period: string, percent: number, at: Date): Promise<boolean>;
  /** The percents recorded, ascending. */
  listThresholds(accountId: string, period: string): Promise<readonly number[]>;
  /**
   * Records that up to `units` requests of the account may be served until `expiresAt`, so that a restart within the
   * minute still knows of them; forgets the account's blocks that expired at or before `forgetBefore`.
   */
  recordMinuteBlock(block: {
    readonly accountId: string;
    readonly units: number;
    readonly expiresAt: Date;
    readonly forgetBefore: Date;
  }): Promise<void>;
  /** The blocks that expire after `since`, of all accounts. */
  listMinuteBlocks(since: Date): Promise<readonly { accountId: string; units: number; expiresAt: Date }[]>;
  /**
   * Settles blocks that ended, forgets those that left the window, and leases a block, all at once and one process at a
   * time. A block counts from now until it ends and the window's length longer; one that ended, from its last request.
   */
  askWindow(ask: WindowAsk): Promise<WindowAnswer>;
  /** Deletes windows that nobody used for longer than any lasts, so many at most. Tells how many were deleted. */
  purgeWindows(most: number): Promise<number>;
}
