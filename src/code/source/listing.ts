import { SOURCE_LIMITS } from './limits.ts';
import { idBytesOf, idOf, KINDS, makePackedFiles, type PackedFiles, pathOf } from './packed-files.ts';
import { isPlainBeginning, isSafeName, showPath } from './path-bytes.ts';
import type { SourceEntry, SourceListing } from './source.ts';

/** What is known of a file when it is added to a listing. */
export interface Found {
  readonly path: Buffer;
  readonly kind: SourceEntry['kind'];
  readonly size: number | null;
  readonly blobId: string | null;
}

/** A listing in columns. */
export interface PackedListing {
  readonly files: PackedFiles;
  readonly limit: SourceListing['limit'];
}

/** Collects files under the limits of a listing. */
export interface ListingBuilder {
  /** `stop` when the limit of entries is reached; unsafe and too deep names are left out. */
  add(found: Found): 'more' | 'stop';
  /** Names the limit that cut the listing; the first one named stays. */
  cut(limit: NonNullable<SourceListing['limit']>): void;
  /** Sorted by path bytes, every path once. */
  finish(): PackedListing;
}

const FIRST_ROWS = 1_024;
const FIRST_PATH_BYTES = 64 * FIRST_ROWS;

/** Makes an empty listing. The rows grow in columns: a million of them as objects would not fit a thread's heap. */
export function makeListing(entriesMax: number = SOURCE_LIMITS.entriesMax): ListingBuilder {
  let rows = makeRows(FIRST_ROWS, FIRST_PATH_BYTES, 20);
  let count = 0;
  let pathBytes = 0;
  let limit: SourceListing['limit'] = null;
  let isSorted = true;

  function makeRoom(path: Buffer, blobId: string | null): void {
    const idBytes = blobId === null ? rows.idBytes : idBytesOf(blobId);
    const isFull = count === rows.kinds.length || pathBytes + path.length > rows.paths.length;
    if (!isFull && idBytes === rows.idBytes) return;
    const grown = makeRows(2 * rows.kinds.length, 2 * (rows.paths.length + path.length), idBytes);
    grown.paths.set(rows.paths);
    grown.starts.set(rows.starts);
    grown.kinds.set(rows.kinds);
    grown.sizes.set(rows.sizes);
    // Ids of another length can only follow rows without ids: a repository has one kind.
    if (idBytes === rows.idBytes) grown.ids.set(rows.ids);
    rows = grown;
  }

  return {
    add({ path, kind, size, blobId }) {
      if (!isListable(path)) {
        if (depthOf(path) > SOURCE_LIMITS.depthMax) limit ??= 'depth';
        return 'more';
      }
      if (count >= entriesMax) {
        limit = 'entries';
        return 'stop';
      }
      makeRoom(path, blobId);
      if (count > 0 && isSorted) {
        const last = rows.paths.subarray(rows.starts[count - 1] ?? 0, pathBytes);
        isSorted = Buffer.compare(last, path) < 0;
      }
      rows.paths.set(path, pathBytes);
      pathBytes += path.length;
      rows.kinds[count] = KINDS.indexOf(kind);
      rows.sizes[count] = size ?? -1;
      if (blobId !== null) rows.ids.write(blobId, count * rows.idBytes, rows.idBytes, 'hex');
      count += 1;
      rows.starts[count] = pathBytes;
      return 'more';
    },
    cut(reached) {
      limit ??= reached;
    },
    finish() {
      return { files: packRows(rows, isSorted ? null : orderOf(rows, count), count), limit };
    },
  };
}

interface Rows extends Omit<PackedFiles, 'count' | 'ids'> {
  readonly ids: Buffer;
}

function makeRows(count: number, pathBytes: number, idBytes: number): Rows {
  return {
    paths: new Uint8Array(pathBytes),
    starts: new Uint32Array(count + 1),
    kinds: new Uint8Array(count),
    sizes: new Float64Array(count),
    ids: Buffer.alloc(count * idBytes),
    idBytes,
  };
}

/** Neither too long nor too deep, and every part of it a name that leads nowhere else. */
function isListable(path: Buffer): boolean {
  if (path.length > SOURCE_LIMITS.pathBytesMax) return false;
  // No pieces are made of the path here: a listing may have a million, and each piece costs more than the look at it.
  let depth = 1;
  let from = 0;
  for (let at = path.indexOf(SLASH); at !== -1; at = path.indexOf(SLASH, from)) {
    if (!isSafePart(path, from, at)) return false;
    from = at + 1;
    depth += 1;
  }
  return depth <= SOURCE_LIMITS.depthMax && isSafePart(path, from, path.length);
}

const SLASH = 0x2f;

function isSafePart(path: Buffer, from: number, end: number): boolean {
  return from < end && (isPlainBeginning(path[from]) || isSafeName(path.subarray(from, end)));
}

function depthOf(path: Buffer): number {
  let depth = 1;
  for (let at = path.indexOf(SLASH); at !== -1; at = path.indexOf(SLASH, at + 1)) depth += 1;
  return depth;
}

/** Rows in byte order of their paths, each path once. */
function orderOf({ paths, starts }: Rows, count: number): Uint32Array {
  const bytes = Buffer.from(paths.buffer);
  const compare = (a: number, b: number): number =>
    bytes.compare(bytes, starts[b], starts[b + 1], starts[a], starts[a + 1]);
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort(compare);
  return order.filter((row, at) => at === 0 || compare(order[at - 1] ?? 0, row) !== 0);
}

/** Copies rows into columns of the right size that can be shared; in their own order when none is given. */
function packRows(rows: Rows, order: Uint32Array | null, countOfRows: number): PackedFiles {
  const count = order?.length ?? countOfRows;
  let pathBytes = 0;
  for (let at = 0; at < count; at++) {
    const row = order?.[at] ?? at;
    pathBytes += (rows.starts[row + 1] ?? 0) - (rows.starts[row] ?? 0);
  }
  const files = makePackedFiles(count, pathBytes, rows.idBytes);
  for (let at = 0, end = 0; at < count; at++) {
    const row = order?.[at] ?? at;
    const path = rows.paths.subarray(rows.starts[row], rows.starts[row + 1]);
    files.paths.set(path, end);
    end += path.length;
    files.starts[at + 1] = end;
    files.kinds[at] = rows.kinds[row] ?? 0;
    files.sizes[at] = rows.sizes[row] ?? -1;
    files.ids.set(rows.ids.subarray(row * rows.idBytes, (row + 1) * rows.idBytes), at * rows.idBytes);
  }
  return files;
}

/** A listing as objects: the first `listedMax` files, and the limit is named where there are more. */
export function unpackListing({ files, limit }: PackedListing): SourceListing {
  const count = Math.min(files.count, SOURCE_LIMITS.listedMax);
  const entries = Array.from(
    { length: count },
    (_, file): SourceEntry => ({
      path: showPath(pathOf(files, file)),
      kind: KINDS[files.kinds[file] ?? 0] ?? 'file',
      size: sizeOf(files, file),
      blobId: idOf(files, file),
    }),
  );
  return { entries, limit: count < files.count ? 'entries' : limit };
}

/** Bytes of a file; null when not known. */
export function sizeOf({ sizes }: PackedFiles, file: number): number | null {
  const size = sizes[file] ?? -1;
  return size < 0 ? null : size;
}
