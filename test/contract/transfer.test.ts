import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { backUp } from '../../src/storage/transfer/backup.ts';
import { readSections } from '../../src/storage/transfer/backup-format.ts';
import { copyAll } from '../../src/storage/transfer/copy.ts';
import { ensureInstallation, refuseUnfinished } from '../../src/storage/transfer/marker.ts';
import { TransferRefusal } from '../../src/storage/transfer/refusal.ts';
import { type RestoreDeps, restore } from '../../src/storage/transfer/restore.ts';
import { engineOfRun, makeTestStorage } from '../support/engine.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { ACCOUNTS, fillStorage, readStorage } from '../support/stored-content.ts';

const folder = mkdtempSync(join(memoryFolder(), 'portico-transfer-'));
let files = 0;
const freshFile = () => join(folder, `backup-${++files}`);

type Open = (migrations?: readonly Migration[]) => Promise<Database>;

const sqliteIn = (name: string): Open => {
  const file = join(folder, `${name}-${++files}`, 'portico.db');
  return (migrations = MIGRATIONS) => openSqlite({ file, log: silentLog, migrations });
};

/** A storage of the engine of this run. */
async function storage(): Promise<Open> {
  if (engineOfRun() === 'sqlite') return sqliteIn('own');
  const made = await makeTestStorage();
  onTestFinished(() => made.remove());
  return () => made.open();
}

