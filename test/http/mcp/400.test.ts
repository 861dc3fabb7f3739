import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { call, FACES, faceHeaders, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(async () => {
  // Nothing in this file is ever counted.
  expect(await edge.used()).toBe(0);
  await edge.close();
});

const LIST = '"jsonrpc":"2.0","method":"tools/list"';
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Case, body, code, and the id that can be read from it. */
const UNREADABLE: readonly [string, string | Buffer, number, unknown][] = [
  ['an empty body', '', -32700, null],
  ['text that is no JSON', '{"jsonrpc": oops', -32700, null],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), -32700, null],
  ['a byte order mark', `\ufeff{${LIST},"id":1}`, -32700, null],
  ['two documents', `{${LIST},"id":1}{${LIST},"id":1}`, -32700, null],
  ['a batch', `[{${LIST},"id":1}]`, -32600, null],
  ['an empty batch', '[]', -32600, null],
  ['a text', '"tools/list"', -32600, null],
  ['null', 'null', -32600, null],
  ['an empty object', '{}', -32600, null],
  ['no jsonrpc', '{"id":1,"method":"tools/list"}', -32600, 1],
  ['jsonrpc 1.0', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32600, 1],
  ['jsonrpc as a number', '{"jsonrpc":2.0,"id":1,"method":"tools/list"}', -32600, 1],
  ['no method', '{"jsonrpc":"2.0","id":"a"}', -32600, 'a'],
  ['a method that is no text', '{"jsonrpc":"2.0","id":"a","method":1}', -32600, 'a'],
  ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}', -32600, 1],
  ['no id', `{${LIST}}`, -32600, null],
  ['id null', `{${LIST},"id":null}`, -32600, null],
  ['id 1.5', `{${LIST},"id":1.5}`, -32600, null],
  ['id true', `{${LIST},"id":true}`, -32600, null],
  ['an id that is an object', `{${LIST},"id":{}}`, -32600, null],
  ['id 2^53', `{${LIST},"id":9007199254740992}`, -32600, null],
  ['id -2^53', `{${LIST},"id":-9007199254740992}`, -32600, null],
  ['an id of 257 characters', `{${LIST},"id":"${'x'.repeat(257)}"}`, -32600, null],
  ['a key twice', `{${LIST},"id":1,"id":2}`, -32600, null],
  ['a key twice, once in escapes', `{${LIST},"id":1,"\\u0069d":2}`, -32600, null],
  ['the method twice', `{${LIST},"method":"tools/call","id":1}`, -32600, null],
  ['a key twice in params', `{${LIST},"id":1,"params":{"name":"a","name":"b"}}`, -32600, null],
  ['"Method"', '{"jsonrpc":"2.0","id":1,"Method":"tools/list"}', -32600, null],
  ['"JSONRPC" beside the right one', `{${LIST},"id":1,"JSONRPC":"2.0"}`, -32600, null],
  ['65 levels', `{${LIST},"id":1,"params":{"a":${nested(63)}}}`, -32600, null],
  ['half a million levels', nested(500_000), -32600, null],
  ['30,000 elements', `{${LIST},"id":1,"params":{"a":[${'0,'.repeat(30_000)}0]}}`, -32600, null],
  ['30,000 keys', `{${LIST},"id":1,${Array.from({ length: 30_000 }, (_, i) => `"k${i}":0`).join()}}`, -32600, null],
];

describe.each(FACES)('%s', (face) => {
  test.each(UNREADABLE)('refuses %s [S1, S2, S9, R2, R3]', async (_case, body, code, id) => {
    const { status, json, headers } = await send(edge, { headers: faceHeaders(face, 'tools/list'), body });

    expect([status, json.error?.code, json.id]).toEqual([400, code, id]);
    expect(json.error?.data.requestId).toBe(headers['x-request-id']);
    expect(json.error?.message).not.toBe('');
  });

  test('reads 64 levels, and a key twice below params', async () => {
    const sent = rpc(face, 'tools/list', { a: JSON.parse(nested(62)) });
    expect((await send(edge, sent)).status).toBe(200);

    const body = String(sent.body).replace('"a":', '"b":{"x":1,"x":2},"a":');
    expect((await send(edge, { ...sent, body })).status).toBe(200);
  });
});

/** JSON-RPC codes of the reasons, as literals: clients depend on them. */
const RPC_CODES: Readonly<Record<string, number>> = {
  unknown_method: -32601,
  invalid_params: -32602,
  invalid_arguments: -32602,
};

