import type { Secret } from './base/secret.ts';
import { type Account, type AccountStore, ensureOwnerAccount } from './domain/accounts/index.ts';
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
  const account = await ensureOwnerAccount(deps);
  if (await deps.keys.hasAny(account.id)) return { account, firstKey: null };
  const issued = await issueKey(deps, { account, name: 'first key' });
  if (!issued.ok) throw new Error(`the first key was refused: ${issued.error.message}`);
  return { account, firstKey: issued.value.token };
}
