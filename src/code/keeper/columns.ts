import { describeFiles, type Exclusion, exclusionCode, exclusionOf, type IndexedFiles } from '../index/file-table.ts';
import { makeStamps, STAMP_NUMBERS } from '../index/stamps.ts';
import type { ViewSegment } from '../index/view.ts';
import { idBytesOf, idOf, KINDS, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { ROWS_A_STEP, type Steps } from '../source/steps.ts';

/** What the keeper knows of the files of one source: a listing, and what was found in each. Changed in place. */
export interface Columns {
  readonly files: IndexedFiles;
  /** Three numbers for each file: `mtimeMs`, `ctimeMs`, `ino`; NaN when it has to be read again. As in a view. */
  readonly stamps: Float64Array;
  /** As in a view: see `ViewData`. */
  readonly placeSegments: Uint32Array;
  readonly placeDocuments: Uint32Array;
  /** What the places in `placeSegments` mean. */
  segments: readonly ViewSegment[];
}

/** Whether files lie on disk, where they change, or in a commit, where they do not and need no stamps. */
export type FilesKind = 'below' | 'objects';

/** Columns for a new listing, described already or not, which take over what is known of the files that were there before. */
export function* makeColumns(
  listing: PackedFiles | IndexedFiles,
  before: Columns | null,
  kind: FilesKind,
): Steps<Columns> {
  const described = 'roles' in listing ? listing : yield* describeFiles(listing, FILE_BYTES_MAX);
  // What was known under ids of another kind is to be found out anew.
  const known = before?.files.idBytes === described.idBytes ? before : null;
  for (;;) {
    const columns = emptyColumns(described, known?.segments ?? [], kind);
    if (known !== null) yield* takeOver(columns, known);
    // Else places that were taken over before and after that mean different segments.
    if (known === null || known.segments === columns.segments) return columns;
  }
}

/** Columns that know nothing but the listing; places will be given in these segments. */
export function emptyColumns(files: IndexedFiles, segments: readonly ViewSegment[], kind: FilesKind): Columns {
  const bytes = files.count * Uint32Array.BYTES_PER_ELEMENT;
  return {
    files,
    stamps: makeStamps(kind === 'below' ? files.count : 0),
    placeSegments: new Uint32Array(new SharedArrayBuffer(bytes)),
    placeDocuments: new Uint32Array(new SharedArrayBuffer(bytes)),
    segments,
  };
}

/** Bytes of memory that the columns take. */
export function bytesOfColumns({ files, stamps, placeSegments, placeDocuments }: Columns): number {
  const { paths, starts, kinds, sizes, ids, roles, exclusions } = files;
  const columns = [paths, starts, kinds, sizes, ids, roles, exclusions, stamps, placeSegments, placeDocuments];
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Both are sorted by path: one walk through them finds the files that are in both. */
function* takeOver(columns: Columns, before: Columns): Steps<undefined> {
  const { files } = columns;
  let old = 0;
  for (let file = 0; file < files.count; file++) {
    const path = pathOf(files, file);
    let order = -1;
    while (old < before.files.count) {
      order = Buffer.compare(pathOf(before.files, old), path);
      if (order >= 0) break;
      old += 1;
    }
    if (order === 0 && isFile(files, file) && isFile(before.files, old)) copyRow(before, old, columns, file);
    if (file % ROWS_A_STEP === 0) yield;
  }
}

/** Whether it is a file, not a link or a submodule. */
export function isFile(files: PackedFiles, file: number): boolean {
  return KINDS[files.kinds[file] ?? 0] === 'file';
}

/** Whether it is a link by the listing; of what was a file when it was added that is told by its exclusion. */
export function isLink(files: PackedFiles, file: number): boolean {
  return KINDS[files.kinds[file] ?? 0] === 'symlink';
}

/** Gives a file what is known of another one: its content, its stamp and its place. */
export function copyRow(from: Columns, row: number, to: Columns, file: number): void {
  const { idBytes } = from.files;
  const stamp = from.stamps.subarray(row * STAMP_NUMBERS, (row + 1) * STAMP_NUMBERS);
  to.stamps.set(stamp, file * STAMP_NUMBERS);
  to.files.ids.set(from.files.ids.subarray(row * idBytes, (row + 1) * idBytes), file * to.files.idBytes);
  to.files.sizes[file] = from.files.sizes[row] ?? -1;
  to.files.exclusions[file] = from.files.exclusions[row] ?? 0;
  to.placeSegments[file] = from.placeSegments[row] ?? 0;
  to.placeDocuments[file] = from.placeDocuments[row] ?? 0;
}

/** Whether nothing is known of a file's content since it changed. */
export function isForgotten(columns: Columns, file: number): boolean {
  return isPending(columns, file) && Number.isNaN(columns.stamps[file * STAMP_NUMBERS] ?? Number.NaN);
}

/** What was found in a file; an id of null forgets its content. */
export function setContent(
  { files, placeSegments }: Columns,
  file: number,
  found: { readonly blobId: string | null; readonly size: number | null; readonly exclusion: Exclusion | null },
): void {
  const { blobId, size, exclusion } = found;
  if (blobId === null || idBytesOf(blobId) !== files.idBytes)
    files.ids.fill(0, file * files.idBytes, (file + 1) * files.idBytes);
  else files.ids.set(Buffer.from(blobId, 'hex'), file * files.idBytes);
  files.sizes[file] = size ?? -1;
  files.exclusions[file] = exclusionCode(exclusion);
  placeSegments[file] = 0;
}

/** A text whose content is not indexed: it has to be read by who searches. */
export function isPending({ files, placeSegments }: Columns, file: number): boolean {
  return files.exclusions[file] === 0 && placeSegments[file] === 0;
}

/** All pending files, ascending. */
export function* pendingFiles(columns: Columns): Steps<Uint32Array> {
  const { count } = columns.files;
  let pending = new Uint32Array(ROWS_A_STEP);
  let found = 0;
  for (let file = 0; file < count; file++) {
    if (file % ROWS_A_STEP === 0) {
      yield;
      if (found + ROWS_A_STEP > pending.length) {
        const larger = new Uint32Array(2 * pending.length);
        larger.set(pending);
        pending = larger;
      }
    }
    if (isPending(columns, file)) pending[found++] = file;
  }
  return pending.subarray(0, found);
}

/** What is known of a file's content. */
export function contentOf({ files }: Columns, file: number) {
  return { blobId: idOf(files, file), exclusion: exclusionOf(files.exclusions[file]) };
}

/** The segments in which contents of files lie. */
export function* usedSegments(columns: Columns): Steps<readonly ViewSegment[]> {
  const { segments, placeSegments } = columns;
  // By number + 1; a set would take ten times as long for a million files.
  const isUsed = new Uint8Array(segments.length + 1);
  for (let file = 0; file < placeSegments.length; file++) {
    isUsed[placeSegments[file] ?? 0] = 1;
    if (file % ROWS_A_STEP === 0) yield;
    // Numbers mean others from here on: rather all are told than a wrong one left out.
    if (segments !== columns.segments) return columns.segments;
  }
  return segments.filter((_, at) => isUsed[at + 1] === 1);
}

/**
 * The columns that a view shares with other threads: the keeper goes on changing its own. All that is known of one file is
 * of one instant, and what changes meanwhile of others is in the copy or not. What a commit says of a file never changes,
 * and is not copied.
 */
export function* freeze(columns: Columns, kind: FilesKind): Steps<Frozen> {
  for (;;) {
    const { frozen, copyRows } = beginCopy(columns, kind);
    for (let file = 0; file < columns.files.count; file += ROWS_COPIED) {
      copyRows(file, file + ROWS_COPIED);
      yield;
    }
    // Else places that were copied before and after that mean different segments.
    if (columns.segments === frozen.segments) return frozen;
  }
}

/** What a view has of columns. */
type Frozen = Columns & { readonly liveIds: Uint8Array };

/** Rows that are copied in one step: to begin one costs some microseconds for each column. */
const ROWS_COPIED = 16_384;

/** A copy of all columns with room for every row, and what fills in some of them. */
function beginCopy(columns: Columns, kind: FilesKind) {
  const { files, stamps, placeSegments, placeDocuments, segments } = columns;
  const copied: { readonly from: AnyColumn; readonly to: AnyColumn; readonly width: number }[] = [];
  function copyOf<Column extends AnyColumn>(from: Column, width = 1): Column {
    // `as`: the constructor of the column that was given.
    const Made = from.constructor as new (buffer: SharedArrayBuffer) => Column;
    const to = new Made(new SharedArrayBuffer(from.byteLength));
    copied.push({ from, to, width });
    return to;
  }
  const { ids, idBytes, sizes } = files;
  const contents = kind === 'objects' ? { ids, sizes } : { ids: copyOf(ids, idBytes), sizes: copyOf(sizes) };
  const frozen: Frozen = {
    // Not a copy: one that changes meanwhile equals no file that is on disk now, or one that was just read.
    stamps,
    liveIds: ids,
    files: { ...files, ...contents, exclusions: copyOf(files.exclusions) },
    placeSegments: copyOf(placeSegments),
    placeDocuments: copyOf(placeDocuments),
    segments,
  };
  function copyRows(first: number, end: number): void {
    for (const { from, to, width } of copied) to.set(from.subarray(first * width, end * width), first * width);
  }
  return { frozen, copyRows };
}

type AnyColumn = Uint8Array | Uint32Array | Float64Array;

/** Bytes of memory that a frozen copy takes beside the columns. */
export function bytesOfCopy({ files, placeSegments, placeDocuments }: Columns, kind: FilesKind): number {
  const { ids, sizes, exclusions } = files;
  const copied = [exclusions, placeSegments, placeDocuments, ...(kind === 'objects' ? [] : [ids, sizes])];
  return copied.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
