import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

test.each([
  ['content-type', undefined],
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'application/jsonp'],
  ['content-type', 'text/plain; application/json'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'identity'],
])('%s: %s is refused in every face [S17, R6]', async (name, value) => {
  for (const face of FACES) {
    const { status, json } = await send(edge, call(face, 'free', {}, { [name]: value }));

    expect([status, json.error?.code, json.error?.data.reason]).toEqual([415, -32600, 'unsupported_media_type']);
  }
});

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('Content-Type %s is read', async (type) => {
  expect((await send(edge, call('bare', 'free', {}, { 'content-type': type }))).status).toBe(200);
});
