import type { SegmentView, SourceIndex } from '../index/source-index.ts';
import { segmentSymbols } from '../index/symbols-reader.ts';
import { documentsAtMost, findDocuments } from '../index/trigram-reader.ts';
import type { SearchColumns } from './search-columns.ts';
import type { TextQuery } from './text-rows.ts';

/** What is known of the documents of all segments, numbered as in `SearchColumns`; 0 is what stands for files without one. */
export interface DocumentMarks {
  /** 0 for what cannot hold a hit. A segment is looked into when one of its documents is asked for. */
  mark(document: number): number;
  /** Documents of a segment that may hold a hit, by their numbers there. */
  ofSegment(segment: number): Uint16Array;
  /** Documents of a segment that declare the name, by their numbers there; null when it does not know. */
  declaring(segment: number): ReadonlySet<number> | null;
  /** Documents that may hold a hit at the most, in all segments: known without a look. */
  atMost(): number;
  /** Files with such documents at the most: the better known, the more segments were looked into. */
  filesAtMost(): number;
}

/** It may hold a hit, and does not declare the name. */
const SEEN = 1;
const DECLARES = 2;
/** It may hold a hit, and perhaps declares the name. */
export const UNKNOWN = 3;
const NOT_LOOKED_AT = 255;

/** Makes marks that know nothing yet but which documents declare the name. */
export function makeDocumentMarks(
  { segments }: SourceIndex,
  { matcher, name }: Pick<TextQuery, 'matcher' | 'name'>,
  { bases, documents, extraFiles }: SearchColumns,
): DocumentMarks {
  const marks = new Uint8Array(documents + 1).fill(NOT_LOOKED_AT);
  marks[0] = name === null ? SEEN : UNKNOWN;
  const declaring = segments.map((view) =>
    name === null ? NONE : declaringDocuments(view, name, matcher.isSensitive),
  );
  const found: (Uint16Array | null)[] = segments.map(() => null);
  for (const [segment, some] of declaring.entries())
    for (const document of some ?? []) marks[(bases[segment] ?? 0) + 1 + document] = DECLARES;

  function look(segment: number): Uint16Array {
    const known = found[segment];
    const view = segments[segment];
    if (known != null) return known;
    if (view === undefined) return new Uint16Array(0);
    const some = findDocuments(view.segment, matcher.needs) ?? everyDocument(view);
    const first = (bases[segment] ?? 0) + 1;
    markFound(marks.subarray(first, first + view.segment.documents), some, declaring[segment] == null ? UNKNOWN : SEEN);
    found[segment] = some;
    return some;
  }

  const atMost = segments.map((view) => documentsAtMost(view.segment, matcher.needs));
  return {
    mark(document) {
      if (marks[document] === NOT_LOOKED_AT) look(segmentOf(bases, document - 1));
      return marks[document] ?? 0;
    },
    ofSegment: look,
    declaring: (segment) => declaring[segment] ?? null,
    atMost: () => sum(atMost),
    filesAtMost: () =>
      sum(atMost.map((most, segment) => (found[segment]?.length ?? most) + (extraFiles[segment] ?? 0))),
  };
}

/** Marks a segment's documents that were not marked before. */
function markFound(marks: Uint8Array, found: Uint16Array, mark: number): void {
  for (let at = 0; at < marks.length; at++) if (marks[at] === NOT_LOOKED_AT) marks[at] = 0;
  for (let at = 0; at < found.length; at++) {
    const document = found[at] ?? 0;
    if (marks[document] === 0) marks[document] = mark;
  }
}

const NONE: ReadonlySet<number> = new Set();

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The last segment that begins at or before a document. */
function segmentOf(bases: readonly number[], document: number): number {
  return bases.findLastIndex((base) => base <= document);
}

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
