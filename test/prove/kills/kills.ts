import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, sendSignal } from '../../support/signal.ts';
import { descendantsOf, type Fleet, type FleetShape, startFleet } from '../support/fleet.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { shapesOf } from '../support/shapes.ts';
import type { Ledger } from './ledger.ts';
import { type Edge, type Round, runLoad } from './load.ts';
import { findLosses, spendRest } from './losses.ts';
import { EDGE_QUOTA, LOAD_PLANS, makeAccount, makeEdge } from './parties.ts';

const ROUNDS = 200;
/** Most units of a counter that a killed process takes with it. Source: src/domain/limits/quota-lease.ts. */
const BLOCK_UNITS_MAX = 64;
/** A block is at most a 32nd part of what is left of a round's quota. */
const EDGE_BLOCK = Math.max(1, Math.floor(EDGE_QUOTA / 32));
const LOSSES_PRINTED = 20;
/** One round in so many kills the PostgreSQL server instead. */
const STORAGE_EVERY = 10;
/** Much longer than any documented answer takes. */
const ANSWER_WITHIN_MS = 5_000;
/**
 * An orphan that still serves would serve what its owner does not know of. One that is just loading its modules hears of it
 * when that is done, which on a full machine takes a process of low priority some seconds.
 */
const ORPHANS_GONE_WITHIN_MS = 30_000;

/** What a run of rounds has shown. */
export interface KillReport {
  readonly rounds: number;
  readonly killed: Readonly<Record<string, number>>;
  readonly keys: number;
  readonly revocations: number;
  readonly notes: number;
  readonly calls: number;
  readonly unanswered: number;
  /** Units that the counter holds beyond the answered calls, and how many it may: unused blocks and answers that were cut off. */
  readonly surplusUnits: number;
  readonly surplusMax: number;
  /** Of the rounds' own quotas: units that nobody got, the most of a round and in all, and how many it may be in all. */
  readonly underUseMost: number;
  readonly underUse: number;
  readonly underUseMax: number;
  readonly overUse: number;
  /** From the kill until the process serves again. */
  readonly backMs: readonly number[];
  /** What was acknowledged and is not there any more, or was given twice; must be empty. */
  readonly losses: readonly string[];
}

/** Kills random processes with SIGKILL under load, and looks for what had been acknowledged. */
export async function proveKills(options: ProofOptions): Promise<ProofReport> {
  const figures: object[] = [];
  const broken: string[] = [];
  for (const { label, shape } of shapesOf(options)) {
    const report = await killRounds(shape, options.rounds ?? ROUNDS, makeRandom(options.seed));
    const { losses, backMs, ...rest } = report;
    const figure = { on: label, ...rest, backMsMost: Math.round(Math.max(...backMs)), losses: losses.length };
    console.log(JSON.stringify(figure));
    figures.push(figure);
    broken.push(...losses.slice(0, LOSSES_PRINTED).map((text) => `${label}: ${text}`));
  }
  return { figures, broken };
}

/** Rounds of load and kill on one fleet, which is started for it; then a look at everything. */
export async function killRounds(shape: FleetShape, rounds: number, random: Random): Promise<KillReport> {
  const fleet = await startFleet({ ...shape, plans: LOAD_PLANS });
  try {
    return await killFleet(fleet, rounds, random);
  } finally {
    await fleet.close();
  }
}

async function killFleet(fleet: Fleet, rounds: number, random: Random): Promise<KillReport> {
  const ledger = await makeAccount(fleet);
  const tally = { killed: new Map<string, number>(), serving: 0, losses: [] as string[], backMs: [] as number[] };
  const edges = { under: 0, most: 0, over: 0, max: 0 };
  for (let number = 0; number < rounds; number++) {
    const edge = await makeEdge(fleet, number);
    const round: Round = { number, isOver: false };
    const load = runLoad(fleet, ledger, edge, round);
    await wait(60 + random() * 500);
    const kill = await killOne(fleet, random);
    tally.killed.set(kill.what, (tally.killed.get(kill.what) ?? 0) + 1);
    tally.serving += kill.serving;
    tally.losses.push(...kill.losses);
    tally.backMs.push(kill.backMs);
    await wait(random() * 200);
    round.isOver = true;
    await load;
    await spendRest(fleet, edge);
    addEdge(edges, edge, kill.serving);
    tally.losses.push(...(await findLosses(fleet, ledger, 5)));
  }
  tally.losses.push(...(await findLosses(fleet, ledger, Number.POSITIVE_INFINITY)));
  return report(fleet, ledger, { rounds, ...tally, edges });
}

/** What a kill took with it. */
interface Kill {
  readonly what: string;
  /** Processes that served, each of which may have held a block. */
  readonly serving: number;
  readonly backMs: number;
  readonly losses: readonly string[];
}

