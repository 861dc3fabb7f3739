import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ApiKey } from './key.ts';
import { type KeyProblem, unknownKey } from './problem.ts';
import { findOwnKey, type KeyAddress } from './rotate.ts';
import type { KeyStore } from './store.ts';

/** Ends a key for good; acts on the very next request. Revoking again gives the first instant. */
export async function revokeKey(
  deps: { readonly keys: KeyStore; readonly clock: Clock },
  input: KeyAddress,
): Promise<Result<ApiKey, KeyProblem>> {
  const key = await findOwnKey(deps.keys, input);
  if (key === null) return err(unknownKey(input.prefix));
  const revoked = await deps.keys.revoke(key.prefix, deps.clock.now());
  return revoked === null ? err(unknownKey(input.prefix)) : ok(revoked);
}
