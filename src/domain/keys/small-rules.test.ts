import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysBench } from '../../../test/support/keys-bench.ts';
import { memoryKeyStore } from '../../../test/support/memory-stores.ts';
import { manualClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { ALONE } from '../../base/peers.ts';
import { parseDurationMs, parseExpiry } from './expiry.ts';
import { statusAt } from './key.ts';
import { cacheKeys } from './key-cache.ts';
import { makeLastUse } from './last-use.ts';
import { mayCall, readToolScope } from './tool-scope.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

describe('tool scope', () => {
  test.each([
    ['all', 'read_code', true],
    ['all', 'github__search', true],
    [['read_code'], 'read_code', true],
    [['read_code'], 'find_code', false],
    [['read_code'], 'read_code2', false],
    [[], 'read_code', false],
    [['github__*'], 'github__search', true],
    [['github__*'], 'github__a__b', true],
    [['github__*'], 'github__', false],
    [['github__*'], 'github2__search', false],
    [['github__*'], 'gitlab__search', false],
    [['github__*'], 'read_code', false],
    [['__*'], '__search', false],
  ] as const)('%j: may call %s: %s', (scope, tool, allowed) => {
    expect(mayCall(scope, tool)).toBe(allowed);
  });

  test.each([
    [100, true],
    [101, false],
  ])('%i entries are accepted: %s', (entries, accepted) => {
    const scope = Array.from({ length: entries }, (_, i) => `backend${i}__*`);
    expect(readToolScope(scope, () => false).ok).toBe(accepted);
  });
});

describe('status follows from the facts', () => {
  const at = (ms: number) => new Date(NOW.getTime() + ms);

  test.each([
    [null, null, 'active'],
    [null, at(1), 'active'],
    [null, at(0), 'expired'],
    [at(0), null, 'revoked'],
    [at(0), at(0), 'revoked'],
    [at(1), null, 'active'],
  ] as const)('revoked at %s, expiring at %s: %s', (revokedAt, expiresAt, status) => {
    expect(statusAt({ revokedAt, expiresAt }, NOW)).toBe(status);
  });
});

describe('spans and instants as an operator writes them', () => {
  test.each([
    ['10s', 10_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['0s', 0],
    ['', null],
    ['d', null],
    ['1.5h', null],
    ['-1d', null],
    ['1w', null],
    ['1 d', null],
    ['9999999999d', null],
  ])('%j is %s ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  test.each([
    ['30d', '2026-12-21T10:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00:00.5Z', '2027-01-31T12:00:00.500Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-00:01', undefined],
    ['2027-02-29', undefined],
    ['2027-13-01', undefined],
    ['2027-01-31T25:00Z', undefined],
    ['2027-01-31T12:00', undefined],
    ['31 Jan 2027', undefined],
    ['999999999d', undefined],
    ['tomorrow', undefined],
  ])('%j is the instant %s', (text, iso) => {
    expect(parseExpiry(text, NOW)?.toISOString()).toBe(iso);
  });

  test('no text breaks the reader', () => {
    fc.assert(fc.property(fc.string(), (text) => !Number.isNaN(parseExpiry(text, NOW)?.getTime() ?? 0)));
  });
});

describe('last use', () => {
  test('is written once a minute at most, to the minute', async () => {
    const clock = manualClock(new Date('2026-11-21T10:00:30Z'));
    const touched: string[] = [];
    const keys = { touch: async (prefix: string, at: Date) => void touched.push(`${prefix} ${at.toISOString()}`) };
    const lastUse = makeLastUse({ keys, clock, log: silentLog });
    for (let second = 0; second < 90; second++) {
      lastUse.record('a');
      clock.advance(1_000);
    }
    lastUse.record('b');
    await lastUse.settle();
    expect(touched).toEqual(['a 2026-11-21T10:00:00.000Z', 'a 2026-11-21T10:01:00.000Z', 'b 2026-11-21T10:02:00.000Z']);
  });

  test('a minute later to the millisecond is written again', async () => {
    const clock = manualClock(NOW);
    let writes = 0;
    const lastUse = makeLastUse({ keys: { touch: async () => void writes++ }, clock, log: silentLog });
    lastUse.record('a');
    clock.advance(59_999);
    lastUse.record('a');
    expect(writes).toBe(1);
    clock.advance(1);
    lastUse.record('a');
    expect(writes).toBe(2);
  });

  test('that cannot be written is logged and hurts nobody', async () => {
    const events: string[] = [];
    const lastUse = makeLastUse({
      keys: { touch: () => Promise.reject(new Error('disk full')) },
      clock: manualClock(NOW),
      log: { event: (name) => void events.push(name) },
    });
    lastUse.record('a');
    await lastUse.settle();
    expect(events).toEqual(['key.last_use_not_recorded']);
  });
});

describe('key cache', () => {
  test('holds at most so many records, and forgets the one unused for longest', async () => {
    const bench = keysBench();
    const cache = cacheKeys(bench.otherProcess, { peers: ALONE, entriesMax: 2 });
    const prefixes: string[] = [];
    for (const name of ['a', 'b', 'c']) prefixes.push((await bench.issue({ name })).key.prefix);
    const [a = '', b = '', c = ''] = prefixes;
    await cache.findByPrefix(a);
    await cache.findByPrefix(b);
    cache.peekPrefix(a);
    await cache.findByPrefix(c);
    expect([a, b, c].map((prefix) => cache.peekPrefix(prefix) !== null)).toEqual([true, false, true]);
  });

  test('never remembers that a prefix is unknown', async () => {
    const store = memoryKeyStore();
    const cache = cacheKeys(store, { peers: ALONE });
    const { key } = await keysBench().issue();
    expect(await cache.findByPrefix(key.prefix)).toBeNull();
    await store.insert(key);
    expect(await cache.findByPrefix(key.prefix)).toEqual(key);
  });

  test('does not keep what it read while the key was being changed', async () => {
    const store = memoryKeyStore();
    const { key } = await keysBench().issue();
    await store.insert(key);
    const slowRead = Promise.withResolvers<typeof key>();
    const reading = cacheKeys({ ...store, findByPrefix: () => slowRead.promise }, { peers: ALONE });
    const read = reading.findByPrefix(key.prefix);
    await reading.revoke(key.prefix, NOW);
    slowRead.resolve(key);
    await read;
    expect(reading.peekPrefix(key.prefix)).toBeNull();
  });

  test('drops after a slow write what was read before the write took effect', async () => {
    const store = memoryKeyStore();
    const { key } = await keysBench().issue();
    await store.insert(key);
    const slowWrite = Promise.withResolvers<null>();
    const cache = cacheKeys({ ...store, revoke: () => slowWrite.promise }, { peers: ALONE });
    const write = cache.revoke(key.prefix, NOW);
    await cache.findByPrefix(key.prefix);
    slowWrite.resolve(null);
    await write;
    expect(cache.peekPrefix(key.prefix)).toBeNull();
  });

  test('a failed write drops the record too, because it may have happened', async () => {
    const store = memoryKeyStore();
    const { key } = await keysBench().issue();
    await store.insert(key);
    const cache = cacheKeys({ ...store, revoke: () => Promise.reject(new Error('disk full')) }, { peers: ALONE });
    await cache.findByPrefix(key.prefix);
    await expect(cache.revoke(key.prefix, NOW)).rejects.toThrow('disk full');
    expect(cache.peekPrefix(key.prefix)).toBeNull();
  });

  test('a note of the last use costs no look-up', async () => {
    const store = memoryKeyStore();
    const { key } = await keysBench().issue();
    const cache = cacheKeys(store, { peers: ALONE });
    await cache.insert(key);
    await cache.findByPrefix(key.prefix);
    await cache.touch(key.prefix, NOW);
    expect(cache.peekPrefix(key.prefix)).toEqual(key);
  });
});
