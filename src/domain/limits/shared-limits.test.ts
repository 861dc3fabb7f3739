import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countYes, PARTY } from '../../../test/support/limits-bench.ts';
import { memoryLimitStore } from '../../../test/support/memory-stores.ts';
import { type SharedBench, type SharedProcess, sharedBench } from '../../../test/support/shared-limits-bench.ts';
import type { ChargedParty, Limits } from './limits.ts';

const PERIOD = '2026-11';

const charges =
  (limits: Limits, party: ChargedParty = PARTY) =>
  async () =>
    (await limits.charge(party)).ok;

const admits = (limits: Limits) => async () => (await limits.admitMinute(PARTY)).allowed;

/** All processes at once, `times` requests each; how many were let in. */
async function race(
  processes: readonly SharedProcess[],
  times: number,
  ask: (limits: Limits) => () => Promise<boolean>,
): Promise<number> {
  const counts = await Promise.all(processes.map(({ limits }) => countYes(times, ask(limits))));
  return counts.reduce((a, b) => a + b, 0);
}

const readTotal = ({ store }: SharedBench, counter = 'account:acme') => store.readUnits(counter, PERIOD);

// Sweeps are driven by hand: what is held goes back when the test says that time has passed.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Lets so much time pass for the processes and for their timers. */
async function pass(bench: SharedBench, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    bench.clock.advance(Math.min(100, left));
    await vi.advanceTimersByTimeAsync(Math.min(100, left));
  }
  await new Promise(setImmediate);
}

