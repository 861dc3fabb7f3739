import { Agent, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, send } from '../../support/edge-calls.ts';

let edge: TestEdge;
let agent: Agent;

beforeEach(async () => {
  edge = await openEdge();
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
});

afterEach(async () => {
  agent.destroy();
  await edge.close();
});

/** One call over a kept connection; gives status and the Connection header. */
function over(path: string): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const going = request({ host: '127.0.0.1', port: edge.port, path, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }));
    });
    going.on('error', reject);
    going.end();
  });
}

test('a call under way when the service stops is answered, and then the connection ends', async () => {
  const slow = send(edge, call('bare', 'slow'));
  await edge.stubs.started;
  const drained = edge.server.drain({ idleMs: 0, deadlineMs: 10_000 });
  edge.stubs.release();

  const { status, headers, json } = await slow;
  expect([status, headers.connection, json.result?.content?.[0]?.text]).toEqual([200, 'close', 'done']);
  await drained;
  await expect(over('/healthz')).rejects.toThrow();
});

test('/readyz says first that the service stops; then kept connections are told to close', async () => {
  expect((await over('/readyz')).status).toBe(200);
  const drained = edge.server.drain({ idleMs: 100, deadlineMs: 5_000 });

  const first = await over('/readyz');
  expect(first).toEqual({ status: 503, connection: 'keep-alive' });
  expect(edge.server.isDraining()).toBe(true);
  let last = first;
  // The connection is kept by asking on it until the listener has closed.
  while (last.connection === 'keep-alive') last = await over('/readyz');
  expect(last).toEqual({ status: 503, connection: 'close' });
  await drained;
});

test('under load every request that was sent is answered', async () => {
  const calls = Array.from({ length: 60 }, () => over('/healthz'));
  const drained = edge.server.drain({ idleMs: 1_000, deadlineMs: 5_000 });

  expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
  await drained;
});

test('work that does not end is cut off at the deadline, and cancelled', async () => {
  const slow = send(edge, call('bare', 'slow', {}, { authorization: `Bearer ${TOKENS.good}` })).catch(() => 'cut off');
  await edge.stubs.started;
  await edge.server.drain({ idleMs: 0, deadlineMs: 10 });

  expect(await slow).toBe('cut off');
  await edge.stubs.aborted;
});
