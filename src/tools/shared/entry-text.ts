import type { EntryPoint } from '../../code/questions/overview.types.ts';

/** What an entry point is called: of a library that has only sub-paths the first, and how many more there are. */
export function entryName({ kind, name, subpath, subpaths = 0 }: EntryPoint): string {
  const more = subpaths > 1 ? ` (1 of ${subpaths} sub-paths)` : '';
  return `${kind} ${name}${subpath === undefined ? '' : `${subpath}${more}`}`;
}

/**
 * ` -> web/dist/a.js`, and of a file that only a build makes the source by its name, within the folder of the manifest;
 * empty when the entry is its own file.
 */
export function entryTarget({ file, target, isThere, builtFrom }: EntryPoint): string {
  if (target === null) return '';
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const source = builtFrom === undefined ? '' : `; by name from ${builtFrom.slice(folder.length)}`;
  return ` -> ${target}${isThere === false ? ` (not in the tree${source})` : ''}`;
}
