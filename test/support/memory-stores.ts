import { assert } from '../../src/base/assert.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import type { Account, AccountStore } from '../../src/domain/accounts/index.ts';
import type { ApiKey, KeyStore } from '../../src/domain/keys/index.ts';
import type { LimitStore } from '../../src/domain/limits/index.ts';
import { memoryWindows } from './memory-windows.ts';

/**
 * Stores in memory, as exact and atomic as the real ones: each act happens in one step, after a turn of the event loop's
 * queue and with another before its answer arrives, so that racing callers interleave.
 */
async function act<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  const result = work();
  await Promise.resolve();
  return result;
}

function assertUnits(units: number): void {
  assert(Number.isSafeInteger(units) && units >= 0, 'a whole number of units');
}

const byAge = (a: { readonly createdAt: Date }, b: { readonly createdAt: Date }) =>
  a.createdAt.getTime() - b.createdAt.getTime();

/** Accounts in memory. */
export function memoryAccountStore(accounts: readonly Account[] = []): AccountStore {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return {
    insert: (account) =>
      act(() => {
        const isTaken = [...byId.values()].some((other) => other.email === account.email);
        if (!isTaken) byId.set(account.id, account);
        return !isTaken;
      }),
    findById: (id) => act(() => byId.get(id) ?? null),
    findByEmail: (email) => act(() => [...byId.values()].find((account) => account.email === email) ?? null),
    list: () => act(() => [...byId.values()].sort(byAge)),
    setPlan: (id, plan) =>
      act(() => {
        const account = byId.get(id);
        if (account === undefined) return null;
        const changed = { ...account, plan };
        byId.set(id, changed);
        return changed;
      }),
  };
}

/** API keys in memory. */
export function memoryKeyStore(): KeyStore {
  const keys = new Map<string, ApiKey>();
  const sameBytes = (a: Uint8Array | null, b: Uint8Array) => a !== null && Buffer.compare(a, b) === 0;
  const byLookup = (lookup: Uint8Array) =>
    [...keys.values()].find((key) => sameBytes(key.legacyLookup, lookup)) ?? null;
  const change = (prefix: string, change: (key: ApiKey) => Partial<ApiKey> | null) =>
    act(() => {
      const key = keys.get(prefix);
      const changes = key === undefined ? null : change(key);
      if (key === undefined || changes === null) return null;
      const changed = { ...key, ...changes };
      keys.set(prefix, changed);
      return changed;
    });
  return {
    findByPrefix: (prefix) => act(() => keys.get(prefix) ?? null),
    findByLegacyLookup: (lookup) => act(() => byLookup(lookup)),
    list: (accountId) =>
      act(() => [...keys.values()].filter((key) => accountId === null || key.accountId === accountId).sort(byAge)),
    hasAny: (accountId) => act(() => [...keys.values()].some((key) => key.accountId === accountId)),
    insert: (key) =>
      act(() => {
        const isTaken = keys.has(key.prefix) || (key.legacyLookup !== null && byLookup(key.legacyLookup) !== null);
        if (!isTaken) keys.set(key.prefix, key);
        return !isTaken;
      }),
    update: (prefix, changes) => change(prefix, () => changes),
    rotate: (prefix, next, overlapUntil) =>
      change(prefix, ({ salt, secretHash, revokedAt }) => {
        if (revokedAt !== null) return null;
        return { ...next, overlap: overlapUntil === null ? null : { salt, secretHash, until: overlapUntil } };
      }),
    revoke: (prefix, now) => change(prefix, (key) => ({ revokedAt: key.revokedAt ?? now })),
    async touch(prefix, usedAt) {
      await change(prefix, ({ lastUsedAt }) => ({
        lastUsedAt: lastUsedAt !== null && lastUsedAt > usedAt ? lastUsedAt : usedAt,
      }));
    },
  };
}

/** Counters and windows in memory; the clock is the storage's own. */
export function memoryLimitStore(clock: Clock = systemClock): LimitStore {
  const counters = new Map<string, number>();
  const thresholds = new Map<string, Set<number>>();
  const windows = memoryWindows(clock);
  const idOf = (...parts: readonly string[]) => parts.join(' ');
  return {
    leaseUnits: ({ counter, period, units, surplus = 0, limit }) =>
      act(() => {
        assertUnits(units);
        assertUnits(surplus);
        const before = counters.get(idOf(counter, period)) ?? 0;
        const rest = limit === null ? Number.MAX_SAFE_INTEGER : limit - before;
        const granted = Math.max(0, Math.min(rest, units + Math.min(surplus, Math.floor(rest / 32))));
        counters.set(idOf(counter, period), before + granted);
        return { granted, total: before + granted };
      }),
    returnUnits: (counter, period, units) =>
      act(() => {
        assertUnits(units);
        const before = counters.get(idOf(counter, period)) ?? 0;
        counters.set(idOf(counter, period), Math.max(0, before - units));
      }),
    readUnits: (counter, period) => act(() => counters.get(idOf(counter, period)) ?? 0),
    recordThreshold: (accountId, period, percent) =>
      act(() => {
        const recorded = thresholds.get(idOf(accountId, period)) ?? new Set();
        thresholds.set(idOf(accountId, period), recorded);
        const isFirst = !recorded.has(percent);
        recorded.add(percent);
        return isFirst;
      }),
    listThresholds: (accountId, period) =>
      act(() => [...(thresholds.get(idOf(accountId, period)) ?? [])].sort((a, b) => a - b)),
    recordMinuteBlock: (block) => act(() => windows.recordMinuteBlock(block)),
    listMinuteBlocks: (since) => act(() => windows.listMinuteBlocks(since)),
    askWindow: (ask) => act(() => windows.askWindow(ask)),
    purgeWindows: (most) => act(() => windows.purgeWindows(most)),
  };
}
