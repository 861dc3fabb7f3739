import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeFolder, type TempFolder } from '../../../test/support/repository.ts';
import { makeKeeperClient } from '../keeper/client.ts';
import { makeKeeperHost } from './keeper-host.ts';

const folders: TempFolder[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function keep(made: TempFolder): TempFolder {
  folders.push(made);
  return made;
}

test('a keeper that dies answers nobody, and the next who connects finds a new one', async () => {
  const root = keep(makeFolder({ 'a.ts': 'let a' }));
  const failures: string[] = [];
  const host = makeKeeperHost(
    { indexDirectory: join(keep(makeFolder()).path, 'index') },
    (what) => void failures.push(what),
  );
  const selector = { location: root.path, ref: null, denied: [] };
  const port = host.connect();
  const client = makeKeeperClient(port);
  expect((await client.open(selector, 60_000))?.ok).toBe(true);

  // Not a message at all: what it meets is a fault of the program, which nothing catches.
  const lost = new Promise((resolve) => port.once('close', resolve));
  port.postMessage(null);
  const waiting = client.open(selector, 60_000);
  await lost;
  // Null: whoever asked opens the source without it and reads.
  expect(await waiting).toBeNull();
  expect(await client.open(selector, 60_000)).toBeNull();

  // As a thread does: its way may have led to the dying one, and then it closes, too.
  let opened: Awaited<ReturnType<typeof client.open>> = null;
  let again = port;
  while (opened === null) {
    again = host.connect();
    opened = await makeKeeperClient(again).open(selector, 60_000);
  }
  expect(opened.ok && opened.value.index?.files.count).toBe(1);
  // By now: its end was told before another one was started.
  expect(failures).toEqual(['keeper died']);
  again.postMessage(null);
  await new Promise((resolve) => again.once('close', resolve));
});
