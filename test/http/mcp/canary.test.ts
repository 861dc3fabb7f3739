import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { ROUTES } from '../../../src/http/routes.ts';
import { readAtRest } from '../../support/at-rest.ts';
import { makeRepository, type TestRepository } from '../../support/repository.ts';
import { openWholeService, type WholeService } from '../../support/whole-service.ts';

/**
 * A good key is put wherever a caller can put a text: it may come back as the `id` that JSON-RPC echoes, and is nowhere
 * else in what leaves the service. docs/contract.md, K7.
 */

/** Where nothing listens: what would ask the network is refused at once. */
const CLOSED = 'http://127.0.0.1:9';

let service: WholeService;
let repository: TestRepository;
let key: string;
const logged: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  repository = makeRepository({ 'a.ts': 'export const a = 1;\n', 'README.md': '# A\n' });
  const log: Log = { event: (name, fields = {}) => void logged.push(`${name} ${JSON.stringify(fields)}`) };
  const env = {
    PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    PORTICO_NPM_REGISTRY: CLOSED,
    PORTICO_DEPSDEV_URL: CLOSED,
    PORTICO_OSV_URL: CLOSED,
  };
  service = await openWholeService({ roots: [repository.path], log, env });
  key = service.token;
});

afterAll(async () => {
  await service.close();
  repository.remove();
});

/** What must not be found: any part of the secret that would help a guesser. */
function expectNoKey(texts: readonly string[]): void {
  const secret = key.slice(key.indexOf('.') + 1);
  const parts = [0, 12, 24, 36].map((from) => secret.slice(from, from + 12));
  const found = texts.filter((text) => parts.some((part) => text.includes(part)));
  expect(found.map((text) => text.slice(-400))).toEqual([]);
}

/** Sends bytes as they are; a connection that the service ends without an answer is one too. */
function raw(head: readonly string[], body = ''): Promise<void> {
  const { port, hostname } = new URL(service.origin);
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[...head, `Content-Length: ${bytes.length}`, 'Connection: close'].join('\r\n')}\r\n\r\n`);
      socket.write(bytes);
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      answers.push(text);
      resolve();
    });
  });
}

const host = () => `Host: ${new URL(service.origin).host}`;
const bearer = () => `Authorization: Bearer ${key}`;
const JSON_TYPE = 'Content-Type: application/json';
let posted = 0;
/** Each from an address of its own: the limit of one address would answer for most of them. */
const post = (body: string, ...headers: readonly string[]) => {
  posted += 1;
  const from = `X-Forwarded-For: 10.0.${posted >> 8}.${posted & 255}`;
  return raw(['POST /mcp HTTP/1.1', host(), bearer(), JSON_TYPE, from, ...headers], body);
};

const FACES: readonly (readonly string[])[] = [
  [],
  ['MCP-Protocol-Version: 2025-11-25'],
  ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call'],
];

async function toolsWithArguments(): Promise<readonly { name: string; names: readonly string[] }[]> {
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  const { result } = (await response.json()) as {
    result: { tools: { name: string; inputSchema: { properties: object } }[] };
  };
  return result.tools.map(({ name, inputSchema }) => ({ name, names: Object.keys(inputSchema.properties) }));
}

test('a key in the target or a header of any route is nowhere in what leaves the service [K7]', async () => {
  const paths = ['/mcp', '/none', ...ROUTES.map(({ path }) => path)];
  const targets = paths.flatMap((path) => [path, `${path}?key=${key}`, `http://${key}${path}`]);
  for (const target of [...targets, `/${key}`, `/mcp/${key}`, key, `*`]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) await raw([`${method} ${target} HTTP/1.1`, host()]);
  }
  const names = ['Host', 'Origin', 'Referer', 'User-Agent', 'Cookie', 'Accept', 'Expect', 'Upgrade', 'X-Forwarded-For'];
  const more = ['Forwarded', 'X-Request-Id', 'Traceparent', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'Mcp-Method'];
  const others = ['Mcp-Name', 'Content-Type', 'Content-Encoding', 'Authorization', 'Transfer-Encoding', key];
  for (const name of [...names, ...more, ...others]) {
    for (const path of ['/mcp', '/metrics']) {
      await raw([`POST ${path} HTTP/1.1`, host(), bearer(), `${name}: ${key}`], '{"jsonrpc":"2.0"}');
      await raw([`GET ${path} HTTP/1.1`, host(), `${name}: ${key}`]);
    }
  }
  for (const credential of [`Basic ${key}`, `Bearer ${key}x`, `Bearer ${key} ${key}`, `Bearer "${key}"`, key]) {
    await raw(['POST /mcp HTTP/1.1', host(), `Authorization: ${credential}`]);
  }
  for (const line of [`${key} /mcp HTTP/1.1`, `GET /mcp ${key}`, `GET /mcp HTTP/1.1\r\n${key}`]) await raw([line]);

  expectNoKey([...answers, ...logged]);
}, 60_000);

