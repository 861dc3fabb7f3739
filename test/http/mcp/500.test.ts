import { afterEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge | undefined;

afterEach(() => edge?.close());

test('a crash is told to a bare caller without detail, and its unit is given back [S7, R4, R7, C5]', async () => {
  edge = await openEdge();
  const { status, headers, text, json } = await send(edge, call('bare', 'crash'));

  expect([status, json.error?.code, json.error?.data.reason, json.id]).toEqual([500, -32603, 'internal_error', 7]);
  expect(text).not.toMatch(/SELECT|srv|keys| at /);
  expect(json.error?.data.requestId).toBe(headers['x-request-id']);
  expect(headers['x-ratelimit-remaining']).toBe('555');
  expect(await edge.used()).toBe(0);
  // The log knows why, by the same id.
  const failed = edge.events.find(({ name }) => name === 'tool.failed');
  expect(failed?.fields).toMatchObject({ requestId: headers['x-request-id'], tool: 'crash' });
});

test.each(FACES)('%s: a bug of ours is 500 without detail [R7]', async (face) => {
  edge = await openEdge({
    limits: (real) => ({
      ...real,
      giveBack: () => {
        throw new TypeError('secret detail');
      },
    }),
  });
  const { status, text } = await send(edge, call(face, 'crash'));

  expect(status).toBe(500);
  expect(text).not.toContain('secret detail');
  expect((await send(edge, rpc(face, 'tools/list'))).status).toBe(200);
});

test.each(FACES)('%s: a tool that does not end in time is stopped, told so, and given back [C5]', async (face) => {
  edge = await openEdge({ toolDeadlineMs: 20 });
  const { status, text } = await send(edge, call(face, 'slow'));

  expect(status).toBe(face === 'bare' ? 500 : 200);
  expect(text).toContain('took too long');
  await edge.stubs.aborted;
  expect(await edge.used()).toBe(0);
});

test.each(FACES)('%s: a question that needs too much memory is told so, and given back [C5]', async (face) => {
  const failure = Object.assign(new Error('no memory'), { name: 'EngineError', reason: 'out_of_memory' });
  const { tools } = await stubs();
  edge = await openEdge({ tools: tools.map((tool) => ({ ...tool, run: () => Promise.reject(failure) })) });
  const { status, text } = await send(edge, call(face, 'echo', { text: 'x' }));

  expect(status).toBe(face === 'bare' ? 500 : 200);
  expect(text).toContain('memory ran short while it worked on the question');
  expect(await edge.used()).toBe(0);
});

/** The tools of an edge of its own, which is closed again. */
async function stubs(): Promise<TestEdge['stubs']> {
  const other = await openEdge();
  await other.close();
  return other.stubs;
}
