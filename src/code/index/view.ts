import type { SourceListing } from '../source/source.ts';
import type { Segment, SegmentView, SourceIndex } from '../source/source-index.ts';
import { type IndexedFiles, openFileTable } from './file-table.ts';

/*
 * A view is one state of one source: its files, and where the content of each is indexed. It is made by the keeper in
 * memory that threads share, and is never changed afterwards: who holds one may go on reading it while the next is
 * made.
 */

/** A view as it crosses from thread to thread. */
export interface ViewData {
  /** Unique among all views of an engine's life. */
  readonly generation: string;
  /** As in `SourceIndex`. */
  readonly edition: string;
  readonly files: IndexedFiles;
  /** As in `stamps.ts`; of files on disk. Not of this state but of now, as the keeper goes on changing it. */
  readonly stamps: Float64Array;
  /** Of now, too: the ids of the contents to which the stamps belong. */
  readonly liveIds: Uint8Array;
  readonly limit: SourceListing['limit'];
  /** Files that were found so far, of which these are the first, while the source is still being listed; else null. */
  readonly listedSoFar: number | null;
  /** Folder of the segments. */
  readonly folder: string;
  readonly segments: readonly ViewSegment[];
  /** For each file one more than the place of its segment in `segments`; 0 where its content is not indexed. */
  readonly placeSegments: Uint32Array;
  /** The document in that segment. */
  readonly placeDocuments: Uint32Array;
  readonly isBuilding: boolean;
}

/** A segment of a view, by the names of its files. */
export interface ViewSegment {
  readonly id: string;
  readonly hasSymbols: boolean;
}

/**
 * Reads a view. `openSegment` answers null for a segment that cannot be read: then its files count as not indexed, and
 * are looked at one by one.
 */
export function openView(view: ViewData, openSegment: (segment: ViewSegment) => Segment | null): SourceIndex {
  const { files, placeSegments, placeDocuments } = view;
  const opened = view.segments.map(openSegment);
  const isWhole = opened.every((segment) => segment !== null);
  // Numbers of segments that are there; a lost one leaves a gap that nobody sees.
  const numbers = new Map([...opened.entries()].filter(([, one]) => one !== null).map(([at], number) => [at, number]));
  const table = openFileTable(files);
  const facts = countFacts(view, numbers);
  let inverse: readonly SegmentView[] | null = null;
  return {
    generation: isWhole ? view.generation : `${view.generation}-${numbers.size}`,
    edition: view.edition,
    files: table,
    limit: view.limit,
    listedSoFar: view.listedSoFar,
    get segments() {
      inverse ??= invert(view, opened);
      return inverse;
    },
    place(file) {
      const number = numbers.get((placeSegments[file] ?? 0) - 1);
      return number === undefined ? null : { segment: number, document: placeDocuments[file] ?? 0 };
    },
    pending: facts.pending,
    progress: { ...facts.progress, isBuilding: view.isBuilding },
    ...youngest(opened),
  };
}

function youngest(opened: readonly (Segment | null)[]): Pick<SourceIndex, 'writtenAtMs'> {
  const times = opened.flatMap((segment) => segment?.writtenAtMs ?? []);
  return times.length === 0 ? {} : { writtenAtMs: Math.max(...times) };
}

function countFacts(view: ViewData, numbers: ReadonlyMap<number, number>) {
  const { files, placeSegments, segments } = view;
  // By the place in the column: the segment is there, and has its symbols.
  const isThere = Uint8Array.from([0, ...segments.map((_, at) => (numbers.has(at) ? 1 : 0))]);
  const hasSymbols = Uint8Array.from([0, ...segments.map((segment) => (segment.hasSymbols ? 1 : 0))]);
  // As long as it may become: an array would take several times the memory while it grows.
  const pending = new Uint32Array(files.count);
  let left = 0;
  let texts = 0;
  let withSymbols = 0;
  for (let file = 0; file < files.count; file++) {
    if (files.exclusions[file] !== 0) continue;
    texts += 1;
    const at = placeSegments[file] ?? 0;
    if (isThere[at] !== 1) pending[left++] = file;
    else if (hasSymbols[at] === 1) withSymbols += 1;
  }
  const progress = { texts, indexed: texts - left, withSymbols };
  return { pending: pending.slice(0, left), progress };
}

const NO_FILES: readonly number[] = [];

/** From documents back to files. The files of one document are a chain through `next`, ascending. */
function invert(view: ViewData, opened: readonly (Segment | null)[]): readonly SegmentView[] {
  const { files, placeSegments, placeDocuments } = view;
  // One more than the number of the first file of each document; 0 for none.
  const first = opened.map((segment) => new Uint32Array(segment?.documents ?? 0));
  const next = new Uint32Array(files.count);
  for (let file = files.count - 1; file >= 0; file--) {
    const heads = first[(placeSegments[file] ?? 0) - 1];
    const document = placeDocuments[file] ?? 0;
    if (heads === undefined || document >= heads.length) continue;
    next[file] = heads[document] ?? 0;
    heads[document] = file + 1;
  }
  return opened.flatMap((segment, at): SegmentView[] => {
    const heads = first[at];
    if (segment === null || heads === undefined) return [];
    const filesOf = (document: number): readonly number[] => {
      const head = heads[document] ?? 0;
      if (head === 0) return NO_FILES;
      const found = [];
      for (let file = head; file !== 0; file = next[file - 1] ?? 0) found.push(file - 1);
      return found;
    };
    return [{ segment, files: filesOf }];
  });
}
