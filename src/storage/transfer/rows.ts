import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Snapshot, Statement } from '../database.ts';
import type { Schema } from '../schema.ts';
import { TABLES, type TableShape } from './tables.ts';

/** Rows that are read or written at once: bounds what is in memory, and how long a serving process is held up. */
const PAGE_ROWS = 250;

/** Values of a row, in the order of its shape's columns. */
export type Row = readonly (string | number | null | Uint8Array)[];

/** What rows are read from: a database, or a snapshot of one. */
export interface Source {
  readonly query: Kysely<Schema>;
  readonly from: Pick<Snapshot, 'read'>;
}

/** The rows of a table in the order of its key, page by page; those after a row when one is given. */
export async function* readPages(
  source: Source,
  shape: TableShape,
  after: Row | null = null,
): AsyncGenerator<readonly Row[]> {
  for (let last = after; ; ) {
    const found = await source.from.read<Record<string, Row[number]>>(pageAfter(source.query, shape, last));
    const columns = Object.keys(shape.columns);
    // The shape test holds every shape to its table: no column of it is missing.
    const rows = found.map((record) => columns.map((column) => record[column] ?? null));
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? last;
    if (rows.length < PAGE_ROWS) return;
  }
}

function pageAfter(query: Kysely<Schema>, shape: TableShape, last: Row | null) {
  const rest = last === null ? sql`` : sql`where (${names(shape.key)}) > (${sql.join(keyOf(shape, last))})`;
  const columns = names(Object.keys(shape.columns));
  return compilable(
    query,
    sql<Record<string, Row[number]>>`select ${columns} from ${sql.table(shape.table)} ${rest}
      order by ${names(shape.key)} limit ${sql.lit(PAGE_ROWS)}`,
  );
}

/** The values of a row's key. */
function keyOf(shape: TableShape, row: Row): Row {
  const columns = Object.keys(shape.columns);
  return shape.key.map((column) => row[columns.indexOf(column)] ?? null);
}

/** The row with the greatest key; null for an empty table. */
export async function lastRow(source: Source, shape: TableShape): Promise<Row | null> {
  const order = sql.join(shape.key.map((column) => sql`${sql.ref(column)} desc`));
  const columns = Object.keys(shape.columns);
  const [found] = await source.from.read<Record<string, Row[number]>>(
    compilable(source.query, sql`select ${names(columns)} from ${sql.table(shape.table)} order by ${order} limit 1`),
  );
  return found === undefined ? null : columns.map((column) => found[column] ?? null);
}

/** How many rows of each table there are. */
export async function countRows(source: Source): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table } of TABLES) {
    const counted = sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`;
    const [found] = await source.from.read<{ rows: number }>(compilable(source.query, counted));
    counts[table] = Number(found?.rows ?? 0);
  }
  return counts;
}

/** One statement that inserts a page of rows, or nothing when one of them is there. */
export function insertion(query: Kysely<Schema>, shape: TableShape, rows: readonly Row[]): Statement {
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  const columns = names(Object.keys(shape.columns));
  return {
    query: sql`insert into ${sql.table(shape.table)} (${columns}) values ${values}`.compile(query),
    expectRows: rows.length,
  };
}

/** Deletes every row that a backup or copy would hold. */
export async function clearTables(database: Database): Promise<void> {
  const shapes = [...TABLES].reverse();
  await database.write(
    shapes.map(({ table }) => ({ query: sql`delete from ${sql.table(table)}`.compile(database.query) })),
  );
}

/** A raw statement in the form that `read` takes. */
function compilable<Result>(
  query: Kysely<Schema>,
  statement: RawBuilder<Result>,
): { compile(): CompiledQuery<Result> } {
  return { compile: () => statement.compile(query) };
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
