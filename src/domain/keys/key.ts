/** The tools that a key may call: all of them, or only the named ones (an empty list: none). */
export type ToolScope = 'all' | readonly string[];

/** A secret as it is stored: never the plaintext. */
export interface HashedSecret {
  /** 16 random bytes. */
  readonly salt: Uint8Array;
  /** HMAC-SHA-256(salt, secret). */
  readonly secretHash: Uint8Array;
}

/** The issued credential. Its status is computed from these facts, never stored. Source: specification, "API key". */
export interface ApiKey extends HashedSecret {
  /** The public part before the dot; for a legacy key `mcp_sk_` and a digest of the token. */
  readonly prefix: string;
  readonly accountId: string;
  readonly name: string;
  readonly toolScope: ToolScope;
  /** Calls a month, or null for no cap of its own. */
  readonly monthlyCap: number | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The secret before the last rotation, good until `until`; null when it stopped at once. */
  readonly overlap: (HashedSecret & { readonly until: Date }) | null;
  /** Only for keys of the legacy form: the keyed hash by which the whole token is found. */
  readonly legacyLookup: Uint8Array | null;
}

/** What a key is worth at an instant. */
export type KeyStatus = 'active' | 'revoked' | 'expired';

/** Status at an instant. Revocation wins over expiry, because an owner's act outranks a timer. */
export function statusAt(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  return 'active';
}
