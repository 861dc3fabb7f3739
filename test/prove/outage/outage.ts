import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresCluster } from '../../support/postgres-cluster.ts';
import { distribution } from '../support/distribution.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { nextAddress, openLine } from '../support/line.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { shapesOf } from '../support/shapes.ts';
import { judgeRound, type RoundVerdict } from './judge.ts';
import { type Callers, startCallers, type Tokens } from './pulse.ts';

const ROUNDS = 10;
/** The limited account's calls of a whole run: it is used up in the midst of it. */
const QUOTA = 2_000;
const UNLIMITED = { requestsPerMonth: 1_000_000_000, requestsPerMinute: null, backends: 3, toolScopes: true };
const PLANS = { free: { ...UNLIMITED, requestsPerMonth: QUOTA }, pro: UNLIMITED, max: UNLIMITED };
/** How long the service is watched after the return; its promise is five seconds. */
const WATCHED_MS = 5_500;

/** What happens to the server. */
interface Outage {
  readonly name: string;
  leave(cluster: PostgresCluster): Promise<void>;
  comeBack(cluster: PostgresCluster): Promise<void>;
  /** Longest time away, in milliseconds. */
  readonly mostMs: number;
}

const OUTAGES: readonly Outage[] = [
  { name: 'stopped', leave: (cluster) => cluster.stop(), comeBack: (cluster) => cluster.start(), mostMs: 4_000 },
  {
    name: 'frozen',
    leave: async (cluster) => cluster.freeze(),
    comeBack: async (cluster) => cluster.thaw(),
    mostMs: 4_000,
  },
  { name: 'killed', leave: (cluster) => cluster.kill(), comeBack: (cluster) => cluster.start(), mostMs: 2_000 },
  { name: 'restarted', leave: (cluster) => cluster.stop(), comeBack: (cluster) => cluster.start(), mostMs: 0 },
];

/** PostgreSQL taken away and given back under load: every answer is a documented one in time, and nothing is lost. */
export async function proveOutage(options: ProofOptions): Promise<ProofReport> {
  const figures: object[] = [];
  const broken: string[] = [];
  for (const { label, shape } of shapesOf({ ...options, engines: ['postgres'] })) {
    const fleet = await startFleet({ ...shape, plans: PLANS });
    try {
      const parties = await makeParties(fleet);
      for (const outage of OUTAGES) {
        const rounds = await runRounds(fleet, { outage, parties, options });
        const figure = { on: label, server: outage.name, ...figuresOf(rounds) };
        console.log(JSON.stringify(figure));
        figures.push(figure);
        broken.push(...rounds.flatMap((round) => round.broken).map((text) => `${label}, ${outage.name}: ${text}`));
      }
      const used = await usedInStorage(fleet, parties.limitedId);
      if (used > QUOTA) broken.push(`${label}: ${used} units of a quota of ${QUOTA}`);
      if (parties.admitted > QUOTA) broken.push(`${label}: ${parties.admitted} calls of a quota of ${QUOTA}`);
      figures.push({ on: label, quota: QUOTA, admitted: parties.admitted, counted: used });
    } finally {
      await fleet.close();
    }
  }
  return { figures, broken: broken.slice(0, 40) };
}

interface Parties extends Tokens {
  readonly limitedId: string;
  /** Calls of the limited account that were answered with 200. */
  admitted: number;
}

async function makeParties({ members: [first] }: Fleet): Promise<Parties> {
  if (first === undefined) throw new Error('a fleet has members');
  const [free, limited] = ['free@prove.example', 'limited@prove.example'];
  await first.operator.createAccount(free, 'max');
  const { id } = await first.operator.createAccount(limited, 'free');
  return {
    free: (await first.operator.createKey({ account: free, name: 'free' })).key,
    limited: (await first.operator.createKey({ account: limited, name: 'limited' })).key,
    limitedId: id,
    admitted: 0,
  };
}

interface Run {
  readonly outage: Outage;
  readonly parties: Parties;
  readonly options: ProofOptions;
}

async function runRounds(fleet: Fleet, { outage, parties, options }: Run): Promise<readonly RoundVerdict[]> {
  const random = makeRandom(options.seed);
  const rounds: RoundVerdict[] = [];
  for (let round = 0; round < (options.rounds ?? ROUNDS); round++) {
    rounds.push(await runRound(fleet, outage, parties, random));
  }
  return rounds;
}

async function runRound(fleet: Fleet, outage: Outage, parties: Parties, random: Random): Promise<RoundVerdict> {
  const { cluster } = fleet;
  if (cluster === null) throw new Error('only a server can go away');
  const callers = startCallers(fleet, parties);
  await wait(300 + random() * 300);
  const leftMs = performance.now();
  await outage.leave(cluster);
  await wait(outage.mostMs * (0.3 + 0.7 * random()));
  const connectsBefore = countConnects(cluster);
  const returningMs = performance.now();
  await outage.comeBack(cluster);
  const backMs = performance.now();
  await wait(WATCHED_MS);
  const connects = countConnects(cluster) - connectsBefore;
  await callers.stop();
  parties.admitted += callers.pulses
    .filter(({ name }) => name === 'limited')
    .flatMap(({ answers }) => answers)
    .filter(({ status }) => status === 200).length;
  const lost = await findLostNotes(fleet, parties, callers);
  const verdict = judgeRound(callers.pulses, { leftMs, returningMs, backMs, connects, processes: fleet.urls.length });
  return { ...verdict, broken: [...verdict.broken, ...lost] };
}

/** Connections of the service that the server has greeted so far. */
function countConnects(cluster: PostgresCluster): number {
  return cluster.log().match(/connection authorized: user=portico/g)?.length ?? 0;
}

async function findLostNotes(fleet: Fleet, { free }: Tokens, { notes }: Callers): Promise<readonly string[]> {
  const lost: string[] = [];
  const line = openLine(fleet.urls.at(-1) ?? '');
  for (const [key, text] of notes) {
    const params = { name: 'project_memory', arguments: { action: 'get', scope: 'account', key } };
    const seen = await line.send({ method: 'tools/call', params, token: free, address: nextAddress() });
    if (!seen.text.includes(text)) lost.push(`note ${key} is lost: ${seen.status} ${seen.text.slice(0, 200)}`);
  }
  line.close();
  return lost;
}

async function usedInStorage(fleet: Fleet, accountId: string): Promise<number> {
  return await fleet.reader.units(`account:${accountId}`);
}

function figuresOf(rounds: readonly RoundVerdict[]) {
  return {
    rounds: rounds.length,
    answers: rounds.reduce((sum, { answers }) => sum + answers, 0),
    unavailable: rounds.reduce((sum, { unavailable }) => sum + unavailable, 0),
    slowestMs: distribution(rounds.map(({ slowestMs }) => slowestMs)),
    /** From the loss to the last call that was served, and from the return to the last that was not. */
    servedOnMs: distribution(rounds.map(({ servedOnMs }) => servedOnMs)),
    fullServiceMs: distribution(rounds.map(({ fullServiceMs }) => fullServiceMs)),
    connects: distribution(rounds.map(({ connects }) => connects)),
  };
}
