import { exclusionCode } from '../index/file-table.ts';
import type { IndexStore } from '../index/store.ts';
import { languageKeyOf } from '../lex/shebang.ts';
import { idBytesAt, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import { ROWS_A_STEP, type Steps } from '../source/steps.ts';
import type { Columns } from './columns.ts';

/**
 * Brings the places of all files up to what a store holds now. A file whose content is known and not in the store, or
 * no more, has no place afterwards. True when anything changed. After every step the places mean what `segments` of the
 * columns says.
 */
export function* placeFiles(columns: Columns, store: IndexStore): Steps<boolean> {
  const numbers = new Map(store.segments.map(({ id }, at) => [id, at + 1]));
  let hasChanged = !isSame(columns.segments, store.segments);
  if (renumber(columns, store, numbers)) hasChanged = true;
  const { files, placeSegments } = columns;
  for (let file = 0; file < files.count; file++) {
    if (file % ROWS_A_STEP === 0) yield;
    if (files.exclusions[file] !== 0 || placeSegments[file] !== 0) continue;
    if (placeAnew(columns, file, { store, numbers })) hasChanged = true;
  }
  return hasChanged;
}

/** Takes the segments of a store over, in one step; true when a file lost its place. */
function renumber(columns: Columns, store: IndexStore, numbers: ReadonlyMap<string, number>): boolean {
  // One more than the place of each segment now; 0 for one that is gone.
  const renumbered = Uint32Array.from([0, ...columns.segments.map(({ id }) => numbers.get(id) ?? 0)]);
  columns.segments = store.segments.map(({ id, hasSymbols }) => ({ id, hasSymbols }));
  if (renumbered.every((now, before) => now === before)) return false;
  const { placeSegments } = columns;
  let hasLost = false;
  for (let file = 0; file < placeSegments.length; file++) {
    const before = placeSegments[file] ?? 0;
    const now = renumbered[before] ?? 0;
    placeSegments[file] = now;
    if (now === 0 && before !== 0) hasLost = true;
  }
  return hasLost;
}

/** Looks a file's content up; false when it is not known or not indexed. */
function placeAnew(
  { files, placeSegments, placeDocuments }: Columns,
  file: number,
  { store, numbers }: { readonly store: IndexStore; readonly numbers: ReadonlyMap<string, number> },
): boolean {
  const id = idBytesAt(files, file);
  // Most that are looked for are not there, or not yet.
  const found = store.holds(id) ? store.find(id, languageAt(files, file)) : null;
  if (!found) return false;
  if (found.kind === 'binary') files.exclusions[file] = exclusionCode('binary');
  else {
    placeSegments[file] = numbers.get(found.segment.id) ?? 0;
    placeDocuments[file] = found.document;
  }
  return true;
}

/** Names that are shown as they are. */
const PLAIN_NAME = /^[\w.-]+$/;

/** The language as a builder names it, who knows the path as it is shown; of most files the name says all. */
function languageAt(files: PackedFiles, file: number): string {
  const path = pathOf(files, file);
  const name = path.toString('latin1', path.lastIndexOf(SLASH) + 1);
  return languageKeyOf(PLAIN_NAME.test(name) ? name : showPath(path));
}

const SLASH = 0x2f;

function isSame(before: Columns['segments'], now: IndexStore['segments']): boolean {
  if (before.length !== now.length) return false;
  return before.every(({ id, hasSymbols }, at) => now[at]?.id === id && now[at]?.hasSymbols === hasSymbols);
}
