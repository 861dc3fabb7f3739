import { afterEach, describe, expect, test, vi } from 'vitest';
import { UnavailableError } from '../../../src/base/unavailable.ts';
import type { Limits } from '../../../src/domain/limits/index.ts';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, type Received, send } from '../../support/edge-calls.ts';
import { makeStorageSwitch } from '../../support/storage-switch.ts';

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

  test.each(['busy', 'gone'])(
    'an engine that is %s is 503, and the unit is given back [S19, C5, L6]',
    async (reason) => {
      const failure = Object.assign(new Error('the code engine gave no answer'), { name: 'EngineError', reason });
      edge = await openEdge();
      const tools = edge.stubs.tools.map((tool) => ({ ...tool, run: () => Promise.reject(failure) }));
      await edge.close();
      edge = await openEdge({ tools });

      const answer = await send(edge, call(face, 'echo', { text: 'x' }));
      expectUnavailable(answer);
      expect(answer.json.error?.message).toContain('Nothing was counted');
      expect(await edge.used()).toBe(0);
      expect(answer.headers['x-ratelimit-remaining']).toBe(answer.headers['x-ratelimit-limit']);
    },
  );
});

/** Far shorter than the product's, so that a test need not wait; what is tested is that there is a bound at all. */
const WAIT_MS = 40;

const HANGING: readonly [string, (real: Limits) => Limits, number | null, number][] = [
  ['before the quota is read', (real) => over(real, 'quota'), null, 1_000],
  ['before the cap is read', (real) => over(real, 'isKeyCapReached'), null, 1_000],
  ['before the minute is counted', (real) => over(real, 'admitMinute'), null, 555],
  ['before the unit is taken', (real) => over(real, 'charge'), 7, 555],
];

/** Limits of which one act meets a storage that is frozen for good. */
function over(real: Limits, act: 'quota' | 'isKeyCapReached' | 'admitMinute' | 'charge'): Limits {
  return { ...real, [act]: () => new Promise<never>(() => {}) };
}

function expectUnavailable({ status, headers, text, json }: Received): void {
  expect([status, json.error?.code, json.error?.data.reason]).toEqual([503, -32603, 'unavailable']);
  expect(headers['retry-after']).toBe('5');
  expect(text).not.toMatch(/ECONN|srv/);
}

describe.each(FACES)('a storage that freezes in the middle of a request (%s)', (face) => {
  test.each(HANGING)('%s: the answer comes all the same [S19, L10, R1]', async (_when, limits, id, limit) => {
    edge = await openEdge({ limits, storageWaitMsMax: WAIT_MS });
    const answer = await send(edge, call(face, 'echo', { text: 'x' }));

    expectUnavailable(answer);
    // As much as was known: the id once the body was read, the account's quota once it was.
    expect(answer.json.id).toBe(id);
    expect(answer.headers['x-ratelimit-limit']).toBe(String(limit));
  });

  test('a unit that arrives after the answer is given back [L10, C5]', async () => {
    const storage = makeStorageSwitch();
    edge = await openEdge({
      limits: (real) => ({ ...real, charge: storage.over({ charge: real.charge }).charge }),
      storageWaitMsMax: WAIT_MS,
    });
    storage.set('frozen');
    expectUnavailable(await send(edge, call(face, 'echo', { text: 'x' })));
    storage.set('well');

    expect((await send(edge, call(face, 'echo', { text: 'x' }))).status).toBe(200);
    await vi.waitFor(async () => expect(await edge?.used()).toBe(1));
  });

  test('waits of one request do not add up: what the first ones took, the last one has no more', async () => {
    const waitMs = 120_000;
    const slow =
      <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const answer = await act(...args);
        edge?.clock.advance(waitMs / 2);
        return answer;
      };
    edge = await openEdge({
      limits: (real) => ({ ...over(real, 'charge'), quota: slow(real.quota), admitMinute: slow(real.admitMinute) }),
      storageWaitMsMax: waitMs,
    });

    expectUnavailable(await send(edge, call(face, 'echo', { text: 'x' })));
  });
});

describe.each(FACES)('storage that goes away while a tool runs (%s)', (face) => {
  const failing = async (): Promise<never> => {
    throw new UnavailableError('a write was not acknowledged: /srv/portico/db');
  };

  async function openWithLostWrite(limits: (real: Limits) => Limits) {
    edge = await openEdge();
    const tools = edge.stubs.tools.map((tool) => ({ ...tool, run: failing }));
    await edge.close();
    edge = await openEdge({ tools, limits });
    return edge;
  }

  test('is no success: 503, and the unit is given back [S19, C5]', async () => {
    const opened = await openWithLostWrite((real) => real);
    const answer = await send(opened, call(face, 'echo', { text: 'x' }));

    expectUnavailable(answer);
    expect([answer.json.id, await opened.used()]).toEqual([7, 0]);
  });

  test('is told although the quota cannot be read any more either [S19]', async () => {
    let reads = 0;
    const opened = await openWithLostWrite((real) => ({
      ...real,
      quota: (party) => (reads++ === 0 ? real.quota(party) : failing()),
    }));
    const answer = await send(opened, call(face, 'echo', { text: 'x' }));

    expectUnavailable(answer);
    expect(answer.json.id).toBe(7);
  });

  test('ends a stream that has begun with the refusal as its last event [S19, F7]', async () => {
    let reads = 0;
    const opened = await openWithLostWrite((real) => ({
      ...real,
      quota: (party) => (reads++ === 0 ? real.quota(party) : failing()),
    }));
    const { status, messages } = await send(opened, call(face, 'echo', { text: 'x' }, { accept: 'text/event-stream' }));

    expect([status, messages.length, messages[0]?.id]).toEqual([200, 1, 7]);
    expect(messages[0]?.error?.data.reason).toBe('unavailable');
  });
});

test('the first request after the storage is back is served [S19, L10]', async () => {
  const storage = makeStorageSwitch();
  edge = await openEdge({
    limits: (real) => {
      const { quota, admitMinute, charge, isKeyCapReached } = storage.over(real);
      return { ...real, quota, admitMinute, charge, isKeyCapReached };
    },
  });
  const ask = () => send(edge as TestEdge, call('bare', 'echo', { text: 'x' }));
  expect((await ask()).status).toBe(200);
  storage.set('away');
  expectUnavailable(await ask());
  storage.set('well');

  expect((await ask()).status).toBe(200);
  expect(await edge.used()).toBe(2);
});
