import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '../../support/signal.ts';
import type { IssuedKey, Operator } from '../support/control.ts';
import { distribution } from '../support/distribution.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { FREE_CALL, openLine, type Seen } from '../support/line.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { makeRandom, type Random } from '../support/random.ts';
import { shapesOf } from '../support/shapes.ts';
import { type Watch, type Watched, watchChange } from './watch.ts';

const CHANGES = 300;
/** Changes made while a node has no listener, or is stopped: each takes seconds. */
const DISTURBED_PART = 10;
/** Within this a change acts everywhere. Source: docs/contract.md, K4. */
const ACTS_WITHIN_MS = 1_000;
const PLANS = {
  free: { requestsPerMonth: 1_000, requestsPerMinute: null, backends: 3, toolScopes: true },
  pro: { requestsPerMonth: 2_000, requestsPerMinute: null, backends: 3, toolScopes: true },
  max: { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true },
};

/** A kind of change: how it is made, and how an answer shows that it is known. */
interface Change {
  readonly name: string;
  make(operator: Operator, party: Party): Promise<void>;
  isKnown(seen: Seen): boolean;
}

interface Party {
  readonly email: string;
  readonly key: IssuedKey;
}

const REVOCATION: Change = {
  name: 'revocation',
  make: (operator, { key }) => operator.revokeKey(key.prefix),
  isKnown: ({ status }) => status === 401,
};

const KINDS: readonly Change[] = [
  REVOCATION,
  {
    name: 'plan',
    make: (operator, { email }) => operator.setPlan(email, 'pro'),
    isKnown: ({ limit }) => limit === PLANS.pro.requestsPerMonth,
  },
  {
    name: 'tool scope',
    make: (operator, { key }) => operator.updateKey(key.prefix, { tools: 'read_code' }),
    isKnown: ({ text }) => !text.includes('"find_code"'),
  },
];

/**
 * Changes made at one machine while processes that have the old state at hand are asked every few milliseconds. On one
 * machine the answer waits for its processes; between machines a change has a second, also while a node is stopped or has
 * lost its connection to the server.
 */
export async function proveChanges(options: ProofOptions): Promise<ProofReport> {
  const figures: object[] = [];
  const broken: string[] = [];
  for (const { label, shape } of shapesOf(options)) {
    const fleet = await startFleet({ ...shape, plans: PLANS });
    try {
      for (const run of runsOf(fleet, options)) {
        const watched = await watchRun(fleet, run);
        const figure = { on: label, change: run.name, ...figuresOf(watched) };
        console.log(JSON.stringify(figure));
        figures.push(figure);
        broken.push(...findBroken(watched, shape.nodes === 1).map((text) => `${label}, ${run.name}: ${text}`));
      }
    } finally {
      await fleet.close();
    }
  }
  return { figures, broken };
}

interface Run {
  readonly name: string;
  readonly change: Change;
  readonly times: number;
  /** Done just before the change. */
  disturb(): Promise<void>;
}

function runsOf(fleet: Fleet, { rounds, seed }: ProofOptions): readonly Run[] {
  const times = rounds ?? CHANGES;
  const quiet = KINDS.map((change) => ({ name: change.name, change, times, disturb: async () => {} }));
  if (fleet.members.length === 1) return quiet;
  const random = makeRandom(seed);
  const few = Math.max(1, Math.round(times / DISTURBED_PART));
  return [
    ...quiet,
    { name: 'revocation, connections cut', change: REVOCATION, times: few, disturb: () => cutConnections(fleet) },
    { name: 'revocation, node stopped', change: REVOCATION, times: few, disturb: () => stopForAWhile(fleet, random) },
  ];
}

async function watchRun(fleet: Fleet, { name, change, times, disturb }: Run): Promise<readonly Watched[]> {
  const [first] = fleet.members;
  if (first === undefined) throw new Error('a fleet has members');
  // On one machine all processes are asked, on several those that were not told of the change themselves.
  const urls = fleet.members.length === 1 ? fleet.urls : fleet.urls.slice(1);
  const lines = urls.map((url) => openLine(url));
  const watched: Watched[] = [];
  for (let time = 0; time < times; time++) {
    const email = `${name.replaceAll(/\W+/g, '-')}-${time}@prove.example`;
    await first.operator.createAccount(email, 'free');
    const key = await first.operator.createKey({ account: email, name: 'watched' });
    const watch: Watch = { lines, asked: { ...FREE_CALL, token: key.key }, read: (seen) => readAnswer(change, seen) };
    watched.push(
      await watchChange(watch, async () => {
        await disturb();
        await change.make(first.operator, { email, key });
      }),
    );
  }
  for (const line of lines) line.close();
  return watched;
}

/** A node that cannot know is allowed to say so. */
function readAnswer(change: Change, seen: Seen): 'old' | 'new' | 'strange' {
  if (change.isKnown(seen) || seen.status === 503) return 'new';
  return seen.status === 200 ? 'old' : 'strange';
}

/** As a server that is restarted, or a firewall, would. */
async function cutConnections({ cluster }: Fleet): Promise<void> {
  await cluster?.administer(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portico' and pid <> pg_backend_pid()",
  );
}

/** A node that does nothing for up to two seconds, then goes on with what it had at hand. */
async function stopForAWhile({ members }: Fleet, random: Random): Promise<void> {
  const pid = members[1]?.pid;
  sendSignal(pid, 'SIGSTOP');
  setTimeout(() => sendSignal(pid, 'SIGCONT'), random() * 2_000);
  await wait(1);
}

function figuresOf(watched: readonly Watched[]) {
  return {
    changes: watched.length,
    lastOldMs: distribution(watched.map(({ lastOldMs }) => Math.max(0, lastOldMs))),
    firstNewMs: distribution(watched.map(({ firstNewMs }) => Math.max(0, firstNewMs))),
    staleAnswers: watched.reduce((sum, { stale }) => sum + stale, 0),
  };
}

function findBroken(watched: readonly Watched[], isOneMachine: boolean): readonly string[] {
  const withinMs = isOneMachine ? 0 : ACTS_WITHIN_MS;
  return [
    ...watched.filter(({ lastOldMs }) => lastOldMs > withinMs).map(({ lastOldMs }) => `old after ${lastOldMs} ms`),
    ...watched.filter(({ firstNewMs }) => !Number.isFinite(firstNewMs)).map(() => 'never known'),
    ...watched.flatMap(({ strange }) => strange),
  ].slice(0, 20);
}
