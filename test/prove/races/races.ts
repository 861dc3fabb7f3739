import { setTimeout as wait } from 'node:timers/promises';
import type { IssuedKey } from '../support/control.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { LIGHT_CALL, type Line, nextAddress, openLine } from '../support/line.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { shapesOf } from '../support/shapes.ts';
import { judge, type Outcome, type Verdict } from './judge.ts';
import { planShots, QUOTA, RACE_PLANS, type Scenario, type Shot, scenarioOf } from './scenarios.ts';

const TRIALS = 1_000;
/** Connections to each process: so many requests are under way at once. */
const LINES_EACH = 12;
/** Accounts that are made before their trial. */
const PREPARED_AHEAD = 4;
/** Units that a process holds unused go back within this time; those of counters without a limit are the last. */
const SETTLED_WITHIN_MS = 14_000;
/** Callers before the edge is reached. */
const AHEAD_CALLERS = 4;

/** Requests that race for the last units of quotas, minutes and caps of keys; each trial with an account of its own. */
export async function proveRaces(options: ProofOptions): Promise<ProofReport> {
  const figures: object[] = [];
  const broken: string[] = [];
  for (const { label, shape } of shapesOf(options)) {
    const fleet = await startFleet({ ...shape, plans: RACE_PLANS });
    try {
      const result = await raceFleet(fleet, options.rounds ?? TRIALS, makeRandom(options.seed));
      console.log(JSON.stringify({ on: label, ...result }));
      figures.push({ on: label, ...result });
      broken.push(...result.broken.map((text) => `${label}: ${text}`));
    } finally {
      await fleet.close();
    }
  }
  return { figures, broken };
}

interface Party {
  readonly id: string;
  readonly email: string;
  readonly keys: readonly IssuedKey[];
}

async function raceFleet(fleet: Fleet, trials: number, random: Random) {
  const lines = Array.from({ length: LINES_EACH }, () => fleet.urls.map((url) => openLine(url))).flat();
  const tally = makeTally();
  const prepared: Promise<Party>[] = [];
  const settled: Promise<readonly string[]>[] = [];
  const startedMs = performance.now();
  for (let trial = 0; trial < trials; trial++) {
    while (prepared.length < Math.min(PREPARED_AHEAD, trials - trial)) {
      const next = trial + prepared.length;
      prepared.push(prepare(fleet, scenarioOf(next), next));
    }
    const party = await prepared.shift();
    if (party === undefined) throw new Error('every trial is prepared');
    const scenario = scenarioOf(trial);
    const outcomes = await runTrial(scenario, party, lines, random);
    tally.add(scenario, judge(scenario, outcomes), outcomes.length);
    settled.push(findWrongCounters(fleet, { scenario, party, outcomes }));
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  for (const line of lines) line.close();
  return tally.result((await Promise.all(settled)).flat(), seconds);
}

async function prepare(fleet: Fleet, { plan, caps }: Scenario, trial: number): Promise<Party> {
  // Through any machine: what one makes the others know.
  const { operator } = fleet.members[trial % fleet.members.length] ?? {};
  if (operator === undefined) throw new Error('a fleet has members');
  const email = `trial-${trial}@prove.example`;
  const { id } = await operator.createAccount(email, plan);
  const keys: IssuedKey[] = [];
  for (const [at, cap] of caps.entries()) {
    keys.push(await operator.createKey({ account: email, name: `key ${at}`, monthlyCap: cap ?? undefined }));
  }
  return { id, email, keys };
}

async function runTrial(
  scenario: Scenario,
  party: Party,
  lines: readonly Line[],
  random: Random,
): Promise<readonly Outcome[]> {
  const { ahead, race } = planShots(scenario, lines.length, random);
  const address = nextAddress();
  const outcomes: Outcome[] = [];
  const fire = async (shot: Shot): Promise<void> => {
    const token = party.keys[shot.key]?.key ?? '';
    const seen = await lines[shot.line]?.send({ ...LIGHT_CALL, token, address });
    if (seen !== undefined) outcomes.push({ ...seen, ...shot });
  };
  const fireAll = async (shots: readonly Shot[]): Promise<void> => {
    for (const shot of shots) await fire(shot);
  };
  const callers = scenario.isUneven ? 1 : AHEAD_CALLERS;
  await Promise.all(
    Array.from({ length: callers }, (_, caller) => fireAll(ahead.filter((_shot, at) => at % callers === caller))),
  );
  // A connection sends its next request when the last is answered; all connections begin at once.
  const queues = lines.map((_, line) => race.filter((shot) => shot.line === line));
  await Promise.all(queues.map(fireAll));
  return outcomes;
}

/** A trial that has been run. */
interface Run {
  readonly scenario: Scenario;
  readonly party: Party;
  readonly outcomes: readonly Outcome[];
}

/** Waits until storage counts what was admitted, which is when everything unused has gone back; tells what is wrong in the end. */
async function findWrongCounters(fleet: Fleet, run: Run): Promise<readonly string[]> {
  for (const deadlineMs = performance.now() + SETTLED_WITHIN_MS; ; await wait(500)) {
    const wrong = await wrongCounters(fleet, run);
    if (wrong.length === 0 || performance.now() > deadlineMs)
      return wrong.map((text) => `${run.scenario.name}: ${text}`);
  }
}

async function wrongCounters(fleet: Fleet, { scenario, party, outcomes }: Run): Promise<readonly string[]> {
  const admitted = outcomes.filter(({ status }) => status === 200);
  const used = await fleet.members[0]?.operator.used(party.email);
  const wrong = used === admitted.length ? [] : [`${used} used of ${admitted.length} admitted`];
  const counters = [
    { name: `account:${party.id}`, count: admitted.length, limit: scenario.plan === 'free' ? QUOTA : null },
    ...party.keys.map(({ prefix }, at) => ({
      name: `key:${prefix}`,
      count: admitted.filter(({ key }) => key === at).length,
      limit: scenario.caps[at] ?? null,
    })),
  ];
  for (const [at, { name, count, limit }] of counters.entries()) {
    const units = await fleet.reader.units(name);
    // One process alone keeps what it leased; at the limit nothing is left to keep.
    const mayHold = fleet.urls.length === 1 && count !== limit;
    if (mayHold ? units < count : units !== count) wrong.push(`counter ${at}: ${units} stored of ${count}`);
  }
  return wrong;
}

function makeTally() {
  const broken: string[] = [];
  const sums = {
    trials: 0,
    requests: 0,
    admitted: 0,
    over: 0,
    under: 0,
    early: 0,
    unavailable: 0,
    shownBelow: 0,
    shownAbove: 0,
  };
  return {
    add({ name }: Scenario, verdict: Verdict, requests: number): void {
      sums.trials += 1;
      sums.requests += requests;
      for (const sum of ['admitted', 'over', 'under', 'early', 'unavailable'] as const) sums[sum] += verdict[sum];
      for (const most of ['shownBelow', 'shownAbove'] as const) sums[most] = Math.max(sums[most], verdict[most]);
      broken.push(...verdict.broken.map((text) => `${name}: ${text}`));
    },
    result: (wrongCounters: readonly string[], seconds: number) => ({
      ...sums,
      wrongCounters: wrongCounters.length,
      requestsPerSecond: Math.round(sums.requests / seconds),
      broken: [...broken, ...wrongCounters].slice(0, 20),
      brokenInAll: broken.length + wrongCounters.length,
    }),
  };
}
