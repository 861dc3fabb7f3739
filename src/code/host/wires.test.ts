import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connectWire } from './wire.ts';
import { openWires, type Wires } from './wires.ts';

const opened: Wires[] = [];

function makeWires(): Wires {
  const wires = openWires();
  if (wires === null) throw new Error('no place for a socket');
  opened.push(wires);
  return wires;
}

afterEach(() => {
  for (const wires of opened.splice(0)) wires.close();
});

/** Connects with a key: what is heard there first, or that it was turned away. */
async function connectWith({ path }: Wires, key: string): Promise<unknown> {
  return await new Promise((resolve) => {
    const wire = connectWire({ path, key }, { hear: heard, closed: () => resolve('turned away') });
    function heard(head: unknown): void {
      resolve(head);
      wire.close();
    }
  });
}

test('a key opens one wire, once; no other word opens any', async () => {
  const wires = makeWires();
  let count = 0;
  const key = wires.expect((wire) => {
    count += 1;
    wire.send({ welcome: true });
    return { hear: () => undefined, closed: () => undefined };
  });
  for (const wrong of ['', key.slice(1), 'constructor', `${key} `]) {
    expect(await connectWith(wires, wrong)).toBe('turned away');
  }
  expect(await connectWith(wires, key)).toEqual({ welcome: true });
  expect(await connectWith(wires, key)).toBe('turned away');
  expect(count).toBe(1);
});

test('the key of a thread that is gone opens nothing', async () => {
  const wires = makeWires();
  const key = wires.expect(() => ({ hear: () => undefined, closed: () => undefined }));
  wires.forget(key);
  expect(await connectWith(wires, key)).toBe('turned away');
});

test('nobody else may enter the folder of the socket, and nothing of it is left', () => {
  const wires = makeWires();
  const folder = dirname(wires.path);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  wires.close();
  expect(existsSync(folder)).toBe(false);
});

test('each process has a socket of its own', () => {
  expect(makeWires().path).not.toBe(makeWires().path);
});
