import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { Secret } from '../src/base/secret.ts';
import { makeLimits } from '../src/domain/limits/index.ts';
import type { Database } from '../src/storage/database.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { makeStores } from '../src/storage/stores.ts';
import { joinTestWorker, makeTestHub } from '../test/support/channel-pair.ts';
import { OWNER } from '../test/support/keys-bench.ts';
import { PARTY, plansWith } from '../test/support/limits-bench.ts';
import { startPostgresCluster } from '../test/support/postgres-cluster.ts';
import { quantile } from './load.ts';
import type { Row } from './table.ts';
import { microsOf } from './units.ts';

/** Blocks that are fetched one after the other. */
const BLOCKS = 300;
/** So many addresses are asked of in turn; none is known yet when it is first asked for. */
const ADDRESSES = 300;

/** What counting costs where one process counts, and where several do: from what is at hand, and with storage asked. */
export async function measureLeases(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const cluster = await startPostgresCluster({ isDurable: true });
  const deps = { log: silentLog, clock: systemClock };
  try {
    const sqlite = await openSqlite({ ...deps, file: join(folder, 'bench.db') });
    const owned = await openSqlite({ ...deps, file: join(folder, 'owned.db') });
    // A thread's channel stands in for that of a process: the same messages, cloned the same way, less the pipe.
    const worker = await joinTestWorker(makeTestHub(owned));
    const postgres = await openPostgres({ ...deps, url: new Secret(await cluster.createDatabase()) });
    const rows = [
      ...(await measureOn('SQLite, one process', sqlite)),
      ...(await measureOn('SQLite, a worker', worker.database)),
      ...(await measureOn('PostgreSQL, a node', postgres)),
    ];
    worker.end();
    await Promise.all([sqlite.close(), owned.close(), postgres.close()]);
    return rows;
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureOn(where: string, database: Database): Promise<readonly Row[]> {
  const stores = makeStores(database);
  await stores.accounts.insert({ ...OWNER, id: PARTY.accountId });
  const plans = plansWith({ month: 1_000_000_000, minute: 1_000_000 });
  const { peers } = database;
  const limits = await makeLimits({ store: stores.limits, clock: systemClock, log: silentLog, plans, peers });
  const charge = await microsOf(() => limits.charge(PARTY));
  // Given back at once, so that a unit is always at hand.
  const served = await microsOf(async () => {
    const charged = await limits.charge(PARTY);
    if (charged.ok) limits.giveBack(charged.value);
  });
  const minute = await microsOf(() => limits.admitMinute(PARTY));
  const addresses = await millisOf(ADDRESSES, (at) =>
    Promise.resolve(limits.admitAddress('key_validation', `192.0.${at >> 8}.${at & 255}`)),
  );
  await limits.close();
  const lease = { counter: 'account:fetched', period: '2026-11', units: 64, limit: null };
  const blocks = await millisOf(BLOCKS, () => stores.limits.leaseUnits(lease));
  return [
    { what: `charge from a block at hand, given back: ${where}`, ...micros(served) },
    { what: `charge, with the blocks that it takes: ${where}`, ...micros(charge) },
    { what: `minute cap, with the blocks that it takes: ${where}`, ...micros(minute) },
    { what: `block of the quota fetched: ${where}`, ...millis(blocks) },
    { what: `first request of an address: ${where}`, ...millis(addresses) },
  ];
}

/** How long each took, one after the other: time of the clock, since most of it is waiting for a disk or a server. */
async function millisOf(times: number, work: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let at = 0; at < times; at++) {
    const startedMs = performance.now();
    await work(at);
    took.push(performance.now() - startedMs);
  }
  return took;
}

function micros(rounds: readonly number[]): Pick<Row, 'figure' | 'note'> {
  const spread = `${Math.min(...rounds).toFixed(2)}-${Math.max(...rounds).toFixed(2)}`;
  return {
    figure: `${quantile(rounds, 0.5).toFixed(2)} µs of CPU`,
    note: `${spread}, blocks fetched meanwhile included`,
  };
}

function millis(took: readonly number[]): Pick<Row, 'figure' | 'note'> {
  return { figure: `${quantile(took, 0.5).toFixed(2)} ms`, note: `p99 ${quantile(took, 0.99).toFixed(2)} ms` };
}
