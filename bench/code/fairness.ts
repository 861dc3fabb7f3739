import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_EMAIL } from '../../src/domain/accounts/account.ts';
import { runCommand } from '../../test/support/command.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/process.ts';
import { makeFolder, type TempFolder } from '../../test/support/repository.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import { type CallTool, makeToolCaller, type ToolAnswer } from './caller.ts';
import { type Hostile, makeHostile } from './hostile.ts';
import { cpuByProcess, cpuShares } from './process-cpu.ts';

/** Real limits, so high that neither side meets them. */
const LIMITS = { requestsPerMonth: 10_000_000, requestsPerMinute: 1_000_000, backends: null, toolScopes: true };
/** How long small questions are asked, quiet and beside each kind of attack; beside all of them longer. */
const QUIET_MS = 10_000;
const ONE_MS = 10_000;
const ALL_MS = 40_000;
/** A developer's pause between two questions. */
const PAUSE_MS = 20;
/** Calls that each hostile key has under way at any time. */
const HOSTILE_CALLS = 3;
const WARM_UP = 60;

/**
 * The times of small questions of one key about a small repository, quiet and beside keys that each have a hostile
 * repository and ask about it without end: one kind after the other, then all at once.
 */
export async function measureFairness(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const light = makeFolder(lightFiles());
  const hostile = makeHostile();
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ free: LIMITS, pro: LIMITS, max: LIMITS }));
  const dataDir = join(folder, 'data');
  const env = { PORTICO_PLANS: plans, PORTICO_LOG_LEVEL: 'error', PORTICO_TRUSTED_PROXIES: '127.0.0.1' };
  const args = [light, ...hostile.map((one) => one.folder)].flatMap(({ path }) => ['--root', path]);
  const service = await startServiceProcess({ dataDir, args, env });
  try {
    return await measureAll({ service, dataDir, env, light, hostile });
  } finally {
    await service.stop('SIGTERM');
    for (const one of [light, ...hostile.map((attack) => attack.folder)]) one.remove();
    rmSync(folder, { recursive: true });
  }
}

interface Trial {
  readonly service: ServiceProcess;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly light: TempFolder;
  readonly hostile: readonly Hostile[];
}

async function measureAll({ service, dataDir, env, light, hostile }: Trial): Promise<readonly Row[]> {
  const ask = makeToolCaller(service.url, await makeKey('light'), 10);
  const keys = await Promise.all(hostile.map(({ name }) => makeKey(name)));
  for (let at = 0; at < WARM_UP; at += 1) await askSmall(ask, light, at);
  const quiet = await askFor(QUIET_MS);
  const rows = [rowOf('quiet', quiet, null)];
  for (const [at, one] of hostile.entries()) rows.push(await beside(one.name, [[one, keys[at] ?? '']], ONE_MS));
  const all = hostile.map((one, at): Attack => [one, keys[at] ?? '']);
  rows.push(await beside('all at once', all, ALL_MS));
  rows.push(rowOf('quiet again', await askFor(QUIET_MS), null));
  return rows;

  async function makeKey(name: string): Promise<string> {
    // Repositories that a service is started with belong to its owner; a key of its own is what each caller has.
    const args = ['key', 'create', '--account', OWNER_EMAIL, '--name', name];
    const created = await runCommand(dataDir, args, { env });
    const token = /^key: (mcp_\S+)/m.exec(created.stdout)?.[1];
    if (token === undefined) throw new Error(`no key for ${name}: ${created.stdout}${created.stderr}`);
    return token;
  }

  async function askFor(ms: number): Promise<Small> {
    const [times, refusals]: [number[], string[]] = [[], []];
    const endMs = performance.now() + ms;
    while (performance.now() < endMs) {
      const answer = await askSmall(ask, light, times.length);
      times.push(answer.ms);
      if (answer.status !== 200) refusals.push(answer.text);
      await pause(PAUSE_MS);
    }
    return { times, refusals };
  }

  async function beside(what: string, attacks: readonly Attack[], ms: number): Promise<Row> {
    const before = cpuByProcess(service.pid);
    const startedMs = performance.now();
    const answers = new Map<number, string[]>();
    const stop = startAttacks(service.url, attacks, answers);
    // What they begin with is under way when the first question comes.
    await pause(PAUSE_MS);
    const small = await askFor(ms);
    const shares = cpuShares(before, cpuByProcess(service.pid), performance.now() - startedMs);
    await stop();
    const statuses = [...answers]
      .map(([status, texts]) => `${texts.length} x ${status}${said(status, texts)}`)
      .join(', ');
    return rowOf(`beside ${what}`, small, quiet.times, `${shares}; hostile answers ${statuses}`);
  }
}

