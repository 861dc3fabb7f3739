import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';

const HEADER = '-- What the migrations make. Written anew by: npx vitest run -u test/contract/schema.test.ts\n';

/** How a column is protected. */
const PROTECTIONS = ['plain', 'hashed', 'secret', 'encrypted'];

type Kind<Value> = Value extends string ? 'text' : Value extends number ? 'integer' | 'real' : 'blob';
type Described<Table> = {
  [Column in keyof Table]: null extends Table[Column]
    ? `${Kind<NonNullable<Table[Column]>>}?`
    : Kind<NonNullable<Table[Column]>>;
};

/** The table types as values: the compiler holds these to the types, the test holds them to the tables. `?` = nullable. */
const DESCRIBED: { [Name in keyof Schema]: Described<Schema[Name]> } = {
  account: { id: 'text', email: 'text', plan: 'text', created_at: 'integer' },
  api_key: {
    prefix: 'text',
    account_id: 'text',
    name: 'text',
    salt: 'blob',
    secret_hash: 'blob',
    tool_scope: 'text?',
    monthly_cap: 'integer?',
    expires_at: 'integer?',
    created_at: 'integer',
    last_used_at: 'integer?',
    revoked_at: 'integer?',
    overlap_salt: 'blob?',
    overlap_hash: 'blob?',
    overlap_until: 'integer?',
    legacy_lookup: 'blob?',
  },
  usage_counter: { counter: 'text', period: 'text', units: 'integer', last_grant: 'integer' },
  usage_threshold: { account_id: 'text', period: 'text', percent: 'integer', recorded_at: 'integer' },
  limit_window: { subject: 'text', leased_at: 'integer' },
  window_block: { subject: 'text', id: 'text', ends_at: 'integer', units: 'integer' },
  change_epoch: { id: 'integer', value: 'integer' },
  project: {
    id: 'text',
    account_id: 'text',
    name: 'text',
    kind: 'text',
    location: 'text',
    origin: 'text',
    created_at: 'integer',
  },
  note: {
    account_id: 'text',
    project_id: 'text',
    key: 'text',
    version: 'integer',
    id: 'text',
    type: 'text',
    text: 'text',
    tags: 'text',
    refs: 'text',
    links: 'text',
    pinned: 'integer',
    created_at: 'integer',
    updated_at: 'integer',
    by_key: 'text',
    at_commit: 'text?',
    expires_at: 'integer?',
    forgotten_at: 'integer?',
    superseded_at: 'integer?',
  },
  thread: {
    account_id: 'text',
    id: 'text',
    project_id: 'text?',
    created_at: 'integer',
    updated_at: 'integer',
    closed_at: 'integer?',
    length: 'integer',
  },
  thought: {
    account_id: 'text',
    thread_id: 'text',
    number: 'integer',
    kind: 'text',
    text: 'text',
    revises: 'integer?',
    branch_from: 'integer?',
    branch: 'text?',
    refs: 'text',
    confidence: 'real?',
    total: 'integer?',
    more: 'integer?',
    created_at: 'integer',
    by_key: 'text',
    at_commit: 'text?',
  },
  installation: { id: 'integer', database_id: 'text', secret_fingerprint: 'text' },
  transfer: { id: 'integer', kind: 'text', source: 'text', begun_at: 'integer' },
  migration: { name: 'text', hash: 'text', applied_at: 'integer' },
};

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