describe('limits of several processes together [L11]', () => {
  test.each([1, 2, 7, 31, 55, 320, 2_000])(
    'four processes that race for a quota of %i serve exactly the quota',
    async (month) => {
      const bench = sharedBench({ month });
      expect(await race(await bench.startMany(4), 1_000, charges)).toBe(Math.min(month, 4_000));
    },
  );

  test.each([0, 1, 5, 100])('and exactly the cap of a key of %i', async (cap) => {
    const bench = sharedBench({ month: 10_000 });
    const capped = { ...PARTY, keyMonthlyCap: cap };
    const processes = await bench.startMany(4);
    expect(await race(processes, 200, (limits) => charges(limits, capped))).toBe(cap);
    for (const { limits } of processes) expect(await limits.isKeyCapReached(capped)).toBe(true);
  });

  test.each([0, 1, 5, 55, 1_000])('and exactly a minute cap of %i', async (minute) => {
    const bench = sharedBench({ minute });
    expect(await race(await bench.startMany(4), 400, admits)).toBe(minute);
  });

  test('the last units are found wherever they are held [L11]', async () => {
    const bench = sharedBench({ month: 2_000 });
    const [a, b] = await bench.startMany(2);
    // Quick calls make `a` hold a block; what is left of it is all that is left in the end.
    for (let i = 0; i < 500; i++) await a?.limits.charge(PARTY);
    const served = 500 + (b === undefined ? 0 : await countYes(2_000, charges(b.limits)));
    expect(served).toBe(2_000);
    expect(a === undefined ? 1 : await countYes(10, charges(a.limits))).toBe(0);
  });

  test('what nobody uses for 300 ms goes back to storage', async () => {
    const bench = sharedBench({ month: 4_000 });
    const [a] = await bench.startMany(1);
    for (let i = 0; i < 200; i++) await a?.limits.charge({ ...PARTY, keyPrefix: null });
    expect(await readTotal(bench)).toBeGreaterThan(200);
    await pass(bench, 400);
    expect(await readTotal(bench)).toBe(200);
  });

  test('slow callers take one unit at a time: nothing is held that another process could want', async () => {
    const bench = sharedBench({ month: 4_000 });
    const [a] = await bench.startMany(1);
    for (let i = 1; i <= 20; i++) {
      await a?.limits.charge(PARTY);
      expect(await readTotal(bench)).toBe(i);
      bench.clock.advance(300);
    }
  });

  test('refused requests by the thousand share one recall each quarter of a second', async () => {
    const bench = sharedBench({ month: 5, minute: 7 });
    const [a, b] = await bench.startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    await countYes(10, charges(a.limits, { ...PARTY, keyPrefix: null }));
    bench.hub.recalls.length = 0;
    for (let i = 0; i < 1_000; i++) await b.limits.charge(PARTY);
    expect(bench.hub.recalls).toEqual(['account:acme']);
    bench.clock.advance(250);
    await countYes(1_000, charges(b.limits));
    expect(bench.hub.recalls).toEqual(['account:acme', 'account:acme']);
    await countYes(1_000, admits(b.limits));
    expect(bench.hub.recalls.filter((name) => name === 'minute:acme')).toHaveLength(1);
  });

  test('for a second after a recall nobody holds what no call waits for', async () => {
    const bench = sharedBench({ month: 4_000, minute: 4_000 });
    const [a, b] = await bench.startMany(2);
    const party = { ...PARTY, keyPrefix: null };
    for (let i = 0; i < 200; i++) {
      await a?.limits.charge(party);
      await a?.limits.admitMinute(party);
    }
    // Looking exactly recalls: what `a` holds comes back, and it holds no more for now.
    expect(await b?.limits.usedUnits('acme')).toBe(200);
    expect(await readTotal(bench)).toBe(200);
    for (let i = 1; i <= 100; i++) {
      await a?.limits.charge(party);
      expect(await readTotal(bench)).toBe(200 + i);
    }
    bench.clock.advance(1_000);
    for (let i = 0; i < 100; i++) await a?.limits.charge(party);
    expect(await readTotal(bench)).toBeGreaterThan(400);
  });

  test('a unit that is given back while others recall goes back at once', async () => {
    const bench = sharedBench({ month: 3 });
    const [a, b] = await bench.startMany(2);
    const first = await a?.limits.charge(PARTY);
    expect(b === undefined ? 0 : await countYes(9, charges(b.limits))).toBe(2);
    if (first?.ok === true) a?.limits.giveBack(first.value);
    await new Promise(setImmediate);
    expect(await readTotal(bench)).toBe(2);
  });

  test('a unit that is given back in one process serves another within a quarter of a second', async () => {
    const bench = sharedBench({ month: 3 });
    const [a, b] = await bench.startMany(2);
    const first = await a?.limits.charge(PARTY);
    expect(b === undefined ? 0 : await countYes(9, charges(b.limits))).toBe(2);
    if (first?.ok !== true) throw new Error('refused');
    a?.limits.giveBack(first.value);
    a?.limits.giveBack(first.value);
    bench.clock.advance(250);
    expect(b === undefined ? 0 : await countYes(9, charges(b.limits))).toBe(1);
  });

  test('what is shown is at most 250 ms old, and exact when nobody is being served [L12]', async () => {
    const bench = sharedBench({ month: 1_000 });
    const [a, b] = await bench.startMany(2);
    expect((await a?.limits.quota(PARTY))?.remaining).toBe(1_000);
    for (let i = 0; i < 40; i++) await b?.limits.charge(PARTY);
    bench.clock.advance(250);
    const shown = (await a?.limits.quota(PARTY))?.remaining ?? 0;
    expect(shown).toBeLessThanOrEqual(960);
    expect(shown).toBeGreaterThanOrEqual(960 - 31);
    expect(await a?.limits.usedUnits('acme')).toBe(40);
    await pass(bench, 500);
    expect((await a?.limits.quota(PARTY))?.remaining).toBe(960);
  });

  test('an upgrade and a downgrade act on the next request in every process', async () => {
    const bench = sharedBench({ month: 10, minute: 1_000 });
    const processes = await bench.startMany(3);
    expect(await race(processes, 20, charges)).toBe(10);
    expect(await race(processes, 20, (limits) => charges(limits, { ...PARTY, plan: 'pro' }))).toBe(60);
    expect(await race(processes, 20, charges)).toBe(0);
    const refused = await processes[0]?.limits.charge(PARTY);
    expect(refused).toMatchObject({ ok: false, error: { reason: 'quota_spent', view: { limit: 10, remaining: 0 } } });
  });

  test('units leased before a downgrade are not served over the lower quota', async () => {
    const bench = sharedBench({ month: 300 });
    const [a, b] = await bench.startMany(2);
    const pro = { ...PARTY, plan: 'pro' } as const;
    for (let i = 0; i < 280; i++) await a?.limits.charge(pro);
    for (let i = 0; i < 10; i++) await b?.limits.charge(pro);
    const [more = 0, others = 0] = await Promise.all([a, b].map((p) => (p ? countYes(50, charges(p.limits)) : 0)));
    expect(more + others).toBe(10);
  });

  test('a month that ends during a lease is counted in one month or the other, never over either', async () => {
    const bench = sharedBench({ month: 40, at: '2026-11-30T23:59:59.990Z', turns: () => 3 });
    const processes = await bench.startMany(3);
    const asked = Array.from({ length: 600 }, async (_, i) => {
      for (let turn = 0; turn < i % 60; turn++) await Promise.resolve();
      if (i === 300) bench.clock.advance(20);
      return processes[i % 3]?.limits.charge({ ...PARTY, keyMonthlyCap: 30 });
    });
    const periods = (await Promise.all(asked)).flatMap((charge) => (charge?.ok ? [charge.value.period] : []));
    expect(periods.filter((period) => period === '2026-11').length).toBeLessThanOrEqual(30);
    bench.clock.advance(250);
    const more = await race(processes, 40, (limits) => charges(limits, { ...PARTY, keyMonthlyCap: 30 }));
    expect(periods.filter((period) => period === '2026-12').length + more).toBe(30);
  });

  test('a stop returns everything', async () => {
    const bench = sharedBench({ month: 3_000, minute: 1_000 });
    const [a, b] = await bench.startMany(2);
    for (let i = 0; i < 100; i++) {
      await a?.limits.charge(PARTY);
      await a?.limits.admitMinute(PARTY);
    }
    await a?.limits.close();
    expect(await readTotal(bench)).toBe(100);
    expect(await readTotal(bench, 'key:mcp_live_acme')).toBe(100);
    expect(b === undefined ? 0 : await countYes(1_000, admits(b.limits))).toBe(900);
    await expect(a?.limits.charge(PARTY)).rejects.toThrow('closed');
    await expect(a?.limits.admitMinute(PARTY)).rejects.toThrow('closed');
  });

  test('a killed process loses at most a block of each counter', async () => {
    const bench = sharedBench({ month: 2_000, minute: 1_000 });
    const [a, b] = await bench.startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    for (let i = 0; i < 500; i++) await a.limits.charge(PARTY);
    for (let i = 0; i < 100; i++) await a.limits.admitMinute(PARTY);
    a.kill();
    const served = 500 + (await countYes(3_000, charges(b.limits)));
    expect(served).toBeLessThanOrEqual(2_000);
    expect(served).toBeGreaterThanOrEqual(2_000 - 62);
    const admitted = 100 + (await countYes(3_000, admits(b.limits)));
    expect(admitted).toBeLessThanOrEqual(1_000);
    expect(admitted).toBeGreaterThanOrEqual(1_000 - 250);
    await pass(bench, 61_500);
    expect(await countYes(3_000, admits(b.limits))).toBe(1_000);
  });
});

