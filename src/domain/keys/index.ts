export { type ApiKey, type HashedSecret, type KeyStatus, statusAt, type ToolScope } from './key.ts';
export type { KeyChanges, KeyStore } from './store.ts';
