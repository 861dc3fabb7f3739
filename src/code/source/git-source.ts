import { blobIdOf, formatOfId } from './blob-id.ts';
import { fillSizes } from './blob-sizes.ts';
import { borrowObjects } from './git-lease.ts';
import type { ObjectReader } from './git-objects.ts';
import { assertEndedItself, type GitRun, makeNulSplitter, startGit, streamGit } from './git-process.ts';
import { lookUpPath, type TreeEntry, treeMode, treeOfCommit } from './git-tree.ts';
import { SOURCE_LIMITS } from './limits.ts';
import {
  type ListingBuilder,
  type ListingSoFar,
  type ListingWatch,
  makeListing,
  type PackedListing,
  sizeOf,
  unpackListing,
} from './listing.ts';
import { cachedListing, keepListing } from './listing-cache.ts';
import { findPath, idOf, KINDS, type PackedFiles, pathOf } from './packed-files.ts';
import { pathBytes, safeSegments, showPath, splitBytes } from './path-bytes.ts';
import { type Repository, resolveTree } from './repository.ts';
import { isWithin, type ReadableRoot } from './safe-open.ts';
import type { FileContent, Source, SourceIdentity } from './source.ts';
import { inTurns, ROWS_A_STEP, type Steps } from './steps.ts';

/**
 * The files of a commit, read from the object store: no links are followed, nothing is checked out. What is denied on
 * disk is so in every commit, where somebody may have put it by mistake. A null commit is a repository without
 * commits, which has no files.
 */
export function openGitSource(root: ReadableRoot, repository: Repository, identity: SourceIdentity): Source {
  const objects = borrowObjects(repository);
  const commit = projectCommit(root, repository, identity.commit, objects);
  let listed: PackedFiles | null = null;
  return {
    identity,
    index: null,
    async list(signal) {
      const listing = await listCommit(commit, signal);
      listed = listing.files;
      return unpackListing(listing);
    },
    read: (path, bytesMax) => readOfCommit(commit, { path, bytesMax, listed }),
    async close() {
      objects.close();
    },
  };
}

/** A commit as one project sees it. */
export interface ProjectCommit {
  readonly root: ReadableRoot;
  readonly repository: Repository;
  /** Null before the first commit. */
  readonly commit: string | null;
  readonly objects: ObjectReader;
  /** Id of the tree of the project's folder, asked for once; null when that commit has no such folder. */
  tree(): Promise<string | 'unreadable' | null>;
}

/** A commit with the reader of its objects, which stays the caller's to close. */
export function projectCommit(
  root: ReadableRoot,
  repository: Repository,
  commit: string | null,
  objects: ObjectReader,
): ProjectCommit {
  let tree: Promise<string | null> | null = null;
  return {
    root,
    repository,
    commit,
    objects,
    tree() {
      tree ??= commit === null ? Promise.resolve(null) : rootTreeOf(objects, commit, repository);
      return tree;
    },
  };
}

/** The files of a commit without the denied ones. Throws the signal's reason when it is aborted. */
export async function listCommit(
  { root, repository, commit, tree }: ProjectCommit,
  signal: AbortSignal,
  watch?: ListingWatch,
): Promise<PackedListing> {
  // A commit's tree never changes, so this key needs no expiry.
  const cacheKey = `${repository.gitDirectory}\0${repository.prefix}\0${commit}`;
  const known = cachedListing(cacheKey);
  const treeId = known ? null : await tree();
  const listing = known ?? (await listTreeOrNone(repository, treeId, { signal, watch }));
  // A listing that was cut (by time, say) may be whole at the next attempt, so it is not kept.
  if (!known && listing.limit === null) keepListing(cacheKey, listing);
  // After the cache, which roots with other denials share.
  return await withoutDenied(root, listing);
}

type TreeId = Awaited<ReturnType<ProjectCommit['tree']>>;

async function listTreeOrNone(
  repository: Repository,
  treeId: TreeId,
  options: Parameters<typeof listTree>[2],
): Promise<PackedListing> {
  if (treeId !== null && treeId !== 'unreadable') return await listTree(repository, treeId, options);
  const none = makeListing();
  if (treeId === 'unreadable') none.cut('damaged');
  return none.finish();
}

/** What to read of a commit. */
interface ReadOfCommit {
  readonly path: string;
  readonly bytesMax: number;
  /** What `listCommit` gave, without denied files, which saves the look-up; null when not listed yet. */
  readonly listed: PackedFiles | null;
}

