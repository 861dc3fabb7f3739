import { KEY_WORDS } from '../../base/private-keys.ts';
import { needsText } from '../index/needs.ts';
import { segmentSymbols } from '../index/symbols-reader.ts';
import { documentsAtMost, type FoundDocuments, findDocuments, findParts } from '../index/trigram-reader.ts';
import type { TextRange } from '../source/source.ts';
import type { Segment, SegmentView, SourceIndex } from '../source/source-index.ts';
import type { SearchColumns } from './search-columns.ts';
import type { TextQuery } from './text-rows.ts';

/** What is known of the documents of all segments. */
export interface DocumentMarks {
  /**
   * Whether a document may hold a hit, by its number as in `SearchColumns`; one that is not indexed may. A segment is
   * looked into when one of its documents is asked for.
   */
  mayHold(document: number): boolean;
  /** Documents of a segment that may hold a hit, by their numbers there. */
  ofSegment(segment: number): Uint16Array;
  /** The parts of a document, by its number there, that alone may hold a hit; null where it is to be looked at whole. */
  partsOf(place: DocumentPlace, bytes: number): readonly TextRange[] | null;
  /** False only for a document that holds no mark of a private key. */
  mayHoldKeys(place: DocumentPlace): boolean;
  /**
   * Documents of a segment that declare the name, by their numbers there; null when it does not know. None where the
   * segment was looked into and nothing that may hold the name was found: it is not asked for its symbols then.
   */
  declaring(segment: number): ReadonlySet<number> | null;
  /** Documents that may hold a hit at the most, in all segments: known without a look. */
  atMost(): number;
  /** Files with such documents at the most: the better known, the more segments were looked into. */
  filesAtMost(): number;
}

/** A document by its number in a segment. */
interface DocumentPlace {
  readonly segment: number;
  readonly document: number;
}

/** What is known of a document; nothing at first. */
const ABSENT = 1;
const SEEN = 2;

/** Makes marks that know nothing yet. */
export function makeDocumentMarks(
  { segments }: SourceIndex,
  { matcher, name }: Pick<TextQuery, 'matcher' | 'name'>,
  { bases, documents, extraFiles }: SearchColumns,
): DocumentMarks {
  const found: (FoundDocuments | null)[] = segments.map(() => null);
  // Made when a document is asked for: where few are found, all of them are gone through instead.
  let marks: Uint8Array | null = null;

  function look(segment: number): FoundDocuments {
    const known = found[segment];
    const view = segments[segment];
    if (known != null) return known;
    if (view === undefined) return { documents: new Uint16Array(0), partsOf: () => null };
    const some = findParts(view.segment, matcher.needs) ?? { documents: everyDocument(view), partsOf: () => null };
    found[segment] = some;
    return some;
  }

  function markSegment(all: Uint8Array, segment: number): void {
    const first = (bases[segment] ?? 0) + 1;
    all.fill(ABSENT, first, (bases[segment + 1] ?? documents) + 1);
    const some = look(segment).documents;
    for (let at = 0; at < some.length; at++) all[first + (some[at] ?? 0)] = SEEN;
  }

  const atMost = segments.map((view) => documentsAtMost(view.segment, matcher.needs));
  return {
    mayHold(document) {
      if (document === 0) return true;
      marks ??= new Uint8Array(documents + 1);
      if (marks[document] === 0) markSegment(marks, segmentOf(bases, document - 1));
      return marks[document] === SEEN;
    },
    ofSegment: (segment) => look(segment).documents,
    partsOf: ({ segment, document }, bytes) => look(segment).partsOf(document, bytes),
    mayHoldKeys({ segment, document }) {
      const view = segments[segment];
      return view === undefined || (keyDocuments(view.segment)?.has(document) ?? true);
    },
    declaring(segment) {
      const view = segments[segment];
      if (name === null || view === undefined || found[segment]?.documents.length === 0) return NONE;
      return declaringDocuments(view, name, matcher.isSensitive);
    },
    atMost: () => sum(atMost),
    filesAtMost: () =>
      sum(atMost.map((most, segment) => (found[segment]?.documents.length ?? most) + (extraFiles[segment] ?? 0))),
  };
}

const KEY_NEEDS = needsText(KEY_WORDS);

/** Those that may hold the mark of a private key, looked for once; null where any may. */
function keyDocuments(segment: Segment): ReadonlySet<number> | null {
  return segment.keep('documents with keys', () => {
    const found = findDocuments(segment, KEY_NEEDS);
    return found === null ? null : new Set(found);
  });
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
