import { serve } from './serve.ts';

/** The floor: reads the body, parses it, answers the same result, and does nothing else. */
await serve((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
    const result =
      method === 'tools/list'
        ? { tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }] }
        : { content: [{ type: 'text', text: params.arguments.text }] };
    const body = JSON.stringify({ jsonrpc: '2.0', id, result });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});
