import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageOf } from '../../src/code/lex/languages.ts';
import type { FindInput } from '../../src/code/questions/find.types.ts';
import { findContentWords, numberFiles } from '../../src/code/search/rank-contents.ts';
import { bestFiles } from '../../src/code/search/rank-files.ts';
import { readRankQuery } from '../../src/code/search/rank-query.ts';
import { searchRanked } from '../../src/code/search/ranked-search.ts';
import { type FileChoice, openScope, type Scope } from '../../src/code/search/scope.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import type { Source, SourceSelector } from '../../src/code/source/source.ts';
import { indexedSource } from '../../test/support/indexed-source.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';

/*
 * Which files a change will be in, told from its subject alone. The source is a repository as it was before the oldest
 * of the commits asked about; a query is the subject of a later commit, without its number and prefix; what is to be
 * found are the one to five files of code, no tests, that the commit modified, among all files of code, tests too. Left
 * out are merges, commits that add, delete or rename such files, subjects of fewer than four words, and chores, docs,
 * version bumps, lint, format and typos. Weights were chosen on the development repositories and the others only looked
 * at. What is in the data are ids, subjects and paths.
 */

const DATA = new URL('data/localisation.jsonl', import.meta.url);

interface Query {
  readonly commit: string;
  readonly query: string;
  readonly files: readonly string[];
}

interface Trial {
  readonly repository: string;
  readonly group: 'development' | 'held out';
  /** Full id of the commit whose tree is searched. */
  readonly snapshot: string;
  readonly queries: readonly Query[];
}

/** Quality of one ranking: mean reciprocal rank of the first right file, and how many of the right ones are in five. */
interface Quality {
  readonly mrr: number;
  readonly recall: number;
}

/** Rows for each given repository that the data has queries for, and the means of both groups. */
export async function measureLocalisation({ repositories }: CodeBench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const ranked = new Map<Trial['group'], Quality[]>();
  for (const trial of readTrials()) {
    const location = repositories
      .map((folder) => realpathSync(folder))
      .find((folder) => hasCommit(folder, trial.snapshot));
    if (location === undefined) continue;
    const { ours, plain, times } = await measureTrial(trial, location);
    ranked.set(trial.group, [...(ranked.get(trial.group) ?? []), ours]);
    const beside = `BM25 alone ${show(plain)}; ${trial.queries.length} queries, ${times}`;
    rows.push({ what: `${trial.repository} (${trial.group})`, figure: show(ours), note: beside });
  }
  for (const [group, all] of ranked) {
    const mean = { mrr: meanOf(all.map(({ mrr }) => mrr)), recall: meanOf(all.map(({ recall }) => recall)) };
    rows.push({ what: `mean of ${group}`, figure: show(mean), note: `${all.length} repositories` });
  }
  return rows;
}

function readTrials(): readonly Trial[] {
  const trials: (Omit<Trial, 'queries'> & { queries: Query[] })[] = [];
  for (const line of readFileSync(DATA, 'utf8').trim().split('\n')) {
    // The file is our own: a line is the head of a repository, or a query for the repository before it.
    const record = JSON.parse(line) as Omit<Trial, 'queries'> | Query;
    if ('repository' in record) trials.push({ ...record, queries: [] });
    else trials.at(-1)?.queries.push(record);
  }
  return trials;
}

function hasCommit(folder: string, id: string): boolean {
  try {
    execFileSync('git', ['-C', folder, 'cat-file', '-e', `${id}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    // Another repository, or a shallow copy of this one.
    return false;
  }
}

function show({ mrr, recall }: Quality): string {
  return `MRR ${mrr.toFixed(3)}, R@5 ${recall.toFixed(3)}`;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

/** All files of code, tests too. */
const CODE: FileChoice = { key: 'code', accepts: (path) => languageOf(path)?.kind === 'programming' };

async function measureTrial(trial: Trial, location: string) {
  const selector: SourceSelector = { location, ref: trial.snapshot, denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(`${trial.repository}: ${opened.error}`);
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-localisation-'));
  const source = await indexedSource(opened.value, folder);
  try {
    const ours: string[][] = [];
    const plain: string[][] = [];
    const times: number[] = [];
    for (const { query } of trial.queries) {
      const startedAt = performance.now();
      ours.push(await rank(source, selector, query));
      times.push(performance.now() - startedAt);
      plain.push(await rankPlainly(await scopeOf(source), query));
    }
    const timing = `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
    return { ours: qualityOf(trial, ours), plain: qualityOf(trial, plain), times: timing };
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
}

function scopeOf(source: Source): Promise<Scope> {
  return openScope(source, CODE, { signal: new AbortController().signal, deadlineAtMs: performance.now() + 60_000 });
}

const ROWS = 50;

async function rank(source: Source, selector: SourceSelector, query: string): Promise<string[]> {
  const input: FindInput = {
    ...{ source: selector, prefix: null, query, mode: 'ranked', include: [], exclude: [], kind: null },
    ...{ case: 'smart', word: false, tests: 'include', context: 0, group: 'file', offset: 0, limit: ROWS },
  };
  const result = await searchRanked({ scope: await scopeOf(source), input }, readRankQuery(query));
  return result.rows.map(({ file }) => file);
}

/** BM25 over whole contents with its usual values and nothing else: what the rest has to be better than. */
async function rankPlainly(scope: Scope, query: string): Promise<string[]> {
  const files = numberFiles(scope);
  const { terms } = readRankQuery(query);
  const contents = await findContentWords(scope, files, terms);
  const scores = new Float64Array(files.count);
  for (const term of terms.keys()) {
    const found: (readonly [file: number, share: number])[] = [];
    contents.visit(term, (file, frequency, length) => {
      const weighed = frequency / (0.25 + (0.75 * length) / contents.meanLength);
      found.push([file, (weighed * 2.2) / (weighed + 1.2)]);
    });
    const rarity = Math.log(1 + (contents.texts - found.length + 0.5) / (found.length + 0.5));
    for (const [file, share] of found) scores[file] = (scores[file] ?? 0) + rarity * share;
  }
  return bestFiles(scores, ROWS).map((file) => files.at(file).path);
}

function qualityOf({ queries }: Trial, rankings: readonly (readonly string[])[]): Quality {
  const each = queries.map(({ files }, at) => {
    const ranking = rankings[at] ?? [];
    const first = ranking.findIndex((file) => files.includes(file));
    const found = ranking.slice(0, 5).filter((file) => files.includes(file)).length;
    return { mrr: first < 0 ? 0 : 1 / (first + 1), recall: found / files.length };
  });
  return { mrr: meanOf(each.map(({ mrr }) => mrr)), recall: meanOf(each.map(({ recall }) => recall)) };
}
