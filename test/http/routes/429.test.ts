import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROUTES } from '../../../src/http/routes.ts';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { get } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ trustedProxies: ['127.0.0.1'] });
});

afterEach(() => edge.close());

test.each(ROUTES.map(({ path }) => path))(
  '%s is 429 with the flat body when the address has asked too often',
  async (path) => {
    for (let i = 0; i < 1_000; i++) edge.limits.admitAddress('other', '203.0.113.5');
    const { status, headers, text } = await get(edge, path);

    expect([status, headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    expect(Object.keys(JSON.parse(text))).toEqual(['error', 'message', 'reset_at', 'upgrade_url']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  },
);
