import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { send } from '../../support/edge-calls.ts';

let edge: TestEdge;
let sockets: Socket[] = [];

beforeEach(async () => {
  edge = await openEdge();
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await edge.close();
});

async function open(): Promise<Socket> {
  const socket = connect(edge.port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

// Slow senders that hold connections must not keep others out.
test('one address holds at most 512 connections; a closed one makes room', async () => {
  await Promise.all(Array.from({ length: 512 }, open));
  const surplus = await open();
  await once(surplus, 'close');
  expect(edge.events.some(({ name }) => name === 'http.connection_refused')).toBe(true);

  const [first] = sockets;
  first?.destroy();
  // The server hears of it a moment later; until then a caller is turned away and may try again.
  const answered = async (): Promise<number> => {
    try {
      return (await send(edge, { method: 'GET', path: '/healthz' })).status;
    } catch {
      return answered();
    }
  };
  expect(await answered()).toBe(200);
});
