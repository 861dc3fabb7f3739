import type { Secret } from './base/secret.ts';
import { type Account, type AccountStore, ensureOwnerAccount } from './domain/accounts/index.ts';
import { type IssueDeps, issueKey, type KeyStore } from './domain/keys/index.ts';
import { type StartRoots, type StartRootsDeps, syncStartRoots } from './domain/projects/index.ts';
import type { Database } from './storage/database.ts';

/** The owner account, and the plaintext of its first key if this start has made it. */
export interface Owner {
  readonly account: Account;
  readonly firstKey: Secret | null;
}

/** What a start leaves in storage before it serves. */
export type Prepared = Owner & StartRoots;

/**
 * Makes the owner, the first key and the projects of the given roots. Of processes that start at once each does so in
 * its turn: one account, and one first key, which exactly one of them is given.
 */
export async function prepareStart(
  deps: OwnerDeps & StartRootsDeps & { readonly database: Pick<Database, 'exclusively'> },
  roots: readonly string[],
): Promise<Prepared> {
  return await deps.database.exclusively(async () => {
    const owner = await ensureOwner(deps);
    return { ...owner, ...(await syncStartRoots(deps, owner.account.id, roots)) };
  });
}

type OwnerDeps = IssueDeps & { readonly accounts: AccountStore; readonly keys: KeyStore };

/**
 * Makes what the first start needs: the owner account on plan max, and its key. A start that was killed in between is
 * continued: the key is made when the owner never had one.
 */
async function ensureOwner(deps: OwnerDeps): Promise<Owner> {
  const account = await ensureOwnerAccount(deps);
  if (await deps.keys.hasAny(account.id)) return { account, firstKey: null };
  const issued = await issueKey(deps, { account, name: 'first key' });
  if (!issued.ok) throw new Error(`the first key was refused: ${issued.error.message}`);
  return { account, firstKey: issued.value.token };
}
