import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { SOURCE_LIMITS } from './limits.ts';
import { showPath } from './path-bytes.ts';
import type { FileContent } from './source.ts';

/** A root whose files may be read, and what must not be read in it. */
export interface ReadableRoot {
  /** Absolute real path. */
  readonly location: string;
  /** Real paths that are never opened, wherever they appear. */
  readonly denied: readonly string[];
}

type Refusal = Extract<FileContent, { ok: false }>;
/** Of what is there and cannot be opened: what is closed to everybody is `forbidden`. */
const NOT_PERMITTED: Refusal = {
  ok: false,
  reason: 'unreadable',
  detail: 'the user that the service runs as may not open it',
};

type Opened = { readonly fd: number; readonly stats: Stats } | Refusal;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/** Opens regular files below a root, one after the other. */
export interface Descent {
  open(segments: readonly Buffer[]): Opened;
  /** To be called when the last file has been opened. */
  close(): void;
}

/**
 * On Linux every component is opened below the one before it and never through a symlink, so nobody who changes the
 * tree meanwhile can lead out of it; elsewhere the real path is compared before and after opening. Pipes, sockets and
 * devices are refused without waiting for them. The folders on the way to the last file stay open until the next one
 * or `close`: files are mostly asked for in the order of a listing, and opening their folders anew would take longer
 * than reading them.
 */
export function descendFrom(root: ReadableRoot): Descent {
  const denied = deniedInodes(root);
  if (process.platform !== 'linux') {
    return { open: (segments) => openByRealPath(root, segments, denied), close: () => undefined };
  }
  const way: OpenFolder[] = [];
  return {
    open(segments) {
      const folder = goTo(way, root, segments.slice(0, -1), denied);
      if (typeof folder !== 'number') return folder;
      const name = segments.at(-1);
      return name === undefined ? refuse('is_directory') : keepIfAllowed(openFile(folder, name), denied);
    },
    close: () => leave(way, 0),
  };
}

/** A folder on the way; the first one is the root and has no name. */
interface OpenFolder {
  readonly name: Buffer;
  readonly fd: number;
}

const NO_NAME = Buffer.alloc(0);

/** Leaves the way's folders that are not on the path and enters those that are missing; the last one's descriptor. */
function goTo(
  way: OpenFolder[],
  root: ReadableRoot,
  path: readonly Buffer[],
  denied: ReadonlySet<string>,
): number | Refusal {
  if (way.length === 0) way.push({ name: NO_NAME, fd: openSync(root.location, O_RDONLY | O_DIRECTORY) });
  const firstOther = path.findIndex((name, at) => way[at + 1]?.name.equals(name) !== true);
  leave(way, 1 + (firstOther === -1 ? path.length : firstOther));
  for (const name of path.slice(way.length - 1)) {
    const step = keepIfAllowed(openDirectory(way.at(-1)?.fd ?? -1, name), denied);
    if ('reason' in step) return step;
    way.push({ name, fd: step.fd });
  }
  return way.at(-1)?.fd ?? -1;
}

function leave(way: OpenFolder[], length: number): void {
  for (const { fd } of way.splice(length)) closeSync(fd);
}

function keepIfAllowed(opened: Opened, denied: ReadonlySet<string>): Opened {
  if ('reason' in opened || !denied.has(inode(opened.stats))) return opened;
  closeSync(opened.fd);
  return refuse('forbidden');
}

