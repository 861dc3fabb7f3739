export { type Account, OWNER_EMAIL } from './account.ts';
export type { AccountStore } from './store.ts';