describe('Remaining over several processes [L12]', () => {
  test('falls with every call in each process, is never below 0, and is 0 with a refusal', async () => {
    const bench = sharedBench({ month: 600, turns: () => Math.floor(Math.random() * 4) });
    const processes = await bench.startMany(4);
    await Promise.all(
      processes.map(async ({ limits }) => {
        let last = Number.POSITIVE_INFINITY;
        for (;;) {
          const charge = await limits.charge(PARTY);
          const { remaining } = charge.ok ? charge.value.view : charge.error.view;
          expect(remaining).toBeGreaterThanOrEqual(0);
          if (!charge.ok) {
            expect(remaining).toBe(0);
            return;
          }
          expect(remaining).toBeLessThan(last);
          last = remaining;
        }
      }),
    );
    expect(await readTotal(bench)).toBe(600);
  });
});

describe('several processes while storage is away [L10]', () => {
  test('serve what they hold, show what they know, and then fail: never uncounted', async () => {
    const bench = sharedBench({ month: 2_000, minute: 2_000 });
    const [a, b] = await bench.startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    const party = { ...PARTY, keyPrefix: null };
    for (let i = 0; i < 100; i++) await a.limits.charge(party);
    const leased = await readTotal(bench);
    bench.storage.isDown = true;
    bench.clock.advance(250);
    expect((await a.limits.quota(PARTY)).remaining).toBe(1_900);
    await expect(b.limits.quota(PARTY)).rejects.toThrow('away');
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => a.limits.charge(party)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(leased - 100);
    await expect(b.limits.admitMinute(PARTY)).rejects.toThrow('away');
    bench.storage.isDown = false;
    expect(leased + (await countYes(3_000, charges(b.limits)))).toBe(2_000);
  });

  test('units of a lease that nobody knows the outcome of are lost, never served twice', async () => {
    const bench = sharedBench({ month: 100, minute: 50 });
    const [a, b] = await bench.startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    bench.storage.isDown = true;
    bench.storage.isLate = true;
    await Promise.allSettled(Array.from({ length: 5 }, charges(a.limits, { ...PARTY, keyPrefix: null })));
    await Promise.allSettled(Array.from({ length: 5 }, admits(a.limits)));
    bench.storage.isDown = false;
    const lost = await readTotal(bench);
    expect(lost).toBeGreaterThan(0);
    expect(await race([a, b], 100, charges)).toBe(100 - lost);
    // The name of a block is known: what may have been leased with it is settled by the next ask.
    expect(await countYes(1, admits(a.limits))).toBe(1);
    expect(await race([a, b], 100, admits)).toBe(49);
  });

  test('addresses are counted by each process alone, and together again afterwards [L13]', async () => {
    const bench = sharedBench({});
    const [a, b] = await bench.startMany(2);
    if (a === undefined || b === undefined) throw new Error('no process');
    const asks = (limits: Limits) => async () => (await limits.admitAddress('authentication', '203.0.113.7')).allowed;
    expect(await countYes(4, asks(a.limits))).toBe(4);
    bench.storage.isDown = true;
    expect(await countYes(50, asks(a.limits))).toBe(6);
    expect(await countYes(50, asks(b.limits))).toBe(10);
    bench.storage.isDown = false;
    bench.clock.advance(250);
    expect(await race([a, b], 50, asks)).toBe(6);
  });
});

