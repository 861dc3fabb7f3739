import { afterEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FROM_AFAR, get } from '../../support/edge-calls.ts';

let edge: TestEdge;

afterEach(() => edge.close());

test('/readyz says what is missing', async () => {
  edge = await openEdge({ obstacles: ['storage does not answer'] });
  const { status, headers, text } = await get(edge, '/readyz', {});

  expect(status).toBe(503);
  expect(JSON.parse(text)).toEqual({ status: 'unavailable', obstacles: ['storage does not answer'] });
  expect(headers['retry-after']).toBe('5');
});

test('/readyz says so when storage hangs, and is ready with the first question after its return', async () => {
  let isFrozen = true;
  edge = await openEdge({
    findObstacles: () => (isFrozen ? new Promise<never>(() => {}) : Promise.resolve([])),
    storageWaitMsMax: 40,
  });
  const { status, text } = await get(edge, '/readyz');
  expect([status, JSON.parse(text).obstacles]).toEqual([503, ['storage does not answer in time']]);
  isFrozen = false;

  expect((await get(edge, '/readyz')).status).toBe(200);
});

test.each([
  ['/healthz', 200],
  ['/pricing', 200],
  ['/openapi.json', 200],
  ['/.well-known/oauth-protected-resource', 200],
  ['/nowhere', 404],
])('%s answers as ever while storage is away', async (path, expected) => {
  edge = await openEdge({ obstacles: ['storage does not answer'] });

  expect((await get(edge, path, FROM_AFAR)).status).toBe(expected);
});

test('/metrics answers while storage is away', async () => {
  edge = await openEdge({ obstacles: ['storage does not answer'] });

  expect((await get(edge, '/metrics', {})).status).toBe(200);
});
