import { formatOfId, ID_BYTES } from './blob-id.ts';
import type { SourceEntry } from './source.ts';

/*
 * The files of a source as columns instead of objects: a million of them are some 80 MB and can be shared by threads
 * without being copied. Once made, they are never changed.
 */

/** Columns of a listing, one row for each file, in byte order of the paths, every path once. */
export interface PackedFiles {
  readonly count: number;
  /** All paths one after the other, as bytes, not as they are shown. */
  readonly paths: Uint8Array;
  /** Where each path begins in `paths`, and at the end where the last one ends. */
  readonly starts: Uint32Array;
  /** Places in `KINDS`. */
  readonly kinds: Uint8Array;
  /** Bytes; -1 when not known. */
  readonly sizes: Float64Array;
  /** `idBytes` for each file; all zero when not known. */
  readonly ids: Uint8Array;
  /** 20 or 32. */
  readonly idBytes: number;
}

/** What a row of `kinds` means. */
export const KINDS = ['file', 'symlink', 'submodule'] as const satisfies readonly SourceEntry['kind'][];

/** Columns in memory that threads can share, for `count` files with `pathBytes` bytes of paths. */
export function makePackedFiles(count: number, pathBytes: number, idBytes: number): PackedFiles {
  return {
    count,
    paths: new Uint8Array(new SharedArrayBuffer(pathBytes)),
    starts: new Uint32Array(new SharedArrayBuffer((count + 1) * Uint32Array.BYTES_PER_ELEMENT)),
    kinds: new Uint8Array(new SharedArrayBuffer(count)),
    sizes: new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT)).fill(-1),
    ids: new Uint8Array(new SharedArrayBuffer(count * idBytes)),
    idBytes,
  };
}

/** The bytes of a file's path, as a view of the column. */
export function pathOf(files: PackedFiles, file: number): Buffer {
  const from = files.starts[file] ?? 0;
  const to = files.starts[file + 1] ?? from;
  return Buffer.from(files.paths.buffer, files.paths.byteOffset + from, to - from);
}

/** The bytes of the id of a file's content, as a view of the column; zeros when it is not known. */
export function idBytesAt({ ids, idBytes }: PackedFiles, file: number): Buffer {
  return Buffer.from(ids.buffer, ids.byteOffset + file * idBytes, idBytes);
}

/** The id of a file's content in hex; null when it is not known. */
export function idOf(files: PackedFiles, file: number): string | null {
  const id = idBytesAt(files, file);
  return isZero(id) ? null : id.toString('hex');
}

function isZero(id: Buffer): boolean {
  for (const byte of id) if (byte !== 0) return false;
  return true;
}

/** Bytes of an id by the length of its text. */
export function idBytesOf(id: string): number {
  return ID_BYTES[formatOfId(id)];
}

/** The number of the file with these path bytes, or where it would have to be inserted as `-1 - place`. */
export function findPath({ count, paths, starts }: PackedFiles, wanted: Uint8Array): number {
  const bytes = Buffer.from(paths.buffer, paths.byteOffset, paths.length);
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = bytes.compare(wanted, 0, wanted.length, starts[middle], starts[middle + 1]);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}
