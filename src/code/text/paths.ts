import { compareTexts } from '../../base/compare-texts.ts';

/* Paths of a project: from its top, with `/` between their parts. */

/** Nearest to the top first, then by path. */
export function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || compareTexts(a, b);
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