/** Opens a directory below an open one, following nothing. */
export function openDirectory(parent: number, name: Buffer): Opened {
  const path = below(parent, name);
  const fd = tryOpen(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
  if (fd === null) {
    const stats = tryLstat(path);
    if (stats?.isSymbolicLink()) return symlink(path);
    return stats?.isDirectory() ? NOT_PERMITTED : refuse('not_found');
  }
  return { fd, stats: fstatSync(fd) };
}

function openFile(parent: number, name: Buffer): Opened {
  const path = below(parent, name);
  // Asked before opening, since opening a device can already do something; asked again after it, since it may have
  // been replaced.
  const before = tryLstat(path);
  if (!before) return refuse('not_found');
  if (before.isSymbolicLink()) return symlink(path);
  if (before.isDirectory()) return refuse('is_directory');
  if (!before.isFile()) return refuse('not_a_file');
  const fd = tryOpen(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return fd === null ? NOT_PERMITTED : keepIfFile(fd);
}

function keepIfFile(fd: number): Opened {
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, stats };
  closeSync(fd);
  return refuse('not_a_file');
}

function below(parent: number, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${parent}/`), name]);
}

// Without openat: the path must be its own real path, and the opened file the one that was looked at.
function openByRealPath(root: ReadableRoot, segments: readonly Buffer[], denied: ReadonlySet<string>): Opened {
  const path = join(root.location, ...segments.map((segment) => segment.toString('utf8')));
  const before = tryLstat(Buffer.from(path));
  if (!before) return refuse('not_found');
  if (before.isSymbolicLink()) return symlink(Buffer.from(path));
  if (before.isDirectory()) return refuse('is_directory');
  if (!before.isFile()) return refuse('not_a_file');
  const isOutside = realPathOrNull(path) !== path || root.denied.some((place) => isWithin(path, place));
  if (isOutside || denied.has(inode(before))) return refuse('forbidden');
  const fd = tryOpen(Buffer.from(path), O_RDONLY | O_NONBLOCK);
  if (fd === null) return NOT_PERMITTED;
  const opened = keepIfFile(fd);
  if ('reason' in opened) return opened;
  if (inode(opened.stats) === inode(before) && realPathOrNull(path) === path) return opened;
  closeSync(fd);
  return refuse('forbidden');
}

/**
 * Reads an opened file to its end, or refuses it by its size before reading; closes it. One that the disk fails to give is
 * `unreadable`: a bad file is no reason to answer nothing about the others.
 */
export function readOpened(opened: { readonly fd: number; readonly stats: Stats }, bytesMax: number): Buffer | Refusal {
  try {
    const { size } = opened.stats;
    if (size > bytesMax) return { ok: false, reason: 'too_large', detail: String(size) };
    return readWhole(opened.fd, size);
  } catch (failure) {
    if (isShortage(failure)) throw failure;
    return { ok: false, reason: 'unreadable', detail: 'the disk fails to give it' };
  } finally {
    closeSync(opened.fd);
  }
}

function readWhole(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  // A file that shrinks meanwhile ends early; one that grows is cut at the size that was checked.
  while (filled < size) {
    const count = readSync(fd, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Device and number of every denied place: no other spelling, link or mount of it gets by. */
export function deniedInodes(root: ReadableRoot): ReadonlySet<string> {
  const inodes = new Set<string>();
  for (const place of root.denied) {
    const stats = tryLstat(Buffer.from(place));
    if (stats) inodes.add(inode(stats));
  }
  return inodes;
}

/** What makes a file the same file. */
export function inode(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

/** Whether an absolute real path is a place or lies in it. */
export function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`);
}

/** The real path, or null when it leads nowhere. */
export function realPathOrNull(path: string): string | null {
  try {
    // Node's own goes through every part of a path, which takes ten times as long; elsewhere the two differ in case.
    return process.platform === 'linux' ? realpathSync.native(path) : realpathSync(path);
  } catch {
    // Gone, a loop of links or not permitted: for a reader it is not there.
    return null;
  }
}

function tryOpen(path: Buffer, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch (failure) {
    if (isShortage(failure)) throw failure;
    // Not permitted, a symlink or no directory: the caller looks which.
    return null;
  }
}

const SHORTAGES = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** Whether the machine had no descriptor or memory left, which says nothing of the file: it may be there and readable. */
export function isShortage(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && SHORTAGES.some((code) => code === failure.code);
}

/** What is at a path, links not followed; null when nothing is. */
export function tryLstat(path: Buffer): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // A component that is no directory, or a name that is too long.
    return null;
  }
}

function symlink(path: Buffer): Refusal {
  try {
    const target = readlinkSync(path, { encoding: 'buffer' });
    return { ok: false, reason: 'symlink', detail: showPath(target.subarray(0, SOURCE_LIMITS.symlinkBytesMax)) };
  } catch {
    // Replaced since it was looked at.
    return refuse('not_found');
  }
}

function refuse(reason: Refusal['reason']): Refusal {
  return { ok: false, reason, detail: '' };
}
