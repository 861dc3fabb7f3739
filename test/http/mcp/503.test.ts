import { afterEach, describe, expect, test } from 'vitest';
import type { Limits } from '../../../src/domain/limits/index.ts';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, send } from '../../support/edge-calls.ts';

let edge: TestEdge | undefined;

afterEach(() => edge?.close());

const gone = async (): Promise<never> => {
  throw new Error('connect ECONNREFUSED /srv/portico/db');
};

const BROKEN: readonly [string, (real: Limits) => Limits][] = [
  ['the quota cannot be read', (real) => ({ ...real, quota: gone })],
  ['the cap cannot be read', (real) => ({ ...real, isKeyCapReached: gone })],
  ['the minute cannot be counted', (real) => ({ ...real, admitMinute: gone })],
  ['the call cannot be counted', (real) => ({ ...real, charge: gone })],
];

describe.each(FACES)('%s', (face) => {
  test.each(BROKEN)('nothing is served uncounted when %s [S19, R4, L10]', async (_case, limits) => {
    edge = await openEdge({ limits });
    const { status, headers, text, json } = await send(edge, call(face, 'echo', { text: 'x' }));

    expect([status, json.error?.code, json.error?.data.reason]).toEqual([503, -32603, 'unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).not.toMatch(/ECONN|srv/);
  });

  test('a key that cannot be looked up is 503, not 401', async () => {
    edge = await openEdge({ authenticate: gone });

    expect((await send(edge, call(face, 'echo', { text: 'x' }))).status).toBe(503);
  });

  test('an engine without room is 503, and the unit is given back [S19, C5]', async () => {
    const busy = Object.assign(new Error('the code engine gave no answer: busy'), {
      name: 'EngineError',
      reason: 'busy',
    });
    edge = await openEdge();
    const tools = edge.stubs.tools.map((tool) => ({ ...tool, run: () => Promise.reject(busy) }));
    await edge.close();
    edge = await openEdge({ tools });

    expect((await send(edge, call(face, 'echo', { text: 'x' }))).status).toBe(503);
    expect(await edge.used()).toBe(0);
  });
});
