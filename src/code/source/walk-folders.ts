import { closeSync, constants, openSync, readdirSync } from 'node:fs';
import { SOURCE_LIMITS } from './limits.ts';
import { isSafeName } from './path-bytes.ts';
import { deniedInodes, inode, isShortage, openDirectory, type ReadableRoot } from './safe-open.ts';
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
    const entries = readFolder(fd);
    // A repository inside is named and not entered; should it cease to be one, that is an event of this folder.
    if (relative.length > 0 && entries.some(({ name }) => name.equals(GIT))) return true;
    return await enterAll(
      { fd, relative },
      entries.filter((entry) => entry.isDirectory() && isSafeName(entry.name)).map(({ name }) => name),
      depth,
    );
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

function readFolder(fd: number) {
  try {
    return readdirSync(`/proc/self/fd/${fd}`, { withFileTypes: true, encoding: 'buffer' });
  } catch (failure) {
    if (isShortage(failure)) throw failure;
    // Not permitted or gone: it has no folders for us.
    return [];
  }
}
