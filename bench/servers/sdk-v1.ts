import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { serve } from './serve.ts';

/** The official SDK's version 1 without sessions, as its documentation mounts it: a server and a transport a request. */
const [folder = ''] = process.argv.slice(2);
const fromPeers = createRequire(`${folder}/package.json`);
const load = (name: string) => import(pathToFileURL(fromPeers.resolve(name)).href);
const { McpServer } = await load('@modelcontextprotocol/sdk/server/mcp.js');
const { StreamableHTTPServerTransport } = await load('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { z } = await load('zod');

await serve(async (request, response) => {
  const server = new McpServer({ name: 'peer', version: '1' });
  const input = { title: 'Echo', description: 'Gives the text back.', inputSchema: { text: z.string() } };
  server.registerTool('echo', input, async ({ text }: { text: string }) => ({ content: [{ type: 'text', text }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
