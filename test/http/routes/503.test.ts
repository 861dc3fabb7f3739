import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { get } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ obstacles: ['the storage does not answer'] });
});

afterEach(() => edge.close());

test('/readyz says what is missing', async () => {
  const { status, headers, text } = await get(edge, '/readyz', {});

  expect(status).toBe(503);
  expect(JSON.parse(text)).toEqual({ status: 'unavailable', obstacles: ['the storage does not answer'] });
  expect(headers['retry-after']).toBeDefined();
});
