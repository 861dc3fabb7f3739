import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../../base/log.ts';
import type { PlainStatement } from '../plain-statement.ts';
import { createPrivateFile } from './connection.ts';
import { startWriter, type Writer, type WriterDeps } from './writer.ts';

let folder: string;
let file: string;
const writers: Writer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-writer-'));
  file = join(folder, 'data', 'x.db');
  createPrivateFile(file);
});

afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<WriterDeps> = {}): Promise<Writer> {
  const writer = await startWriter({ file, log: silentLog, ...options });
  writers.push(writer);
  await writer.write([statement('create table item (id integer primary key, text text) strict')]);
  return writer;
}

function statement(sql: string, ...parameters: PlainStatement['parameters']): PlainStatement {
  return { sql, parameters, nowAt: [], expectRows: null };
}

const insert = (text: string | null = null) => statement('insert into item (text) values (?)', text);

function countItems(): unknown {
  using connection = new DatabaseSync(file, { readOnly: true });
  return connection.prepare('select count(*) as items from item').get()?.items;
}

describe('the writer', () => {
  test('answers a write when it is on the disk, in the order of arrival', async () => {
    const writer = await start();
    const results = await Promise.all(
      Array.from({ length: 1_500 }, () => writer.write([statement('insert into item default values returning id')])),
    );
    expect(results.map((result) => result?.[0]?.rows[0]?.id)).toEqual(results.map((_, i) => i + 1));
    expect(countItems()).toBe(1_500);
  });

  test('proves by a write that it can write, once one has failed [L10]', async () => {
    const writer = await start();
    await writer.check();
    await expect(writer.write([statement('insert into nothing default values')])).rejects.toThrow('not acknowledged');
    await writer.check();

    // Seen by no read: every later write of this connection fails, as on a full disk.
    await writer.write([statement('pragma query_only = on')]);
    await writer.check();
    await expect(writer.write([insert()])).rejects.toThrow('not acknowledged');
    await expect(writer.check()).rejects.toThrow('not acknowledged');
  });

  test('finishes what waits before it closes', async () => {
    const writer = await start();
    const writes = Array.from({ length: 100 }, () => writer.write([insert()]));
    await writer.close();
    expect(await Promise.all(writes)).toHaveLength(100);
    expect(countItems()).toBe(100);
  });

  test('fails all that a failed commit took along, and goes on', async () => {
    const writer = await start();
    await writer.write([statement('create table child (id integer references item (id)) strict')]);
    const broken = [statement('pragma defer_foreign_keys = on'), statement('insert into child values (77)')];
    await expect(writer.write(broken)).rejects.toThrow('the commit failed');
    await writer.write([insert()]);
    expect(countItems()).toBe(1);
  });

  test('a full disk fails the write that did not fit, and the next one is served', async () => {
    const writer = await start();
    await writer.write([statement('pragma max_page_count = 20')]);
    await expect(writer.write([insert('x'.repeat(1_000_000))])).rejects.toThrow('full');
    await writer.write([insert('small')]);
    expect(countItems()).toBe(1);
  });

  test('refuses at once when too many writes wait, and serves again afterwards', async () => {
    const writer = await start({ queueBatchesMax: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => writer.write([insert()])));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await writer.write([insert()]);
    expect(countItems()).toBe(4);
  });

  test('refuses at once when too many bytes wait', async () => {
    const writer = await start({ queueBytesMax: 1_000 });
    const first = writer.write([insert('x'.repeat(400))]);
    await expect(writer.write([insert('x'.repeat(400))])).rejects.toThrow('try again');
    await first;
    await writer.write([insert('x'.repeat(400))]);
    expect(countItems()).toBe(2);
  });

  test('keeps its files and their folder for the owner alone', async () => {
    const writer = await start();
    await writer.write([insert()]);
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777, name).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  test('a thread that dies fails what waits for it, and the next write starts another', async () => {
    const threads: Worker[] = [];
    process.once('worker', (thread) => threads.push(thread));
    const writer = await start();
    const waiting = Promise.allSettled(Array.from({ length: 50 }, () => writer.write([insert('x'.repeat(10_000))])));
    await threads[0]?.terminate();
    const acknowledged = (await waiting).filter(({ status }) => status === 'fulfilled').length;
    expect(countItems()).toBeGreaterThanOrEqual(acknowledged);
    const [result] = (await writer.write([statement('select count(*) as items from item')])) ?? [];
    expect(result?.rows[0]?.items).toBe(countItems());
  });

  test('a database that cannot be opened fails the start', async () => {
    await expect(startWriter({ file: folder, log: silentLog })).rejects.toThrow('writer thread failed');
  });
});