describe('IP limits of several processes', () => {
  test('are decided within 0.6 s by a process that storage does not answer', async () => {
    const store = { ...memoryLimitStore(), askWindow: () => new Promise<never>(() => {}) };
    const { limits } = await sharedBench({ store }).start();
    const asked = Promise.resolve(limits.admitAddress('authentication', '203.0.113.7'));
    await vi.advanceTimersByTimeAsync(600);
    expect(await asked).toMatchObject({ allowed: true, view: { limit: 10, remaining: 9 } });
  });

  test.each([
    ['authentication', 10, 10],
    ['signup', 3, 3],
    ['password_reset', 5, 5],
    // Other processes may hold a sixteenth part of what was left.
    ['key_validation', 1_000, 750],
  ] as const)('%s: together never more than %i', async (name, most, least) => {
    const bench = sharedBench({});
    const processes = await bench.startMany(4);
    const ask = (limits: Limits) => async () => (await limits.admitAddress(name, '203.0.113.7')).allowed;
    const admitted = await race(processes, 600, ask);
    expect(admitted).toBeLessThanOrEqual(most);
    expect(admitted).toBeGreaterThanOrEqual(least);
  });

  test('addresses by the thousand ask storage four at a time, and the rest is counted at once by the process', async () => {
    const inner = memoryLimitStore();
    const held = Promise.withResolvers<void>();
    let [atOnce, most] = [0, 0];
    const askWindow: typeof inner.askWindow = async (ask) => {
      most = Math.max(most, ++atOnce);
      await held.promise;
      atOnce--;
      return await inner.askWindow(ask);
    };
    const { limits } = await sharedBench({ store: { ...inner, askWindow } }).start();
    const answers = Array.from({ length: 5_000 }, (_, i) =>
      limits.admitAddress('other', `2001:db8:0:${i.toString(16)}::1`),
    );
    const atOnceDecided = answers.filter((answer) => !(answer instanceof Promise)).length;
    expect(atOnceDecided).toBe(5_000 - 4 - 256);
    held.resolve();
    const admissions = await Promise.all(answers);
    expect(admissions.every(({ allowed, view }) => allowed && view.remaining === 999)).toBe(true);
    expect(most).toBe(4);
    // Nobody loses by the crowd what he had before it.
    expect((await limits.admitAddress('other', '2001:db8::1')).view.remaining).toBe(998);
  });

  test('an address that comes now and then costs storage one ask for several requests', async () => {
    const bench = sharedBench({});
    const [a] = await bench.startMany(1);
    let sync = 0;
    for (let i = 0; i < 100; i++) {
      const answer = a?.limits.admitAddress('other', '203.0.113.7');
      if (!(answer instanceof Promise)) sync++;
      expect((await answer)?.view.remaining).toBe(999 - i);
      bench.clock.advance(100);
    }
    expect(sync).toBeGreaterThan(90);
  });
});

