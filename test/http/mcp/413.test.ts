import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

const MIB = 1_048_576;

/** A good call, padded with spaces to a length. */
function padded(face: (typeof FACES)[number], bytes: number): string {
  return String(call(face, 'free').body).padEnd(bytes);
}

test.each(FACES)('%s: 1 MiB is read, a byte more is refused [S16, R6]', async (face) => {
  const sent = call(face, 'free');
  expect((await send(edge, { ...sent, body: padded(face, MIB) })).status).toBe(200);

  const { status, json } = await send(edge, { ...sent, body: padded(face, MIB + 1) });
  expect([status, json.error?.code, json.error?.data.reason]).toEqual([413, -32600, 'body_too_large']);
});

test('a body of unknown length is refused as soon as it is too long', async () => {
  const sent = call('bare', 'free', {}, { 'transfer-encoding': 'chunked' });

  expect((await send(edge, { ...sent, body: padded('bare', 3 * MIB) })).status).toBe(413);
});

test('a refusal is read by a caller that is still sending', async () => {
  const sent = call('bare', 'free', {}, { authorization: undefined });

  expect((await send(edge, { ...sent, body: padded('bare', 6 * MIB) })).status).toBe(401);
});
