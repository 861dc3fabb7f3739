import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { DAY_MS } from '../../base/units.ts';
import type { IssuedKey } from './issue.ts';
import { statusAt } from './key.ts';
import { type KeyProblem, keyProblem, unknownKey } from './problem.ts';
import type { KeyRandomness } from './randomness.ts';
import { digestSecret } from './secret-hash.ts';
import type { KeyStore } from './store.ts';
import { makeToken } from './token.ts';

/** Longest time that an old secret may live beside the new one. */
const OVERLAP_MAX_MS = 7 * DAY_MS;

/** Whose key, and which. */
export interface KeyAddress {
  readonly prefix: string;
  /** The account that must own it; null for the operator, who may reach every key. */
  readonly accountId: string | null;
}

/**
 * Gives a key a new secret under the same prefix; the old one stops at once, or after `overlapMs`. The salt stays: it
 * belongs to the record, and because both secrets share it one HMAC checks a token against both (authenticate.ts).
 */
export async function rotateKey(
  deps: { readonly keys: KeyStore; readonly clock: Clock; readonly random: KeyRandomness },
  input: KeyAddress & { readonly overlapMs: number },
): Promise<Result<IssuedKey, KeyProblem>> {
  if (!Number.isSafeInteger(input.overlapMs) || input.overlapMs < 0 || input.overlapMs > OVERLAP_MAX_MS)
    return err(keyProblem('invalid_overlap', 'The overlap is a span from 0s to 7d.'));
  const before = await findOwnKey(deps.keys, input);
  if (before === null) return err(unknownKey(input.prefix));
  if (before.legacyLookup !== null)
    return err(
      keyProblem('legacy_key', 'A key of the old form cannot be rotated: create a new key, then revoke this.'),
    );
  const now = deps.clock.now();
  const status = statusAt(before, now);
  if (status === 'revoked') return err(keyProblem('key_revoked', 'This key is revoked for good: create a new one.'));
  if (status === 'expired')
    return err(keyProblem('key_expired', 'This key has expired: give it a later expiry first, or create a new one.'));
  const { secret, token } = makeToken(deps.random, before.prefix);
  const next = { salt: before.salt, secretHash: digestSecret(before.salt, secret) };
  const until = input.overlapMs === 0 ? null : new Date(now.getTime() + input.overlapMs);
  const key = await deps.keys.rotate(before.prefix, next, until);
  // Somebody revoked it between the look and the act.
  if (key === null) return err(keyProblem('key_revoked', 'This key is revoked for good: create a new one.'));
  return ok({ key, token });
}

/** The key, if it is of the account (or of any, for the operator). */
export async function findOwnKey(keys: Pick<KeyStore, 'findByPrefix'>, address: KeyAddress) {
  const key = await keys.findByPrefix(address.prefix);
  return key === null || (address.accountId !== null && key.accountId !== address.accountId) ? null : key;
}
