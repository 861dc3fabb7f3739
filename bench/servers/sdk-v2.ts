import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { report, serve } from './serve.ts';

/*
 * The official SDK's own handler as its documentation mounts it, checking nothing: on node:http, behind Hono, behind
 * Fastify. The packages are installed apart (bench/peers), and named by arguments: the folder, then the mount.
 */
const [folder = '', mount = 'raw'] = process.argv.slice(2);
const fromPeers = createRequire(`${folder}/package.json`);
const load = (name: string) => import(pathToFileURL(fromPeers.resolve(name)).href);

const { createMcpHandler, McpServer } = await load('@modelcontextprotocol/server');
const { z } = await load('zod');
const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'peer', version: '1' });
    const input = { title: 'Echo', description: 'Gives the text back.', inputSchema: z.object({ text: z.string() }) };
    server.registerTool('echo', input, async ({ text }: { text: string }) => ({ content: [{ type: 'text', text }] }));
    return server;
  },
  { responseMode: 'json' },
);

if (mount === 'hono') {
  const { Hono } = await load('hono');
  const { serve: listen } = await load('@hono/node-server');
  const app = new Hono();
  app.post('/mcp', (context: { req: { raw: Request } }) => handler.fetch(context.req.raw));
  listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: { port: number }) =>
    report({ url: `http://127.0.0.1:${port}` }),
  );
} else {
  const { toNodeHandler } = await load('@modelcontextprotocol/node');
  const answer = toNodeHandler(handler);
  if (mount === 'fastify') {
    const { default: makeFastify } = await load('fastify');
    const app = makeFastify();
    app.post('/mcp', (request: { raw: unknown; body: unknown }, reply: { hijack(): void; raw: unknown }) => {
      reply.hijack();
      return answer(request.raw, reply.raw, request.body);
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    report({ url: `http://127.0.0.1:${app.server.address().port}` });
  } else {
    await serve(answer);
  }
}
