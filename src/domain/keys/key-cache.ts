import { makeLru } from '../../base/lru.ts';
import type { Peers } from '../../base/peers.ts';
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

/** Begins the name of a key's record, which its prefix ends, when a change of it is told to other processes. */
export const KEY_RECORD = 'key:';

/** Records kept: at about 1 KiB each. */
const CACHED_KEYS_MAX = 20_000;

/**
 * Keeps records, never verdicts, by prefix; its own writes drop them, so that a change acts on the very next request,
 * and so do those of other processes. While a change by one of these may have passed unnoticed nothing is at hand.
 * Every write to keys must go through such a store.
 */
export function cacheKeys(
  store: KeyStore,
  options: { readonly peers: Peers; readonly entriesMax?: number },
): CachedKeyStore {
  const { peers } = options;
  const entriesMax = options.entriesMax ?? CACHED_KEYS_MAX;
  const records = makeLru<string, ApiKey>(entriesMax);
  const prefixByLookup = makeLru<string, string>(entriesMax);
  let writes = 0;

  peers.onChange((names) => {
    writes++;
    if (names === null) return records.clear();
    for (const name of names) if (name.startsWith(KEY_RECORD)) records.delete(name.slice(KEY_RECORD.length));
  });

  const peek = (prefix: string): ApiKey | null => (peers.currentForMs() > 0 ? (records.get(prefix) ?? null) : null);

  /** A read that was under way while something was written may carry the state before it: it is not kept. */
  async function load(find: () => Promise<ApiKey | null>): Promise<ApiKey | null> {
    const writesBefore = writes;
    const key = await find();
    if (key === null || writesBefore !== writes) return key;
    records.set(key.prefix, key);
    if (key.legacyLookup !== null) prefixByLookup.set(hexOf(key.legacyLookup), key.prefix);
    return key;
  }

  /** Drops the record before the write and again after it, whatever the write said: a failed one may have happened. */
  async function write<T>(prefix: string, act: () => Promise<T>): Promise<T> {
    writes++;
    records.delete(prefix);
    try {
      return await act();
    } finally {
      writes++;
      records.delete(prefix);
    }
  }

  return {
    peekPrefix: peek,
    peekLegacyLookup(lookup) {
      const prefix = prefixByLookup.get(hexOf(lookup));
      return prefix === undefined ? null : peek(prefix);
    },
    async findByPrefix(prefix) {
      const key = await load(() => store.findByPrefix(prefix));
      if (key === null) records.delete(prefix);
      return key;
    },
    findByLegacyLookup: (lookup) => load(() => store.findByLegacyLookup(lookup)),
    list: (accountId) => store.list(accountId),
    hasAny: (accountId) => store.hasAny(accountId),
    insert: (key) => write(key.prefix, () => store.insert(key)),
    update: (prefix, changes) => write(prefix, () => store.update(prefix, changes)),
    rotate: (prefix, next, overlapUntil) => write(prefix, () => store.rotate(prefix, next, overlapUntil)),
    revoke: (prefix, now) => write(prefix, () => store.revoke(prefix, now)),
    // The last use decides nothing, so that its write need not cost the next request a look-up.
    touch: (prefix, usedAt) => store.touch(prefix, usedAt),
  };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
