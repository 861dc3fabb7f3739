import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Engine, startEngine } from '../../src/code/index.ts';
import { makeGetProjectContext } from '../../src/tools/get-project-context/get-project-context.ts';
import { estimateTokens } from '../../src/tools/shared/budget.ts';
import { PLAIN_QUESTION } from '../../test/support/plain-question.ts';
import { sampleProject, toolContext } from '../../test/support/tool-context.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';

/** Tokens of an answer that is to hold the facts. */
const BUDGET = 2_000;
/** Calls after the first; the same tree, so that all are alike. */
const SAME_CALLS = 5;
/** Each asked once, so that no answer is remembered. */
const TASKS = [
  'where errors are turned into answers',
  'read settings from a file',
  'a request is refused without a reason',
  'write what was built to disk',
  'names are compared without regard to case',
];
/** The first index of a large tree may take this long. */
const LOOKS_MAX = 600;
const LOOK_AGAIN_MS = 500;

/**
 * Facts of a repository, by the name of its folder: twenty of each, written down by hand out of the repository, by people
 * who had seen an answer. So what is missing is missing, but what nobody thought of is not counted.
 */
type Facts = Readonly<
  Record<string, { readonly facts: readonly { readonly fact: string; readonly pattern: string }[] }>
>;

/** How many of the facts that a newcomer needs stand in the first answer, what it costs, and whether it stays the same. */
export async function measureFacts({ repositories }: CodeBench): Promise<readonly Row[]> {
  const all: Facts = JSON.parse(readFileSync(new URL('data/facts.json', import.meta.url), 'utf8'));
  const rows: Row[] = [];
  for (const repository of repositories) {
    const known = all[basename(repository)];
    if (known !== undefined) rows.push(await measureOne(realpathSync(repository), known.facts));
  }
  return rows;
}

async function measureOne(location: string, facts: Facts[string]['facts']): Promise<Row> {
  const indexDirectory = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const engine = startEngine({ log: silentLog, clock: systemClock, indexDirectory });
  const project = { ...sampleProject('acc_bench', 'bench'), location };
  const tool = makeGetProjectContext({
    engine,
    notes: { list: async () => [] },
    projects: { list: async () => [project] },
    lookUpPlace: async (path) => path,
    directory: location,
    denied: [],
  });

  async function ask(task?: string): Promise<{ readonly text: string; readonly ms: number }> {
    const args = tool.input.parse({ path: 'bench', budget: BUDGET, ...(task === undefined ? {} : { task }) });
    const before = performance.now();
    const { text } = await tool.run(args, toolContext('acc_bench'));
    return { text, ms: performance.now() - before };
  }

  try {
    const cold = await ask();
    await untilIndexed(engine, location);
    // The first with a whole index reads everything once more, and the first with a task the history.
    const first = await ask();
    await ask('what everything begins with');
    const same = await inTurn(Array.from({ length: SAME_CALLS }, () => ask));
    const tasks = await inTurn(TASKS.map((task) => () => ask(task)));
    const missing = facts.filter(({ pattern }) => !new RegExp(pattern).test(cold.text)).map(({ fact }) => fact);
    const isSame = [first, ...same].every(({ text }) => text === cold.text);
    const median = (answers: readonly { readonly ms: number }[]): string =>
      quantile(
        answers.map(({ ms }) => ms),
        0.5,
      ).toFixed(0);
    return {
      what: basename(location),
      figure: `${facts.length - missing.length} of ${facts.length} facts in ${estimateTokens(cold.text)} tokens`,
      note: `cold ${cold.ms.toFixed(0)} ms, then ${first.ms.toFixed(0)} ms, again ${median(same)} ms, with a new task ${median(tasks)} ms; ${isSame ? 'equal' : 'NOT EQUAL'} answers${missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`}`,
    };
  } finally {
    await engine.close();
    rmSync(indexDirectory, { recursive: true, force: true });
  }
}

async function inTurn<Answer>(asks: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const ask of asks) answers.push(await ask());
  return answers;
}

/** Resolves when all texts, with their symbols, are indexed. Throws when that takes too long. */
async function untilIndexed(engine: Engine, location: string): Promise<void> {
  const source = { location, ref: null, denied: [] };
  const options = { party: 'bench', signal: new AbortController().signal, deadlineMs: 60_000 };
  for (let look = 0; look < LOOKS_MAX; look++) {
    const found = await engine.call('find', { ...PLAIN_QUESTION, source, query: 'zzqqxxjj', mode: 'symbol' }, options);
    if (found.outcome === 'found' && found.freshness?.unread === 0 && found.status !== 'partial') return;
    await wait(LOOK_AGAIN_MS);
  }
  throw new Error('the index was not whole in time');
}
