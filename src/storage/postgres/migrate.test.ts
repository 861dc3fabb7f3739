import type { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { ownDatabaseForEachTest } from '../../../test/support/postgres-nodes.ts';
import { manualClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { Secret } from '../../base/secret.ts';
import type { Migration } from '../migrations/migration.ts';
import { makeConnector } from './connector.ts';
import { migrate } from './migrate.ts';

const FIRST: Migration = { name: '0001-first', sqlite: [], postgres: ['create table one (id bigint)'] };
const SECOND: Migration = { name: '0002-second', sqlite: [], postgres: ['create table two (id bigint)'] };

const own = ownDatabaseForEachTest('empty');
const clients: Client[] = [];

// Hooks run in the reverse order: clients end before their database is dropped.
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

async function run(migrations: readonly Migration[]): Promise<readonly string[]> {
  const options = { withinMs: 5_000, statementMs: 0, lockMs: 30_000, idleTransactionMs: 0 };
  const client = await makeConnector(new Secret(own.url)).connect(options);
  clients.push(client);
  return await migrate({ client, clock: manualClock(new Date(5)), log: silentLog }, migrations);
}

async function tables(): Promise<unknown[]> {
  const rows = await own.databases.administer(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    own.url,
  );
  return rows.map(({ relname }) => relname);
}

describe('a start on PostgreSQL', () => {
  test('executes the missing steps once and records them', async () => {
    expect(await run([FIRST])).toEqual(['0001-first']);
    expect(await run([FIRST, SECOND])).toEqual(['0002-second']);
    expect(await run([FIRST, SECOND])).toEqual([]);
    expect(await tables()).toEqual(['migration', 'one', 'two']);
    const recorded = await own.databases.administer('select name, length(hash) as digits from migration', own.url);
    expect(recorded).toEqual([
      { name: '0001-first', digits: 64 },
      { name: '0002-second', digits: 64 },
    ]);
  });

  test('of many at once one executes the steps, and all go on', async () => {
    const done = await Promise.all(Array.from({ length: 6 }, () => run([FIRST, SECOND])));
    expect(done.filter((names) => names.length === 2)).toHaveLength(1);
    expect(done.filter((names) => names.length === 0)).toHaveLength(5);
  });

  test('refuses a database that is newer than the program, or made by steps that read differently', async () => {
    await run([FIRST, SECOND]);
    await expect(run([FIRST])).rejects.toThrow(/newer than this program.*0002-second/);
    const edited = { ...FIRST, postgres: ['create table one (id bigint, more text)'] };
    await expect(run([edited, SECOND])).rejects.toThrow(/another form of the step 0001-first/);
  });

  test('refuses a database of another program, and leaves it as it was', async () => {
    await own.databases.administer('create table theirs (id bigint)', own.url);
    await expect(run([FIRST])).rejects.toThrow('another program');
    expect(await tables()).toEqual(['theirs']);
  });

  test('refuses a table of the same name with which another program keeps its own steps', async () => {
    await own.databases.administer('create table migration (id bigint); grant all on migration to public', own.url);
    await expect(run([FIRST])).rejects.toThrow('another program');
    expect(await tables()).toEqual(['migration']);
  });

  test('executes all missing steps or none', async () => {
    const broken = { name: '0003-broken', sqlite: [], postgres: ['create table three (id bigint)', 'no sql'] };
    await expect(run([FIRST, SECOND, broken])).rejects.toThrow('syntax error');
    expect(await tables()).toEqual([]);
  });
});
