import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { postgresOfRun } from './engine.ts';
import type { PostgresDatabases } from './postgres-databases.ts';

/** The database that the running test has for itself. */
export interface OwnDatabase {
  readonly databases: PostgresDatabases;
  readonly url: string;
  /** Opens a node on it, which is closed after the test. */
  openNode(options?: Partial<Parameters<typeof openPostgres>[0]>): Promise<Database>;
}

/**
 * Gives each test of a file a database of its own, `migrated` or `empty`, and drops it afterwards. For the top of a file
 * of the vitest project `postgres`; what it returns is of use inside of tests only.
 */
export function ownDatabaseForEachTest(state: 'migrated' | 'empty'): OwnDatabase {
  let own: { readonly databases: PostgresDatabases; readonly url: string } | null = null;
  const open: Database[] = [];
  const get = () => {
    if (own === null) throw new Error('a database is there while a test runs');
    return own;
  };

  beforeEach(async () => {
    const databases = postgresOfRun();
    if (databases === null) throw new Error('these tests are of the vitest project postgres');
    const url = state === 'migrated' ? await databases.createMigratedDatabase() : await databases.createDatabase();
    own = { databases, url };
  });
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
    await get().databases.dropDatabase(get().url);
    own = null;
  });

  return {
    get databases() {
      return get().databases;
    },
    get url() {
      return get().url;
    },
    async openNode(options = {}) {
      const url = new Secret(get().url);
      const database = await openPostgres({ url, log: silentLog, clock: systemClock, ...options });
      open.push(database);
      return database;
    },
  };
}
