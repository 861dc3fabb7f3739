import { closeSync, constants, type Dirent, openSync } from 'node:fs';
import { join } from 'node:path';
import { KIB } from '../../base/units.ts';
import { eachEntry } from './folder-entries.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from './ignore.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { type ListingBuilder, type ListingWatch, makeListing, type PackedListing, unpackListing } from './listing.ts';
import { isSafeName, splitBytes } from './path-bytes.ts';
import {
  deniedInodes,
  inode,
  isWithin,
  openDirectory,
  type ReadableRoot,
  realPathOrNull,
  tryLstat,
} from './safe-open.ts';
import type { FileContent, Source, SourceListing } from './source.ts';
import { makeTurns, type Turns } from './steps.ts';
import { type BelowReader, readerBelow } from './worktree-source.ts';

// Every rule is tried on every path below, so a longer ignore file is not followed.
const IGNORE_FILE_BYTES_MAX = 64 * KIB;

/**
 * The files of a folder that is no repository. The listing leaves out `.git`, `node_modules`, pipes, sockets and
 * devices, and what the `.gitignore` files on the way name (see ignore.ts for how far they are followed); links are
 * named and not followed.
 */
export function openFolderSource(root: ReadableRoot): Source {
  const reader = readerBelow(root, 'sha1');
  return {
    index: null,
    identity: { kind: 'folder', branch: null, commit: null },
    list: async (signal) => unpackListing(await listFolder(root, signal)),
    read: async (path, bytesMax) => reader.read(path, bytesMax),
    close: async () => reader.close(),
  };
}

interface Walk {
  readonly root: ReadableRoot;
  readonly denied: ReadonlySet<string>;
  readonly listing: ListingBuilder;
  readonly signal: AbortSignal;
  readonly endsAtMs: number;
  readonly onFolder: OnFolder;
  readonly turns: Turns;
  directories: number;
}

interface Place {
  /** An open directory on Linux, where it is walked by descriptor; null elsewhere. */
  readonly fd: number | null;
  readonly absolute: string;
  /** Relative, `/`-terminated, empty at the root. */
  readonly relative: Buffer;
  readonly rules: readonly IgnoreRule[];
  readonly depth: number;
}

/** Told of each folder before it is read; `path` opens this very folder as long as the call lasts. */
type OnFolder = (relative: Buffer, path: string) => void;

/** How a folder is listed. */
export interface FolderListing {
  readonly onFolder?: OnFolder;
  readonly watch?: ListingWatch | undefined;
}

