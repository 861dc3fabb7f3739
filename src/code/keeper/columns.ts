import type { FileStamp } from '../index/content-reader.ts';
import { describeFiles, type Exclusion, exclusionCode, exclusionOf, type IndexedFiles } from '../index/file-table.ts';
import type { ViewSegment } from '../index/view.ts';
import { FILE_BYTES_MAX } from '../search/limits.ts';
import { idBytesOf, idOf, KINDS, type PackedFiles, pathOf } from '../source/packed-files.ts';

/** What the keeper knows of the files of one source: a listing, and what was found in each. Changed in place. */
export interface Columns {
  readonly files: IndexedFiles;
  /** Three numbers for each file: `mtimeMs`, `ctimeMs`, `ino`; NaN when it has to be read again. */
  readonly stamps: Float64Array;
  /** As in a view: see `ViewData`. */
  readonly placeSegments: Uint32Array;
  readonly placeDocuments: Uint32Array;
  /** What the places in `placeSegments` mean. */
  segments: readonly ViewSegment[];
}

const STAMP_NUMBERS = 3;

/** Columns for a new listing, which take over what is known of the files that were there before. */
export function makeColumns(listing: PackedFiles, before: Columns | null): Columns {
  const described = describeFiles(listing, FILE_BYTES_MAX);
  const { count } = described;
  // Ids are those of the kind that is known.
  const idBytes = before === null ? described.idBytes : Math.max(before.files.idBytes, described.idBytes);
  const files = idBytes === described.idBytes ? described : { ...described, ids: shared(count * idBytes), idBytes };
  const columns = emptyColumns(files, before?.segments ?? []);
  if (before !== null) takeOver(columns, before);
  return columns;
}

/** Columns that know nothing but the listing; places will be given in these segments. */
export function emptyColumns(files: IndexedFiles, segments: readonly ViewSegment[]): Columns {
  const bytes = files.count * Uint32Array.BYTES_PER_ELEMENT;
  return {
    files,
    stamps: new Float64Array(files.count * STAMP_NUMBERS).fill(Number.NaN),
    placeSegments: new Uint32Array(new SharedArrayBuffer(bytes)),
    placeDocuments: new Uint32Array(new SharedArrayBuffer(bytes)),
    segments,
  };
}

function shared(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

/** Both are sorted by path: one walk through them finds the files that are in both. */
function takeOver(columns: Columns, before: Columns): void {
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
  }
}

/** Whether it is a file, not a link or a submodule. */
export function isFile(files: PackedFiles, file: number): boolean {
  return KINDS[files.kinds[file] ?? 0] === 'file';
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

/** Whether a file on disk is as it was when its content was read. */
export function hasStamp({ stamps }: Columns, file: number, { mtimeMs, ctimeMs, ino }: FileStamp): boolean {
  const at = file * STAMP_NUMBERS;
  return stamps[at] === mtimeMs && stamps[at + 1] === ctimeMs && stamps[at + 2] === ino;
}

/** Whether two looks at a file saw the same one. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** Notes as what a file was read; null when it must be read again, whatever it looks like. */
export function setStamp({ stamps }: Columns, file: number, stamp: FileStamp | null): void {
  const at = file * STAMP_NUMBERS;
  stamps[at] = stamp?.mtimeMs ?? Number.NaN;
  stamps[at + 1] = stamp?.ctimeMs ?? Number.NaN;
  stamps[at + 2] = stamp?.ino ?? Number.NaN;
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

/** What is known of a file's content. */
export function contentOf({ files }: Columns, file: number) {
  return { blobId: idOf(files, file), exclusion: exclusionOf(files.exclusions[file]) };
}

/** The columns that a view shares with other threads, as they are now: the keeper goes on changing its own. */
export function freeze({ files, placeSegments, placeDocuments, segments }: Columns) {
  return {
    files: { ...files, ids: copyOf(files.ids), sizes: copyOf(files.sizes), exclusions: copyOf(files.exclusions) },
    placeSegments: copyOf(placeSegments),
    placeDocuments: copyOf(placeDocuments),
    segments,
  };
}

function copyOf<Column extends Uint8Array | Uint32Array | Float64Array>(column: Column): Column {
  const bytes = new Uint8Array(new SharedArrayBuffer(column.byteLength));
  bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  // `as`: the constructor of the column that was given.
  return new (column.constructor as new (buffer: SharedArrayBuffer) => Column)(bytes.buffer);
}
