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

/** The files in scope that a query may be found in: by the index, and those that are not indexed yet. */
export function findCandidates(indexed: IndexedScope, { matcher, name }: TextQuery): Candidates {
  const { index } = indexed;
  const known = new Uint8Array(index.files.count);
  const byRank = RANKS.map((): number[] => []);
  let count = 0;
  const add = (file: number, mayDeclare: boolean): void => {
    if (known[file] !== 0 || !indexed.accepts(file)) return;
    known[file] = mayDeclare ? DECLARES : SEEN;
    count += 1;
    const role = index.files.role(file);
    byRank[mayDeclare && role !== 'test' ? DECLARING_RANK : ROLE_RANK[role]]?.push(file);
  };
  for (const view of index.segments) {
    const declaring = name === null ? NONE : declaringDocuments(view, name, matcher.isSensitive);
    for (const document of findDocuments(view.segment, matcher.needs) ?? everyDocument(view)) {
      const mayDeclare = declaring === null || declaring.has(document);
      for (const file of view.files(document)) add(file, mayDeclare);
    }
  }
  for (const file of indexed.pending) add(file, name !== null);
  const ranks = RANKS.map((rank) => ({ rank, files: Uint32Array.from(byRank[rank] ?? []).sort() }));
  return { count, ranks, mayDeclare: (file) => known[file] === DECLARES };
}

const SEEN = 1;
const DECLARES = 2;

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
