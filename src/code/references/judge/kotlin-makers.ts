import type { CodeFile } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import { type Case, isReached, isShared, leadsTo } from './in-reach.ts';

/** Of functions that are called like a type, the files in which they are meant, found once for all places of a file. */
const meant = new WeakMap<readonly Definition[], WeakMap<CodeFile, boolean>>();

/**
 * Whether what is called like a type in a file of Kotlin may be a function that gives something else: `fun Json(text: String): Reader`
 * beside a class `Json`. Source: Kotlin, "Coding conventions", "Function names", of factory functions.
 */
export function mayBeGivenElse(one: Case, type: string): boolean {
  if (one.file.scanner !== 'kotlin') return false;
  const name = type.split('.').at(-1) ?? '';
  const makers = one.types.makers.get(name);
  if (makers === undefined) return false;
  const byFile = meant.get(makers) ?? new WeakMap<CodeFile, boolean>();
  meant.set(makers, byFile);
  const known = byFile.get(one.file) ?? makers.some((maker) => isKnownTo(one, name, maker));
  byFile.set(one.file, known);
  return known;
}

/** Whether a file may mean a function by its name. */
function isKnownTo(one: Case, name: string, maker: Definition): boolean {
  if (maker.file === one.file.path || isShared(one, maker) || isReached(one, maker)) return true;
  return one.names.named(name).some((imported) => leadsTo(one, imported, maker));
}
