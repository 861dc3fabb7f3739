import { describe, expect, test } from 'vitest';
import { SET_A, SET_B } from '../plans/index.ts';
import { limitHeaders, retryAfterSeconds } from './headers.ts';
import { limitBody } from './limit-body.ts';
import type { LimitView } from './limits.ts';

const NOW = new Date('2026-11-30T23:59:00.500Z');
const MONTH: LimitView = {
  policy: 'month',
  limit: 555,
  remaining: 0,
  resetAt: new Date('2026-12-01T00:00:00Z'),
  windowSeconds: 2_592_000,
};
const MINUTE: LimitView = {
  policy: 'minute',
  limit: 55,
  remaining: 0,
  resetAt: new Date('2026-11-30T23:59:07.100Z'),
  windowSeconds: 60,
};
const IP: LimitView = { ...MINUTE, policy: 'ip', limit: 1_000 };
const UPGRADE = 'https://portico.example/pricing';

describe('limit headers [L6]', () => {
  test('show limit, remaining and reset in Unix seconds, and the same by the names of the IETF draft', () => {
    expect(limitHeaders({ ...MONTH, remaining: 13 }, NOW)).toEqual({
      'X-RateLimit-Limit': '555',
      'X-RateLimit-Remaining': '13',
      'X-RateLimit-Reset': '1796083200',
      'RateLimit-Policy': '"month";q=555;w=2592000',
      RateLimit: '"month";r=13;t=60',
    });
  });

  test('a null limit is 9007199254740991 [C10], and the largest integer of a structured field in the draft names', () => {
    const unlimited = { ...MONTH, limit: Number.MAX_SAFE_INTEGER, remaining: Number.MAX_SAFE_INTEGER };
    expect(limitHeaders(unlimited, NOW)).toMatchObject({
      'X-RateLimit-Limit': '9007199254740991',
      'X-RateLimit-Remaining': '9007199254740991',
      'RateLimit-Policy': '"month";q=999999999999999;w=2592000',
      RateLimit: '"month";r=999999999999999;t=60',
    });
  });

  test('a reset within a second is rounded up, so that nobody comes back too early', () => {
    expect(limitHeaders(MINUTE, NOW)).toMatchObject({
      'X-RateLimit-Reset': '1796083148',
      RateLimit: '"minute";r=0;t=7',
    });
  });

  test('Retry-After is at least one second, also when the reset has passed', () => {
    expect(retryAfterSeconds(MINUTE, NOW)).toBe(7);
    expect(retryAfterSeconds(MONTH, NOW)).toBe(60);
    expect(retryAfterSeconds(MONTH, new Date('2026-12-02T00:00:00Z'))).toBe(1);
    expect(limitHeaders(MONTH, new Date('2026-12-02T00:00:00Z')).RateLimit).toBe('"month";r=0;t=0');
  });
});

describe('the 429 body [L7]', () => {
  test('has exactly the keys error, message, reset_at and upgrade_url', () => {
    expect(limitBody({ view: MONTH, plan: SET_A.free, upgradeUrl: UPGRADE })).toEqual({
      error: 'rate_limit_exceeded',
      message:
        'Monthly limit of the Free plan reached: 555 requests per month. Try again after 2026-12-01T00:00:00Z. ' +
        'Upgrade at https://portico.example/pricing for a higher limit, or share Portico to earn bonus requests.',
      reset_at: '2026-12-01T00:00:00Z',
      upgrade_url: UPGRADE,
    });
  });

  test("set B's Free message has no hint, and neither has a month of Pro or Max", () => {
    for (const plan of [SET_B.free, SET_A.pro, SET_A.max])
      expect(limitBody({ view: MONTH, plan, upgradeUrl: UPGRADE }).message).not.toContain('bonus');
  });

  test('the minute names plan and number, and no bonus requests', () => {
    const { message, reset_at } = limitBody({ view: MINUTE, plan: SET_A.free, upgradeUrl: UPGRADE });
    expect(message).toBe(
      'Per-minute limit of the Free plan reached: 55 requests in any 60 seconds. Try again after ' +
        '2026-11-30T23:59:08Z. Upgrade at https://portico.example/pricing for a higher limit.',
    );
    expect(reset_at).toBe('2026-11-30T23:59:08Z');
  });

  test('a limit of one counts one request', () => {
    const messages = [MONTH, MINUTE].map(
      (view) => limitBody({ view: { ...view, limit: 1 }, plan: SET_A.free, upgradeUrl: UPGRADE }).message,
    );
    expect(messages[0]).toContain('reached: 1 request per month');
    expect(messages[1]).toContain('reached: 1 request in any 60 seconds');
  });

  test.each([
    [60, 'one minute'],
    [3_600, 'one hour'],
    [90, '90 seconds'],
  ])('an IP limit of %i seconds says so and sells nothing', (windowSeconds, span) => {
    const { message } = limitBody({ view: { ...IP, windowSeconds }, plan: null, upgradeUrl: UPGRADE });
    expect(message).toBe(
      `Too many requests from this IP address: at most 1000 in ${span}. Try again after 2026-11-30T23:59:08Z.`,
    );
  });
});
