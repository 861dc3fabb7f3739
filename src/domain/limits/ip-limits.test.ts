import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { addressKey, UNREADABLE_ADDRESS } from './address.ts';
import { IP_LIMITS, makeIpLimits } from './ip-limits.ts';
import type { IpLimitName } from './limits.ts';

const START = new Date('2026-11-21T10:00:00Z');

/** How many of so many requests at once are let in. */
function admitted(admit: ReturnType<typeof makeIpLimits>, name: IpLimitName, address: string, times: number): number {
  return Array.from({ length: times }, () => admit(name, address)).filter(({ allowed }) => allowed).length;
}

describe('IP limits [L4]', () => {
  test('are the four of the specification, and 1,000 a minute for every other route', () => {
    expect(IP_LIMITS).toEqual({
      authentication: { requests: 10, windowMs: 60_000 },
      key_validation: { requests: 1_000, windowMs: 60_000 },
      signup: { requests: 3, windowMs: 3_600_000 },
      password_reset: { requests: 5, windowMs: 3_600_000 },
      other: { requests: 1_000, windowMs: 60_000 },
    });
  });

  test.each([
    ['authentication', 10, 60_000],
    ['key_validation', 1_000, 60_000],
    ['signup', 3, 3_600_000],
    ['password_reset', 5, 3_600_000],
    ['other', 1_000, 60_000],
  ] as const)('%s lets %i requests in, and the next ones after its window', (name, requests, windowMs) => {
    const clock = manualClock(START);
    const admit = makeIpLimits(clock);
    expect(admitted(admit, name, '203.0.113.7', requests + 500)).toBe(requests);
    clock.advance(windowMs - 1);
    expect(admitted(admit, name, '203.0.113.7', 5)).toBe(0);
    clock.advance(1);
    expect(admitted(admit, name, '203.0.113.7', requests + 500)).toBe(requests);
  });

  test('each limit counts for itself, and each address too', () => {
    const admit = makeIpLimits(manualClock(START));
    expect(admitted(admit, 'signup', '203.0.113.7', 9)).toBe(3);
    expect(admitted(admit, 'password_reset', '203.0.113.7', 9)).toBe(5);
    expect(admitted(admit, 'signup', '203.0.113.8', 9)).toBe(3);
  });

  test('say limit, remaining and when there is room again', () => {
    const clock = manualClock(START);
    const admit = makeIpLimits(clock);
    expect(admit('signup', '203.0.113.7')).toEqual({
      allowed: true,
      view: {
        policy: 'ip',
        limit: 3,
        remaining: 2,
        resetAt: new Date('2026-11-21T11:00:00Z'),
        windowSeconds: 3_600,
      },
    });
    admitted(admit, 'signup', '203.0.113.7', 2);
    clock.advance(60_000);
    expect(admit('signup', '203.0.113.7')).toMatchObject({
      allowed: false,
      view: { remaining: 0, resetAt: new Date('2026-11-21T11:00:00Z') },
    });
  });

  test('a wall clock set forward gives nothing back', () => {
    const clock = manualClock(START);
    const admit = makeIpLimits(clock);
    expect(admitted(admit, 'signup', '203.0.113.7', 9)).toBe(3);
    clock.setWall(new Date('2027-01-01T00:00:00Z'));
    expect(admitted(admit, 'signup', '203.0.113.7', 9)).toBe(0);
  });

  test('never let more in than the limit in any window, whatever the pauses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1_500, maxLength: 3_000 }), (pauses) => {
        const clock = manualClock(START);
        const admit = makeIpLimits(clock);
        const times: number[] = [];
        for (const pauseMs of pauses) {
          clock.advance(pauseMs / 10);
          if (admit('other', '203.0.113.7').allowed) times.push(clock.monotonicMs());
        }
        const over = times.findIndex((time, i) => i >= 1_000 && time - (times[i - 1_000] ?? 0) < 60_000);
        expect(over).toBe(-1);
      }),
      { numRuns: 50 },
    );
  });

  test('remember a bounded number of addresses: idle ones go first, full ones last', () => {
    const clock = manualClock(START);
    const admit = makeIpLimits(clock, 100);
    expect(admitted(admit, 'signup', '203.0.113.7', 9)).toBe(3);
    for (let i = 0; i < 5_000; i++) admit('signup', `198.51.${i >> 8}.${i & 255}`);
    expect(admit('signup', '203.0.113.7').allowed).toBe(false);
  });

  test('when more full addresses than the bound are active, memory stays bounded and the oldest begins anew', () => {
    const admit = makeIpLimits(manualClock(START), 10);
    for (let i = 0; i < 100; i++) admitted(admit, 'signup', `198.51.100.${i}`, 4);
    expect(admitted(admit, 'signup', '198.51.100.0', 9)).toBe(3);
  });
});

describe('what an address counts under [L4]', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::fffe:203.0.113.7', '0:0:0:0::/64'],
    ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ])('%s counts as %s: IPv6 by /64, IPv4-mapped as IPv4', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test.each([
    '',
    'localhost',
    '256.1.1.1',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4:80',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::1',
    '::1.2.3.4.5',
    `${'1:'.repeat(40)}1`,
    '[::1]',
  ])('what is no address (%j) is counted with all such', (address) => {
    expect(addressKey(address)).toBe(UNREADABLE_ADDRESS);
  });

  test('every text counts under a short key', () => {
    fc.assert(fc.property(fc.string(), (text) => addressKey(text).length <= 24));
  });
});
