import { McpServer, PerRequestHTTPServerTransport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolDefinition } from '../../src/tools/shared/definition.ts';
import { defineTool, type Tool, type ToolAnswer } from '../../src/tools/tool.ts';
import { openEdge, type TestEdge } from '../support/edge.ts';
import { call, rpc, type Sent, send } from '../support/edge-calls.ts';

/*
 * Answers to tools/list and tools/call are written by ourselves. The official SDK is the measure: a server of its own,
 * with the same tools, gets the same messages, and every result must be the same JSON. ADR 0008.
 */

const ANSWERS: Readonly<Record<string, ToolAnswer>> = {
  plain: { text: 'text with "quotes", a line\nand ünïcode' },
  structured: { text: '{"n":1}', structured: { n: 1, deep: { list: [1, null, 'x'] } } },
  obstacle: { text: 'No such file.', isError: true },
};

const tools: readonly Tool[] = Object.entries(ANSWERS).map(([name, answer]) =>
  defineTool({
    ...{ name, title: `Tool ${name}`, description: `Answers ${name}.`, isChargeable: true },
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.object({ text: z.string().optional().describe('Any text.') }),
    ...(answer.structured === undefined ? {} : { output: z.looseObject({ n: z.number() }) }),
    run: async () => answer,
  }),
);

let edge: TestEdge;
beforeAll(async () => {
  edge = await openEdge({ tools });
});
afterAll(() => edge.close());

/** What the SDK answers to the message of a request, served as its documentation says. */
async function askSdk(era: 'legacy' | 'modern', { body }: Sent): Promise<unknown> {
  const info = { name: 'portico', title: 'Portico', version: '0.0.0-test' };
  const hint = { ttlMs: 300_000, cacheScope: 'private' } as const;
  const server = new McpServer(info, {
    capabilities: { tools: { listChanged: false } },
    cacheHints: { 'tools/list': hint },
    supportedProtocolVersions: ['2026-07-28', '2025-11-25'],
  });
  server.server.setRequestHandler('tools/list', () => ({ tools: tools.map(toolDefinition) as never }));
  server.server.setRequestHandler('tools/call', ({ params }) => {
    const { text, structured, isError } = ANSWERS[params.name] ?? { text: 'none' };
    return {
      content: [{ type: 'text', text }],
      ...(structured === undefined ? {} : { structuredContent: { ...structured } }),
      ...(isError === undefined ? {} : { isError }),
    };
  });
  const classification = era === 'modern' ? ({ era, revision: '2026-07-28' } as const) : ({ era } as const);
  const transport = new PerRequestHTTPServerTransport({ classification, responseMode: 'json' });
  await server.connect(transport);
  const message = JSON.parse(String(body));
  const request = new Request('http://sdk.invalid/mcp', { method: 'POST' });
  const response = await transport.handleMessage(message, { request });
  return response.json();
}

describe.each(['legacy', 'modern'] as const)('in the %s face', (face) => {
  const requests: readonly [string, Sent][] = [
    ['tools/list', rpc(face, 'tools/list')],
    ...Object.keys(ANSWERS).map((name): [string, Sent] => [name, call(face, name, { text: 'x' })]),
  ];

  test.each(requests)('%s is answered with the JSON that the SDK gives', async (_name, sent) => {
    const expected = await askSdk(face, sent);
    for (const accept of ['application/json', 'application/json, text/event-stream', 'text/event-stream']) {
      const received = await send(edge, { ...sent, headers: { ...sent.headers, accept } });
      expect(received.json).toEqual(expected);
      expect(received.headers['content-type']).toBe(
        accept.startsWith('text') ? 'text/event-stream' : 'application/json',
      );
    }
  });
});
