import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksumOf, crc32 } from './checksum.ts';
import { systemRandomness } from './randomness.ts';
import { isKeyEnvironment, makeToken, parseToken } from './token.ts';

/** Written out once, so that the format cannot change unnoticed. */
const PINNED = 'mcp_live_my-laptop-abc123.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg1L7qII';

const ascii = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) });

describe('checksum', () => {
  test('is the CRC-32 that everybody computes', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
    fc.assert(fc.property(ascii, (text) => crc32(text) === zlibCrc32(text)));
  });

  test('is six base62 characters', () => {
    fc.assert(fc.property(ascii, (text) => /^[0-9A-Za-z]{6}$/.test(checksumOf(text))));
  });
});

describe('token format [K1]', () => {
  test('mcp_<environment>_<id>.<43 random characters and 6 of CRC-32 over all before>', () => {
    const head = 'mcp_live_my-laptop-abc123.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
    expect(PINNED).toBe(head + checksumOf(head));
    expect(parseToken(PINNED)).toEqual({
      form: 'current',
      prefix: 'mcp_live_my-laptop-abc123',
      secret: PINNED.slice('mcp_live_my-laptop-abc123.'.length),
    });
  });

  test('whatever is made is read back', () => {
    const prefix = fc.stringMatching(/^mcp_[a-rt-z0-9][a-z0-9]{0,15}_[a-z0-9-]{3,40}$/);
    fc.assert(
      fc.property(prefix, (prefix) => {
        const { token, secret } = makeToken(systemRandomness, prefix);
        expect(secret).toMatch(/^[0-9A-Za-z]{49}$/);
        expect(parseToken(token.reveal())).toEqual({ form: 'current', prefix, secret });
      }),
    );
  });

  test('any single wrong character is known without asking the database', () => {
    const position = fc.integer({ min: 0, max: PINNED.length - 1 });
    const letter = fc.constantFrom(...'0123456789ABCXYZabcxyz-_.');
    fc.assert(
      fc.property(position, letter, (at, other) => {
        fc.pre(PINNED[at] !== other);
        return parseToken(PINNED.slice(0, at) + other + PINNED.slice(at + 1)) === null;
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '',
    'mcp_',
    'mcp_live_abc',
    PINNED.slice(0, -1),
    `${PINNED}0`,
    ` ${PINNED}`,
    `${PINNED}\n`,
    PINNED.toUpperCase(),
    PINNED.replace('mcp_live', 'mcp_LIVE'),
    'mcp_sk_',
    'mcp_sk_short',
    'mcp_sk_with space in it',
    `mcp_sk_${'a'.repeat(300)}`,
    'Bearer x',
  ])('%j is no token', (text) => {
    expect(parseToken(text)).toBeNull();
  });

  test('the legacy form is mcp_sk_ and a token', () => {
    const text = 'mcp_sk_0123456789abcdef';
    expect(parseToken(text)).toEqual({ form: 'legacy', token: text });
    // Also when it looks like a prefix and a secret: `sk` is no environment.
    expect(parseToken(PINNED.replace('live', 'sk'))?.form).toBe('legacy');
  });

  test('256 characters are the longest that are looked at', () => {
    const longest = `mcp_sk_${'a'.repeat(249)}`;
    expect(parseToken(longest)).toEqual({ form: 'legacy', token: longest });
    expect(parseToken(`${longest}a`)).toBeNull();
  });

  test('no text breaks the reader, and no long one costs time', () => {
    fc.assert(fc.property(fc.string(), (text) => parseToken(text) === null || text.startsWith('mcp_')));
    expect(parseToken(`mcp_live_${'-'.repeat(1_000_000)}.`)).toBeNull();
  });
});

describe('environment tag', () => {
  test.each(['live', 'dev', 'a', '0', 'a234567890123456'])('%s is one', (text) => {
    expect(isKeyEnvironment(text)).toBe(true);
  });

  test.each(['sk', '', 'Live', 'my-env', 'a2345678901234567', 'a_b'])('%j is none', (text) => {
    expect(isKeyEnvironment(text)).toBe(false);
  });
});
