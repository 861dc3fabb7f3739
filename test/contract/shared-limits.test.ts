import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../src/base/clock.ts';
import type { ChargedParty, Limits } from '../../src/domain/limits/index.ts';
import type { Database } from '../../src/storage/database.ts';
import { makeStores } from '../../src/storage/stores.ts';
import { makeTestStorage, type TestStorage } from '../support/engine.ts';
import { countYes, limitsBench, PARTY } from '../support/limits-bench.ts';
import { type SharedProcess, sharedBench } from '../support/shared-limits-bench.ts';
import { ACCOUNT } from './records.ts';

/** Trials of each limit: the whole proof is test/prove's. */
const TRIALS = 100;

const party: ChargedParty = { ...PARTY, accountId: ACCOUNT.id };

let storage: TestStorage;
let database: Database;

// The storage has the clock of the test, so that minutes pass when the test says so.
const clock = manualClock(new Date('2026-11-21T10:00:00Z'));

beforeEach(async () => {
  storage = await makeTestStorage();
  database = await storage.open({ clock });
  await makeStores(database).accounts.insert(ACCOUNT);
});
afterEach(async () => {
  await database.close();
  await storage.remove();
});

/** So many processes on the database; each bench has a message hub of its own. */
function bench(options: { readonly month?: number; readonly minute?: number }) {
  return sharedBench({ ...options, clock, store: makeStores(database).limits });
}

async function race(
  processes: readonly SharedProcess[],
  times: number,
  ask: (limits: Limits) => Promise<boolean>,
): Promise<number> {
  const counts = await Promise.all(processes.map(({ limits }) => countYes(times, () => ask(limits))));
  return counts.reduce((a, b) => a + b, 0);
}

/** The same numbers for the same seed, each below its bound. */
function numbers(seed: number): (bound: number) => number {
  let state = (seed + 1) * 7_919;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % bound;
  };
}

/** Forty random acts on three processes; what each admitted request found in the minute before it, itself included. */
async function shake(seed: number): Promise<{ minute: number; inAnyMinute: readonly number[] }> {
  const next = numbers(seed);
  const minute = 1 + next(30);
  const { start, startMany, storage: switches } = bench({ minute });
  const processes = await startMany(3);
  const admittedMs: number[] = [];
  const inAnyMinute: number[] = [];

  async function ask(): Promise<void> {
    const answer = await processes[next(3)]?.limits.admitMinute(party).catch(() => null);
    if (answer?.allowed !== true) return;
    const nowMs = clock.monotonicMs();
    admittedMs.push(nowMs);
    inAnyMinute.push(admittedMs.filter((atMs) => atMs > nowMs - 60_000).length);
  }

  async function replace(at: number): Promise<void> {
    processes[at]?.kill();
    processes[at] = await start();
  }

  for (let step = 0; step < 40; step++) {
    const kind = next(6);
    Object.assign(switches, { isDown: kind === 0, isLate: next(2) === 0 });
    if (kind === 1) await replace(next(3));
    else if (kind === 2) clock.advance(next(4) === 0 ? next(61_000) : next(1_500));
    else await Promise.all(Array.from({ length: 1 + next(40) }, ask));
  }
  switches.isDown = false;
  await stop(processes);
  return { minute, inAnyMinute };
}

async function stop(processes: readonly SharedProcess[]): Promise<void> {
  await Promise.all(processes.map(({ limits }) => limits.close()));
}

describe('processes that share one database', () => {
  test('admit exactly the quota, the cap of the key and the minute, trial after trial [L5, L11]', async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      const [month, cap, minute] = [20 + (trial % 40), 10 + (trial % 60), 1 + (trial % 30)];
      const { startMany } = bench({ month, minute });
      const processes = await startMany(1 + (trial % 4));
      const times = Math.ceil(100 / processes.length);
      const trialParty = { ...party, accountId: `account-${trial}`, keyPrefix: `key-${trial}`, keyMonthlyCap: cap };
      const charged = await race(processes, times, async (limits) => (await limits.charge(trialParty)).ok);
      expect(charged).toBe(Math.min(month, cap));
      const admitted = await race(processes, times, async (limits) => (await limits.admitMinute(trialParty)).allowed);
      expect(admitted).toBe(minute);
      await stop(processes);
    }
  });

  test('hold the minute over time: never more than the cap in any 60 seconds, and all of it a minute later', async () => {
    const processes = await bench({ minute: 20 }).startMany(3);
    const times: number[] = [];
    for (let second = 0; second < 150; second += 5) {
      const admitted = await race(processes, 2, async (limits) => (await limits.admitMinute(party)).allowed);
      for (let i = 0; i < admitted; i++) times.push(second);
      clock.advance(5_000);
    }
    for (const end of times)
      expect(times.filter((time) => time > end - 60 && time <= end).length).toBeLessThanOrEqual(20);
    clock.advance(61_250);
    expect(await race(processes, 20, async (limits) => (await limits.admitMinute(party)).allowed)).toBe(20);
    await stop(processes);
  });

  test('a change of the number of processes gives no minute back, in either direction', async () => {
    const alone = limitsBench({ minute: 50, clock, store: makeStores(database).limits });
    const admit = async (limits: Limits): Promise<boolean> => (await limits.admitMinute(party)).allowed;
    const one = await alone.start();
    for (let i = 0; i < 20; i++) expect(await admit(one)).toBe(true);
    // One process ends, killed or not; several take over.
    const several = await bench({ minute: 50 }).startMany(3);
    const more = await race(several, 5, admit);
    expect(more).toBe(15);
    await stop(several);
    const again = await alone.start();
    const last = await countYes(100, () => admit(again));
    expect(20 + more + last).toBeLessThanOrEqual(50);
    // What was recorded and not served when the first one ended is lost for the minute.
    expect(20 + more + last).toBeGreaterThanOrEqual(38);
    const others = await bench({ minute: 50 }).startMany(2);
    expect(await race(others, 20, admit)).toBe(0);
    // A minute after the end of the last block.
    clock.advance(63_250);
    expect(await race(others, 50, admit)).toBe(50);
    await stop(others);
  });

  test('an account that is always busy leaves few rows behind', async () => {
    const processes = await bench({ minute: 100_000 }).startMany(2);
    for (let tenth = 0; tenth < 300; tenth++) {
      await race(processes, 3, async (limits) => (await limits.admitMinute(party)).allowed);
      clock.advance(100);
    }
    const rows = await database.read(database.query.selectFrom('window_block').selectAll());
    expect(rows.length).toBeLessThanOrEqual(122);
    await stop(processes);
  });

  test('a first block that nobody knows the outcome of goes back when another process recalls it', async () => {
    const { startMany, storage: store } = bench({ minute: 5 });
    const [a, b] = await startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    Object.assign(store, { isDown: true, isLate: true });
    await Promise.allSettled(Array.from({ length: 4 }, () => a.limits.admitMinute(party)));
    store.isDown = false;
    expect(await countYes(50, async () => (await b.limits.admitMinute(party)).allowed)).toBe(5);
    await stop([a, b]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'hold the minute through kills and outages with lost answers (schedule %i) [L2, L10]',
    async (seed) => {
      const { minute, inAnyMinute } = await shake(seed);
      expect(Math.max(...inAnyMinute)).toBeLessThanOrEqual(minute);
    },
  );

  test('addresses share their limit too', async () => {
    const processes = await bench({}).startMany(4);
    const ask = async (limits: Limits) => (await limits.admitAddress('authentication', '203.0.113.9')).allowed;
    expect(await race(processes, 50, ask)).toBe(10);
    await stop(processes);
  });
});
