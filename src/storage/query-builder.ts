import {
  type Dialect,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database } from './database.ts';
import { INSTANT_MARKER } from './plain-statement.ts';
import type { Schema } from './schema.ts';

// Every dialect compiles only: its driver executes nothing (ADR 0006).
const DIALECTS: Readonly<Record<Database['engine'], Dialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/** Builds statements in an engine's dialect, also where another process executes them. */
export function makeQueryBuilder(engine: Database['engine']): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: DIALECTS[engine] });
}

/**
 * `Database.now` of an engine. PostgreSQL has one clock for all nodes, read when the statement is executed and not when
 * its transaction began; SQLite has the clock of the process that owns the file. `isClockGiven`: also on PostgreSQL
 * the process that executes a statement tells the time, so that a test can.
 */
export function nowOf(engine: Database['engine'], isClockGiven = false): Expression<number> {
  if (engine === 'sqlite' || isClockGiven) return INSTANT_MARKER;
  return sql<number>`(floor(extract(epoch from clock_timestamp()) * 1000))::bigint`;
}