describe('bare', () => {
  test.each([
    ['an unknown method', 'resources/list', {}, 'unknown_method'],
    ['a method of the prototype', 'constructor', {}, 'unknown_method'],
    ['an unknown tool', 'tools/call', { name: 'ecko' }, 'invalid_params'],
    ['a tool of the prototype', 'tools/call', { name: '__proto__' }, 'invalid_params'],
    ['no name', 'tools/call', {}, 'invalid_params'],
    ['arguments that are no object', 'tools/call', { name: 'echo', arguments: 'x' }, 'invalid_params'],
    ['arguments null', 'tools/call', { name: 'echo', arguments: null }, 'invalid_params'],
    ['arguments that do not fit', 'tools/call', { name: 'echo', arguments: {} }, 'invalid_arguments'],
    ['an argument not known', 'tools/call', { name: 'free', arguments: { a: 1 } }, 'invalid_arguments'],
    ['a cursor that was never given out', 'tools/list', { cursor: 'x' }, 'invalid_params'],
  ])('refuses %s [S3, S4, S5, R4, C7]', async (_case, method, params, reason) => {
    const { status, json } = await send(edge, rpc('bare', method, params));

    expect([status, json.error?.code, json.error?.data.reason, json.id]).toEqual([400, RPC_CODES[reason], reason, 7]);
  });

  test('refuses params that are a list', async () => {
    const { status, json } = await send(edge, { body: `{${LIST},"id":1,"params":[]}` });

    expect([status, json.error?.code]).toEqual([400, -32602]);
  });

  test('suggests the tool that was probably meant', async () => {
    const { json } = await send(edge, call('bare', 'ecko'));

    expect(json.error?.message).toContain('"echo"');
  });
});

test('a refusal has the same text in every face [F9]', async () => {
  for (const params of [{ name: 'ecko' }, {}, { name: 'echo', arguments: [] }]) {
    const answers = await Promise.all(FACES.map((face) => send(edge, rpc(face, 'tools/call', params))));
    expect(new Set(answers.map(({ json }) => json.error?.message)).size).toBe(1);
  }
  const methods = await Promise.all(FACES.map((face) => send(edge, rpc(face, 'no/such'))));
  expect(new Set(methods.map(({ json }) => json.error?.message)).size).toBe(1);

  const [bare, legacy, modern] = await Promise.all(FACES.map((face) => send(edge, call(face, 'echo'))));
  expect(legacy?.json.result?.content?.[0]?.text).toBe(bare?.json.error?.message);
  expect(modern?.json.result?.content?.[0]?.text).toBe(bare?.json.error?.message);
});

test.each(['1999-01-01', '2026-07-29', '', 'DRAFT', '2025-06-18, 2026-07-28'])(
  'refuses the version %j and lists those that are served [F6, S11]',
  async (version) => {
    const { status, json } = await send(edge, rpc('bare', 'tools/list', {}, { 'mcp-protocol-version': version }));

    expect([status, json.error?.code, json.id]).toEqual([400, -32022, 7]);
    expect(json.error?.data.supported).toContain('2026-07-28');
    expect(json.error?.data.supported).toContain('2025-03-26');
  },
);

describe('modern', () => {
  test.each([
    ['no version header', { 'mcp-protocol-version': undefined }],
    ['no method header', { 'mcp-method': undefined }],
    ['another method in the header', { 'mcp-method': 'tools/list' }],
    ['no name header', { 'mcp-name': undefined }],
    ['another name in the header', { 'mcp-name': 'crash' }],
    ['a name header that is no Base64', { 'mcp-name': '=?base64?***?=' }],
  ])('refuses %s [F1, F2, S10]', async (_case, headers) => {
    const { status, json } = await send(edge, call('modern', 'echo', { text: 'x' }, headers));

    expect([status, json.error?.code, json.id]).toEqual([400, -32020, 7]);
  });

  test('takes a name header in Base64', async () => {
    const name = `=?base64?${Buffer.from('free').toString('base64')}?=`;

    expect((await send(edge, call('modern', 'free', {}, { 'mcp-name': name }))).status).toBe(200);
  });

  test('refuses a request without the keys of _meta [R5]', async () => {
    const headers = faceHeaders('modern', 'tools/list');
    const { status, json } = await send(edge, { headers, body: `{${LIST},"id":1,"params":{}}` });

    expect([status, json.error?.code, json.error?.data.reason]).toEqual([400, -32602, 'invalid_meta']);
  });

  test('refuses initialize', async () => {
    const { status } = await send(edge, rpc('modern', 'initialize', { protocolVersion: '2025-11-25' }));

    expect([400, 404]).toContain(status);
  });
});