/** What a model of the limits is told to do. */
type Step =
  | { readonly type: 'calls' | 'give back' | 'stop'; readonly by: number; readonly times: number }
  | { readonly type: 'everyone'; readonly times: number }
  | { readonly type: 'pause'; readonly ms: number };

const by = fc.nat(3);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('calls' as const), by, times: fc.nat(40) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('everyone' as const), times: fc.nat(60) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pause' as const), ms: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('give back' as const), by, times: fc.constant(1) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stop' as const), by, times: fc.constant(1) }) },
);

const LIMITS = fc.record({ month: fc.nat(400), cap: fc.nat(300), minute: fc.nat(60), seed: fc.nat(6) });

/** The most that any 60 seconds hold; `times` ascending. */
function busiestMinute(times: readonly number[]): number {
  let start = 0;
  let most = 0;
  for (const [end, time] of times.entries()) {
    while ((times[start] ?? 0) <= time - 60_000) start++;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

/** So long after a request its unit may still be counted: the window, a block's second and a grain of the window. */
const COUNTED_MS = 61_250;

/** Four processes beside plain counts of what they must have done. */
async function makeModel({ month, cap, minute, seed }: typeof LIMITS extends fc.Arbitrary<infer T> ? T : never) {
  let chance = seed;
  const bench = sharedBench({
    month,
    minute,
    turns() {
      chance = (chance * 7 + 3) % 11;
      return chance % (seed + 1);
    },
  });
  const processes = await bench.startMany(4);
  const party = { ...PARTY, keyMonthlyCap: cap };
  const times: number[] = [];
  let used = 0;

  async function call(callers: readonly SharedProcess[], count: number): Promise<void> {
    const asked = count * callers.length;
    const admitted = await race(callers, count, (limits) => charges(limits, party));
    expect(admitted).toBe(Math.min(Math.min(month, cap) - used, asked));
    used += admitted;
    const recent = times.filter((time) => time > bench.clock.monotonicMs() - COUNTED_MS).length;
    const counted = await race(callers, count, admits);
    expect(counted).toBeGreaterThanOrEqual(Math.min(asked, minute - recent));
    for (let i = 0; i < counted; i++) times.push(bench.clock.monotonicMs());
  }

  async function act(process: SharedProcess, step: Step & { by: number }): Promise<void> {
    if (step.type === 'calls') return call([process], step.times);
    if (step.type === 'stop') {
      await process.limits.close();
      process.kill();
      processes[step.by] = await bench.start();
      return;
    }
    const charge = await process.limits.charge(party);
    if (charge.ok) process.limits.giveBack(charge.value);
    // For so long a refusal is believed that the unit would have to prevent.
    await pass(bench, 300);
  }

  return {
    times,
    async run(step: Step): Promise<void> {
      if (step.type === 'pause') return pass(bench, step.ms);
      if (step.type === 'everyone') return call(processes, step.times);
      const process = processes[step.by];
      if (process !== undefined) await act(process, step);
    },
  };
}

describe('whatever the order of things', () => {
  test('never over quota, key cap or minute, and nobody is refused while units are left', async () => {
    await fc.assert(
      fc.asyncProperty(LIMITS, fc.array(STEP, { maxLength: 20 }), async (limits, steps) => {
        const model = await makeModel(limits);
        for (const step of steps) await model.run(step);
        expect(busiestMinute(model.times)).toBeLessThanOrEqual(limits.minute);
      }),
      { numRuns: 150 },
    );
  });

  test('kills lose at most what was held, and nothing is served twice', async () => {
    await fc.assert(
      fc.asyncProperty(LIMITS, fc.array(by, { maxLength: 6 }), async ({ month, minute }, kills) => {
        const bench = sharedBench({ month, minute });
        const processes = await bench.startMany(4);
        let used = 0;
        let counted = 0;
        for (const kill of kills) {
          used += await race(processes, 8, charges);
          counted += await race(processes, 2, admits);
          processes[kill]?.kill();
          processes[kill] = await bench.start();
        }
        used += await race(processes, 500, charges);
        counted += await race(processes, 100, admits);
        expect(used).toBeLessThanOrEqual(month);
        expect(used).toBeGreaterThanOrEqual(month - kills.length * Math.floor(month / 32));
        expect(counted).toBeLessThanOrEqual(minute);
        expect(counted).toBeGreaterThanOrEqual(minute - kills.length * Math.floor(minute / 4));
      }),
      { numRuns: 100 },
    );
  });
});
