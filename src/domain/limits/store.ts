/** A block of units taken durably from a counter. */
interface Lease {
  /** Units granted: 0 when the counter has reached its limit. */
  readonly granted: number;
  /** Units that the counter holds now, this block included. */
  readonly total: number;
}

/**
 * What the limits module needs of storage. A counter is `account:<id>` or `key:<prefix>`, a period `YYYY-MM` (UTC).
 * Every act is one atomic statement, so that racing callers and processes can never be granted more than the limit.
 */
export interface LimitStore {
  /** Takes up to `units` while the counter stays at or below `limit` (null: no limit). Durable when it resolves. */
  leaseUnits(lease: {
    readonly counter: string;
    readonly period: string;
    readonly units: number;
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
}