/** What came of small questions: milliseconds of each, and the texts of those that were refused. */
interface Small {
  readonly times: readonly number[];
  readonly refusals: readonly string[];
}

/** What one of them was told that is no answer. */
function said(status: number, texts: readonly string[]): string {
  return status === 200 ? '' : ` (${texts[0]})`;
}

type Attack = readonly [hostile: Hostile, key: string];

// Each lane comes from addresses of its own, also those of attacks within one minute.
const FIRST_LANE = 100;
let lanesSoFar = 0;

/** Asks all hostile questions of all attacks over and over; what is given back ends that and waits for the last answers. */
function startAttacks(url: string, attacks: readonly Attack[], answers: Map<number, string[]>): () => Promise<void> {
  let isOver = false;
  const lanes = attacks.flatMap(([{ folder, calls }, key]) =>
    Array.from({ length: HOSTILE_CALLS }, async (_, lane) => {
      lanesSoFar += 1;
      const ask = makeToolCaller(url, key, FIRST_LANE + lanesSoFar);
      for (let at = lane; !isOver; at += 1) {
        const [tool, given] = calls[at % calls.length] ?? ['service_dev_info', {}];
        const { status, text } = await ask(tool, { path: folder.path, ...given });
        const before = answers.get(status) ?? [];
        answers.set(status, before);
        before.push(status === 200 ? '' : `${tool} ${JSON.stringify(given)}: ${text}`);
        if (status !== 200) await pause(PAUSE_MS);
      }
    }),
  );
  return async () => {
    isOver = true;
    await Promise.all(lanes);
  };
}

/** One small question, of four kinds in turn; with the time of its answer. */
async function askSmall(ask: CallTool, { path }: TempFolder, at: number): Promise<ToolAnswer> {
  const file = `src/part${at % 20}.ts`;
  const kinds: readonly (readonly [string, object])[] = [
    ['find_code', { path, query: `amount${at % 20}`, mode: 'text' }],
    ['read_code', { path, file, symbol: `part${at % 20}` }],
    ['find_code', { path, query: `part${at % 20}`, mode: 'symbol' }],
    ['service_dev_info', { topic: 'usage' }],
  ];
  const [tool, given] = kinds[at % kinds.length] ?? ['service_dev_info', {}];
  return await ask(tool, { ...given });
}

function lightFiles(): Readonly<Record<string, string>> {
  const text = (at: number): string =>
    `/** Part ${at}. */\nexport function part${at}(amount${at}: number): number {\n  return amount${at} + ${at};\n}\n`.repeat(
      4,
    );
  return Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/part${at}.ts`, text(at)]));
}

function rowOf(what: string, { times, refusals }: Small, quiet: readonly number[] | null, note = ''): Row {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const ratio = quiet === null ? '' : ` (${(p99 / quantile(quiet, 0.99)).toFixed(1)}x)`;
  const figure = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${ratio}, n = ${times.length}`;
  const refused = refusals.length === 0 ? '' : `; ${refusals.length} refused, the first: ${refusals[0]}`;
  return { what, figure, note: note + refused };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