/** The content of one file of a commit. */
export async function readOfCommit(
  { root, objects, tree }: ProjectCommit,
  { path, bytesMax, listed }: ReadOfCommit,
): Promise<FileContent> {
  const bytes = listed && pathBytes(path);
  const file = listed && bytes ? findPath(listed, bytes) : -1;
  if (listed && file >= 0 && KINDS[listed.kinds[file] ?? 0] === 'file') {
    const [id, size] = [idOf(listed, file), sizeOf(listed, file)];
    if (id !== null && size !== null) return readBlob(objects, id, { size, bytesMax });
  }
  if (isDeniedPath(root, path)) return { ok: false, reason: 'forbidden', detail: '' };
  return readPath(objects, await tree(), { path, bytesMax });
}

/** Most roots have no denied place inside: their listing is passed on without a look at each entry. */
async function withoutDenied(root: ReadableRoot, listing: PackedListing): Promise<PackedListing> {
  if (!root.denied.some((place) => isWithin(place, root.location))) return listing;
  const allowed = makeListing();
  if (listing.limit !== null) allowed.cut(listing.limit);
  await inTurns(addAllowed(allowed, root, listing.files));
  return await allowed.finishInTurns();
}

function* addAllowed(allowed: ListingBuilder, root: ReadableRoot, files: PackedFiles): Steps<undefined> {
  for (let file = 0; file < files.count; file++) {
    const path = pathOf(files, file);
    if (file % ROWS_A_STEP === 0) yield;
    if (isDeniedBytes(root, path)) continue;
    const kind = KINDS[files.kinds[file] ?? 0] ?? 'file';
    allowed.add({ path, kind, size: sizeOf(files, file), blobId: idOf(files, file) });
  }
}

/** Without regard to case, as some file systems do, and to the spelling in which a path is shown. */
function isDeniedPath(root: ReadableRoot, path: string): boolean {
  return isDeniedBytes(root, pathBytes(path) ?? Buffer.from(path));
}

function isDeniedBytes(root: ReadableRoot, path: Buffer): boolean {
  const absolute = `${root.location}/${path.toString('utf8')}`.toLowerCase();
  return root.denied.some((place) => isWithin(absolute, place.toLowerCase()));
}

/** The tree that the project's folder has in a commit; null when that commit has no such folder. */
async function rootTreeOf(objects: ObjectReader, commit: string, repository: Repository): Promise<TreeId> {
  // A commit may be larger than what is held of it here: then git, which reads it whole, is asked.
  const top = (await treeOfCommit(objects, commit)) ?? (await resolveTree(repository, commit));
  if (top === null) return 'unreadable';
  if (repository.prefix === '') return top;
  const segments = splitBytes(Buffer.from(repository.prefix.replace(/\/$/, '')), 0x2f);
  const entry = await lookUpPath(objects, top, segments);
  if (entry === 'unreadable' || entry === 'too_large') return 'unreadable';
  return typeof entry === 'object' && entry.mode === 'tree' ? entry.id : null;
}

async function readPath(
  objects: ObjectReader,
  treeId: TreeId,
  wanted: { readonly path: string; readonly bytesMax: number },
): Promise<FileContent> {
  const segments = safePath(wanted.path);
  if (segments === null) return { ok: false, reason: 'forbidden', detail: '' };
  if (treeId === null) return { ok: false, reason: 'not_found', detail: '' };
  if (treeId === 'unreadable') return { ok: false, reason: 'unreadable', detail: '' };
  const entry = await lookUpPath(objects, treeId, segments);
  if (entry === 'not_found' || entry === 'unreadable') return { ok: false, reason: entry, detail: '' };
  if (entry === 'too_large') return { ok: false, reason: 'not_a_file', detail: '' };
  return readEntry(objects, entry, wanted.bytesMax);
}

function safePath(path: string): readonly Buffer[] | null {
  const bytes = pathBytes(path);
  return bytes && safeSegments(bytes);
}

