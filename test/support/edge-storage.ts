import { afterAll } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/storage/database.ts';
import { makeTestStorage } from './engine.ts';

/** An open database for one edge at a time; empty of what limits write. */
export interface EdgeStorage {
  readonly database: Database;
  /** Empties it for the next edge. */
  giveBack(): Promise<void>;
}

/** A database that is passed on from edge to edge. It tells the time of the one that has it. */
interface Shared {
  readonly database: Database;
  clock: Clock;
  remove(): Promise<void>;
}

// Most edges live for a request or two: opening a database for each would take longer than all of their tests. They are
// closed with the file's last test.
const idle: Shared[] = [];

afterAll(async () => {
  for (const shared of idle.splice(0)) await shared.remove();
});

/** The tables that limits write. */
const WRITTEN = ['usage_counter', 'usage_threshold', 'window_block', 'limit_window'] as const;

/** Lends a database of the engine of the run. */
export async function borrowStorage(clock: Clock): Promise<EdgeStorage> {
  const shared = idle.pop() ?? (await openShared(clock));
  shared.clock = clock;
  const { database } = shared;
  return {
    database,
    async giveBack() {
      await database.write(WRITTEN.map((table) => ({ query: database.query.deleteFrom(table).compile() })));
      idle.push(shared);
    },
  };
}

async function openShared(first: Clock): Promise<Shared> {
  const storage = await makeTestStorage();
  const shared: { clock: Clock } = { clock: first };
  const clock: Clock = { now: () => shared.clock.now(), monotonicMs: () => shared.clock.monotonicMs() };
  const database = await storage.open({ clock });
  return Object.assign(shared, {
    database,
    async remove() {
      await database.close();
      await storage.remove();
    },
  });
}
