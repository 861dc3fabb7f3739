import type { ApiKey, HashedSecret, ToolScope } from './key.ts';

/** The attributes of a key that its owner may change after it was issued. Absent = unchanged. */
export interface KeyChanges {
  readonly name?: string;
  readonly expiresAt?: Date | null;
  readonly monthlyCap?: number | null;
  readonly toolScope?: ToolScope;
}

/** What the keys module needs of storage. Every change is one atomic act and durable when its promise resolves. */
export interface KeyStore {
  findByPrefix(prefix: string): Promise<ApiKey | null>;
  findByLegacyLookup(lookup: Uint8Array): Promise<ApiKey | null>;
  /** Newest last; of one account, or of all when `accountId` is null. */
  list(accountId: string | null): Promise<readonly ApiKey[]>;
  /** Whether the account ever had a key. As fast with 100,000 keys as with one. */
  hasAny(accountId: string): Promise<boolean>;
  /** False when the prefix (or the legacy look-up) is taken; nothing is written then. */
  insert(key: ApiKey): Promise<boolean>;
  /** The changed key; null when there is none of that prefix. */
  update(prefix: string, changes: KeyChanges): Promise<ApiKey | null>;
  /** Replaces the secret; the one before stays good until `overlapUntil` (null: it stops now). Null when unknown or revoked. */
  rotate(prefix: string, next: HashedSecret, overlapUntil: Date | null): Promise<ApiKey | null>;
  /** Revokes once: a second call changes nothing and gives the first instant. Null when unknown. */
  revoke(prefix: string, now: Date): Promise<ApiKey | null>;
  /** Remembers the last use; never moves it back. */
  touch(prefix: string, usedAt: Date): Promise<void>;
}
