import { compareTexts } from '../../../base/compare-texts.ts';
import type { TreeRow } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Folders to a depth with the number of files below each, and the files of the first level. */
export function listTree(files: ProjectFiles, depth: number): readonly TreeRow[] {
  const counts = new Map<string, number>();
  const rows: TreeRow[] = [];
  for (const { path } of files.entries) {
    const parts = path.slice(files.base.length).split('/');
    if (parts.length === 1) rows.push({ path, depth: 1, files: 1 });
    for (let level = 1; level < parts.length && level <= depth; level++) {
      const folder = `${files.base}${parts.slice(0, level).join('/')}/`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  for (const [path, count] of counts) {
    rows.push({ path, depth: path.slice(files.base.length).split('/').length - 1, files: count });
  }
  rows.sort((a, b) => compareTexts(a.path, b.path));
  if (rows.length <= OVERVIEW_LIMITS.treeRowsMax) return rows;
  // The deepest level goes first, whole, so that what is left is a tree and not a beginning of one.
  const level = Math.max(...rows.map((row) => row.depth));
  const shallower = depth > 1 && level > 1 ? listTree(files, level - 1) : rows.slice(0, OVERVIEW_LIMITS.treeRowsMax);
  files.gap(`the tree has ${rows.length} rows at depth ${depth}; ${shallower.length} are given`);
  return shallower;
}
