import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, FACES, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

describe.each(FACES)('%s', (face) => {
  test('lists the tools in the order of the registry', async () => {
    const { status, json } = await send(edge, rpc(face, 'tools/list'));

    expect(status).toBe(200);
    expect(json.id).toBe(7);
    expect(json.result?.tools?.map(({ name }) => name)).toEqual(edge.stubs.tools.map(({ name }) => name));
  });

  test('lists only what the key may call [K6]', async () => {
    const sent = rpc(face, 'tools/list', {}, { authorization: `Bearer ${TOKENS.narrow}` });

    expect((await send(edge, sent)).json.result?.tools?.map(({ name }) => name)).toEqual(['echo']);
  });

  test('calls a tool, echoes the id and counts one unit [C4, C6, L1, L6]', async () => {
    const { status, headers, json } = await send(edge, call(face, 'echo', { text: 'héllo', times: 2 }));

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(json.id).toBe(7);
    expect(json.result?.content).toEqual([{ type: 'text', text: 'héllohéllo' }]);
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['555', '554']);
    expect(await edge.used()).toBe(1);
  });

  test('says in the result that a tool met an obstacle, and keeps the unit [S6, C5]', async () => {
    const { status, json } = await send(edge, call(face, 'obstacle'));

    expect(status).toBe(200);
    expect(json.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'No such file.' }] });
    expect(await edge.used()).toBe(1);
  });

  test('passes structured content on', async () => {
    expect((await send(edge, call(face, 'structured'))).json.result).toMatchObject({ structuredContent: { n: 1 } });
  });

  test('takes nothing for a tool that is free, nor for a list [C8]', async () => {
    await send(edge, call(face, 'free'));
    await send(edge, rpc(face, 'tools/list'));

    expect(await edge.used()).toBe(0);
  });

  test('takes a call without arguments as one with none [S20]', async () => {
    expect((await send(edge, rpc(face, 'tools/call', { name: 'free' }))).json.result?.content?.[0]?.text).toBe('free');
  });

  test.each([undefined, '*/*', 'application/json', 'application/json, text/event-stream', 'text/html'])(
    'answers JSON to Accept: %s [F7]',
    async (accept) => {
      const { status, headers } = await send(edge, call(face, 'echo', { text: 'x' }, { accept }));

      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    },
  );

  test.each(['a text', '', 0, -5, Number.MAX_SAFE_INTEGER])('echoes the id %j', async (id) => {
    const sent = rpc(face, 'tools/list');
    const body = JSON.stringify({ ...JSON.parse(String(sent.body)), id });

    expect((await send(edge, { ...sent, body })).json.id).toBe(id);
  });

  test('ignores members of the envelope that it does not know', async () => {
    const sent = call(face, 'free');
    const body = JSON.stringify({ ...JSON.parse(String(sent.body)), extra: true });

    expect((await send(edge, { ...sent, body })).status).toBe(200);
  });

  test('never speaks of a session [F8]', async () => {
    const { headers } = await send(edge, rpc(face, 'tools/list', {}, { 'mcp-session-id': 'abc' }));

    expect(headers['mcp-session-id']).toBeUndefined();
  });
});

test('a plain client may leave params of tools/list out [S20, F5]', async () => {
  const { status } = await send(edge, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });

  expect(status).toBe(200);
});

test('the content of a call is the same for every kind of caller [C6]', async () => {
  for (const [name, args] of [
    ['echo', { text: 'same ☃' }],
    ['structured', {}],
    ['obstacle', {}],
    ['free', {}],
  ] as const) {
    const [bare, legacy, modern] = await Promise.all(FACES.map((face) => send(edge, call(face, name, args))));

    expect(legacy?.json.result).toEqual(bare?.json.result);
    expect(modern?.json.result).toMatchObject(bare?.json.result ?? {});
    expect(modern?.json.result?.resultType).toBe('complete');
  }
});