/** One of all processes: a worker, an owner with its workers, a node, now and then the storage; then waits until it is back. */
async function killOne(fleet: Fleet, random: Random): Promise<Kill> {
  const { cluster, members, shape } = fleet;
  const killedMs = performance.now();
  if (cluster !== null && random() < 1 / STORAGE_EVERY) {
    await cluster.kill();
    await cluster.start();
    const losses = await untilServing(fleet);
    return { what: 'storage', serving: fleet.urls.length, backMs: performance.now() - killedMs, losses };
  }
  const at = Math.floor(random() * members.length);
  const member = members[at];
  if (member === undefined) throw new Error('a fleet has members');
  const below = descendantsOf(member.pid);
  const workers = below.filter(({ command }) => !command.includes('src/code/host'));
  const worker = workers[Math.floor(random() * workers.length)];
  // The owner is one of the processes, and no more likely than another.
  if (shape.workers > 1 && worker !== undefined && random() < shape.workers / (shape.workers + 1)) {
    sendSignal(worker.pid, 'SIGKILL');
    const losses = await untilServing(fleet);
    return { what: 'worker', serving: 1, backMs: performance.now() - killedMs, losses };
  }
  await member.stop('SIGKILL');
  await fleet.restart(at);
  const backMs = performance.now() - killedMs;
  const what = shape.workers > 1 ? 'owner' : 'service';
  return { what, serving: shape.workers, backMs, losses: await findOrphans(below.map(({ pid }) => pid)) };
}

async function findOrphans(pids: readonly number[]): Promise<readonly string[]> {
  for (const deadlineMs = performance.now() + ORPHANS_GONE_WITHIN_MS; ; await wait(50)) {
    const alive = pids.filter((pid) => isAlive(pid));
    if (alive.length === 0) return [];
    if (performance.now() > deadlineMs) return [`${alive.length} processes outlived their owner`];
  }
}

/** Until every machine says that it is ready. A question that is accepted and never answered is a fault. */
async function untilServing({ members }: Fleet): Promise<readonly string[]> {
  const unanswered: string[] = [];
  for (const { url } of members) {
    for (let tries = 0; ; tries++) {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(`${url}/readyz`, { signal }).catch((failure: unknown) => {
        if (signal.aborted) unanswered.push(`/readyz was not answered: ${failure}`);
        return null;
      });
      await answer?.arrayBuffer();
      if (answer?.status === 200) break;
      if (tries > 1_000) throw new Error(`${url} is not ready again`);
      await wait(20);
    }
  }
  return unanswered;
}

function addEdge(sums: { under: number; most: number; over: number; max: number }, edge: Edge, serving: number): void {
  sums.over += Math.max(0, edge.admitted - EDGE_QUOTA);
  const under = Math.max(0, EDGE_QUOTA - edge.admitted - edge.unanswered);
  sums.under += under;
  sums.most = Math.max(sums.most, under);
  sums.max += serving * EDGE_BLOCK;
}

async function report(
  fleet: Fleet,
  ledger: Ledger,
  tally: {
    readonly rounds: number;
    readonly killed: ReadonlyMap<string, number>;
    readonly serving: number;
    readonly losses: readonly string[];
    readonly backMs: readonly number[];
    readonly edges: { readonly under: number; readonly most: number; readonly over: number; readonly max: number };
  },
): Promise<KillReport> {
  const { edges } = tally;
  const used = (await fleet.members[0]?.operator.used(ledger.account)) ?? 0;
  const surplusUnits = used - ledger.calls;
  const surplusMax = ledger.unanswered + (tally.serving + fleet.urls.length) * BLOCK_UNITS_MAX;
  return {
    rounds: tally.rounds,
    killed: Object.fromEntries(tally.killed),
    keys: ledger.made,
    revocations: ledger.revoked.size,
    notes: ledger.noted,
    calls: ledger.calls,
    unanswered: ledger.unanswered,
    ...{ surplusUnits, surplusMax },
    ...{ underUseMost: edges.most, underUse: edges.under, underUseMax: edges.max, overUse: edges.over },
    backMs: tally.backMs,
    losses: [
      ...tally.losses,
      ...(surplusUnits < 0 ? [`calls: ${ledger.calls} acknowledged, ${used} counted`] : []),
      ...(surplusUnits > surplusMax
        ? [`calls: ${surplusUnits} counted beyond the answers, at most ${surplusMax}`]
        : []),
      ...(edges.over > 0 ? [`${edges.over} calls over the quotas`] : []),
      ...(edges.under > edges.max ? [`${edges.under} units of the quotas unused, at most ${edges.max}`] : []),
    ],
  };
}
