import { newId } from './base/ids.ts';
import type { Secret } from './base/secret.ts';
import { type Account, type AccountStore, OWNER_EMAIL } from './domain/accounts/index.ts';
import { type IssueDeps, issueKey, type KeyStore } from './domain/keys/index.ts';

/** The owner account, and the plaintext of its first key if this start has made it. */
export interface Owner {
  readonly account: Account;
  readonly firstKey: Secret | null;
}

/**
 * Makes what the first start needs: the owner account on plan max, and its key. A start that was killed in between is
 * continued: the key is made when the owner never had one.
 */
export async function ensureOwner(
  deps: IssueDeps & { readonly accounts: AccountStore; readonly keys: KeyStore },
): Promise<Owner> {
  const now = deps.clock.now();
  await deps.accounts.insert({ id: newId(now), email: OWNER_EMAIL, plan: 'max', createdAt: now });
  const account = await deps.accounts.findByEmail(OWNER_EMAIL);
  if (account === null) throw new Error('the owner account was not made');
  if ((await deps.keys.list(account.id)).length > 0) return { account, firstKey: null };
  const issued = await issueKey(deps, { account, name: 'first key' });
  if (!issued.ok) throw new Error(`the first key was refused: ${issued.error.message}`);
  return { account, firstKey: issued.value.token };
}
