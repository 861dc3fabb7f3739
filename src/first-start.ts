import { setTimeout } from 'node:timers/promises';
import type { Secret } from './base/secret.ts';
import { UnavailableError } from './base/unavailable.ts';
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
  const prepare = async (): Promise<Prepared> => {
    const owner = await ensureOwner(deps);
    return { ...owner, ...(await syncStartRoots(deps, owner.account.id, roots)) };
  };
  return await untilStored(() => deps.database.exclusively(prepare));
}

/** Pause before another attempt, and attempts: a server that many nodes start at may be busy for some seconds. */
const PAUSE_MS = 500;
const ATTEMPTS_MAX = 20;

/** Tries again while the storage, which was opened a moment ago, gives no answer: what was done before is found done. */
async function untilStored<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof UnavailableError) || attempt === ATTEMPTS_MAX) throw failure;
    }
    await setTimeout(PAUSE_MS);
  }
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