test('a key in any member of a message is nowhere but in the id that is echoed [K7]', async () => {
  const meta = { progressToken: key, [key]: key, 'io.modelcontextprotocol/protocolVersion': key };
  const messages = [
    ...[key, JSON.stringify(key), `{"${key}":1}`, `{"jsonrpc":"${key}"}`, `{"${key}":1,"${key}":2}`],
    ...['tools/list', 'tools/call', 'initialize', 'ping', 'server/discover', key, `notifications/${key}`].flatMap(
      (method) =>
        [
          undefined,
          key,
          [key],
          { name: key },
          { name: key, arguments: { [key]: key } },
          { cursor: key, _meta: meta },
        ].map((params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
    ),
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"${key}":1,"${key}":2}}`,
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: key, capabilities: { [key]: key }, clientInfo: { name: key, version: key } },
    }),
    JSON.stringify({ jsonrpc: '2.0', method: `notifications/${key}`, params: { reason: key } }),
    JSON.stringify({ jsonrpc: '2.0', method: key }),
  ];
  const from = answers.length;
  for (const message of messages) {
    for (const headers of FACES) {
      await post(message, ...headers);
      await post(message, ...headers, 'Accept: application/json, text/event-stream');
    }
  }
  expectNoKey([...answers.slice(from), ...logged]);

  await post(JSON.stringify({ jsonrpc: '2.0', id: key, method: 'tools/list' }));
  expect(answers.at(-1)).toContain(key);
  expectNoKey(logged);
}, 60_000);

test('a key in any argument of any tool is nowhere in what leaves the service [K7]', async () => {
  const from = answers.length;
  for (const { name, names } of await toolsWithArguments()) {
    for (const argument of [...names, key]) {
      for (const value of [key, [key], { [key]: key }, `${key}@${key}`, `/srv/${key}`, `"${key}`, `x\n${key}`]) {
        const args = { ...defaults(name), [argument]: value };
        const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
        const face = FACES[argument.length % 2] ?? [];
        await post(JSON.stringify(body), ...face);
      }
    }
  }
  const metrics = await fetch(`${service.origin}/metrics`);
  expectNoKey([...answers.slice(from), ...logged, await metrics.text()]);
}, 120_000);

test('nothing that was sent has left a key on disk [K7]', async () => {
  const dumps = await readAtRest(service.dataDir);
  expect(dumps.some((dump) => dump.includes('a thought'))).toBe(true);
  expectNoKey(dumps);
});

/** What lets a call get as far as the argument that is tried. */
function defaults(tool: string): Record<string, unknown> {
  if (tool === 'find_code') return { query: 'a' };
  if (tool === 'project_memory') return { action: 'save', key: 'k', text: 'a note', type: 'fact' };
  if (tool === 'keep_thinking') return { thought: 'a thought' };
  return { path: '.', file: 'a.ts' };
}
