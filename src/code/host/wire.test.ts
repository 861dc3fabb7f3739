import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MIB } from '../../base/units.ts';
import { makeWire, type Wire } from './wire.ts';

const closings: (() => void)[] = [];

afterEach(() => {
  for (const close of closings.splice(0)) close();
});

interface Ends {
  /** Of what the wire hears, `raw` is the other end. */
  readonly wire: Wire;
  readonly raw: Socket;
  readonly heard: [unknown, string][];
  readonly closed: Promise<unknown>;
}

async function makeEnds(): Promise<Ends> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-wire-'));
  const server = createServer().listen(join(folder, 's'));
  const raw = connect(join(folder, 's'));
  const [socket] = (await once(server, 'connection')) as [Socket];
  closings.push(() => {
    raw.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const heard: [unknown, string][] = [];
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  const wire = makeWire(socket, { hear: (head, text) => heard.push([head, text]), closed: () => resolve(null) });
  return { wire, raw, heard, closed };
}

function frameOf(content: string): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

test('a text that comes in pieces of any size is heard once and as it was sent', async () => {
  const text = JSON.stringify(`\u{1f600}\ud800\0\n${'é'.repeat(300)}`);
  const bytes = Buffer.concat([frameOf(`{"id":1}\n${text}`), frameOf('{"id":2}\n'), frameOf(`{"id":3}\n${text}`)]);
  for (const size of [1, 2, 3, 5, 7, 64, 500, bytes.length]) {
    const { raw, heard, closed } = await makeEnds();
    for (let at = 0; at < bytes.length; at += size) {
      await new Promise((resolve) => raw.write(bytes.subarray(at, at + size), resolve));
      await new Promise(setImmediate);
    }
    raw.end();
    await closed;
    expect(heard).toEqual([
      [{ id: 1 }, text],
      [{ id: 2 }, ''],
      [{ id: 3 }, text],
    ]);
  }
});

test('what was sent before the end is heard, what is torn by it never', async () => {
  const { raw, heard, closed } = await makeEnds();
  raw.end(Buffer.concat([frameOf('{"id":1}\nwhole'), frameOf('{"id":2}\ntorn').subarray(0, -1)]));
  await closed;
  expect(heard).toEqual([[{ id: 1 }, 'whole']]);
});

test.each([
  ['a head that is no JSON', frameOf('{"id":\n1}')],
  ['a head that is no object', frameOf('null\n')],
  ['a frame that is too long, before it has come', Buffer.from([0, 0x40, 0, 1])],
])('%s ends the wire, and nothing behind it is heard', async (_, bytes) => {
  const { raw, heard, closed } = await makeEnds();
  raw.write(Buffer.concat([bytes, frameOf('{"id":1}\n')]));
  await closed;
  expect(heard).toEqual([]);
});

test('what is too long for a frame is refused before anything of it is sent', async () => {
  const { wire, raw } = await makeEnds();
  expect(wire.send({ id: 1 }, 'x'.repeat(4 * MIB))).toBe(false);
  expect(wire.send({ id: 2 }, 'ok')).toBe(true);
  const [bytes] = (await once(raw, 'data')) as [Buffer];
  expect(bytes).toEqual(frameOf('{"id":2}\nok'));
});
