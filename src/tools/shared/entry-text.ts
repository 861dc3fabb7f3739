import type { EntryPoint } from '../../code/operations/overview.types.ts';

/** ` -> dist/a.js`, and of a file that only a build makes the source by its name; empty when the entry is its own file. */
export function entryTarget({ target, isThere, builtFrom }: EntryPoint): string {
  if (target === null) return '';
  const source = builtFrom === undefined ? '' : `; by its name built from ${builtFrom}`;
  return ` -> ${target}${isThere === false ? ` (not in the tree${source})` : ''}`;
}