async function using<T>(open: Open, act: (database: Database) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

const backUpTo = (database: Database, file: string, isForced = false) =>
  backUp(
    { database, clock: systemClock, secretFingerprint: 'f'.repeat(32), secret: new Secret('c2VjcmV0') },
    { file, isForced },
  );

const into = (open: Open, changes: Partial<RestoreDeps> = {}): RestoreDeps => ({
  clock: systemClock,
  migrations: MIGRATIONS,
  open: (migrations) => open(migrations),
  refuseInUse: async () => {},
  checkSecret: () => {},
  storeSecret: () => {},
  ...changes,
});

async function filled(): Promise<{ open: Open; file: string; content: Record<string, string[]> }> {
  const open = await storage();
  const file = freshFile();
  const content = await using(open, async (database) => {
    await fillStorage(database);
    await backUpTo(database, file);
    return await readStorage(database);
  });
  return { open, file, content };
}

/** The storage, whose nth write fails and is the last: as far as the database sees, the process has died. */
function dyingAt(open: Open, writes: number): Open {
  let rest = writes;
  return async (migrations) => {
    const database = await open(migrations);
    const write: Database['write'] = async (...call) => {
      if (rest-- <= 0) throw new Error('killed');
      return await database.write(...call);
    };
    return { ...database, write };
  };
}

describe('a backup', () => {
  test('gives back every row of every table on either engine, and is for its owner alone', async () => {
    const { file, content } = await filled();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const target of [await storage(), sqliteIn('other')]) {
      const report = await restore(into(target), file);
      expect(report.rows).toBe(10 * ACCOUNTS);
      expect(await using(target, readStorage)).toEqual(content);
      await using(target, refuseUnfinished);
    }
  });

  test('shows one instant, whatever is written while it is taken', async () => {
    const open = await storage();
    const target = await storage();
    const file = freshFile();
    await using(open, async (database) => {
      await fillStorage(database);
      let isOver = false;
      const writing = (async () => {
        for (let at = 0; !isOver; at++) await writePair(database, `pair-${at}`);
      })();
      await backUpTo(database, file);
      isOver = true;
      await writing;
    });
    await restore(into(target), file);
    const content = await using(target, readStorage);
    const pairs = (table: string) => (content[table] ?? []).filter((line) => line.includes('pair-')).length;
    expect(pairs('account')).toBe(pairs('usage_counter'));
  });

  test('never takes the place of a file unless it is told to, and leaves nothing else behind', async () => {
    const { open, file } = await filled();
    const before = readFileSync(file);
    await using(open, async (database) => {
      await expect(backUpTo(database, file)).rejects.toThrow('--force');
      expect(readFileSync(file)).toEqual(before);
      await backUpTo(database, file, true);
    });
    await expect(using(open, (database) => backUpTo(database, join(folder, 'none', 'x')))).rejects.toThrow(
      TransferRefusal,
    );
  });

  test('that was cut, changed or made by something else is refused, and nothing is written', async () => {
    const { file } = await filled();
    const whole = readFileSync(file);
    const target = await storage();
    const bad: Uint8Array[] = [Buffer.alloc(0), Buffer.from('hello'), Buffer.concat([whole, Buffer.from('x')])];
    for (const length of [1, 10, 64, 65, 66, 1_000, whole.length >> 1, whole.length - 66, whole.length - 1]) {
      bad.push(whole.subarray(0, length));
    }
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      bad.push(changed);
    }
    let opened = 0;
    const deps = into(target, {
      open: (migrations) => {
        opened++;
        return target(migrations);
      },
    });
    for (const bytes of bad) {
      const other = freshFile();
      writeFileSync(other, bytes);
      await expect(restore(deps, other)).rejects.toThrow(TransferRefusal);
    }
    expect(opened).toBe(0);
  });

  test('that somebody forged reaches no other table', async () => {
    const header = {
      format: 'portico-backup',
      version: 1,
      // An older one, whose tables' columns this program does not know.
      schema: MIGRATIONS.slice(0, -1).map(({ name }) => name),
      engine: 'sqlite',
      takenAt: '2026-11-21T10:00:00Z',
      databaseId: 'd',
      secretFingerprint: 'f',
      secret: null,
    };
    const table = (name: string) => JSON.stringify({ table: name, key: ['id'], columns: { id: 'text' } });
    const opened: unknown[] = [];
    const deps = into(sqliteIn('forged'), { open: async (migrations) => Promise.reject(opened.push(migrations)) });
    const forge = async (lines: readonly string[]) => {
      const file = freshFile();
      const packed = gzipSync([JSON.stringify(header), ...lines, '{"end":true,"tables":{}}'].join('\n'));
      writeFileSync(
        file,
        Buffer.concat([packed, Buffer.from(`${createHash('sha256').update(packed).digest('hex')}\n`)]),
      );
      await restore(deps, file);
    };
    for (const name of ['migration', 'transfer', 'pg_catalog.pg_authid', 'other.secrets', '__proto__', 'a"b', ''])
      await expect(forge([table(name), '["x"]']), name).rejects.toThrow('that this program does not know');
    await expect(forge([table('migration')])).rejects.toThrow('that this program does not know');
    await expect(forge([table('account'), table('account')])).rejects.toThrow(TransferRefusal);
    await expect(forge([JSON.stringify({ table: 'account', key: ['toString'], columns: {} })])).rejects.toThrow(
      TransferRefusal,
    );
    expect(opened).toEqual([]);
  });

  test('with rows of the greatest length is read a few at a time', async () => {
    const shape = { table: 'account', key: ['id'], columns: { id: 'text' } };
    const row = JSON.stringify(['x'.repeat(3_000_000)]);
    async function* lines() {
      yield* ['{}', JSON.stringify(shape)];
      for (let rows = 0; rows < 5; rows++) yield row;
    }
    const backup = { id: 'x', lines, close: async () => {} };
    const sizes: number[] = [];
    const reading = (async () => {
      for await (const { rows } of readSections(backup)) sizes.push(rows.length);
    })();
    await expect(reading).rejects.toThrow('ends too early');
    expect(sizes).toEqual([2, 2]);
  });

  test('is restored into an empty storage only, and the refusal says what is there', async () => {
    const { open, file } = await filled();
    await expect(restore(into(open), file)).rejects.toThrow(`account: ${ACCOUNTS}`);
    await using(open, refuseUnfinished);
    const target = await storage();
    const refuseInUse = () => Promise.reject(new TransferRefusal('stop them first'));
    await expect(restore(into(target, { refuseInUse }), file)).rejects.toThrow('stop them first');
    await using(target, refuseUnfinished);
  });

  test('whose restore died at any point is refused by a start, and restored by another try', async () => {
    const { file, content } = await filled();
    for (const writes of [1, 2, 3, 7, 15, 23]) {
      const target = await storage();
      await expect(restore(into(dyingAt(target, writes)), file)).rejects.toThrow('killed');
      await expect(using(target, refuseUnfinished)).rejects.toThrow('unfinished restore');
      await restore(into(target), file);
      expect(await using(target, readStorage)).toEqual(content);
    }
  });

  test('of an older schema is brought up to date, of a newer one refused', async () => {
    const { file } = await filled();
    const change = "alter table account add column nickname text not null default 'none'";
    const next = { name: '0007-next', sqlite: [change], postgres: [change] };
    const target = sqliteIn('newer');
    const migrations = [...MIGRATIONS, next];
    await restore(into(target, { migrations }), file);
    await using(
      () => target(migrations),
      async (database) => {
        const nicknames = sql<{ n: number }>`select count(*) as n from account where nickname = 'none'`;
        expect(await database.read({ compile: () => nicknames.compile(database.query) })).toEqual([{ n: ACCOUNTS }]);
        const newer = freshFile();
        await backUpTo(database, newer);
        await expect(restore(into(sqliteIn('older')), newer)).rejects.toThrow('newer than this program');
      },
    );
  });
});

