import { lstatSync } from 'node:fs';
import { blobIdOf, ID_BYTES, type ObjectFormat } from './blob-id.ts';
import { assertEndedItself, makeNulSplitter, startGit, streamGit } from './git-process.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { type ListingBuilder, type ListingWatch, makeListing, type PackedListing, unpackListing } from './listing.ts';
import { findPath, KINDS, type PackedFiles, pathOf } from './packed-files.ts';
import { pathBytes, safeSegments } from './path-bytes.ts';
import type { Repository } from './repository.ts';
import { descendFrom, isWithin, type ReadableRoot, readOpened, tryLstat } from './safe-open.ts';
import type { FileContent, Source, SourceEntry, SourceIdentity } from './source.ts';
import { inTurns, ROWS_A_STEP, type Steps } from './steps.ts';

/**
 * The files of a work tree as they are on disk now: tracked ones that exist and untracked ones that are not ignored.
 * An ignored file is not listed but can be read by name. Sizes and blob ids are not known from a listing, since the
 * file may differ from what git last saw; a read gives both.
 */
export function openWorktreeSource(root: ReadableRoot, repository: Repository, identity: SourceIdentity): Source {
  const reader = readerBelow(root, repository.objectFormat);
  return {
    identity,
    index: null,
    list: async (signal) => unpackListing(await listWorktree(root, repository, signal)),
    read: async (path, bytesMax) => reader.read(path, bytesMax),
    close: async () => reader.close(),
  };
}

/** Reads files below a root on disk. */
export interface BelowReader {
  /** The blob id is computed from the bytes, as git would store them unfiltered. */
  read(path: string, bytesMax: number): FileContent;
  close(): void;
}

/** Makes a reader; it holds folders open until it is closed. */
export function readerBelow(root: ReadableRoot, objectFormat: ObjectFormat): BelowReader {
  const descent = descendFrom(root);
  return {
    read(path, bytesMax) {
      const bytes = pathBytes(path);
      const segments = bytes && safeSegments(bytes);
      if (!segments) return { ok: false, reason: 'forbidden', detail: '' };
      const opened = descent.open(segments);
      if ('reason' in opened) return opened;
      const content = readOpened(opened, bytesMax);
      return Buffer.isBuffer(content) ? contentOf(content, objectFormat) : content;
    },
    close: () => descent.close(),
  };
}

/** The content of a file on disk, with the id that git would give to it. */
export function contentOf(bytes: Buffer, objectFormat: ObjectFormat): FileContent {
  let blobId: string | null = null;
  return {
    ok: true,
    bytes,
    size: bytes.length,
    // Computed for who asks: a search that only looks at the bytes spends half its time less.
    get blobId() {
      blobId ??= blobIdOf(bytes, objectFormat);
      return blobId;
    },
  };
}

/** What to list of a work tree. */
export interface WorktreeListing {
  /** Only these paths below the root; all when not given. */
  readonly only?: readonly string[];
  readonly watch?: ListingWatch | undefined;
}

/**
 * Asks git for the files of a work tree, or which of some paths below the root belong to it. Throws the signal's reason
 * when it is aborted.
 */
export async function listWorktree(
  root: ReadableRoot,
  repository: Repository,
  signal: AbortSignal,
  { only = [], watch }: WorktreeListing = {},
): Promise<PackedListing> {
  // Tags tell the kinds apart: H tracked, S left out of a sparse checkout, M unmerged, R deleted on disk, ? untracked.
  const child = startGit(root.location, [
    `--git-dir=${repository.gitDirectory}`,
    `--work-tree=${repository.topLevel}`,
    'ls-files',
    '-z',
    '-t',
    '--stage',
    '--cached',
    '--deleted',
    '--others',
    '--exclude-standard',
    // Pathspecs are literal: see git-command.ts.
    '--',
    ...only,
  ]);
  const listing = makeListing({ watch, idBytes: ID_BYTES[repository.objectFormat] });
  const isReached = makeReach(root);
  // git of today names a deleted file right after it was named as tracked, that of old after all others.
  const deleted = makeListing();
  const onRow = (row: Buffer): 'more' | 'stop' => {
    const parsed = parseRow(row);
    if (parsed === null) return 'more';
    const path = withoutSlash(parsed.path);
    if (parsed.tag !== '?' && !isReached(path)) return 'more';
    if (parsed.tag !== 'R') return addRow(root, parsed, listing);
    // git takes what it may not look at for deleted.
    if (isClosed(root, path)) listing.cut('closed');
    listing.takeBack(path);
    return deleted.add({ path, kind: 'file', size: null, blobId: null });
  };
  const bounds = { bytesMax: SOURCE_LIMITS.listingBytesMax, timeMs: SOURCE_LIMITS.listingMs, signal };
  const run = await streamGit(child, bounds, makeNulSplitter(onRow));
  assertEndedItself(run);
  // git's index cannot be read: whoever wrote it, that is told, and is no failure of ours.
  if (run.end === 'exit' && run.status !== 0) listing.cut('damaged');
  if (run.end === 'bytes' || run.end === 'time') listing.cut(run.end);
  if (run.end === 'stopped') listing.cut('entries');
  return await withoutDeleted(await listing.finishInTurns(), (await deleted.finishInTurns()).files);
}

/** Folders of which is known what they are; they come in order, so that those before are hardly asked for again. */
const FOLDERS_KEPT_MAX = 1_000;

