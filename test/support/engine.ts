import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { memoryFolder } from './memory-folder.ts';
import { makeDatabases, type PostgresAddress, type PostgresDatabases } from './postgres-databases.ts';

/**
 * Longest that a call on PostgreSQL may take, in milliseconds. The product's deadline, which makes a 503 of a slow
 * server, is for tests of just that: on a busy machine others must not fail by it.
 */
export const STORAGE_WITHIN_MS = 10_000;

/** The place of one database, which is empty and one test's own. No test has to know of which engine it is. */
export interface TestStorage {
  /** Opens it, also again and a second time at once where the engine allows it. Without a clock: the system's. */
  open(deps?: { readonly log?: Log; readonly clock?: Clock }): Promise<Database>;
  /** Removes it; whatever opened it has closed it before. */
  remove(): Promise<void>;
}

/**
 * The cluster that `PORTICO_TEST_POSTGRES` names (a `PostgresAddress` as JSON); null: the engine is SQLite. It is set in
 * the vitest project `postgres`, and by hand for a program outside vitest.
 */
export function postgresOfRun(): PostgresDatabases | null {
  const address = process.env.PORTICO_TEST_POSTGRES;
  if (address === undefined) return null;
  // Written by postgres-setup.ts, or by a developer.
  return makeDatabases(JSON.parse(address) as PostgresAddress);
}

/** The engine that storage is opened with in this process. */
export function engineOfRun(): Database['engine'] {
  return postgresOfRun() === null ? 'sqlite' : 'postgres';
}

/** Makes a place for a database of the engine of the run. */
export async function makeTestStorage(): Promise<TestStorage> {
  const postgres = postgresOfRun();
  if (postgres !== null) {
    const url = await postgres.createMigratedDatabase();
    return {
      open: ({ log = silentLog, clock } = {}) =>
        openPostgres({
          ...{ url: new Secret(url), log, clock: clock ?? systemClock },
          ...{ isClockGiven: clock !== undefined, deadlineMs: STORAGE_WITHIN_MS },
        }),
      remove: () => postgres.dropDatabase(url),
    };
  }
  const folder = mkdtempSync(join(memoryFolder(), 'portico-test-'));
  return {
    open: ({ log = silentLog, clock = systemClock } = {}) =>
      openSqlite({ file: join(folder, 'portico.db'), log, clock }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

const urls = new Map<string, Promise<string>>();

/** Settings with which a service or command on a data directory uses the engine of the run: always the same database. */
export async function engineSettings(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const postgres = postgresOfRun();
  if (postgres === null) return {};
  const url = urls.get(dataDir) ?? postgres.createDatabase();
  urls.set(dataDir, url);
  return { PORTICO_DATABASE_URL: await url, PORTICO_SECRET: NODE_SECRET };
}

/** Every node must have the same; in no way secret. */
const NODE_SECRET = Buffer.alloc(32, 'portico').toString('base64');
