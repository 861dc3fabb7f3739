import { ID_BYTES } from './blob-id.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { orderOf } from './order-rows.ts';
import { idBytesOf, idOf, KINDS, makePackedFiles, type PackedFiles, pathOf } from './packed-files.ts';
import { isPlainBeginning, isSafeName, showPath } from './path-bytes.ts';
import type { SourceEntry, SourceListing } from './source.ts';
import { atOnce, inTurns, ROWS_A_STEP, type Steps } from './steps.ts';

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

/** A listing that is under way. */
export interface ListingSoFar {
  readonly files: number;
  /** Memory that it takes. */
  readonly bytes: number;
  /** The files that were found first, at most so many, as a listing of their own. */
  first(filesMax: number): PackedFiles;
}

/** Looks on while a listing is made. */
export interface ListingWatch {
  /** Told every few thousand files; after `stop` what was listed is of no use to anybody. */
  onProgress(soFar: ListingSoFar): 'more' | 'stop';
}

/** Collects files under the limits of a listing. */
export interface ListingBuilder {
  /** `stop` when a limit is reached; unsafe and too deep names are left out. */
  add(found: Found): 'more' | 'stop';
  /** Takes the file that was added last out again, if it has this path. */
  takeBack(path: Buffer): void;
  /**
   * Names the limit that cut the listing; the first one named stays, unless it is `closed`, which leaves out a folder and
   * does not end the listing.
   */
  cut(limit: NonNullable<SourceListing['limit']>): void;
  /** Sorted by path bytes, every path once. */
  finish(): PackedListing;
  /** The same in turns with other work. */
  finishInTurns(): Promise<PackedListing>;
}

/** How a listing is made. */
export interface ListingOptions {
  /** Files; the usual bound when not given. */
  readonly entriesMax?: number;
  readonly watch?: ListingWatch | undefined;
  /** Bytes of an id, where the listing tells none and who reads the files will; else those of the ids that it tells. */
  readonly idBytes?: number;
}

/** Files between two calls of a watch. */
const WATCH_EVERY = 2_048;

const FIRST_ROWS = 1_024;
const FIRST_PATH_BYTES = 64 * FIRST_ROWS;

/** Makes an empty listing. The rows grow in columns: a million of them as objects would not fit a thread's heap. */
export function makeListing({
  entriesMax = SOURCE_LIMITS.entriesMax,
  watch,
  idBytes: firstIdBytes = ID_BYTES.sha1,
}: ListingOptions = {}): ListingBuilder {
  let rows = makeRows({ rows: FIRST_ROWS, pathBytes: FIRST_PATH_BYTES, idBytes: firstIdBytes });
  let count = 0;
  let pathBytes = 0;
  let limit: SourceListing['limit'] = null;
  let isSorted = true;

  function makeRoom(path: Buffer, blobId: string | null): void {
    const idBytes = blobId === null ? rows.idBytes : idBytesOf(blobId);
    const isFull = count === rows.kinds.length;
    const bytes = pathBytes + path.length;
    if (!isFull && bytes <= rows.paths.length && idBytes === rows.idBytes) return;
    const wanted = {
      rows: isFull ? 2 * count : rows.kinds.length,
      pathBytes: bytes > rows.paths.length ? Math.min(2 * bytes, SOURCE_LIMITS.pathsBytesMax) : rows.paths.length,
      idBytes,
    };
    rows = growRows(rows, wanted);
  }

  return {
    add(found) {
      const { path } = found;
      if (!isListable(path)) {
        if (depthOf(path) > SOURCE_LIMITS.depthMax) limit ??= 'depth';
        return 'more';
      }
      const reached = reachedBy(path);
      if (reached !== null) {
        limit = reached;
        return 'stop';
      }
      put(found);
      return watch !== undefined && count % WATCH_EVERY === 0 ? watch.onProgress(soFar()) : 'more';
    },
    takeBack(path) {
      if (count === 0 || !path.equals(lastPath())) return;
      count -= 1;
      pathBytes = rows.starts[count] ?? 0;
      rows.ids.fill(0, count * rows.idBytes, (count + 1) * rows.idBytes);
    },
    cut(reached) {
      if (limit === null || limit === 'closed') limit = reached;
    },
    finish: () => ({ files: atOnce(pack(count)), limit }),
    finishInTurns: async () => ({ files: await inTurns(pack(count)), limit }),
  };

  function put({ path, kind, size, blobId }: Found): void {
    makeRoom(path, blobId);
    if (count > 0 && isSorted) isSorted = Buffer.compare(lastPath(), path) < 0;
    rows.paths.set(path, pathBytes);
    pathBytes += path.length;
    rows.kinds[count] = KINDS.indexOf(kind);
    rows.sizes[count] = size ?? -1;
    if (blobId !== null) rows.ids.write(blobId, count * rows.idBytes, rows.idBytes, 'hex');
    count += 1;
    rows.starts[count] = pathBytes;
  }

  function reachedBy(path: Buffer): 'entries' | 'bytes' | null {
    if (count >= entriesMax) return 'entries';
    return pathBytes + path.length > SOURCE_LIMITS.pathsBytesMax ? 'bytes' : null;
  }

  function lastPath(): Uint8Array {
    return rows.paths.subarray(rows.starts[count - 1] ?? 0, pathBytes);
  }

  function soFar(): ListingSoFar {
    const { kinds, ids, sizes, starts, paths } = rows;
    const bytes = [kinds, ids, sizes, starts, paths].reduce((sum, column) => sum + column.byteLength, 0);
    return { files: count, bytes, first: (filesMax) => atOnce(pack(Math.min(count, filesMax))) };
  }

  function pack(rowCount: number): Steps<PackedFiles> {
    return packInOrder(rows, { rowCount, isSorted });
  }
}