describe('a copy', () => {
  const copy = (source: Open, target: Open) =>
    using(source, (from) =>
      using(target, (to) => copyAll({ source: from, target: to, clock: systemClock, refuseInUse: async () => {} })),
    );

  test('holds every row of the source on either engine, and may be asked for again', async () => {
    const { open, content } = await filled();
    for (const target of [await storage(), sqliteIn('copy')]) {
      expect(await copy(open, target)).toMatchObject({ rows: 10 * ACCOUNTS, isResumed: false });
      expect(await using(target, readStorage)).toEqual(content);
      expect(await copy(open, target)).toMatchObject({ rows: 10 * ACCOUNTS });
    }
    const back = await storage();
    await copy(open, back);
    expect(await using(back, readStorage)).toEqual(content);
  });

  test('that died twenty times goes on each time and ends equal', async () => {
    const { open, content } = await filled();
    const target = await storage();
    for (let death = 0; death < 20; death++) {
      await expect(copy(open, dyingAt(target, 1 + (death % 2)))).rejects.toThrow('killed');
      await expect(using(target, refuseUnfinished)).rejects.toThrow('unfinished copy');
    }
    expect(await copy(open, target)).toMatchObject({ isResumed: true });
    expect(await using(target, readStorage)).toEqual(content);
    await using(target, refuseUnfinished);
  });

  test('of a source that has changed since it died is made anew', async () => {
    const { open } = await filled();
    const target = await storage();
    await expect(copy(open, dyingAt(target, 5))).rejects.toThrow('killed');
    await using(open, async (database) => {
      await database.write([{ query: sql`update account set plan = 'max'`.compile(database.query) }]);
    });
    await copy(open, target);
    expect(await using(target, readStorage)).toEqual(await using(open, readStorage));
  });

  test('goes into nothing but an empty storage or its own unfinished copy', async () => {
    const { open, file } = await filled();
    const full = await storage();
    await using(full, async (database) => {
      await fillStorage(database, 1);
      await database.write([{ query: sql`update installation set database_id = 'another'`.compile(database.query) }]);
    });
    await expect(copy(open, full)).rejects.toThrow('not empty');
    const restoring = await storage();
    await expect(restore(into(dyingAt(restoring, 5)), file)).rejects.toThrow('killed');
    await expect(copy(open, restoring)).rejects.toThrow('unfinished restore');
  });

  test('that differs in one value is not called done', async () => {
    const { open } = await filled();
    const target = await storage();
    await copy(open, target);
    await using(target, (database) =>
      database.write([{ query: sql`update note set pinned = 0 where account_id = 'n-7'`.compile(database.query) }]),
    );
    await expect(copy(open, target)).rejects.toThrow('of note is not the same');
  });
});

test('a storage has one identity, whoever opens it first', async () => {
  await using(await storage(), async (database) => {
    const first = await ensureInstallation(database, { databaseId: 'a', secretFingerprint: 'x' });
    expect(await ensureInstallation(database, { databaseId: 'b', secretFingerprint: 'y' })).toEqual(first);
  });
});

async function writePair(database: Database, name: string): Promise<void> {
  const { query } = database;
  await database.write([
    { query: query.insertInto('account').values({ id: name, email: name, plan: 'free', created_at: 1 }).compile() },
    {
      query: query
        .insertInto('usage_counter')
        .values({ counter: name, period: 'p', units: 1, last_grant: 1 })
        .compile(),
    },
  ]);
}
