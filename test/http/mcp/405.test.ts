import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FACES, faceHeaders, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])(
  '%s with a good token is 405 with Allow [S15, R6]',
  async (method) => {
    for (const face of FACES) {
      const { status, headers, text } = await send(edge, { method, headers: faceHeaders(face, 'tools/list') });

      expect([status, headers.allow]).toEqual([405, 'POST']);
      if (method !== 'HEAD') expect(JSON.parse(text).error.code).toBe(-32600);
    }
  },
);