/**
 * Whether the way to a tracked path leads through folders alone. Where a link stands in the place of one, git's index has
 * the files below it still, and git takes what the link leads to for them when it lists; in truth they are deleted, as
 * `git status` says.
 */
function makeReach({ location }: ReadableRoot): (path: Buffer) => boolean {
  const known = new Map<string, boolean>();
  const isFolder = (folder: Buffer): boolean => {
    const name = folder.toString('latin1');
    const before = known.get(name);
    if (before !== undefined) return before;
    if (known.size >= FOLDERS_KEPT_MAX) known.clear();
    const isSo =
      isReached(folder) && tryLstat(Buffer.concat([Buffer.from(`${location}/`), folder]))?.isDirectory() !== false;
    known.set(name, isSo);
    return isSo;
  };
  const isReached = (path: Buffer): boolean => {
    const end = path.lastIndexOf(0x2f);
    return end === -1 || isFolder(path.subarray(0, end));
  };
  return isReached;
}

/** Whether a folder on the way to a path may not be entered, so that nothing can be said of what is there. */
function isClosed({ location }: ReadableRoot, path: Buffer): boolean {
  try {
    lstatSync(Buffer.concat([Buffer.from(`${location}/`), path]), { throwIfNoEntry: false });
    return false;
  } catch (failure) {
    // `as`: errors of the file system carry a code.
    return (failure as NodeJS.ErrnoException).code === 'EACCES';
  }
}

function addRow(root: ReadableRoot, row: IndexRow, listing: ListingBuilder): 'more' | 'stop' {
  const kind = kindOf(root, row);
  return kind === null ? 'more' : listing.add({ path: withoutSlash(row.path), kind, size: null, blobId: null });
}

async function withoutDeleted(listing: PackedListing, deleted: PackedFiles): Promise<PackedListing> {
  if (deleted.count === 0) return listing;
  const { files, limit } = listing;
  const left = makeListing({ idBytes: files.idBytes });
  if (limit !== null) left.cut(limit);
  await inTurns(addLeft(left, files, deleted));
  return await left.finishInTurns();
}

function* addLeft(left: ListingBuilder, files: PackedFiles, deleted: PackedFiles): Steps<undefined> {
  for (let file = 0; file < files.count; file++) {
    const path = pathOf(files, file);
    const kind = KINDS[files.kinds[file] ?? 0] ?? 'file';
    if (findPath(deleted, path) < 0) left.add({ path, kind, size: null, blobId: null });
    if (file % ROWS_A_STEP === 0) yield;
  }
}

/** Starts git to print what it ignores in a work tree, each path ended by NUL. */
export function startListingIgnored(root: ReadableRoot, repository: Repository, ...options: readonly string[]) {
  return startGit(root.location, [
    `--git-dir=${repository.gitDirectory}`,
    `--work-tree=${repository.topLevel}`,
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    '--exclude-standard',
    ...options,
  ]);
}

/**
 * Folders of a work tree that git ignores as a whole, by their paths below the root in latin1, without a slash at the
 * end; null when there are too many to tell.
 */
export async function listIgnoredFolders(
  root: ReadableRoot,
  repository: Repository,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const child = startListingIgnored(root, repository, '--directory');
  const folders = new Set<string>();
  const onRow = (row: Buffer): 'more' | 'stop' => {
    if (row.at(-1) === 0x2f) folders.add(row.toString('latin1', 0, row.length - 1));
    return folders.size > SOURCE_LIMITS.treesMax ? 'stop' : 'more';
  };
  const bounds = { bytesMax: SOURCE_LIMITS.listingBytesMax, timeMs: SOURCE_LIMITS.listingMs, signal };
  const run = await streamGit(child, bounds, makeNulSplitter(onRow));
  return run.end === 'exit' && run.status === 0 ? folders : null;
}

interface IndexRow {
  readonly tag: string;
  /** Empty for untracked files. */
  readonly mode: string;
  readonly path: Buffer;
}

/** `<tag> <mode> <id> <stage>\t<path>`, and `? <path>` for untracked files. */
function parseRow(row: Buffer): IndexRow | null {
  const tag = row.toString('latin1', 0, 1);
  if (row[1] !== 0x20) return null;
  if (tag === '?') return { tag, mode: '', path: row.subarray(2) };
  const tab = row.indexOf(0x09);
  if (tab === -1) return null;
  return { tag, mode: row.toString('latin1', 2, 8), path: row.subarray(tab + 1) };
}

// Null leaves the file out: it is denied, or not on disk.
function kindOf(root: ReadableRoot, row: IndexRow): SourceEntry['kind'] | null {
  const absolute = Buffer.concat([Buffer.from(`${root.location}/`), row.path]);
  if (root.denied.length > 0) {
    const text = absolute.toString('utf8');
    if (root.denied.some((place) => isWithin(text, place))) return null;
  }
  if (row.mode === '160000') return 'submodule';
  // Of what was added as a link only the disk says what it is now: a text where links cannot be made (core.symlinks).
  if (row.tag !== '?' && row.tag !== 'S' && row.mode !== '120000') return 'file';
  // git ends the name of a repository inside this one, which is not its submodule, in a slash.
  if (row.path.at(-1) === 0x2f) return 'submodule';
  const stats = tryLstat(absolute);
  if (stats?.isSymbolicLink()) return 'symlink';
  return stats?.isFile() ? 'file' : null;
}

function withoutSlash(path: Buffer): Buffer {
  return path.at(-1) === 0x2f ? path.subarray(0, -1) : path;
}
