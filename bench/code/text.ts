import { ok } from '../../src/base/result.ts';
import { find } from '../../src/code/operations/find.ts';
import type { FindInput, FoundOutput } from '../../src/code/questions/find.types.ts';
import type { IndexedSource } from '../../test/support/indexed-source.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import { measureKept, textsOf } from './kept-source.ts';
import { findFiles, findRipgrep, warmUp } from './ripgrep.ts';
import type { CodeBench } from './run.ts';
import { sampleLiterals, samplePatterns } from './samples.ts';

/*
 * Text searches in process, beside ripgrep on the same folder with a warm page cache, query by query: both meet the
 * same machine. Sources are opened as the engine opens them. Equality is of sets of files, over the files that the service searches.
 */

const LITERALS = 700;
const PATTERNS = 300;
/** So many of each are timed against ripgrep, and compared, on a tree where one run of it takes a second. */
const LARGE_TREE_QUERIES = 60;
const LARGE_TREE_FILES = 20_000;
/** Hits of a first page. */
const PAGE = 50;
const EVERY_FILE = 1_000_000;

/** Equality with ripgrep, and time beside it, in each repository's work tree. */
export async function measureText({ repositories }: CodeBench): Promise<readonly Row[]> {
  const rg = await findRipgrep();
  return await measureKept(repositories, (source, name, location) => measureOne({ source, location, rg }, name));
}

interface Query {
  readonly query: string;
  readonly mode: 'text' | 'regex';
  readonly isSensitive: boolean;
}

async function measureOne({ source, location, rg }: Omit<Subject, 'texts'>, name: string): Promise<readonly Row[]> {
  const isLarge = source.index.files.count > LARGE_TREE_FILES;
  const literals = sampleLiterals(location, isLarge ? LARGE_TREE_QUERIES : LITERALS);
  const patterns = samplePatterns(location, isLarge ? LARGE_TREE_QUERIES : PATTERNS);
  // One in three in any case.
  const queries = [
    ...literals.map((query, at) => ({ query, mode: 'text' as const, isSensitive: at % 3 !== 0 })),
    ...patterns.map((query, at) => ({ query, mode: 'regex' as const, isSensitive: at % 3 !== 0 })),
  ];
  warmUp(rg, location);
  for (const query of queries.slice(0, 20)) await ask({ source, location }, query, { limit: PAGE });
  const texts = new Set(textsOf(source).map((file) => source.index.files.path(file)));
  const runs: Run[] = [];
  for (const query of queries) runs.push(await compare({ source, location, rg, texts }, query));
  return rowsOf(name, source, runs);
}

interface Run {
  readonly query: Query;
  readonly firstMs: number;
  readonly isFirstWhole: boolean;
  readonly allMs: number;
  readonly theirMs: number;
  readonly isEqual: boolean;
  /** A limit of one search, of time or of rows, came before its end, so that there is nothing to compare. */
  readonly isCut: boolean;
}

interface Subject {
  readonly source: IndexedSource;
  readonly location: string;
  readonly rg: string;
  readonly texts: ReadonlySet<string>;
}

async function compare({ source, location, rg, texts }: Subject, query: Query): Promise<Run> {
  const first = await ask({ source, location }, query, { limit: PAGE });
  const all = await ask({ source, location }, query, { limit: EVERY_FILE, group: 'count' });
  const theirs = findFiles(rg, location, query);
  const wanted = theirs.files.filter((path) => texts.has(path));
  const found = all.found.rows.map(({ file }) => file).sort();
  const isEqual = found.length === wanted.length && found.every((file, at) => file === wanted[at]);
  const isCut = all.found.status === 'partial' || found.length < all.found.totals.rows;
  if (!isEqual && !isCut) tellDifference(query, found, wanted);
  return {
    query,
    firstMs: first.ms,
    isFirstWhole: first.found.status !== 'partial',
    allMs: all.ms,
    theirMs: theirs.ms,
    isEqual,
    isCut,
  };
}

function tellDifference(query: Query, found: readonly string[], wanted: readonly string[]): void {
  const extra = found.filter((file) => !wanted.includes(file)).slice(0, 3);
  const missing = wanted.filter((file) => !found.includes(file)).slice(0, 3);
  console.error(JSON.stringify({ ...query, extra, missing }));
}

async function ask(
  { source, location }: Pick<Subject, 'source' | 'location'>,
  { query, mode, isSensitive }: Query,
  page: Partial<FindInput>,
): Promise<{ readonly ms: number; readonly found: FoundOutput }> {
  const input: FindInput = {
    source: { location, ref: null, denied: [] },
    prefix: null,
    query,
    mode,
    include: [],
    exclude: [],
    kind: null,
    case: isSensitive ? 'sensitive' : 'insensitive',
    word: false,
    tests: 'include',
    context: 0,
    group: 'file',
    offset: 0,
    limit: PAGE,
    ...page,
  };
  const context = { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => ok(source) };
  const startMs = performance.now();
  const found = await find(input, context);
  const ms = performance.now() - startMs;
  if (found.outcome !== 'found') throw new Error(JSON.stringify(found));
  return { ms, found };
}

function rowsOf(name: string, source: IndexedSource, runs: readonly Run[]): readonly Row[] {
  const compared = runs.filter(({ isCut }) => !isCut);
  const differing = compared.filter(({ isEqual }) => !isEqual);
  return [
    {
      what: `${name} (${source.index.files.count} files): sets of files equal to ripgrep's`,
      figure: `${compared.length - differing.length} of ${compared.length}`,
      note: `${runs.length - compared.length} more were cut by the second that a search may take, or by 20,000 rows`,
    },
    ...(['text', 'regex'] as const).flatMap((mode) =>
      speedRows(
        `${name}, ${mode}`,
        runs.filter(({ query }) => query.mode === mode),
      ),
    ),
  ];
}

function speedRows(what: string, runs: readonly Run[]): readonly Row[] {
  const theirs = quantile(
    runs.map(({ theirMs }) => theirMs),
    0.5,
  );
  const line = (label: string, times: readonly number[]): Row => {
    const p50 = quantile(times, 0.5);
    const worst = Math.max(...times.map((ms, at) => ms / (runs[at]?.theirMs ?? Number.NaN)));
    return {
      what: `${what}, ${label}`,
      figure: `p50 ${p50.toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
      note: `${(theirs / p50).toFixed(0)}x faster than ripgrep at the median (${theirs.toFixed(0)} ms); the worst query takes ${worst.toFixed(2)} of ripgrep's time`,
    };
  };
  const whole = runs.filter(({ isFirstWhole }) => isFirstWhole).length;
  const first = line(
    `first ${PAGE}`,
    runs.map(({ firstMs }) => firstMs),
  );
  return [
    { ...first, note: `${first.note}; ${whole} of ${runs.length} with exact totals` },
    line(
      'all files',
      runs.map(({ allMs }) => allMs),
    ),
  ];
}
