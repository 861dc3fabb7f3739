import { makeLru } from '../../base/lru.ts';
import type { Peers } from '../../base/peers.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './store.ts';

/** Begins the name of an account's record, which its id ends, when a change of it is told to other processes. */
export const ACCOUNT_RECORD = 'account:';

/** Accounts kept at hand. */
const CACHED_ACCOUNTS_MAX = 20_000;

/**
 * Keeps accounts by id; its own writes drop them, so that a plan change acts on the very next request, and so do those
 * of other processes. While a change by one of these may have passed unnoticed, storage is asked each time. Every write
 * to accounts must go through such a store.
 */
export function cacheAccounts(
  store: AccountStore,
  options: { readonly peers: Peers; readonly entriesMax?: number },
): AccountStore {
  const { peers } = options;
  const accounts = makeLru<string, Account>(options.entriesMax ?? CACHED_ACCOUNTS_MAX);
  let writes = 0;

  peers.onChange((names) => {
    writes++;
    if (names === null) return accounts.clear();
    for (const name of names) if (name.startsWith(ACCOUNT_RECORD)) accounts.delete(name.slice(ACCOUNT_RECORD.length));
  });

  return {
    insert: (account) => store.insert(account),
    findByEmail: (email) => store.findByEmail(email),
    list: () => store.list(),
    async findById(id) {
      const cached = peers.currentForMs() > 0 ? accounts.get(id) : undefined;
      if (cached !== undefined) return cached;
      const writesBefore = writes;
      const account = await store.findById(id);
      // Read while a plan changed: it may be the plan before, and is not kept.
      if (account !== null && writesBefore === writes) accounts.set(id, account);
      return account;
    },
    async setPlan(id, plan) {
      writes++;
      accounts.delete(id);
      try {
        return await store.setPlan(id, plan);
      } finally {
        writes++;
        accounts.delete(id);
      }
    },
  };
}
