export type { Account } from './account.ts';
export { ACCOUNT_RECORD, cacheAccounts } from './account-cache.ts';
export { ensureOwnerAccount } from './owner.ts';
export type { AccountStore } from './store.ts';
