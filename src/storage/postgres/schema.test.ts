import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESCRIBED } from '../../../test/contract/described-schema.ts';
import { postgresOfRun } from '../../../test/support/engine.ts';
import type { PostgresDatabases } from '../../../test/support/postgres-databases.ts';

const HEADER =
  '-- What the migrations make. Written anew by: npx vitest run --project postgres src/storage/postgres/schema.test.ts -u\n';

/** The words of the table types for PostgreSQL's. */
const KINDS: Readonly<Record<string, string>> = {
  text: 'text',
  bigint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly collation: string;
  readonly is_needed: boolean;
}

let databases: PostgresDatabases;
let url: string;
let columns: readonly Column[];

beforeAll(async () => {
  const ofRun = postgresOfRun();
  if (ofRun === null) throw new Error('these tests are of the vitest project postgres');
  databases = ofRun;
  url = await databases.createMigratedDatabase();
  // What the catalogue says, in the words of the query below.
  columns = (await databases.administer(
    `select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
       case when attcollation = 0 then '' else collname end as collation, attnotnull as is_needed
     from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_collation on pg_collation.oid = attcollation
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
     order by relname collate "C", attnum`,
    url,
  )) as unknown as readonly Column[];
});

afterAll(() => databases.dropDatabase(url));

/** Every table with its columns, keys, checks and further indexes, as PostgreSQL tells them. */
async function dump(): Promise<string[]> {
  const constraints = await databases.administer(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
     where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
     order by contype::text collate "C", pg_get_constraintdef(oid) collate "C"`,
    url,
  );
  const indexes = await databases.administer(
    `select tablename as table, indexdef as text from pg_indexes
     where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)
     order by indexname collate "C"`,
    url,
  );
  const ofTable = (rows: readonly Record<string, unknown>[], table: string) =>
    rows.filter((row) => row.table === table).map(({ text }) => String(text));
  return [...new Set(columns.map(({ table }) => table))].map((table) => {
    const lines = [...columns.filter((column) => column.table === table).map(lineOf), ...ofTable(constraints, table)];
    const more = ofTable(indexes, table).map((text) => `${text};\n`);
    return [`create table ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\n`, ...more].join('');
  });
}

function lineOf({ name, type, collation, is_needed }: Column): string {
  return [name, type, ...(collation === '' ? [] : [`collate "${collation}"`]), ...(is_needed ? ['not null'] : [])].join(
    ' ',
  );
}

describe('the schema on PostgreSQL', () => {
  test('is the one that was committed: a change of it is seen in review', async () => {
    await expect([HEADER, ...(await dump())].join('\n')).toMatchFileSnapshot('../schema.postgres.sql');
  });

  test('has the columns that the table types say, as on SQLite', () => {
    const tables: Record<string, Record<string, string>> = {};
    for (const { table, name, type, is_needed } of columns)
      tables[table] = { ...tables[table], [name]: `${KINDS[type] ?? type}${is_needed ? '' : '?'}` };
    expect(tables).toEqual(DESCRIBED);
  });

  test('orders every text by its bytes, as SQLite does, whatever the order of the server', () => {
    expect(columns.filter(({ type, collation }) => type === 'text' && collation !== 'C')).toEqual([]);
  });
});
