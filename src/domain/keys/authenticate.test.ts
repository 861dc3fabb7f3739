import type * as crypto from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keysBench, OWNER } from '../../../test/support/keys-bench.ts';
import { Secret } from '../../base/secret.ts';
import { authenticateKey } from './authenticate.ts';
import { importLegacyKey } from './import-legacy.ts';
import { systemRandomness } from './randomness.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';
import { makeToken } from './token.ts';

/** What an attacker's guess costs us; the counters are reset before each test. */
const work = vi.hoisted(() => ({ hmacs: 0, comparisons: 0 }));

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  return {
    ...original,
    createHmac: (...args: Parameters<typeof original.createHmac>) => {
      work.hmacs++;
      return original.createHmac(...args);
    },
    timingSafeEqual: (...args: Parameters<typeof original.timingSafeEqual>) => {
      work.comparisons++;
      return original.timingSafeEqual(...args);
    },
  };
});

/** A well-formed token of the prefix with another secret. */
const guess = (prefix: string) => makeToken(systemRandomness, prefix).token.reveal();

const HOUR = 3_600_000;

describe('proving a key', () => {
  test('gives the principal: account, plan, key, tool scope, cap and expiry', async () => {
    const bench = keysBench();
    const expiresAt = new Date('2027-01-01T00:00:00Z');
    const { key, text } = await bench.issue({ toolScope: ['read_code'], monthlyCap: 9, expiresAt });
    expect(await authenticateKey(bench.deps, text)).toEqual({
      ok: true,
      value: {
        accountId: OWNER.id,
        plan: 'pro',
        keyPrefix: key.prefix,
        toolScope: ['read_code'],
        keyMonthlyCap: 9,
        keyExpiresAt: expiresAt,
      },
    });
  });

  test('expiry acts at its instant', async () => {
    const bench = keysBench();
    const { text } = await bench.issue({ expiresAt: new Date(bench.clock.now().getTime() + 1_000) });
    bench.clock.advance(999);
    expect(await bench.prove(text)).toBe('ok');
    bench.clock.advance(1);
    expect(await bench.prove(text)).toBe('expired');
  });

  test('a key whose account is gone proves nothing', async () => {
    const bench = keysBench({ accounts: [] });
    expect(await bench.prove((await bench.issue()).text)).toBe('unknown');
  });

  test('a token that is malformed is refused without a look-up', async () => {
    const bench = keysBench();
    const { text } = await bench.issue();
    expect(await bench.prove(text.slice(0, -1))).toBe('malformed');
    expect(bench.counts.reads).toBe(0);
  });
});

describe('to a caller who does not hold the right secret all causes look alike [R10, K2]', () => {
  let bench: ReturnType<typeof keysBench>;
  const prefixes: Record<string, string> = {};

  beforeEach(async () => {
    bench = keysBench();
    for (const kind of ['active', 'warm', 'revoked', 'expired', 'rotated']) {
      const expiresAt = kind === 'expired' ? new Date(bench.clock.now().getTime() + HOUR) : null;
      prefixes[kind] = (await bench.issue({ name: kind, expiresAt })).key.prefix;
    }
    const address = (kind: string) => ({ prefix: prefixes[kind] ?? '', accountId: OWNER.id });
    await revokeKey(bench.deps, address('revoked'));
    await rotateKey(bench.deps, { ...address('rotated'), overlapMs: 5 * HOUR });
    bench.clock.advance(2 * HOUR);
    await bench.prove(guess(prefixes.warm ?? ''));
    prefixes.unknown = 'mcp_live_nobody-000000';
    work.hmacs = 0;
    work.comparisons = 0;
    bench.counts.reads = 0;
  });

  test.each(['active', 'warm', 'revoked', 'expired', 'rotated', 'unknown'])(
    '%s: one look-up, one HMAC, two comparisons, and "unknown"',
    async (kind) => {
      const rejection = await bench.prove(guess(prefixes[kind] ?? ''));
      expect({ rejection, ...work, ...bench.counts }).toEqual({
        rejection: 'unknown',
        hmacs: 1,
        comparisons: 2,
        reads: 1,
      });
    },
  );

  test('with the right secret a cached key costs one HMAC and no look-up', async () => {
    const { text } = await bench.issue();
    await bench.prove(text);
    work.hmacs = 0;
    bench.counts.reads = 0;
    expect(await bench.prove(text)).toBe('ok');
    expect([work.hmacs, bench.counts.reads]).toEqual([1, 0]);
  });
});

describe('revoked and expired are told only when the secret matched', () => {
  test('revoked', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue();
    await revokeKey(bench.deps, { prefix: key.prefix, accountId: OWNER.id });
    expect([await bench.prove(text), await bench.prove(guess(key.prefix))]).toEqual(['revoked', 'unknown']);
  });

  test('expired, and revoked before expired', async () => {
    const bench = keysBench();
    const { key, text } = await bench.issue({ expiresAt: new Date(bench.clock.now().getTime() + HOUR) });
    bench.clock.advance(HOUR);
    expect([await bench.prove(text), await bench.prove(guess(key.prefix))]).toEqual(['expired', 'unknown']);
    await revokeKey(bench.deps, { prefix: key.prefix, accountId: null });
    expect(await bench.prove(text)).toBe('revoked');
  });
});

describe('legacy keys [K3]', () => {
  const text = `mcp_sk_${randomBytes(16).toString('hex')}`;
  const input = { account: OWNER, name: 'Old one', token: new Secret(text) };

  test('are proven by the whole token, cached or not', async () => {
    const bench = keysBench();
    await importLegacyKey(bench.deps, input);
    for (const reads of [1, 1]) {
      expect(await authenticateKey(bench.deps, text)).toMatchObject({ ok: true, value: { accountId: OWNER.id } });
      expect(bench.counts.reads).toBe(reads);
    }
    expect(await bench.prove(`${text.slice(0, -1)}z`)).toBe('unknown');
  });

  test('are revoked on the very next request', async () => {
    const bench = keysBench();
    const imported = await importLegacyKey(bench.deps, input);
    expect(await bench.prove(text)).toBe('ok');
    if (imported.ok) await revokeKey(bench.deps, { prefix: imported.value.prefix, accountId: null });
    expect(await bench.prove(text)).toBe('revoked');
  });

  test('that were never imported are unknown, and the prefix of one is no way in', async () => {
    const bench = keysBench();
    expect(await bench.prove(text)).toBe('unknown');
    const imported = await importLegacyKey(bench.deps, input);
    const prefix = imported.ok ? imported.value.prefix : '';
    expect(await bench.prove(guess(prefix))).toBe('unknown');
    expect(await bench.prove(prefix)).toBe('unknown');
  });
});

afterEach(() => {
  work.hmacs = 0;
  work.comparisons = 0;
});