test('the list of tools is the same for every kind of caller', async () => {
  const [bare, legacy, modern] = await Promise.all(FACES.map((face) => send(edge, rpc(face, 'tools/list'))));

  expect(legacy?.json.result?.tools).toEqual(bare?.json.result?.tools);
  expect(modern?.json.result?.tools).toEqual(bare?.json.result?.tools);
  expect(modern?.json.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' });
});

describe('legacy handshake', () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

  test.each([undefined, '2025-06-18'])('initialize is answered with version header %s [F4, C8]', async (version) => {
    const { status, json } = await send(edge, rpc('bare', 'initialize', params, { 'mcp-protocol-version': version }));

    expect(status).toBe(200);
    expect(json.result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'portico' },
      capabilities: { tools: { listChanged: false } },
    });
    expect(await edge.used()).toBe(0);
  });

  test('an initialize without its params says what they are [R4]', async () => {
    const { status, json } = await send(edge, rpc('bare', 'initialize', {}));

    expect([status, json.error?.code]).toEqual([200, -32602]);
    expect(json.error?.message).toMatch(/protocolVersion, capabilities, and clientInfo/);
  });

  test('an initialize for a revision that is not known gets the newest one', async () => {
    const { json } = await send(edge, rpc('bare', 'initialize', { ...params, protocolVersion: '1999-01-01' }));

    expect(json.result?.protocolVersion).toBe('2025-11-25');
  });

  test('ping is answered without a version header [F4]', async () => {
    expect((await send(edge, rpc('bare', 'ping'))).json).toMatchObject({ id: 7, result: {} });
  });

  test('an unknown method is told inside a 200 [S3]', async () => {
    const { status, json } = await send(edge, rpc('legacy', 'prompts/list'));

    expect([status, json.error?.code, json.id]).toEqual([200, -32601, 7]);
  });
});

describe.each(['legacy', 'modern'] as const)('%s refusals that MCP wants inside a 200', (face) => {
  test.each([
    ['an unknown tool', { name: 'ecko' }],
    ['no name', {}],
    ['arguments that are no object', { name: 'echo', arguments: [1] }],
  ])('%s is -32602 [S4, C7]', async (_case, params) => {
    const { status, json } = await send(edge, rpc(face, 'tools/call', params));

    expect([status, json.error?.code]).toEqual([200, -32602]);
    expect(await edge.used()).toBe(0);
  });

  test('arguments that do not fit are told in the result, and cost nothing [S5, C7]', async () => {
    const { status, json } = await send(edge, call(face, 'echo', { txt: 'x' }));

    expect(status).toBe(200);
    expect(json.result?.isError).toBe(true);
    expect(json.result?.content?.[0]?.text).toContain('txt');
    expect(await edge.used()).toBe(0);
  });

  test('a crash is told in the result with the request id and no detail, and is given back [S7, C5]', async () => {
    const { status, headers, text, json } = await send(edge, call(face, 'crash'));

    expect([status, json.result?.isError]).toEqual([200, true]);
    expect(json.result?.content?.[0]?.text).toContain(String(headers['x-request-id']));
    expect(text).not.toMatch(/SELECT|srv|keys| at /);
    expect(headers['x-ratelimit-remaining']).toBe('555');
    expect(await edge.used()).toBe(0);
  });
});

test('server/discover names the modern revision and costs nothing [F1, C8]', async () => {
  const { status, json } = await send(edge, rpc('modern', 'server/discover'));

  expect(status).toBe(200);
  expect(json.result).toMatchObject({ supportedVersions: ['2026-07-28'], cacheScope: 'private', ttlMs: 300_000 });
  expect(await edge.used()).toBe(0);
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'a header of %s is a legacy caller [F3]',
  async (version) => {
    const { status, json } = await send(edge, rpc('bare', 'no/such', {}, { 'mcp-protocol-version': version }));

    expect([status, json.error?.code]).toEqual([200, -32601]);
  },
);

test.each([null, false, 1, 'x', [], { progressToken: {} }])(
  'a _meta of %j is ignored, not a failure',
  async (_meta) => {
    for (const face of ['bare', 'legacy'] as const) {
      expect((await send(edge, rpc(face, 'tools/call', { name: 'free', _meta }))).json.result?.content?.[0]?.text).toBe(
        'free',
      );
      expect((await send(edge, rpc(face, 'tools/list', { _meta }))).status).toBe(200);
    }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' }, _meta };
    expect((await send(edge, rpc('bare', 'initialize', params))).status).toBe(200);
    expect((await send(edge, rpc('bare', 'initialize', { _meta }))).json.error?.code).toBe(-32602);
  },
);
