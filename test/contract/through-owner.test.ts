import { makeStores } from '../../src/storage/stores.ts';
import { joinTestWorker, makeTestHub } from '../support/channel-pair.ts';
import { ENGINES, type Engine, type OpenEngine } from './engines.ts';
import { describeAccountStore } from './suites/account-store.ts';
import { describeDatabase } from './suites/database.ts';
import { describeKeyStore } from './suites/key-store.ts';
import { describeLimitStore } from './suites/limit-store.ts';
import { describeLimitWindows } from './suites/limit-windows.ts';
import { describeNoteStore } from './suites/note-store.ts';
import { describeProjectStore } from './suites/project-store.ts';
import { describeThoughtStore } from './suites/thought-store.ts';

// What a worker has in place of a database keeps the same promises, over every engine.

for (const engine of ENGINES) {
  const remote = throughOwner(engine);
  describeDatabase(remote);
  describeAccountStore(remote);
  describeKeyStore(remote);
  describeLimitStore(remote);
  describeLimitWindows(remote);
  describeProjectStore(remote);
  describeNoteStore(remote);
  describeThoughtStore(remote);
}

/** The same engine as a worker sees it: every statement crosses to the process that has the database. */
function throughOwner(engine: Engine): Engine {
  return { name: `${engine.name} through an owner`, open: async () => await join(await engine.open()) };
}

async function join(base: OpenEngine): Promise<OpenEngine> {
  const hub = makeTestHub(base.database);
  const { database, end } = await joinTestWorker(hub);
  const leave = (): void => {
    end();
    hub.close();
  };
  return {
    // What one process may do at a time is the owner's; the suite asks for it, a worker does not.
    database: { ...database, exclusively: hub.database.exclusively, snapshot: hub.database.snapshot },
    stores: makeStores(database),
    async reopen() {
      leave();
      return await join(await base.reopen());
    },
    async dispose() {
      leave();
      await base.dispose();
    },
  };
}
