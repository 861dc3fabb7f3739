import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(() => edge.close());

test.each(['resources/list', 'ping', 'no/such'])(
  'a modern caller gets 404 for the unknown method %s [S3]',
  async (method) => {
    const { status, json } = await send(edge, rpc('modern', method));

    expect([status, json.error?.code, json.id]).toEqual([404, -32601, 7]);
  },
);

test.each(['/mcp/', '/MCP', '/mcp/x', '//mcp', '/'])('%s is not the endpoint', async (path) => {
  const { status, text } = await send(edge, { ...rpc('bare', 'tools/list'), path });

  expect(status).toBe(404);
  expect(JSON.parse(text)).toMatchObject({ error: 'not_found' });
});
