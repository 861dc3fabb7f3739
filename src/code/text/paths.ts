import { compareTexts } from '../../base/compare-texts.ts';

/* Paths of a project: from its top, with `/` between their parts. */

/** Nearest to the top first, then by path. */
export function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || compareTexts(a, b);
}

/**
 * Of too many files those nearest to the top, of the same depth the first ones, in the order that they had: what a project
 * is built on lies less deep. In time linear in their number.
 */
export function nearestTheTop<File extends { readonly path: string }>(
  files: readonly File[],
  filesMax: number,
): readonly File[] {
  if (files.length <= filesMax) return files;
  const depths = Uint16Array.from(files, ({ path }) => depthOf(path));
  const counts: number[] = [];
  for (const depth of depths) counts[depth] = (counts[depth] ?? 0) + 1;
  let room = filesMax;
  let deepest = 0;
  while ((counts[deepest] ?? 0) <= room) {
    room -= counts[deepest] ?? 0;
    deepest += 1;
  }
  return files.filter((_, at) => {
    const depth = depths[at] ?? 0;
    if (depth !== deepest) return depth < deepest;
    room -= 1;
    return room >= 0;
  });
}

/** Folders above a path. */
export function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder of a path, without a slash at the end; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** What the paths below a folder begin with, however many slashes end it; empty for null, the whole project. */
export function asBase(folder: string | null): string {
  return folder === null ? '' : `${folder.replace(/\/+$/, '')}/`;
}
