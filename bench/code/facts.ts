import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startEngine } from '../../src/code/index.ts';
import { makeGetProjectContext } from '../../src/tools/get-project-context/get-project-context.ts';
import { estimateTokens } from '../../src/tools/shared/budget.ts';
import { sampleProject, toolContext } from '../../test/support/tool-context.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';

/** Tokens of an answer that is to hold the facts. */
const BUDGET = 2_000;
/** Calls after the first; the same tree, so that all are alike. */
const WARM_CALLS = 5;

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
  const engine = startEngine({ log: silentLog, clock: systemClock });
  const project = { ...sampleProject('acc_bench', 'bench'), location };
  const tool = makeGetProjectContext({
    engine,
    notes: { list: async () => [] },
    projects: { list: async () => [project] },
    lookUpPlace: async (path) => path,
    directory: location,
    denied: [],
  });
  const args = tool.input.parse({ path: 'bench', budget: BUDGET });
  const texts: string[] = [];
  const times: number[] = [];
  try {
    for (let call = 0; call <= WARM_CALLS; call++) {
      const before = performance.now();
      texts.push((await tool.run(args, toolContext('acc_bench'))).text);
      times.push(performance.now() - before);
    }
  } finally {
    await engine.close();
  }
  const [text = ''] = texts;
  const missing = facts.filter(({ pattern }) => !new RegExp(pattern).test(text)).map(({ fact }) => fact);
  const isSame = texts.every((one) => one === text);
  const [cold = 0, ...warm] = times;
  return {
    what: basename(location),
    figure: `${facts.length - missing.length} of ${facts.length} facts in ${estimateTokens(text)} tokens`,
    note: `cold ${cold.toFixed(0)} ms, warm ${quantile(warm, 0.5).toFixed(0)} ms; ${isSame ? 'equal' : 'NOT EQUAL'} answers${missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`}`,
  };
}