/** Walks a folder. Throws the signal's reason when it is aborted. */
export async function listFolder(
  root: ReadableRoot,
  signal: AbortSignal,
  { onFolder = () => undefined, watch }: FolderListing = {},
): Promise<PackedListing> {
  const listing = makeListing({ watch });
  const endsAtMs = performance.now() + SOURCE_LIMITS.listingMs;
  const walk: Walk = {
    root,
    denied: deniedInodes(root),
    listing,
    signal,
    endsAtMs,
    onFolder,
    turns: makeTurns(),
    directories: 0,
  };
  const isLinux = process.platform === 'linux';
  const fd = isLinux ? openSync(root.location, constants.O_RDONLY | constants.O_DIRECTORY) : null;
  try {
    await walkDirectory(walk, { fd, absolute: root.location, relative: Buffer.alloc(0), rules: [], depth: 1 });
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return await listing.finishInTurns();
}

/** Files of a directory come before its folders, so that a listing cut short still has the top of the project. */
async function walkDirectory(walk: Walk, place: Place): Promise<'more' | 'stop'> {
  walk.signal.throwIfAborted();
  walk.directories += 1;
  // The walk itself only uses calls that wait.
  if (walk.turns.isOver()) await walk.turns.next();
  if (performance.now() > walk.endsAtMs) return cut(walk, 'time');
  if (walk.directories > SOURCE_LIMITS.treesMax) return cut(walk, 'entries');
  if (place.fd !== null) walk.onFolder(place.relative.subarray(0, -1), `/proc/self/fd/${place.fd}`);
  const own = ownRules(walk, place);
  // One list for all folders that have the same rules: what is known of it is kept by it.
  const within = own.length === 0 ? place : { ...place, rules: [...place.rules, ...own] };
  const folders = await addFiles(walk, within);
  if (folders === null) return cut(walk, 'entries');
  for (const name of folders) if ((await enter(walk, within, name)) === 'stop') return 'stop';
  return 'more';
}

/** Names of the folders beside the files; null when the listing has reached a limit. */
async function addFiles(walk: Walk, place: Place): Promise<readonly Buffer[] | null> {
  const folders: Buffer[] = [];
  for (const entry of eachEntry(pathOf(place))) {
    if (walk.turns.isOver()) await walk.turns.next();
    if (!isSafeName(entry.name) || entry.name.equals(NODE_MODULES)) continue;
    const path = Buffer.concat([place.relative, entry.name]);
    if (!isWanted(walk, { path, rules: place.rules, isFolder: entry.isDirectory() })) continue;
    if (addFile(walk, entry, path) === 'stop') return null;
    if (entry.isDirectory()) folders.push(entry.name);
  }
  return folders;
}

/** Opens this very folder, whatever its name leads to by now, where it is walked by descriptor. */
function pathOf({ fd, absolute }: Place): string {
  return fd === null ? absolute : `/proc/self/fd/${fd}`;
}

function isWanted(
  walk: Walk,
  {
    path,
    rules,
    isFolder,
  }: { readonly path: Buffer; readonly rules: readonly IgnoreRule[]; readonly isFolder: boolean },
): boolean {
  return !isIgnored(rules, path.toString('utf8'), isFolder) && !isDenied(walk.root, path);
}

const NODE_MODULES = Buffer.from('node_modules');

/** Sizes are not asked for here: that would cost one call per file. Pipes, sockets and devices are passed over. */
function addFile(walk: Walk, entry: Dirent<Buffer>, path: Buffer): 'more' | 'stop' {
  if (entry.isSymbolicLink()) return walk.listing.add({ path, kind: 'symlink', size: null, blobId: null });
  if (entry.isFile()) return walk.listing.add({ path, kind: 'file', size: null, blobId: null });
  return 'more';
}

/**
 * Goes into a folder by the descriptor of its parent where that is possible, so that a folder that is exchanged for a
 * link meanwhile leads nowhere; elsewhere the real path is compared.
 */
async function enter(walk: Walk, parent: Place, name: Buffer): Promise<'more' | 'stop'> {
  const relative = Buffer.concat([parent.relative, name, Buffer.from('/')]);
  const absolute = join(parent.absolute, name.toString('utf8'));
  const depth = parent.depth + 1;
  // Only this branch ends: the rest of the tree is still listed, and the cut is told.
  if (depth > SOURCE_LIMITS.depthMax) return cut(walk, 'depth') && 'more';
  const place = { absolute, relative, rules: parent.rules, depth };
  if (parent.fd === null) {
    return realPathOrNull(absolute) === absolute ? walkDirectory(walk, { ...place, fd: null }) : 'more';
  }
  const opened = openDirectory(parent.fd, name);
  if ('reason' in opened) {
    // Gone or exchanged meanwhile it has no files; what is closed to us may have some.
    if (opened.reason === 'unreadable') walk.listing.cut('closed');
    return 'more';
  }
  try {
    // By inode, which also knows a denied folder under another spelling.
    if (walk.denied.has(inode(opened.stats))) return 'more';
    return await walkDirectory(walk, { ...place, fd: opened.fd });
  } finally {
    closeSync(opened.fd);
  }
}

/**
 * Whether a listing of the folder would name a file, by the rules on its way. The path is one that is there now, of
 * safe names.
 */
export function isListed(root: ReadableRoot, path: Buffer): boolean {
  let rules: readonly IgnoreRule[] = [];
  const segments = splitBytes(path, 0x2f);
  if (segments.length > SOURCE_LIMITS.depthMax || path.length > SOURCE_LIMITS.pathBytesMax) return false;
  let relative = Buffer.alloc(0);
  for (const [at, name] of segments.entries()) {
    if (!isSafeName(name) || name.equals(NODE_MODULES)) return false;
    const own = readRules(root, relative.toString('utf8'));
    if (own.length > 0) rules = [...rules, ...own];
    const isFolder = at < segments.length - 1;
    const entry = Buffer.concat([relative, name]);
    if (isIgnored(rules, entry.toString('utf8'), isFolder)) return false;
    relative = Buffer.concat([entry, Buffer.from('/')]);
  }
  return !isDenied(root, path);
}

/** Rules of this folder's own ignore file, read by the guarded reader as any other file of the root. */
function ownRules(walk: Walk, place: Place): readonly IgnoreRule[] {
  if (tryLstat(Buffer.from(`${pathOf(place)}/.gitignore`))?.isFile() !== true) return [];
  return readRules(walk.root, place.relative.toString('utf8'));
}

/** Rules of the ignore file in a folder, whose path ends in `/` or is empty. */
function readRules(root: ReadableRoot, base: string): readonly IgnoreRule[] {
  const reader = readerBelow(root, 'sha1');
  const content = readAndClose(reader, `${base}.gitignore`);
  if (!content.ok) return [];
  const rules = parseIgnoreFile(Buffer.from(content.bytes).toString('utf8'), base);
  // `*` at the top hides what is not tracked, as packagers write it; where nothing is tracked that would be all.
  return base === '' ? rules.filter((rule) => rule.isNegated || !namesAll(rule)) : rules;
}

function readAndClose(reader: BelowReader, path: string): FileContent {
  try {
    return reader.read(path, IGNORE_FILE_BYTES_MAX);
  } finally {
    reader.close();
  }
}

/** Whether a rule fits every name. */
function namesAll({ segments, isDirectoryOnly }: IgnoreRule): boolean {
  return !isDirectoryOnly && segments.every((segment) => segment === '*' || segment === '**');
}

function isDenied(root: ReadableRoot, path: Buffer): boolean {
  if (root.denied.length === 0) return false;
  const absolute = `${root.location}/${path.toString('utf8')}`;
  return root.denied.some((place) => isWithin(absolute, place));
}

function cut(walk: Walk, limit: NonNullable<SourceListing['limit']>): 'stop' {
  walk.listing.cut(limit);
  return 'stop';
}
