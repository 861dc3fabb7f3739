import { exclusionCode } from '../index/file-table.ts';
import type { IndexStore } from '../index/store.ts';
import { languageOf } from '../lex/languages.ts';
import { idOf, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import type { Columns } from './columns.ts';

/**
 * Brings the places of all files up to what a store holds now. A file whose content is known and not in the store, or
 * no more, has no place afterwards. True when anything changed.
 */
export function placeFiles(columns: Columns, store: IndexStore): boolean {
  const numbers = new Map(store.segments.map(({ id }, at) => [id, at + 1]));
  // One more than the place of each segment now; 0 for one that is gone.
  const renumbered = Uint32Array.from([0, ...columns.segments.map(({ id }) => numbers.get(id) ?? 0)]);
  let hasChanged = !isSame(columns.segments, store.segments);
  const { files, placeSegments } = columns;
  for (let file = 0; file < files.count; file++) {
    if (files.exclusions[file] !== 0) continue;
    const before = placeSegments[file] ?? 0;
    const now = renumbered[before] ?? 0;
    placeSegments[file] = now;
    if (now === 0 && (placeAnew(columns, file, { store, numbers }) || before !== 0)) hasChanged = true;
  }
  columns.segments = store.segments.map(({ id, hasSymbols }) => ({ id, hasSymbols }));
  return hasChanged;
}

/** Looks a file's content up; false when it is not known or not indexed. */
function placeAnew(
  { files, placeSegments, placeDocuments }: Columns,
  file: number,
  { store, numbers }: { readonly store: IndexStore; readonly numbers: ReadonlyMap<string, number> },
): boolean {
  const blobId = idOf(files, file);
  const found = blobId && store.find(blobId, languageOf(showPath(pathOf(files, file)))?.id ?? '');
  if (!found) return false;
  if (found.kind === 'binary') files.exclusions[file] = exclusionCode('binary');
  else {
    placeSegments[file] = numbers.get(found.segment.id) ?? 0;
    placeDocuments[file] = found.document;
  }
  return true;
}

function isSame(before: Columns['segments'], now: IndexStore['segments']): boolean {
  if (before.length !== now.length) return false;
  return before.every(({ id, hasSymbols }, at) => now[at]?.id === id && now[at]?.hasSymbols === hasSymbols);
}
