import { closeSync, constants, openSync } from 'node:fs';
import { eachEntry } from './folder-entries.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { isSafeName } from './path-bytes.ts';
import { deniedInodes, inode, openDirectory, type ReadableRoot } from './safe-open.ts';
import { makeTurns } from './steps.ts';

/** What a walk through folders does at each of them. */
export interface FolderVisit {
  /**
   * Told before the folder is read. `path` opens this very folder, whatever its name leads to by now, as long as the
   * call lasts. `stop` ends the walk.
   */
  onFolder(relative: Buffer, path: string): 'more' | 'stop';
  /** Whether to go into a folder, by its path without a slash at the end. */
  mayEnter(relative: Buffer): boolean;
}

interface Step {
  readonly fd: number;
  readonly relative: Buffer;
}

const GIT = Buffer.from('.git');
const SLASH = Buffer.from('/');

/**
 * Goes through the folders below a root by descriptors, into no link, no `.git`, no denied place and no repository
 * inside. Only for Linux. Answers whether it came to its end.
 */
export async function walkFolders(root: ReadableRoot, visit: FolderVisit, signal: AbortSignal): Promise<boolean> {
  const denied = deniedInodes(root);
  const turns = makeTurns();
  let folders = 0;

  async function enter({ fd, relative }: Step, depth: number): Promise<boolean> {
    signal.throwIfAborted();
    folders += 1;
    if (turns.isOver()) await turns.next();
    if (folders > SOURCE_LIMITS.treesMax || visit.onFolder(relative, `/proc/self/fd/${fd}`) === 'stop') return false;
    const names = await foldersIn({ fd, relative });
    return names === null || (await enterAll({ fd, relative }, names, depth));
  }

  /** Names of the folders in a folder; null for a repository inside, which is named and not entered. */
  async function foldersIn({ fd, relative }: Step): Promise<readonly Buffer[] | null> {
    const names: Buffer[] = [];
    for (const entry of eachEntry(`/proc/self/fd/${fd}`)) {
      if (turns.isOver()) await turns.next();
      // Should it cease to be one, that is an event of this folder.
      if (relative.length > 0 && entry.name.equals(GIT)) return null;
      if (entry.isDirectory() && isSafeName(entry.name)) names.push(entry.name);
    }
    return names;
  }

  async function enterAll({ fd, relative }: Step, names: readonly Buffer[], depth: number): Promise<boolean> {
    if (depth >= SOURCE_LIMITS.depthMax) return true;
    for (const name of names) {
      const path = relative.length === 0 ? name : Buffer.concat([relative, SLASH, name]);
      if (visit.mayEnter(path) && !(await enterChild(fd, name, path, depth))) return false;
    }
    return true;
  }

  async function enterChild(parent: number, name: Buffer, relative: Buffer, depth: number): Promise<boolean> {
    const opened = openDirectory(parent, name);
    if ('reason' in opened) return true;
    try {
      return denied.has(inode(opened.stats)) || (await enter({ fd: opened.fd, relative }, depth + 1));
    } finally {
      closeSync(opened.fd);
    }
  }

  const fd = openSync(root.location, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await enter({ fd, relative: Buffer.alloc(0) }, 1);
  } finally {
    closeSync(fd);
  }
}
