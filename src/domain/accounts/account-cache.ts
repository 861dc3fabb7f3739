import { makeLru } from '../../base/lru.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './store.ts';

/** Accounts kept at hand. */
const CACHED_ACCOUNTS_MAX = 20_000;

/**
 * Keeps accounts by id; its own writes drop them, so that a plan change acts on the very next request. Every write to
 * accounts must go through this one store.
 */
export function cacheAccounts(store: AccountStore, options: { readonly entriesMax?: number } = {}): AccountStore {
  const accounts = makeLru<string, Account>(options.entriesMax ?? CACHED_ACCOUNTS_MAX);
  let writes = 0;

  return {
    insert: (account) => store.insert(account),
    findByEmail: (email) => store.findByEmail(email),
    list: () => store.list(),
    async findById(id) {
      const cached = accounts.get(id);
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