function* packInOrder(
  rows: Rows,
  { rowCount, isSorted }: { readonly rowCount: number; readonly isSorted: boolean },
): Steps<PackedFiles> {
  return yield* packRows(rows, isSorted ? null : yield* orderOf(rows, rowCount), rowCount);
}

interface Rows extends Omit<PackedFiles, 'count' | 'ids'> {
  readonly ids: Buffer;
}

interface Room {
  readonly rows: number;
  readonly pathBytes: number;
  readonly idBytes: number;
}

/**
 * Rows from which on the columns grow in their place: to copy a hundred megabytes would keep others waiting for a tenth of
 * a second. Below, columns that cannot grow are faster to make and to read.
 */
const GROWING_ROWS = 65_536;

function makeRows({ rows, pathBytes, idBytes }: Room): Rows {
  const isGrowing = rows >= GROWING_ROWS;
  const column = (bytes: number, bytesMax: number): ArrayBuffer =>
    isGrowing ? new ArrayBuffer(bytes, { maxByteLength: Math.max(bytes, bytesMax) }) : new ArrayBuffer(bytes);
  const rowsMax = 2 * SOURCE_LIMITS.entriesMax;
  return {
    paths: new Uint8Array(column(pathBytes, SOURCE_LIMITS.pathsBytesMax)),
    starts: new Uint32Array(column(4 * (rows + 1), 4 * (rowsMax + 1))),
    kinds: new Uint8Array(column(rows, rowsMax)),
    sizes: new Float64Array(column(8 * rows, 8 * rowsMax)),
    ids: Buffer.from(column(rows * idBytes, rowsMax * idBytes)),
    idBytes,
  };
}

/** Room for more; ids of another length can only follow rows without ids: a repository has one kind. */
function growRows(rows: Rows, wanted: Room): Rows {
  const { paths, starts, kinds, sizes, ids, idBytes } = rows;
  if (paths.buffer instanceof ArrayBuffer && paths.buffer.resizable && wanted.idBytes === idBytes) {
    const lengths = [wanted.pathBytes, 4 * (wanted.rows + 1), wanted.rows, 8 * wanted.rows, wanted.rows * idBytes];
    // Views of a column grow with it.
    for (const [at, { buffer }] of [paths, starts, kinds, sizes, ids].entries())
      if (buffer instanceof ArrayBuffer) buffer.resize(lengths[at] ?? 0);
    return rows;
  }
  const grown = makeRows(wanted);
  grown.paths.set(paths);
  grown.starts.set(starts);
  grown.kinds.set(kinds);
  grown.sizes.set(sizes);
  if (wanted.idBytes === idBytes) grown.ids.set(ids);
  return grown;
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

/** Copies rows into columns of the right size that can be shared; in their own order when none is given. */
function* packRows(rows: Rows, order: Uint32Array | null, countOfRows: number): Steps<PackedFiles> {
  const count = order?.length ?? countOfRows;
  let pathBytes = 0;
  for (let at = 0; at < count; at++) {
    const row = order?.[at] ?? at;
    pathBytes += (rows.starts[row + 1] ?? 0) - (rows.starts[row] ?? 0);
    if (at % ROWS_A_STEP === 0) yield;
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
    if (at % ROWS_A_STEP === 0) yield;
  }
  return files;
}

/** For a person: how a listing was cut, or that it is not done. */
export function limitText(limit: NonNullable<SourceListing['limit']>): string {
  if (limit === 'listing')
    return 'the files are still being listed, only the first are known (ask again in some seconds)';
  if (limit === 'damaged')
    return 'git could not list all files, since something of the repository is missing or damaged (git fsck says what)';
  if (limit === 'closed')
    return 'not all files could be listed, since the user that the service runs as may not open some folder';
  return `the list of files was cut at the bound of ${limit}`;
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
