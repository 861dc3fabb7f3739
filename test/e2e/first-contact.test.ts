import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWholeService, type WholeService } from '../support/whole-service.ts';

let service: WholeService;

beforeAll(async () => {
  service = await openWholeService();
});

afterAll(() => service.close());

async function ask(method: string, params: object): Promise<{ instructions?: string; tools?: { name: string }[] }> {
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  // The envelope is the subject of other tests.
  return ((await response.json()) as { result: object }).result;
}

test('what a client is told at first contact names only tools that it then finds in the list', async () => {
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { instructions = '' } = await ask('initialize', client);
  const { tools = [] } = await ask('tools/list', {});
  const named = instructions.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];

  expect(named).not.toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});
