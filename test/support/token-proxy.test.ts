import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTokenProxy } from './token-proxy.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openBehindProxy(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await openTokenProxy(target, 'secret-token');
  closers.push(() => proxy.close());
  return { target, proxy };
}

test('every request arrives with the token, under the name of the target', async () => {
  const seen: unknown[] = [];
  const { target, proxy } = await openBehindProxy((incoming, outgoing) => {
    seen.push(incoming.headers.authorization, incoming.headers.host, incoming.headers.origin);
    outgoing.end('ok');
  });

  const answer = await fetch(`${proxy.origin}/mcp`, { method: 'POST', body: '{}', headers: { origin: proxy.origin } });
  expect(await answer.text()).toBe('ok');
  expect(seen).toEqual(['Bearer secret-token', new URL(target).host, target]);
});

test('a foreign host name reaches the target as it is, for the target to refuse', async () => {
  const { proxy } = await openBehindProxy((incoming, outgoing) => outgoing.end(incoming.headers.host));

  const call = request(proxy.origin, { headers: { host: 'evil.example.com' } }).end();
  const [answer] = await once(call, 'response');
  const [body] = await once(answer.setEncoding('utf8'), 'data');
  expect(body).toBe('evil.example.com');
});

test('the start of a stream arrives before its end, and a disconnect reaches the target', async () => {
  const gone = Promise.withResolvers<void>();
  const { proxy } = await openBehindProxy((_incoming, outgoing) => {
    outgoing.on('close', () => gone.resolve());
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': first\n\n');
  });

  const giveUp = new AbortController();
  const answer = await fetch(proxy.origin, { signal: giveUp.signal });
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe(': first\n\n');
  giveUp.abort();
  await gone.promise;
});
