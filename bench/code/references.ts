import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { find } from '../../src/code/operations/find.ts';
import type { FindRow } from '../../src/code/questions/find.types.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { type IndexedSource, indexedSource } from '../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../test/support/plain-question.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';
import { type CodePlace, openTypeScript, type TypeScriptOracle } from './typescript-oracle.ts';

/*
 * References against TypeScript's language service: names that are declared once are asked for, and each row that leads to
 * the declaration is right when the service leads there, too. What the service cannot judge is counted beside it.
 */

/** Names of a repository, spread evenly over its declarations. */
const NAMES = 150;
const ROWS = 200;
/** Wrong rows that are named. */
const WRONG_SHOWN = 4;

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;

type Evidence = NonNullable<FindRow['edge']>['evidence'];

interface Tally {
  right: number;
  unjudged: number;
  readonly wrong: string[];
}

/** Precision of each kind of evidence; repositories without JavaScript and TypeScript have no rows. */
export async function measureReferences({ repositories }: CodeBench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const repository of repositories) rows.push(...(await measureRepository(repository)));
  return rows;
}

async function measureRepository(repository: string): Promise<readonly Row[]> {
  const location = realpathSync(repository);
  const opened = await openSource({ location, ref: null, denied: [] });
  if (!opened.ok) throw new Error(`${repository}: ${opened.error}`);
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-references-'));
  const source = await indexedSource(opened.value, folder);
  try {
    const { entries } = await source.list(new AbortController().signal);
    const paths = entries.filter(({ path, kind }) => kind === 'file' && SCRIPT.test(path)).map(({ path }) => path);
    if (paths.length === 0) return [];
    const oracle = await openTypeScript(location, paths);
    const tallies = await judgeNames(source, oracle);
    return [...tallies].map(([evidence, tally]) => rowOf(`${basename(repository)}: ${evidence}`, tally));
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
}

async function judgeNames(source: IndexedSource, oracle: TypeScriptOracle): Promise<ReadonlyMap<Evidence, Tally>> {
  const tallies = new Map<Evidence, Tally>(
    (['exact', 'import', 'name'] as const).map((evidence) => [evidence, { right: 0, unjudged: 0, wrong: [] }]),
  );
  for (const declared of sampleNames(oracle))
    for (const row of await referencesTo(source, declared)) judgeRow(row, { declared, oracle, tallies });
  return tallies;
}

interface Judging {
  readonly declared: CodePlace & { readonly name: string };
  readonly oracle: TypeScriptOracle;
  readonly tallies: ReadonlyMap<Evidence, Tally>;
}

function judgeRow({ edge, file, line }: FindRow, { declared, oracle, tallies }: Judging): void {
  const tally = edge === undefined ? undefined : tallies.get(edge.evidence);
  if (tally === undefined || line === null) return;
  const meanings = oracle.meanings(declared.name, { file, line });
  if (meanings === null) tally.unjudged += 1;
  else if (meanings.some((one) => isSame(one, declared))) tally.right += 1;
  else tally.wrong.push(`${declared.name} at ${file}:${line}`);
}

function sampleNames(oracle: TypeScriptOracle): readonly (CodePlace & { readonly name: string })[] {
  const byName = Map.groupBy(oracle.declarations(), ({ name }) => name);
  const unique = [...byName.values()].flatMap((all) => (all.length === 1 ? all : []));
  const step = Math.max(1, unique.length / NAMES);
  return Array.from({ length: Math.min(NAMES, unique.length) }, (_, at) => unique[Math.floor(at * step)]).flatMap(
    (one) => one ?? [],
  );
}

/** The rows for a name, where what is meant by it is that one declaration. */
async function referencesTo(
  source: IndexedSource,
  { name, ...place }: CodePlace & { readonly name: string },
): Promise<readonly FindRow[]> {
  const found = await find(
    {
      source: { location: '/', ref: null, denied: [] },
      ...PLAIN_QUESTION,
      query: name,
      mode: 'references',
      limit: ROWS,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: Number.POSITIVE_INFINITY,
      openSource: async () => ({ ok: true, value: source }),
    },
  );
  if (found.outcome !== 'found' || found.declared?.total !== 1) return [];
  return found.declared.shown.some((one) => isSame(one, place)) ? found.rows : [];
}

function isSame(one: CodePlace, other: CodePlace): boolean {
  return one.file === other.file && one.line === other.line;
}

function rowOf(what: string, { right, unjudged, wrong }: Tally): Row {
  const judged = right + wrong.length;
  const shown = wrong.length === 0 ? [] : [`wrong: ${wrong.slice(0, WRONG_SHOWN).join(', ')}`];
  return {
    what,
    figure: judged === 0 ? 'none' : `precision ${(right / judged).toFixed(4)} of ${judged}`,
    note: [`${unjudged} that TypeScript cannot judge`, ...shown].join('; '),
  };
}
