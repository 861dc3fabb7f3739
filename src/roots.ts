import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

/**
 * The folders that the service shows to its owner: those of `--root`, else those of PORTICO_ROOTS, else the repository
 * around the current directory (or that directory itself). A home directory or the whole disk is never taken by
 * default, since nobody asked for it. Throws when a named root is not a folder.
 */
export function chooseRoots(
  options: readonly string[],
  settings: readonly string[],
  directory: string,
): readonly string[] {
  if (options.length > 0) {
    return [...new Set(options.map((root) => namedRoot('--root', resolve(directory, root))))];
  }
  if (settings.length > 0) return [...new Set(settings.map((root) => namedRoot('PORTICO_ROOTS', root)))];
  const root = repositoryAround(directory) ?? realpathSync(directory);
  return root === '/' || root === realFolder(homedir()) ? [] : [root];
}

/** Real path of a folder; null when it is none. */
export function realFolder(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    // Missing, not permitted, a link in a circle: for a caller it is no folder in every case.
    return null;
  }
}

/** Whether a real path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function namedRoot(namedBy: string, path: string): string {
  const real = realFolder(path);
  if (real === null) throw new Error(`${namedBy}: ${path} is not a folder that can be read`);
  return real;
}

/** The nearest folder upward that holds `.git` (a folder, or the file of a linked work tree). */
function repositoryAround(directory: string): string | null {
  let folder = realpathSync(directory);
  while (true) {
    if (existsSync(join(folder, '.git'))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

/** Real path of the folder that a path leads to, or of the folder that holds the file; null when nothing is there. */
export async function lookUpPlace(path: string): Promise<string | null> {
  return realFolder(path) ?? (existsSync(path) ? realFolder(dirname(path)) : null);
}
