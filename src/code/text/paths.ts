import { compareTexts } from '../../base/compare-texts.ts';

/* Paths of a project: from its top, with `/` between their parts. */

/** Nearest to the top first, then by path. */
export function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || compareTexts(a, b);
}

/** Of too many files those nearest to the top, in the order that they had: what a project is built on lies less deep. */
export function nearestTheTop<File extends { readonly path: string }>(
  files: readonly File[],
  filesMax: number,
): readonly File[] {
  if (files.length <= filesMax) return files;
  const nearest = new Set([...files].sort((a, b) => byDepth(a.path, b.path)).slice(0, filesMax));
  return files.filter((file) => nearest.has(file));
}

/** Folders above a path. */
export function depthOf(path: string): number {
  return path.split('/').length - 1;
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder of a path, without a slash at the end; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
