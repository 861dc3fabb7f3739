import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countYes, type LimitsBench, limitsBench, PARTY } from '../../../test/support/limits-bench.ts';
import type { Limits } from './limits.ts';
import { blockSize } from './quota-lease.ts';

/** What the quota must be like: a plain count, and a bound on what kills may have lost. */
interface Model {
  readonly month: number;
  used: number;
  lost: number;
}

/** The service as the commands act on it. */
interface Real {
  readonly bench: LimitsBench;
  limits: Limits;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Commands always apply; this saves each from saying so. */
const always = () => true;

const calls = (count: number): Command => ({
  check: always,
  toString: () => `${count} racing calls`,
  async run(model, real) {
    const admitted = await countYes(count, async () => (await real.limits.charge(PARTY)).ok);
    const left = model.month - model.used;
    expect(admitted).toBeLessThanOrEqual(left);
    expect(admitted).toBeGreaterThanOrEqual(Math.min(count, left - model.lost));
    model.used += admitted;
  },
});

const callGivenBack: Command = {
  check: always,
  toString: () => 'a call given back twice',
  async run(_model, { limits }) {
    const charge = await limits.charge(PARTY);
    if (!charge.ok) return;
    limits.giveBack(charge.value);
    limits.giveBack(charge.value);
  },
};

const look: Command = {
  check: always,
  toString: () => 'a look at the quota',
  async run(model, { limits }) {
    const { remaining } = await limits.quota(PARTY);
    expect(remaining).toBeLessThanOrEqual(model.month - model.used);
    expect(remaining).toBeGreaterThanOrEqual(model.month - model.used - model.lost);
  },
};

const kill: Command = {
  check: always,
  toString: () => 'kill -9 and a new start',
  async run(model, real) {
    model.lost += blockSize(model.month);
    real.limits = await real.bench.start();
  },
};

const stop: Command = {
  check: always,
  toString: () => 'a clean stop and a new start',
  async run(_model, real) {
    await real.limits.close();
    real.limits = await real.bench.start();
  },
};

const nextMonth: Command = {
  check: always,
  toString: () => 'the next month',
  async run(model, { bench }) {
    bench.clock.advance(31 * 86_400_000);
    model.used = 0;
    model.lost = 0;
  },
};

test('whatever the order of calls, give-backs, kills, stops and months: never over, and no loss beyond the blocks', async () => {
  const commands = [
    fc.integer({ min: 1, max: 60 }).map(calls),
    ...[callGivenBack, look, kill, stop, nextMonth].map((command) => fc.constant(command)),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 300 }),
      fc.commands(commands, { maxCommands: 25 }),
      async (month, plan) => {
        const bench = limitsBench({ month, at: '2026-01-15T00:00:00Z' });
        const limits = await bench.start();
        await fc.asyncModelRun(() => ({ model: { month, used: 0, lost: 0 }, real: { bench, limits } }), plan);
      },
    ),
    { numRuns: 200 },
  );
});
