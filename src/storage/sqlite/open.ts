import type { DatabaseSync } from 'node:sqlite';
import type { Compilable } from 'kysely';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { ALONE } from '../../base/peers.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { Database, Snapshot } from '../database.ts';
import { MIGRATIONS } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { makeSteadyMs, toPlain, withInstant } from '../plain-statement.ts';
import { makeQueryBuilder, nowOf } from '../query-builder.ts';
import { createPrivateFile, messageOf, openForReading, openForWriting } from './connection.ts';
import { migrate } from './migrate.ts';
import { makeStatementCache } from './statement-cache.ts';
import { startWriter, type Writer } from './writer.ts';

/**
 * Opens the database in a file, makes it if it is not there and brings it up to date. Throws with a text for the
 * operator when it must not be used. The file is for one process at a time: see exclusive-lock.ts.
 */
export async function openSqlite(deps: {
  readonly file: string;
  readonly log: Log;
  readonly clock?: Clock;
  /** The steps to bring it up to; a restore of an older backup begins with fewer than all. */
  readonly migrations?: readonly Migration[];
}): Promise<Database> {
  const clock = deps.clock ?? systemClock;
  createPrivateFile(deps.file);
  migrateFile({ file: deps.file, log: deps.log, clock }, deps.migrations ?? MIGRATIONS);
  const writer = await startWriter(deps);
  try {
    return makeDatabase({ file: deps.file, reader: openForReading(deps.file), writer, clock });
  } catch (failure) {
    await writer.close();
    throw failure;
  }
}

/** On a connection of its own, closed again before the writer has its one. */
function migrateFile(
  { file, log, clock }: { readonly file: string; readonly log: Log; readonly clock: Clock },
  migrations: readonly Migration[],
): void {
  const connection = openFirst(file);
  try {
    migrate({ connection, clock, log }, migrations);
  } finally {
    connection.close();
  }
}

/** The first to open the file: what is wrong with it, or with its disk, the operator has to put right. */
function openFirst(file: string): DatabaseSync {
  try {
    return openForWriting(file);
  } catch (cause) {
    throw new Error(`cannot open the database ${file}: ${messageOf(cause)}`, { cause });
  }
}

function makeDatabase(parts: {
  readonly file: string;
  readonly reader: DatabaseSync;
  readonly writer: Writer;
  readonly clock: Clock;
}): Database {
  const { file, reader, writer } = parts;
  const prepare = makeStatementCache(reader);
  const steadyMs = makeSteadyMs(parts.clock);
  return {
    query: makeQueryBuilder('sqlite'),
    engine: 'sqlite',
    peers: ALONE,
    now: nowOf('sqlite'),
    async read<Row>(compilable: Compilable<Row>): Promise<Row[]> {
      if (!reader.isOpen) throw new UnavailableError('the database is closed');
      const { sql, parameters } = withInstant(toPlain({ query: compilable.compile() }), steadyMs());
      // The query's type says what its rows are; the schema test holds the types to the tables.
      return prepare(sql).all(...parameters) as Row[];
    },
    async write(batch) {
      if (batch.length === 0) return [];
      const nowMs = steadyMs();
      return await writer.write(batch.map((statement) => withInstant(toPlain(statement), nowMs)));
    },
    // The file has one process, and that one starts once.
    exclusively: (work) => work(),
    snapshot: async () => openSnapshot(file),
    async check() {
      if (!reader.isOpen) throw new UnavailableError('the database is closed');
      prepare('select name from migration limit 1').all();
      await writer.check();
    },
    async close() {
      // The writer closes last, because only a connection that may write folds the log into the database.
      if (reader.isOpen) reader.close();
      await writer.close();
    },
  };
}

/** A connection of its own, whose transaction keeps seeing what was committed when it first read. */
function openSnapshot(file: string): Snapshot {
  const connection = openForReading(file);
  connection.exec('begin');
  // A transaction has its instant with its first read, not with its beginning.
  connection.prepare('select name from migration limit 1').all();
  const prepare = makeStatementCache(connection);
  return {
    async read<Row>(compilable: Compilable<Row>): Promise<Row[]> {
      const { sql, parameters } = toPlain({ query: compilable.compile() });
      return prepare(sql).all(...parameters) as Row[];
    },
    async close() {
      connection.close();
    },
  };
}
