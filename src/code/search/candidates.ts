import type { TextRange } from '../source/source.ts';
import { type DocumentMarks, makeDocumentMarks } from './document-marks.ts';
import type { IndexedScope } from './scope.ts';
import { ROLE_RANK } from './search.ts';
import { type SearchColumns, searchColumns } from './search-columns.ts';
import { DECLARING_RANK, type TextQuery } from './text-rows.ts';

/**
 * Files that may hold a hit, by rank, in the order in which their rows are shown: by rank, then by path. They are found
 * while they are asked for, since a page of a common word is full after a few.
 */
export interface Candidates {
  /** Those that declare the name as far as the index knows, and those of which it does not know; then by their roles. */
  readonly ranks: readonly CandidateRank[];
  /** Whether there are more than so many, all ranks together. */
  isMoreThan(count: number): boolean;
  /** How many there are at the most: exact where all of them were asked for. */
  atMost(): number;
  /** False when the index knows that a file does not declare the name. */
  mayDeclare(file: number): boolean;
  /** False where too little is indexed to tell which files declare the name: they stand with the others. */
  readonly knowsDeclaring: boolean;
  /** The parts of a file, of so many bytes, that alone may hold a hit; null where it is to be looked at whole. */
  partsOf(file: number, bytes: number): readonly TextRange[] | null;
  /** False only where no line of a file is one of a private key, so that its lines may be shown as they are. */
  mayHoldKeys(file: number): boolean;
}

/** Files of one rank, ascending. */
export interface CandidateRank {
  readonly rank: number;
  readonly files: Iterable<number>;
}

/** Ranks are places in this list. */
const RANKS = [DECLARING_RANK, ROLE_RANK.source, ROLE_RANK.aside, ROLE_RANK.test] as const;

/**
 * Files whose symbols are not indexed yet and that are looked through for declarations of the name. More of them would
 * take longer than the order is worth: until their symbols have come they stand with the other files of their role.
 */
const UNKNOWN_MAX = 2_000;

/** To go from a document to its files takes as long as to go past so many files. */
const FILES_PER_DOCUMENT = 16;

/** The files in scope that a query may be found in: by the index, and those that are not indexed yet. */
export function findCandidates(indexed: IndexedScope, query: TextQuery): Candidates {
  const { index, pending } = indexed;
  const columns = searchColumns(index);
  const documents = makeDocumentMarks(index, query, columns);
  const isFew = (documents.atMost() + pending.length) * FILES_PER_DOCUMENT <= index.files.count;
  const known = { documents, columns, hasName: query.name !== null };
  return {
    ...(isFew ? rankFew(indexed, known) : rankMany(indexed, known)),
    partsOf(file, bytes) {
      const place = index.place(file);
      return place === null ? null : documents.partsOf(place, bytes);
    },
    mayHoldKeys(file) {
      const place = index.place(file);
      return place === null || documents.mayHoldKeys(place);
    },
  };
}

/** What does not depend on how candidates were found. */
type RankedFiles = Omit<Candidates, 'partsOf' | 'mayHoldKeys'>;

interface Known {
  readonly documents: DocumentMarks;
  readonly columns: SearchColumns;
  /** Whether the query is a name, which files may declare. */
  readonly hasName: boolean;
}

/** Goes from few documents to their files. */
function rankFew(indexed: IndexedScope, known: Known): RankedFiles {
  const { documents, columns } = known;
  const files = new Set(indexed.pending);
  // All lists are read before anything is asked about declarations: a rare name has none in most segments.
  for (const segment of indexed.index.segments.keys())
    for (const file of filesOf(indexed, segment, documents.ofSegment(segment))) files.add(file);
  const { declaring, ...told } = findDeclaring(indexed, known);
  for (const file of declaring) files.add(file);
  const ascending = Uint32Array.from(files).sort();
  const others = ascending.filter((file) => !declaring.has(file));
  const ranks = RANKS.map((rank) => ({
    rank,
    files: rank === DECLARING_RANK ? ascend(declaring) : others.filter((file) => columns.ranks[file] === rank),
  }));
  return { ranks, isMoreThan: (count) => files.size > count, atMost: () => files.size, ...told };
}

