import type { Stats } from 'node:fs';
import { inodeOf } from '../index/stamps.ts';
import { findPath, KINDS, pathOf } from '../source/packed-files.ts';
import { tryLstat } from '../source/safe-open.ts';
import { type Columns, isFile } from './columns.ts';
import type { FolderWatch } from './folder-watch.ts';

/** What changed paths mean for a listing. */
export interface Verdict {
  /** Files that are still there, whose content may be another one. */
  readonly touched: readonly number[];
  /** Files that are gone. */
  readonly removed: ReadonlySet<number>;
  /** Paths of files that were not listed, and now may be; latin1 of their bytes. */
  readonly appeared: readonly string[];
}

/** What is needed to judge. */
export interface Judged {
  readonly location: string;
  readonly columns: Columns;
  readonly watch: Pick<FolderWatch, 'has'>;
  /** Paths that are known not to be listed, as long as no rule changes. */
  readonly ignored: ReadonlySet<string>;
}

/** Above it, to go through all is as quick. */
const APPEARED_MAX = 100;

/** What the paths mean; null when folders or rules have changed, so that the whole tree has to be listed anew. */
export function judgeChanges(judged: Judged, paths: ReadonlySet<string>): Verdict | null {
  const touched: number[] = [];
  const removed = new Set<number>();
  const appeared: string[] = [];
  const inodes = new Set<number>();
  for (const path of paths) {
    const change = judgePath(judged, path);
    if (change === null || appeared.length > APPEARED_MAX) return null;
    if (change.file >= 0 && change.kind === 'touched') touched.push(change.file);
    if (change.file >= 0 && change.kind !== 'touched') removed.add(change.file);
    if (change.kind === 'appeared') appeared.push(path);
    if (change.linked !== undefined) inodes.add(change.linked);
  }
  const others = inodes.size === 0 ? [] : filesOf(judged.columns, inodes).filter((file) => !removed.has(file));
  return { touched: [...new Set([...touched, ...others])], removed, appeared };
}

/** Files by their inodes: of those whose content is to be read anyway none is known. */
function filesOf({ files, stamps }: Columns, inodes: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  for (let file = 0; file < files.count; file++) if (inodes.has(inodeOf(stamps, file))) found.push(file);
  return found;
}

interface PathChange {
  readonly kind: 'touched' | 'gone' | 'appeared' | 'nothing';
  /** -1 when the path is not listed. */
  readonly file: number;
  /** The inode of a file with other names, which were not told of. Source: inotify(7), "Limitations and caveats". */
  readonly linked?: number | undefined;
}

/** Null when it takes a new listing. */
function judgePath({ location, columns, watch, ignored }: Judged, path: string): PathChange | null {
  if (ignored.has(path)) return { kind: 'nothing', file: -1 };
  if (path === '.gitignore' || path.endsWith('/.gitignore')) return null;
  const bytes = Buffer.from(path, 'latin1');
  const { files } = columns;
  const file = Math.max(-1, findPath(files, bytes));
  const stats = tryLstat(Buffer.concat([Buffer.from(`${location}/`), bytes]));
  // A folder that was put in place of another one has other watches, and one that is gone had files.
  if (watch.has(path) || stats?.isDirectory()) return null;
  if (stats?.isFile() || stats?.isSymbolicLink()) {
    const isSameKind =
      file >= 0 && isFile(files, file) === stats.isFile() && KINDS[files.kinds[file] ?? 0] !== 'submodule';
    return { kind: isSameKind ? 'touched' : 'appeared', file, linked: inodeOfLinked(stats) };
  }
  if (file < 0) return hasFilesBelow(columns, bytes) ? null : { kind: 'nothing', file };
  return { kind: 'gone', file };
}

function inodeOfLinked({ nlink, ino }: Stats): number | undefined {
  return nlink > 1 ? ino : undefined;
}

/** Whether a path is that of a folder with files in the listing. */
function hasFilesBelow({ files }: Columns, path: Buffer): boolean {
  const prefix = Buffer.concat([path, Buffer.from('/')]);
  const at = -1 - findPath(files, prefix);
  return at >= 0 && at < files.count && pathOf(files, at).subarray(0, prefix.length).equals(prefix);
}
