import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FACES, faceHeaders, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

test.each(FACES)('%s: a notification is accepted with an empty body and costs nothing [S8]', async (face) => {
  for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/of_my_own']) {
    const headers = faceHeaders(face, method);
    const { status, text } = await send(edge, { headers, body: JSON.stringify({ jsonrpc: '2.0', method }) });

    expect([status, text]).toEqual([202, '']);
  }
  expect(await edge.used()).toBe(0);
});

test('a notification is answered when the quota is spent [C8]', async () => {
  await edge.close();
  edge = await openEdge({ requestsPerMonth: 0 });
  const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

  expect((await send(edge, { body })).status).toBe(202);
});