/** Goes past all files: nothing is made for each, they come in order, and most are never asked for. */
function rankMany(indexed: IndexedScope, known: Known): RankedFiles {
  const { accepts, texts, pending } = indexed;
  const { documents, columns } = known;
  const { declaring, ...told } = findDeclaring(indexed, known);
  const isCandidate = (file: number): boolean =>
    documents.mayHold(columns.documentOf[file] ?? 0) && accepts(file) && !declaring.has(file);
  const filesOfRank = (rank: number): Iterable<number> =>
    rank === DECLARING_RANK ? ascend(declaring) : filesOfRole(columns, rank, isCandidate);
  const ranks = RANKS.map((rank) => makeLookAhead(rank, filesOfRank(rank)));
  const found = (): number => ranks.reduce((sum, rank) => sum + rank.found(), 0);
  return {
    ranks,
    isMoreThan(count) {
      for (const rank of ranks) if (found() <= count) rank.find(count + 1 - found());
      return found() > count;
    },
    // Documents are also those of other trees, and of files that are not in scope.
    atMost: () =>
      ranks.every((rank) => rank.isWhole()) ? found() : Math.min(texts, documents.filesAtMost() + pending.length),
    ...told,
  };
}

/** The wanted files of a role, in order. */
function* filesOfRole(
  { ends, ordered }: SearchColumns,
  rank: number,
  isWanted: (file: number) => boolean,
): Generator<number, undefined> {
  const end = ends[rank] ?? 0;
  for (let at = ends[rank - 1] ?? 0; at < end; at++) {
    const file = ordered[at] ?? 0;
    if (isWanted(file)) yield file;
  }
}

/** The files of a rank, of which some more can be found than were asked for. */
function makeLookAhead(rank: number, all: Iterable<number>) {
  const source = all[Symbol.iterator]();
  const files: number[] = [];
  let isWhole = false;
  function find(more: number): void {
    for (let left = more; left > 0 && !isWhole; left--) {
      const next = source.next();
      if (next.done === true) isWhole = true;
      else files.push(next.value);
    }
  }
  const read = (): Iterator<number> => findAndRead(files, find);
  return { rank, files: { [Symbol.iterator]: read }, find, found: () => files.length, isWhole: () => isWhole };
}

/** Goes through files, and has more of them found where they end. */
function* findAndRead(files: readonly number[], find: (more: number) => void): Generator<number, undefined> {
  for (let at = 0; ; at++) {
    if (at === files.length) find(1);
    const file = files[at];
    if (file === undefined) return;
    yield file;
  }
}

function ascend(files: Iterable<number>): Uint32Array {
  return Uint32Array.from(files).sort();
}

/** Adds files until it is clear that they are too many. */
function addUpTo(unknown: Set<number>, files: Iterable<number>): void {
  for (const file of files) {
    if (unknown.size > UNKNOWN_MAX) return;
    unknown.add(file);
  }
}

/** The files of documents of a segment. */
function* filesOf({ index, accepts }: IndexedScope, segment: number, documents: Iterable<number>): Generator<number> {
  for (const document of documents)
    for (const file of index.segments[segment]?.files(document) ?? []) if (accepts(file)) yield file;
}

/** The files of the first rank: tests declare the name for themselves alone. */
function findDeclaring(indexed: IndexedScope, { documents, columns, hasName }: Known) {
  const pending = hasName ? indexed.pending : indexed.pending.subarray(0, 0);
  // One too many are as good as a million.
  const unknown = new Set(pending.subarray(0, UNKNOWN_MAX + 1));
  const known = new Set<number>();
  for (const segment of indexed.index.segments.keys()) {
    const declaring = documents.declaring(segment);
    if (declaring !== null) for (const file of filesOf(indexed, segment, declaring)) known.add(file);
    else addUpTo(unknown, filesOf(indexed, segment, unknown.size > UNKNOWN_MAX ? [] : documents.ofSegment(segment)));
  }
  const knowsDeclaring = unknown.size <= UNKNOWN_MAX;
  const all = knowsDeclaring ? new Set([...known, ...unknown]) : known;
  const isTest = (file: number): boolean => columns.ranks[file] === ROLE_RANK.test;
  const declaring = new Set([...all].filter((file) => !isTest(file)));
  return { declaring, mayDeclare: (file: number) => all.has(file), knowsDeclaring };
}
