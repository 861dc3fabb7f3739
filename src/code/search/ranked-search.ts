import type { SourceIndex } from '../index/source-index.ts';
import { type CloseLook, lookClosely } from './rank-closely.ts';
import { findContentWords, type NumberedFiles, numberFiles } from './rank-contents.ts';
import { bestFiles, scoreFiles } from './rank-files.ts';
import { historyOf } from './rank-history.ts';
import { type PathWords, splitPaths } from './rank-paths.ts';
import type { RankQuery } from './rank-query.ts';
import type { Scope } from './scope.ts';
import { type LightRow, roleWord, type Search, type SearchResult } from './search.ts';
import { containerOf, enclosingSymbol } from './symbols-of.ts';

/** Files at the top that are looked at closely and put in order anew. */
const LOOKED_AT = 30;

/**
 * Ranks files by how well their words fit the query: all by what the index, their paths and the commits before tell,
 * and the best of them by a close look. Every file counts for the mean length and for how rare a term is, also those
 * without one.
 */
export async function searchRanked(search: Search, query: RankQuery): Promise<SearchResult> {
  const { scope, input } = search;
  const files = numberFiles(scope);
  const history = await historyOf(input.source.location, scope.source.identity.commit, scope.context.signal);
  const contents = await findContentWords(scope, files, query.terms);
  const paths = pathsOf(scope, files);
  const ranked = scoreFiles({ query, files, contents, paths, history, find: finderOf(scope, files) });
  const { scores, rarities, prior } = ranked;
  const total = scores.reduce((sum, score) => sum + Number(score > 0), 0);
  const end = input.offset + input.limit;
  const order = bestFiles(scores, Math.max(end, LOOKED_AT));
  // What is at the top cannot change what comes after it.
  const looked = input.offset < LOOKED_AT ? order.slice(0, end) : order.slice(input.offset, end);
  const top = input.offset < LOOKED_AT ? order.slice(0, Math.max(LOOKED_AT, end)) : looked;
  const looks = await lookClosely(scope, top.map(files.at), { query, rarities, texts: contents.texts });
  const again = (file: number): number => (scores[file] ?? 0) + (looks.get(file)?.bonus ?? 0) * prior(file);
  const first = order.slice(0, LOOKED_AT).sort((a, b) => again(b) - again(a) || a - b);
  const page = [...first, ...order.slice(LOOKED_AT)].slice(input.offset, end);
  return {
    mode: 'ranked',
    reading: `ranked words: ${query.terms.join(', ')}`,
    rows: page.map((file) => rowOf(files, file, looks.get(file) ?? null)),
    totals: { rows: total, hits: total, files: total },
    ...contents.end,
    near: [],
    insensitiveHits: null,
  };
}

function rowOf(files: NumberedFiles, number: number, look: CloseLook | null): LightRow {
  const { path, role } = files.at(number);
  const line = look?.line ?? null;
  const symbol = line === null ? null : enclosingSymbol(look?.symbols ?? [], line);
  return {
    file: path,
    line,
    column: 0,
    role: roleWord(role),
    symbol: symbol === null ? null : { kind: symbol.kind, name: symbol.name, container: containerOf(symbol) },
    fit: null,
    hits: 0,
  };
}

/** By the table of files, which lives as long as its root is in use. */
const splitBefore = new WeakMap<SourceIndex['files'], { readonly generation: string; readonly paths: PathWords }>();

/** The words of all paths; for an index they are remembered as long as nothing changes. */
function pathsOf({ indexed }: Scope, files: NumberedFiles): PathWords {
  if (indexed === null) return splitPaths(files.count, (file) => files.at(file).path);
  const { files: table, generation } = indexed.index;
  const known = splitBefore.get(table);
  if (known?.generation === generation) return known.paths;
  const paths = splitPaths(table.count, table.path);
  splitBefore.set(table, { generation, paths });
  return paths;
}

/** Finds the number of a path. */
function finderOf({ indexed }: Scope, files: NumberedFiles): (path: string) => number | null {
  if (indexed !== null) return indexed.index.files.find;
  const numbers = new Map(Array.from({ length: files.count }, (_, file) => [files.at(file).path, file]));
  return (path) => numbers.get(path) ?? null;
}