async function readEntry(objects: ObjectReader, entry: TreeEntry, bytesMax: number): Promise<FileContent> {
  if (entry.mode === 'tree') return { ok: false, reason: 'is_directory', detail: '' };
  if (entry.mode === 'submodule') return { ok: false, reason: 'submodule', detail: entry.id };
  const info = await objects.info(entry.id);
  if (info?.type !== 'blob') return { ok: false, reason: 'unreadable', detail: '' };
  if (entry.mode === 'file') return readBlob(objects, entry.id, { size: info.size, bytesMax });
  const target =
    info.size > SOURCE_LIMITS.symlinkBytesMax ? null : await objects.bytes(entry.id, SOURCE_LIMITS.symlinkBytesMax);
  return { ok: false, reason: 'symlink', detail: target ? showPath(target) : '' };
}

async function readBlob(
  objects: ObjectReader,
  id: string,
  { size, bytesMax }: { readonly size: number; readonly bytesMax: number },
): Promise<FileContent> {
  if (size > bytesMax) return { ok: false, reason: 'too_large', detail: String(size) };
  const bytes = await objects.bytes(id, bytesMax);
  // git does not compare, and a hostile repository could name its own bytes by the id of somebody else's blob: whatever
  // remembers by id would then mix the two up.
  if (bytes === null || blobIdOf(bytes, formatOfId(id)) !== id) return { ok: false, reason: 'unreadable', detail: '' };
  return { ok: true, bytes, size: bytes.length, blobId: id };
}

/** Lists a tree by `ls-tree`, which is killed at the first limit. */
async function listTree(
  repository: Repository,
  treeId: string,
  { signal, watch }: { readonly signal: AbortSignal; readonly watch: ListingWatch | undefined },
): Promise<PackedListing> {
  let isWanted = true;
  const onProgress = (soFar: ListingSoFar): 'more' | 'stop' => {
    const answer = watch?.onProgress(soFar) ?? 'more';
    isWanted = answer === 'more';
    return answer;
  };
  const listing = makeListing({ watch: { onProgress } });
  const endsAtMs = performance.now() + SOURCE_LIMITS.listingMs;
  // `-t` shows the trees too, so that a bomb of empty ones is noticed.
  const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', treeId];
  const child = startGit(repository.gitDirectory, [`--git-dir=${repository.gitDirectory}`, ...args]);
  const bounds = { bytesMax: SOURCE_LIMITS.listingBytesMax, timeMs: SOURCE_LIMITS.listingMs, signal };
  const run = await streamGit(child, bounds, makeNulSplitter(rowsInto(listing)));
  assertEndedItself(run);
  cutAsEnded(listing, run);
  // Nobody may take it for whole.
  if (!isWanted) return { ...makeListing().finish(), limit: 'listing' };
  const finished = await listing.finishInTurns();
  const timeMs = endsAtMs - performance.now();
  await fillSizes(finished.files, { gitDirectory: repository.gitDirectory, timeMs, signal });
  return finished;
}

/** Adds what `ls-tree` says, row by row. */
function rowsInto(listing: ListingBuilder): (row: Buffer) => 'more' | 'stop' {
  let trees = 0;
  return (row) => {
    const parsed = parseRow(row);
    if (parsed === null) return 'more';
    if (parsed.mode !== 'tree') return listing.add({ ...parsed, kind: parsed.mode, size: null });
    trees += 1;
    if (trees <= SOURCE_LIMITS.treesMax) return 'more';
    listing.cut('entries');
    return 'stop';
  };
}

/** Says why a listing is not whole where git did not come to its end. */
function cutAsEnded(listing: ListingBuilder, { end, status }: GitRun): void {
  if (end === 'bytes' || end === 'time') listing.cut(end);
  // Stopped by a name longer than any path, which nests deeper than anybody reads.
  if (end === 'stopped') listing.cut('depth');
  // A tree that is missing or no tree: what came before it is still served, and the cut is told.
  if (end === 'exit' && status !== 0) listing.cut('damaged');
}

interface Row {
  readonly mode: TreeEntry['mode'];
  readonly path: Buffer;
  readonly blobId: string | null;
}

const ROW = /^(\d{5,6}) (?:blob|tree|commit) ([0-9a-f]{40,64})$/;

/** `<mode> <type> <id>\t<path>`; null for anything else. */
function parseRow(row: Buffer): Row | null {
  const tab = row.indexOf(0x09);
  if (tab === -1) return null;
  const facts = ROW.exec(row.toString('latin1', 0, tab));
  if (!facts) return null;
  const [, octal = '', id = ''] = facts;
  const mode = treeMode(octal);
  return {
    mode,
    path: row.subarray(tab + 1),
    blobId: mode === 'submodule' ? null : id,
  };
}
