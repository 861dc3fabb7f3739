import { silentLog } from '../../src/base/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { makeStores, type Stores } from '../../src/storage/stores.ts';
import { engineOfRun, makeTestStorage, type TestStorage } from '../support/engine.ts';

/** A database of one engine, empty and for one test alone. */
export interface OpenEngine {
  readonly database: Database;
  readonly stores: Stores;
  /** Closes the database and opens it again, as a restart of the service does. */
  reopen(): Promise<OpenEngine>;
  /** Closes it and removes what it left. */
  dispose(): Promise<void>;
}

/** An engine that every contract suite is run on. */
export interface Engine {
  readonly name: string;
  /** Stores in memory, which stand in for a database in other tests: without a disk, foreign keys or checks of text. */
  readonly isStandIn?: boolean;
  open(): Promise<OpenEngine>;
}

/** The engine of this run: each suite is run once for every engine, by the projects of vitest.config.ts. */
export const ENGINES: readonly Engine[] = [
  { name: engineOfRun(), open: async () => await openIn(await makeTestStorage()) },
];

async function openIn(storage: TestStorage): Promise<OpenEngine> {
  const database = await storage.open({ log: silentLog });
  return {
    database,
    stores: makeStores(database),
    async reopen() {
      await database.close();
      return await openIn(storage);
    },
    async dispose() {
      await database.close();
      await storage.remove();
    },
  };
}
