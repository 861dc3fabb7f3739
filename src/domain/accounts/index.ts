export { type Account, OWNER_EMAIL } from './account.ts';
export { cacheAccounts } from './account-cache.ts';
export type { AccountStore } from './store.ts';
