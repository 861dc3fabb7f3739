import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AccountStore } from '../accounts/index.ts';
import { type AttributeRules, checkAttributes } from './attributes.ts';
import type { ApiKey } from './key.ts';
import { type KeyProblem, keyProblem, unknownKey } from './problem.ts';
import { findOwnKey, type KeyAddress } from './rotate.ts';
import type { KeyChanges, KeyStore } from './store.ts';

/** What changing a key needs. */
export interface UpdateDeps extends AttributeRules {
  readonly keys: KeyStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly clock: Clock;
}

/** Changes what an owner may change after issue; acts on the very next request. An expired key may be given time. */
export async function updateKey(
  deps: UpdateDeps,
  input: KeyAddress & { readonly changes: KeyChanges },
): Promise<Result<ApiKey, KeyProblem>> {
  const key = await findOwnKey(deps.keys, input);
  if (key === null) return err(unknownKey(input.prefix));
  if (key.revokedAt !== null) return err(keyProblem('key_revoked', 'This key is revoked for good: create a new one.'));
  const account = await deps.accounts.findById(key.accountId);
  if (account === null) return err(keyProblem('unknown_account', 'The account of this key does not exist any more.'));
  const holder = { plan: account.plan, scopeNow: key.toolScope, now: deps.clock.now() };
  const checked = checkAttributes(deps, input.changes, holder);
  if (!checked.ok) return checked;
  const changed = await deps.keys.update(key.prefix, checked.value);
  return changed === null ? err(unknownKey(input.prefix)) : ok(changed);
}
