import { ok } from '../../src/base/result.ts';
import { segmentSymbols } from '../../src/code/index/symbols-reader.ts';
import { read } from '../../src/code/operations/read.ts';
import type { ReadInput, ReadOutput } from '../../src/code/questions/read.types.ts';
import type { IndexedSource } from '../../test/support/indexed-source.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import { measureKept, textsOf } from './kept-source.ts';
import type { CodeBench } from './run.ts';
import { evenly } from './samples.ts';

/*
 * Reading in process, without the syntax trees that make ranges exact: files of a work tree by their ranges and whole,
 * and symbols by their names. Each is read twice; the second time is what is told.
 */

const SAMPLES = 500;

/** Times of reading what is sampled evenly from each repository. */
export async function measureRead({ repositories }: CodeBench): Promise<readonly Row[]> {
  return await measureKept(repositories, measureOne);
}

async function measureOne(source: IndexedSource, name: string): Promise<readonly Row[]> {
  const { files } = source.index;
  const sampled = evenly(textsOf(source), SAMPLES);
  const paths = sampled.map((file) => files.path(file));
  const symbols = sampled.flatMap((file) => symbolOf(source, file));
  return [
    await rowOf(
      `${name}: 60 lines of a file`,
      source,
      paths.map((path) => ({ files: [`${path}:1-60`] })),
    ),
    await rowOf(
      `${name}: a whole file`,
      source,
      paths.map((path) => ({ files: [path] })),
    ),
    await rowOf(
      `${name}: a symbol`,
      source,
      symbols.map((symbol) => ({ symbol })),
    ),
  ];
}

/** The name of the last symbol in a file, if it has any. */
function symbolOf({ index }: IndexedSource, file: number): readonly string[] {
  const place = index.place(file);
  const segment = place === null ? undefined : index.segments[place.segment]?.segment;
  if (place === null || segment === undefined) return [];
  const last = segmentSymbols(segment)?.ofDocument(place.document)?.at(-1);
  return last === undefined ? [] : [last.name];
}

async function rowOf(what: string, source: IndexedSource, questions: readonly Partial<ReadInput>[]): Promise<Row> {
  const times: number[] = [];
  let found = 0;
  let shown = 0;
  for (const question of questions) {
    await ask(source, question);
    const startMs = performance.now();
    const { pieces, search } = await ask(source, question);
    times.push(performance.now() - startMs);
    if (pieces.length > 0 || (search?.total ?? 0) > 0) found += 1;
    if (pieces.length > 0) shown += 1;
  }
  return {
    what,
    figure: `p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    note: `${found} of ${questions.length} found, ${shown} shown: the others are several of one name`,
  };
}

async function ask(source: IndexedSource, question: Partial<ReadInput>): Promise<ReadOutput> {
  const { signal } = new AbortController();
  const context = { signal, deadlineAtMs: Infinity, openSource: async () => ok(source) };
  return await read({ ...PLAIN, ...question }, context);
}

const PLAIN: ReadInput = {
  source: { location: '/', ref: null, denied: [] },
  prefix: null,
  files: [],
  symbol: null,
  wantsOutline: false,
  around: 0,
  diffFrom: null,
  withTests: false,
};
