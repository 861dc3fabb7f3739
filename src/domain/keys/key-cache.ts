import type { ApiKey } from './key.ts';
import type { KeyStore } from './store.ts';

/** What proving a token asks of keys. The peeks are there only when a cache is; `find…` then reads storage anew. */
export type KeyReader = Pick<KeyStore, 'findByPrefix' | 'findByLegacyLookup'> & {
  /** The cached record, or null when it is not at hand. Never waits. */
  peekPrefix?(prefix: string): ApiKey | null;
  peekLegacyLookup?(lookup: Uint8Array): ApiKey | null;
};

/** A key store that keeps records at hand. */
export type CachedKeyStore = KeyStore & Required<KeyReader>;

/** Records kept: at about 1 KiB each. */
export const CACHED_KEYS_MAX = 20_000;

/**
 * Keeps records, never verdicts, by prefix; its own writes drop them, so that a change acts on the very next request.
 * Every write to keys must go through this one store.
 */
export function cacheKeys(store: KeyStore, options: { readonly entriesMax?: number } = {}): CachedKeyStore {
  throw new Error(`not built yet: ${String(store)} ${options.entriesMax ?? CACHED_KEYS_MAX}`);
}
