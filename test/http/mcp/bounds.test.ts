import { afterEach, describe, expect, test } from 'vitest';
import { err } from '../../../src/base/result.ts';
import { openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { FACES, rpc, send, sendRaw } from '../../support/edge-calls.ts';

let edge: TestEdge;

afterEach(() => edge.close());

// Guards callers at the border: what the contract still allows works, one more is refused by its own reason.
describe('the longest that is accepted, and one more', () => {
  test.each(FACES)('an id of 256 characters comes back, one of 257 does not [S2] (%s)', async (face) => {
    edge = await openEdge();
    for (const [length, status] of [
      [256, 200],
      [257, 400],
    ] as const) {
      const id = 'i'.repeat(length);
      const sent = rpc(face, 'tools/list');
      const body = JSON.stringify({ ...JSON.parse(String(sent.body)), id });
      const answer = await send(edge, { ...sent, body });
      expect([answer.status, answer.json.id]).toEqual([status, status === 200 ? id : null]);
    }
  });

  test('a method of 128 characters is unknown, one of 129 is none [S1, S3]', async () => {
    edge = await openEdge();
    for (const [length, reason] of [
      [128, 'unknown_method'],
      [129, 'invalid_request'],
    ] as const) {
      const { json } = await send(edge, rpc('bare', 'm'.repeat(length)));
      expect(json.error?.data.reason).toBe(reason);
    }
  });

  test('a token of 512 characters is looked up, a longer one costs no look-up [S12]', async () => {
    const asked: number[] = [];
    edge = await openEdge({
      authenticate: async (token) => {
        asked.push(token.length);
        return err('unknown');
      },
    });
    for (const length of [512, 513]) {
      const sent = rpc('bare', 'tools/list', {}, { authorization: `Bearer ${'t'.repeat(length)}` });
      expect((await send(edge, sent)).status).toBe(401);
    }
    expect(asked).toEqual([512]);
  });

  test('a progress token of 256 characters is reported to, a longer one asks for nothing [F7]', async () => {
    edge = await openEdge();
    for (const [length, type] of [
      [256, 'text/event-stream'],
      [257, 'application/json'],
    ] as const) {
      const params = { name: 'progress', arguments: {}, _meta: { progressToken: 'p'.repeat(length) } };
      const accept = { accept: 'application/json, text/event-stream' };
      expect((await send(edge, rpc('bare', 'tools/call', params, accept))).headers['content-type']).toBe(type);
    }
  });
});

test('two credentials are refused, even when both are good: a proxy may have checked the other one [S12]', async () => {
  edge = await openEdge();
  const body = String(rpc('bare', 'tools/list').body);
  const line = `Authorization: Bearer ${TOKENS.good}\r\n`;
  const post = (credentials: string) =>
    sendRaw(
      edge,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n${credentials}Content-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );

  expect(await post(line)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await post(line + line)).toMatch(/^HTTP\/1\.1 401 /);
});

test('a name in Base64 is read in its one spelling only: others could name two tools at once [S10]', async () => {
  edge = await openEdge();
  for (const [name, status] of [
    ['=?base64?ZWNobw==?=', 200],
    ['=?base64?ZWNobw?=', 400],
    ['=?base64?ZWNobx==?=', 400],
  ] as const) {
    const params = { name: 'echo', arguments: { text: 'x' } };
    expect((await send(edge, rpc('modern', 'tools/call', params, { 'mcp-name': name }))).status).toBe(status);
  }
});
