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
type Opened = { readonly fd: number; readonly stats: Stats } | Refusal;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/**
 * Opens a regular file below the root. On Linux every component is opened below the one before it and never through
 * a symlink, so nobody who changes the tree meanwhile can lead out of it; elsewhere the real path is compared before
 * and after opening. Pipes, sockets and devices are refused without waiting for them.
 */
export function openBelow(root: ReadableRoot, segments: readonly Buffer[]): Opened {
  const denied = deniedInodes(root);
  if (process.platform !== 'linux') return openByRealPath(root, segments, denied);
  const last = segments.length - 1;
  let directory = openSync(root.location, O_RDONLY | O_DIRECTORY);
  try {
    for (const [at, segment] of segments.entries()) {
      const step = at === last ? openFile(directory, segment) : openDirectory(directory, segment);
      if ('reason' in step) return step;
      if (denied.has(inode(step.stats))) {
        closeSync(step.fd);
        return refuse('forbidden');
      }
      if (at === last) return step;
      closeSync(directory);
      directory = step.fd;
    }
    return refuse('is_directory');
  } finally {
    closeSync(directory);
  }
}

/** Opens a directory below an open one, following nothing. */
export function openDirectory(parent: number, name: Buffer): Opened {
  const path = below(parent, name);
  const fd = tryOpen(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
  if (fd === null) {
    const stats = tryLstat(path);
    return stats?.isSymbolicLink() ? symlink(path) : refuse(stats?.isDirectory() ? 'forbidden' : 'not_found');
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
  if (fd === null) return refuse('forbidden');
  return keepIfFile(fd);
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
  if (fd === null) return refuse('forbidden');
  const opened = keepIfFile(fd);
  if ('reason' in opened) return opened;
  if (inode(opened.stats) === inode(before) && realPathOrNull(path) === path) return opened;
  closeSync(fd);
  return refuse('forbidden');
}

/** Reads an opened file to its end, or refuses it by its size before reading; closes it. */
export function readOpened(opened: { readonly fd: number; readonly stats: Stats }, bytesMax: number): Buffer | Refusal {
  try {
    const { size } = opened.stats;
    if (size > bytesMax) return { ok: false, reason: 'too_large', detail: String(size) };
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    // A file that shrinks meanwhile ends early; one that grows is cut at the size that was checked.
    while (filled < size) {
      const count = readSync(opened.fd, bytes, filled, size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(opened.fd);
  }
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
    return realpathSync(path);
  } catch {
    // Gone, a loop of links or not permitted: for a reader it is not there.
    return null;
  }
}

function tryOpen(path: Buffer, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch {
    // Not permitted, a symlink or no directory: the caller looks which.
    return null;
  }
}

function tryLstat(path: Buffer): Stats | null {
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
