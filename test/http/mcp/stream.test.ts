import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, FACES, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

const BOTH = { accept: 'application/json, text/event-stream' };
const withToken = (name: string) => ({ name, arguments: {}, _meta: { progressToken: 'p1' } });

describe.each(FACES)('%s', (face) => {
  const ask = (name: string, accept: Record<string, string | undefined>) =>
    send(
      edge,
      rpc(face, 'tools/call', withToken(name), { ...accept, ...(face === 'modern' ? { 'mcp-name': name } : {}) }),
    );

  test('progress comes as events before the answer, when it was asked for and a stream is accepted [F7]', async () => {
    const { status, headers, messages } = await ask('progress', BOTH);

    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers['x-ratelimit-remaining']).toBe('554');
    expect(messages.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/progress',
      'notifications/progress',
      7,
    ]);
    expect(messages[0]?.params).toMatchObject({ progressToken: 'p1', progress: 1, total: 2, message: 'half' });
    expect(messages[2]?.result?.content?.[0]?.text).toBe('counted');
  });

  test('a tool without progress is answered in JSON all the same', async () => {
    expect((await ask('free', BOTH)).headers['content-type']).toBe('application/json');
  });

  test.each([undefined, '*/*', 'application/json', 'application/json, text/event-stream;q=0'])(
    'no stream for Accept: %s, whatever progress was asked for',
    async (accept) => {
      const { headers, json } = await ask('progress', { accept });

      expect(headers['content-type']).toBe('application/json');
      expect(json.result?.content?.[0]?.text).toBe('counted');
    },
  );

  test('no stream and no progress without a progress token', async () => {
    expect((await send(edge, call(face, 'progress', {}, BOTH))).headers['content-type']).toBe('application/json');
  });

  test.each([
    ['a text of a megabyte', 'p'.repeat(1_000_000)],
    ['a number that is no integer', 1.5],
  ])('%s is no progress token: it would be sent again with every report', async (_, progressToken) => {
    const params = { name: 'progress', arguments: {}, _meta: { progressToken } };
    const { headers, text } = await send(edge, rpc(face, 'tools/call', params, BOTH));

    expect(headers['content-type']).toBe('application/json');
    expect(text.length).toBeLessThan(1_000);
  });

  test('a caller that accepts nothing but a stream gets one', async () => {
    for (const sent of [
      call(face, 'free', {}, { accept: 'text/event-stream' }),
      rpc(face, 'tools/list', {}, { accept: 'text/event-stream' }),
    ]) {
      const { status, headers, messages } = await send(edge, sent);
      expect([status, headers['content-type'], messages.length]).toEqual([200, 'text/event-stream', 1]);
      expect(messages[0]?.id).toBe(7);
    }
  });

  test('a crash after a stream began ends it with an error, and is given back', async () => {
    const { status, messages } = await send(edge, call(face, 'crash', {}, { accept: 'text/event-stream' }));

    expect([status, messages.length]).toEqual([200, 1]);
    expect(JSON.stringify(messages)).not.toMatch(/SELECT|srv/);
    expect(await edge.used()).toBe(0);
  });

  test.each(['json', 'stream'])(
    'a caller that goes away stops the work and keeps its unit (%s) [R12, C5]',
    async (kind) => {
      const accept = kind === 'stream' ? 'text/event-stream' : '*/*';
      const sent = call(face, 'slow', {}, { accept });
      const going = request({
        ...{ host: '127.0.0.1', port: edge.port, path: '/mcp', method: 'POST', agent: false },
        headers: {
          authorization: `Bearer ${TOKENS.good}`,
          'content-type': 'application/json',
          ...Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined)),
        },
      });
      going.on('error', () => {});
      going.end(sent.body);
      await edge.stubs.started;
      going.destroy();
      await edge.stubs.aborted;

      expect(await edge.used()).toBe(1);
    },
  );
});
