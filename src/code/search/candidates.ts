import type { SegmentView } from '../index/source-index.ts';
import { segmentSymbols } from '../index/symbols-reader.ts';
import { findDocuments } from '../index/trigram-reader.ts';
import type { IndexedScope } from './scope.ts';
import { ROLE_RANK } from './search.ts';
import { DECLARING_RANK, type TextQuery } from './text-rows.ts';

/** Files that may hold a hit, by rank, in the order in which their rows are shown: by rank, then by path. */
export interface Candidates {
  readonly count: number;
  /** Those that declare the name as far as the index knows, and those of which it does not know; then by their roles. */
  readonly ranks: readonly CandidateRank[];
  /** False when the index knows that a file does not declare the name. */
  mayDeclare(file: number): boolean;
}

/** Files of one rank, ascending. */
export interface CandidateRank {
  readonly rank: number;
  readonly files: Uint32Array;
}

const RANKS = [DECLARING_RANK, ROLE_RANK.source, ROLE_RANK.aside, ROLE_RANK.test] as const;

/**
 * Files whose symbols are not indexed yet and that are looked through for declarations of the name. More of them would
 * take longer than the order is worth: until their symbols have come they stand with the other files of their role.
 */
const UNKNOWN_MAX = 200;

/** The files in scope that a query may be found in: by the index, and those that are not indexed yet. */
export function findCandidates(indexed: IndexedScope, query: TextQuery): Candidates {
  const { files } = indexed.index;
  const { found, marks, unknown } = gather(indexed, query);
  const isFew = unknown <= UNKNOWN_MAX;
  const mayDeclare = (file: number): boolean => marks[file] === DECLARES || (isFew && marks[file] === UNKNOWN);
  const byRank = RANKS.map((): number[] => []);
  for (const file of found) {
    const role = files.role(file);
    byRank[mayDeclare(file) && role !== 'test' ? DECLARING_RANK : ROLE_RANK[role]]?.push(file);
  }
  const ranks = RANKS.map((rank) => ({ rank, files: ascending(byRank[rank] ?? []) }));
  return { count: found.length, ranks, mayDeclare };
}

/** Sorted only where it is needed: documents come in the order of their paths, so files mostly do, too. */
function ascending(files: readonly number[]): Uint32Array {
  const numbers = Uint32Array.from(files);
  return files.every((file, at) => at === 0 || file > (files[at - 1] ?? 0)) ? numbers : numbers.sort();
}

const SEEN = 1;
const DECLARES = 2;
const UNKNOWN = 3;

/** Candidates in the order of the segments, each once, and by file what is known of its declarations. */
function gather(indexed: IndexedScope, { matcher, name }: TextQuery) {
  const { index } = indexed;
  const marks = new Uint8Array(index.files.count);
  const found: number[] = [];
  let unknown = 0;
  const add = (file: number, mark: number): void => {
    if (marks[file] !== 0 || !indexed.accepts(file)) return;
    marks[file] = mark;
    found.push(file);
    unknown += Number(mark === UNKNOWN);
  };
  for (const view of index.segments) addDocuments(view, { matcher, name }, add);
  for (const file of indexed.pending) add(file, name === null ? SEEN : UNKNOWN);
  return { found, marks, unknown };
}

/** The files of a segment that may hold a hit, with what its symbols say. */
function addDocuments(
  view: SegmentView,
  { matcher, name }: Pick<TextQuery, 'matcher' | 'name'>,
  add: (file: number, mark: number) => void,
): void {
  const declaring = name === null ? NONE : declaringDocuments(view, name, matcher.isSensitive);
  const others = declaring === null ? UNKNOWN : SEEN;
  for (const document of findDocuments(view.segment, matcher.needs) ?? everyDocument(view)) {
    const mark = declaring?.has(document) === true ? DECLARES : others;
    for (const file of view.files(document)) add(file, mark);
  }
}

const NONE: ReadonlySet<number> = new Set();

function everyDocument({ segment }: SegmentView): Iterable<number> {
  return Array.from({ length: segment.documents }).keys();
}

/** The documents of a segment that declare a name; null when its symbols are not built yet. */
function declaringDocuments({ segment }: SegmentView, name: string, isSensitive: boolean): ReadonlySet<number> | null {
  const symbols = segmentSymbols(segment);
  if (symbols === null) return null;
  const small = name.toLowerCase();
  const documents = new Set<number>();
  symbols.withPrefix(small, (found) => {
    if (found.name.toLowerCase() !== small) return false;
    if (!isSensitive || found.name === name) symbols.uses(found, (document) => documents.add(document));
    return true;
  });
  return documents;
}
