import { plural } from '../../base/plural.ts';
import type { EntryPoint } from '../../code/index.ts';

/** What an entry point is called: of a library that has only sub-paths the first, and how many there are; what is not published is told to be that. */
export function entryName(entry: EntryPoint): string {
  const { kind, name, subpath = '', subpaths = 0, patterns = 0, unpublished } = entry;
  const isPart = subpath !== '';
  const paths = `${isPart ? `1 of ${subpaths} sub-path` : `and ${subpaths} sub-path`}${subpaths === 1 ? '' : 's'}`;
  const counts = [
    ...(unpublished === undefined ? [] : [unpublished]),
    ...(subpaths > (isPart ? 1 : 0) ? [paths] : []),
    ...(patterns > 0 ? [`${plural(patterns, 'pattern')} of sub-paths`] : []),
  ];
  return `${kind} ${name}${subpath}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}`;
}

/**
 * ` -> web/dist/a.js`, and of a file that only a build makes the source by its name, by the path from the manifest's folder
 * where it lies in that; empty when the entry is its own file.
 */
export function entryTarget({ file, target, isThere, builtFrom }: EntryPoint): string {
  if (target === null) return '';
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const from = builtFrom?.startsWith(folder) === true ? builtFrom.slice(folder.length) : builtFrom;
  const source = from === undefined ? '' : `; by name from ${from}`;
  return ` -> ${target}${isThere === false ? ` (not in the tree${source})` : ''}`;
}
