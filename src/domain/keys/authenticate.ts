import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AccountStore } from '../accounts/index.ts';
import { legacyLookupOf } from './import-legacy.ts';
import { type ApiKey, type HashedSecret, statusAt } from './key.ts';
import type { KeyReader } from './key-cache.ts';
import type { Principal } from './principal.ts';
import { digestSecret, digestsEqual, SALT_BYTES } from './secret-hash.ts';
import { type ParsedToken, parseToken } from './token.ts';

/**
 * How a token is proven, and why in this way: whoever does not hold the right secret must not learn, by answer or by
 * time, whether a prefix exists, is cached, is revoked or is being rotated. So every well-formed token that fails
 * costs one look-up in storage, one HMAC and two comparisons:
 *
 *   cached, secret right    no look-up, one HMAC                     the hot path
 *   cached, secret wrong    one look-up (the record anew), one HMAC  also sees a rotation by another process
 *   not cached              one look-up, one HMAC
 *   unknown prefix          one look-up, one HMAC against a dummy
 *
 * A malformed token is known to be so by its own checksum; that tells nothing of us.
 */

/** Why a token is refused, for the log and, once the secret has matched, for the caller. */
export type KeyRejection = 'malformed' | 'unknown' | 'revoked' | 'expired';

/** What proving a token needs. */
export interface AuthenticateDeps {
  readonly keys: KeyReader;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly clock: Clock;
  readonly legacyLookupKey: KeyObject;
}

/** Compared against when there is nothing to compare with. What it says is never believed: see secretMatches. */
const DUMMY: HashedSecret = { salt: new Uint8Array(SALT_BYTES), secretHash: new Uint8Array(32) };

/** Proves a bearer token. `revoked` and `expired` are said only to a caller who holds the right secret. */
export async function authenticateKey(deps: AuthenticateDeps, token: string): Promise<Result<Principal, KeyRejection>> {
  const parsed = parseToken(token);
  if (parsed === null) return err('malformed');
  const key = await findProven(deps, parsed);
  if (key === null) return err('unknown');
  const status = statusAt(key, deps.clock.now());
  if (status !== 'active') return err(status);
  const account = await deps.accounts.findById(key.accountId);
  // An account that is gone takes its keys with it.
  if (account === null) return err('unknown');
  return ok({
    accountId: key.accountId,
    plan: account.plan,
    keyPrefix: key.prefix,
    toolScope: key.toolScope,
    keyMonthlyCap: key.monthlyCap,
    keyExpiresAt: key.expiresAt,
  });
}

/** The record whose secret the token holds; null when there is none. */
async function findProven(deps: AuthenticateDeps, parsed: ParsedToken): Promise<ApiKey | null> {
  const secret = parsed.form === 'current' ? parsed.secret : parsed.token;
  const find = lookUp(deps, parsed);
  const cached = find.cached();
  if (cached === null) {
    const stored = await find.stored();
    return secretMatches(stored, secret, deps.clock) ? stored : null;
  }
  if (secretMatches(cached, secret, deps.clock)) return cached;
  const stored = await find.stored();
  // Only a record that changed in another process is worth a second HMAC; an attacker cannot make one.
  const changed = stored !== null && Buffer.compare(stored.secretHash, cached.secretHash) !== 0;
  return changed && secretMatches(stored, secret, deps.clock) ? stored : null;
}

function lookUp(deps: AuthenticateDeps, parsed: ParsedToken) {
  const { keys } = deps;
  if (parsed.form === 'current') {
    const { prefix } = parsed;
    return { cached: () => keys.peekPrefix?.(prefix) ?? null, stored: () => keys.findByPrefix(prefix) };
  }
  const lookup = legacyLookupOf(deps.legacyLookupKey, parsed.token);
  return { cached: () => keys.peekLegacyLookup?.(lookup) ?? null, stored: () => keys.findByLegacyLookup(lookup) };
}

/**
 * Whether the secret is the record's, or the one before it while their overlap lasts. Both share the record's salt, so
 * one HMAC serves, and both comparisons are always made.
 */
function secretMatches(key: ApiKey | null, secret: string, clock: Clock): boolean {
  const record = key ?? DUMMY;
  const digest = digestSecret(record.salt, secret);
  const overlap = key?.overlap ?? null;
  const isCurrent = digestsEqual(digest, record.secretHash);
  const isPrevious = digestsEqual(digest, overlap?.secretHash ?? DUMMY.secretHash);
  if (key === null) return false;
  return isCurrent || (isPrevious && overlap !== null && overlap.until > clock.now());
}
