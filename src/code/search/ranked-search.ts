import type { SourceIndex } from '../source/source-index.ts';
import { type CloseLook, lookClosely } from './rank-closely.ts';
import { findContentWords, type NumberedFiles, numberFiles } from './rank-contents.ts';
import { bestFiles, type FileHistory, scoreFiles } from './rank-files.ts';
import { historyOf, type RankHistory } from './rank-history.ts';
import { type PathWords, splitPaths } from './rank-paths.ts';
import type { RankQuery } from './rank-query.ts';
import type { Scope } from './scope.ts';
import { type LightRow, roleWord, type Search, type SearchResult } from './search.ts';
import { containerOf, enclosingSymbol } from './symbols-of.ts';

/** Files at the top that are looked at closely and put in order anew. */
const LOOKED_AT = 20;

/** Files by rank. */
export interface RankedResult extends SearchResult {
  /** Why the order goes by less than all that earlier commits say, so that another time it may be another; else null. */
  readonly historyGap: string | null;
}

/**
 * Ranks files by how well their words fit the query: all by what the index, their paths and the commits before tell,
 * and the best of them by a close look. Every file counts for the mean length and for how rare a term is, also those
 * without one.
 */
export async function searchRanked(search: Search, query: RankQuery): Promise<RankedResult> {
  const { scope, input } = search;
  const files = numberFiles(scope);
  const { history, gap: historyGap } = await historyOf(
    input.source.location,
    scope.source.identity.commit,
    scope.context.signal,
  );
  const contents = await findContentWords(scope, files, query.terms);
  const paths = pathsOf(scope, files);
  const own = placeHistory(scope, files, history);
  const { scores, total, rarities, prior, absent } = scoreFiles({ query, files, contents, paths, history: own });
  const end = input.offset + input.limit;
  const order = bestFiles(scores, Math.max(end, LOOKED_AT));
  // A page beyond the top is not changed by the order there.
  const looked = order.slice(input.offset < LOOKED_AT ? 0 : input.offset);
  const looks = await lookClosely(scope, looked.map(files.at), { query, rarities, texts: contents.texts });
  const again = (file: number): number => (scores[file] ?? 0) + (looks.get(file)?.bonus ?? 0) * prior(file);
  const first = order.slice(0, LOOKED_AT).sort((a, b) => again(b) - again(a) || a - b);
  const page = [...first, ...order.slice(LOOKED_AT)].slice(input.offset, end);
  return {
    mode: 'ranked',
    reading: readingOf(query, contents.end.isComplete ? absent : [], historyGap),
    historyGap,
    rows: page.map((file) => rowOf(files, file, looks.get(file) ?? null)),
    totals: { rows: total, hits: total, files: total },
    ...contents.end,
    near: [],
    insensitiveHits: null,
  };
}

/** What the ranking went by; a word that no file has says nothing, whatever files the others lead to. */
function readingOf({ words }: RankQuery, absent: readonly string[], historyGap: string | null): string {
  const missing = absent.length === 0 ? '' : `; in no file searched: ${absent.join(', ')}`;
  return `ranked words: ${words.join(', ')}${missing}${historyGap === null ? '' : `; ${historyGap}`}`;
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

/** The same of the files of a history. */
const placedBefore = new WeakMap<
  SourceIndex['files'],
  { readonly generation: string; readonly history: RankHistory; readonly placed: FileHistory }
>();

/** Gives the paths of a history their files; for an index that is remembered as well. */
function placeHistory({ indexed }: Scope, files: NumberedFiles, history: RankHistory | null): FileHistory | null {
  if (history === null) return null;
  if (indexed === null) {
    const numbers = new Map(Array.from({ length: files.count }, (_, file) => [files.at(file).path, file]));
    return placePaths(history, files.count, (path) => numbers.get(path));
  }
  const { files: table, generation } = indexed.index;
  const known = placedBefore.get(table);
  if (known?.generation === generation && known.history === history) return known.placed;
  const placed = placePaths(history, table.count, table.find);
  placedBefore.set(table, { generation, history, placed });
  return placed;
}

function placePaths(
  { paths, messages, churn: changes }: RankHistory,
  count: number,
  find: (path: string) => number | null | undefined,
): FileHistory {
  const files = Int32Array.from(paths, (path) => find(path) ?? -1);
  const churn = new Float32Array(count);
  for (const [path, file] of files.entries()) if (file >= 0) churn[file] = changes[path] ?? 0;
  return { messages, files, churn };
}
