import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { ALONE } from '../src/base/peers.ts';
import { makeLimits } from '../src/domain/limits/index.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { makeStores } from '../src/storage/stores.ts';
import { keysBench, OWNER } from '../test/support/keys-bench.ts';
import { PARTY, plansWith } from '../test/support/limits-bench.ts';
import { quantile } from './load.ts';
import type { Row } from './table.ts';

const TIMES = 20_000;
const ROUNDS = 7;

/** Processor time of the parts that every call passes, in one thread. */
export async function measureUnits(): Promise<readonly Row[]> {
  const bench = keysBench();
  const { text } = await bench.issue();
  const key = await microsOf(() => bench.prove(text));
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const database = await openSqlite({ file: join(folder, 'bench.db'), log: silentLog, clock: systemClock });
  const stores = makeStores(database);
  await stores.accounts.insert({ ...OWNER, id: PARTY.accountId });
  const store = stores.limits;
  const plans = plansWith({ month: 1_000_000_000, minute: 1_000_000 });
  const limits = await makeLimits({ store, clock: systemClock, log: silentLog, plans, peers: ALONE });
  const charge = await microsOf(() => limits.charge(PARTY));
  const minute = await microsOf(() => limits.admitMinute(PARTY));
  await limits.close();
  await database.close();
  rmSync(folder, { recursive: true });
  return [
    row('key check: parse, look up, HMAC, compare, status', key),
    row('charge of the quota, from a lease', charge),
    row('minute cap', minute),
  ];
}

/** Of the rounds the median; processor time of this process, so that another one's load does not count. */
export async function microsOf(work: () => unknown): Promise<readonly number[]> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < TIMES; i++) await work();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) rounds.push((user + system) / TIMES);
  }
  return rounds;
}

function row(what: string, rounds: readonly number[]): Row {
  const spread = `${Math.min(...rounds).toFixed(2)}-${Math.max(...rounds).toFixed(2)}`;
  return { what, figure: `${quantile(rounds, 0.5).toFixed(2)} µs of CPU`, note: spread };
}
