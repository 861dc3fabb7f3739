import type { FileTable, SegmentView, SourceIndex } from '../index/source-index.ts';
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

/** Ranks are places in this list. */
const RANKS = [DECLARING_RANK, ROLE_RANK.source, ROLE_RANK.aside, ROLE_RANK.test] as const;

/**
 * Files whose symbols are not indexed yet and that are looked through for declarations of the name. More of them would
 * take longer than the order is worth: until their symbols have come they stand with the other files of their role.
 */
const UNKNOWN_MAX = 200;

/** The files in scope that a query may be found in: by the index, and those that are not indexed yet. */
export function findCandidates(indexed: IndexedScope, query: TextQuery): Candidates {
  const marks = new Uint8Array(indexed.index.files.count);
  const files = gather(indexed, query, marks);
  const isFew = countUnknown(files, marks) <= UNKNOWN_MAX;
  const mayDeclare = (file: number): boolean => marks[file] === DECLARES || (isFew && marks[file] === UNKNOWN);
  const ranksOfFiles = placesOf(indexed.index).ranks;
  const byRank = RANKS.map(() => ({ files: new Uint32Array(files.length), count: 0 }));
  for (const file of files) {
    const role = ranksOfFiles[file] ?? 0;
    const row = byRank[mayDeclare(file) && role !== ROLE_RANK.test ? DECLARING_RANK : role];
    if (row !== undefined) row.files[row.count++] = file;
  }
  const ranks = byRank.map((row, rank) => ({ rank, files: row.files.subarray(0, row.count) }));
  return { count: files.length, ranks, mayDeclare };
}

function countUnknown(files: Uint32Array, marks: Uint8Array): number {
  let unknown = 0;
  for (const file of files) if (marks[file] === UNKNOWN) unknown += 1;
  return unknown;
}

const SEEN = 1;
const DECLARES = 2;
const UNKNOWN = 3;

/** To go from a document to its files takes as long as to go past so many files. */
const FILES_PER_DOCUMENT = 16;

/** Candidates, ascending, with what is known of their declarations in `marks`, which is 0 for all other files. */
function gather(indexed: IndexedScope, query: TextQuery, marks: Uint8Array): Uint32Array {
  const { index, pending } = indexed;
  const found = index.segments.map((view) => candidatesIn(view, query));
  for (const file of pending) marks[file] = query.name === null ? SEEN : UNKNOWN;
  const documents = found.reduce((sum, one) => sum + one.documents.length, 0);
  const isMany = documents * FILES_PER_DOCUMENT > index.files.count;
  if (isMany) return walkFiles(indexed, found, marks);
  return Uint32Array.from([...followDocuments(indexed, found, marks), ...pending]).sort();
}

/** The files of few documents. */
function followDocuments({ index, accepts }: IndexedScope, found: readonly FoundIn[], marks: Uint8Array): number[] {
  const files: number[] = [];
  const add = (file: number, mark: number): void => {
    if (marks[file] !== 0 || !accepts(file)) return;
    marks[file] = mark;
    files.push(file);
  };
  for (const [at, { documents, declaring, others }] of found.entries()) {
    for (const document of documents) {
      const mark = declaring?.has(document) === true ? DECLARES : others;
      for (const file of index.segments[at]?.files(document) ?? []) add(file, mark);
    }
  }
  return files;
}

/** The files of many documents, by a walk over all files: nothing is made for each, and they come in order. */
function walkFiles({ index, accepts }: IndexedScope, found: readonly FoundIn[], marks: Uint8Array): Uint32Array {
  const { places } = placesOf(index);
  const marked = markDocuments(index, found);
  const files = new Uint32Array(places.length);
  let count = 0;
  for (let file = 0; file < places.length; file++) {
    // A pending file has its mark.
    const mark = marks[file] || marked[places[file] ?? 0] || 0;
    if (mark === 0 || !accepts(file)) continue;
    marks[file] = mark;
    files[count++] = file;
  }
  return files.subarray(0, count);
}

/** What was found in the documents of all segments, numbered as in `Places`. */
function markDocuments(index: SourceIndex, found: readonly FoundIn[]): Uint8Array {
  const { bases, documents } = placesOf(index);
  const marked = new Uint8Array(documents + 1);
  for (const [at, { documents: some, declaring, others }] of found.entries()) {
    const first = (bases[at] ?? 0) + 1;
    for (const document of some) marked[first + document] = others;
    for (const document of declaring ?? [])
      if (marked[first + document] === others) marked[first + document] = DECLARES;
  }
  return marked;
}

/** What does not change with the question, as columns. */
interface Places {
  /** For each file one more than the number of its document among those of all segments; 0 where it is not indexed. */
  readonly places: Uint32Array;
  /** The number of each segment's first document. */
  readonly bases: readonly number[];
  readonly documents: number;
  /** For each file the rank of its role. */
  readonly ranks: Uint8Array;
}

/** By the table of files, which lives as long as its root is in use; of one state of the index. */
const remembered = new WeakMap<FileTable, Places & { readonly generation: string }>();

function placesOf(index: SourceIndex): Places {
  const { files, generation, segments } = index;
  const known = remembered.get(files);
  if (known?.generation === generation) return known;
  const bases: number[] = [];
  let documents = 0;
  for (const { segment } of segments) {
    bases.push(documents);
    documents += segment.documents;
  }
  const places = new Uint32Array(files.count);
  const ranks = new Uint8Array(files.count);
  for (let file = 0; file < files.count; file++) {
    const place = index.place(file);
    places[file] = place === null ? 0 : (bases[place.segment] ?? 0) + place.document + 1;
    ranks[file] = ROLE_RANK[files.role(file)];
  }
  const made = { generation, places, bases, documents, ranks };
  remembered.set(files, made);
  return made;
}

/** What a segment says of a query. */
interface FoundIn {
  readonly documents: Uint16Array;
  /** Those of its documents that declare the name; null when it does not know. */
  readonly declaring: ReadonlySet<number> | null;
  /** What is known of all others. */
  readonly others: typeof SEEN | typeof UNKNOWN;
}

function candidatesIn(view: SegmentView, { matcher, name }: Pick<TextQuery, 'matcher' | 'name'>): FoundIn {
  const declaring = name === null ? NONE : declaringDocuments(view, name, matcher.isSensitive);
  const documents = findDocuments(view.segment, matcher.needs) ?? everyDocument(view);
  return { documents, declaring, others: declaring === null ? UNKNOWN : SEEN };
}

const NONE: ReadonlySet<number> = new Set();

function everyDocument({ segment }: SegmentView): Uint16Array {
  return Uint16Array.from({ length: segment.documents }, (_, document) => document);
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
