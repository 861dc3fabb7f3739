import type { Client } from 'pg';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { anotherProgram, checkRecorded, type Recorded } from '../migrations/check-recorded.ts';
import { type Migration, migrationHash } from '../migrations/migration.ts';
import { sqlStateOf } from './failures.ts';
import { LOCK_CLASS, LOCKS } from './locks.ts';

const CREATE_MIGRATION = `create table migration (
  name text collate "C" primary key not null,
  hash text collate "C" not null,
  applied_at bigint not null
)`;

/** Tables of the schema that ours are made in, without those that an extension brought. */
const LIST_TABLES = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`;

/** SQLSTATE of a column that is not there. */
const UNDEFINED_COLUMN = '42703';

/**
 * Brings a database to the state that this program knows: all missing steps in one transaction, or none. Of several
 * nodes that start at once one does it and the others find it done. Rejects, in words for an operator, when the database
 * cannot be ours, is newer than the program, or was made by steps that read differently. Resolves to the names of the
 * steps that it executed.
 */
export async function migrate(
  deps: { readonly client: Client; readonly clock: Clock; readonly log: Log },
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const { client } = deps;
  await checkFitness(client);
  await client.query('begin');
  try {
    // Taken before looking, and given back by the end of the transaction.
    await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, LOCKS.migrate]);
    const recorded = await readRecorded(client);
    checkRecorded(recorded, migrations, 'postgres');
    const missing = migrations.slice(recorded.length);
    for (const migration of missing) await execute(client, migration, deps.clock);
    await client.query('commit');
    for (const { name } of missing) deps.log.event('storage.migrated', { migration: name });
    return missing.map(({ name }) => name);
  } catch (failure) {
    await client.query('rollback');
    throw failure;
  }
}

async function execute(client: Client, migration: Migration, clock: Clock): Promise<void> {
  for (const statement of migration.postgres) await client.query(statement);
  const hash = migrationHash(migration.name, migration.postgres);
  const insertion = 'insert into migration (name, hash, applied_at) values ($1, $2, $3)';
  await client.query(insertion, [migration.name, hash, clock.now().getTime()]);
}

/** What would only show later, as a text that cannot be stored or a write that is refused. */
async function checkFitness(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; schema: string | null; replica: number }>(
    `select current_setting('server_encoding') as encoding, current_schema() as schema, pg_is_in_recovery() as replica`,
  );
  const [found] = rows;
  if (found?.encoding !== 'UTF8') {
    throw new Error(`The database has the encoding ${found?.encoding}: make one with encoding 'UTF8'.`);
  }
  if (found.schema === null) throw new Error('No schema of the search path exists: make it, or correct search_path.');
  if (found.replica === 1) throw new Error('The server is a replica, which takes no writes: name the primary.');
}

/** The steps executed here before, oldest first. */
async function readRecorded(client: Client): Promise<Recorded[]> {
  const { rows: tables } = await client.query<{ name: string }>(LIST_TABLES);
  if (tables.length === 0) await client.query(CREATE_MIGRATION);
  else if (!tables.some(({ name }) => name === 'migration')) throw notOurs();
  try {
    const { rows } = await client.query<Recorded>('select name, hash from migration order by name');
    return rows;
  } catch (failure) {
    if (sqlStateOf(failure) === UNDEFINED_COLUMN) throw notOurs();
    throw failure;
  }
}

function notOurs(): Error {
  return anotherProgram('The database', 'a database or a schema');
}
