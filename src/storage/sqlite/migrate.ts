import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { anotherProgram, checkRecorded, type Recorded } from '../migrations/check-recorded.ts';
import { type Migration, migrationHash } from '../migrations/migration.ts';

const CREATE_MIGRATION = `create table migration (
  name text primary key not null,
  hash text not null,
  applied_at integer not null
) strict`;

/**
 * Brings a database to the state that this program knows: all missing steps in one transaction, or none. Throws, in
 * words for an operator, when the database is not ours, is newer than the program, or was made by steps that read
 * differently.
 */
export function migrate(
  deps: { readonly connection: DatabaseSync; readonly clock: Clock; readonly log: Log },
  migrations: readonly Migration[],
): void {
  const { connection } = deps;
  // Taken before looking: of two processes that start at once the second finds everything done.
  connection.exec('begin immediate');
  try {
    const recorded = readRecorded(connection);
    checkRecorded(recorded, migrations, 'sqlite');
    for (const migration of migrations.slice(recorded.length)) {
      for (const statement of migration.sqlite) connection.exec(statement);
      connection
        .prepare('insert into migration (name, hash, applied_at) values (?, ?, ?)')
        .run(migration.name, migrationHash(migration.name, migration.sqlite), deps.clock.now().getTime());
      deps.log.event('storage.migrated', { migration: migration.name });
    }
    connection.exec('commit');
  } catch (failure) {
    if (connection.isTransaction) connection.exec('rollback');
    throw failure;
  }
}

/** The steps executed here before, oldest first. */
function readRecorded(connection: DatabaseSync): Recorded[] {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all();
  if (tables.length === 0) connection.exec(CREATE_MIGRATION);
  else if (!tables.some(({ name }) => name === 'migration')) {
    throw anotherProgram('The database file', 'a data directory');
  }
  const rows = connection.prepare('select name, hash from migration order by name').all();
  return rows.map(({ name, hash }) => ({ name: String(name), hash: String(hash) }));
}
