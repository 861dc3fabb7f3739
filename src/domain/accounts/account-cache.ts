import type { AccountStore } from './store.ts';

/** Accounts kept at hand. */
export const CACHED_ACCOUNTS_MAX = 20_000;

/**
 * Keeps accounts by id; its own writes drop them, so that a plan change acts on the very next request. Every write to
 * accounts must go through this one store.
 */
export function cacheAccounts(store: AccountStore, options: { readonly entriesMax?: number } = {}): AccountStore {
  throw new Error(`not built yet: ${String(store)} ${options.entriesMax ?? CACHED_ACCOUNTS_MAX}`);
}
