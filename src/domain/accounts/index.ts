export type { Account } from './account.ts';
export { cacheAccounts } from './account-cache.ts';
export { ensureOwnerAccount } from './owner.ts';
export type { AccountStore } from './store.ts';
