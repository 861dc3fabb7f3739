import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { makeStores, type Stores } from '../../src/storage/stores.ts';

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

/** SQLite in a folder of its own. */
const sqlite: Engine = {
  name: 'sqlite',
  open: () => openSqliteIn(mkdtempSync(join(tmpdir(), 'portico-contract-'))),
};

/** Every engine. Another one is one more row. */
export const ENGINES: readonly Engine[] = [sqlite];

async function openSqliteIn(folder: string): Promise<OpenEngine> {
  const database = await openSqlite({ file: join(folder, 'portico.db'), log: silentLog });
  return {
    database,
    stores: makeStores(database),
    async reopen() {
      await database.close();
      return await openSqliteIn(folder);
    },
    async dispose() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
