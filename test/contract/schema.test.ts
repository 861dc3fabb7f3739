import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';
import { DESCRIBED } from './described-schema.ts';

const HEADER =
  '-- What the migrations make. Written anew by: npx vitest run --project sqlite test/contract/schema.test.ts -u\n';

/** How a column is protected. */
const PROTECTIONS = ['plain', 'hashed', 'secret', 'encrypted'];

let connection: DatabaseSync;

beforeAll(() => {
  connection = new DatabaseSync(':memory:');
  migrate({ connection, clock: systemClock, log: silentLog }, MIGRATIONS);
});

/** Every table of the database with its columns, as the table types describe them. */
function readTables(): Record<string, Record<string, string>> {
  const columns = connection
    .prepare(
      `select tables.name as table_name, columns.name, lower(columns.type) || iif(columns."notnull", '', '?') as kind
       from sqlite_schema as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    )
    .all();
  const tables: Record<string, Record<string, string>> = {};
  for (const { table_name, name, kind } of columns) {
    const table = String(table_name);
    tables[table] = { ...tables[table], [String(name)]: String(kind) };
  }
  return tables;
}

/** The tables of the documentation: each section's columns with their protection. */
function readDocumented(): Record<string, Record<string, string>> {
  const tables: Record<string, Record<string, string>> = {};
  let table = '';
  for (const line of readFileSync('docs/storage-schema.md', 'utf8').split('\n')) {
    table = /^## `(\w+)`/.exec(line)?.[1] ?? table;
    const [, column, protection] = /^\| `(\w+)` \| (\w+) \| \S/.exec(line) ?? [];
    if (column !== undefined && protection !== undefined) tables[table] = { ...tables[table], [column]: protection };
  }
  return tables;
}

describe('the schema', () => {
  test('is the one that was committed: a change of it is seen in review', async () => {
    const statements = connection
      .prepare('select sql from sqlite_schema where sql is not null order by tbl_name, type desc, name')
      .all()
      .map(({ sql }) => `${sql};\n`);
    await expect([HEADER, ...statements].join('\n')).toMatchFileSnapshot('../../src/storage/schema.sql');
  });

  test('has the columns that the table types say', () => {
    expect(DESCRIBED).toEqual(readTables());
  });

  test('has only STRICT tables', () => {
    const loose = connection.prepare("select name from pragma_table_list where schema = 'main' and strict = 0").all();
    expect(loose.map(({ name }) => name).filter((name) => !String(name).startsWith('sqlite_'))).toEqual([]);
  });

  test('is documented column by column, each with how it is protected', () => {
    const documented = readDocumented();
    const columnsOf = (tables: Record<string, Record<string, string>>) =>
      Object.fromEntries(Object.entries(tables).map(([name, columns]) => [name, Object.keys(columns).sort()]));
    expect(columnsOf(documented)).toEqual(columnsOf(readTables()));
    for (const protection of Object.values(documented).flatMap(Object.values))
      expect(PROTECTIONS).toContain(protection);
  });
});
