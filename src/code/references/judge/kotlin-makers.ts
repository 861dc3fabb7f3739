import { type Case, isReached, isShared, leadsTo } from './in-reach.ts';

/**
 * Whether what is called like a type in a file of Kotlin may be a function that gives something else: `fun Json(text: String): Reader`
 * beside a class `Json`. Source: Kotlin, "Coding conventions", "Function names", of factory functions.
 */
export function mayBeGivenElse(one: Case, type: string): boolean {
  if (one.file.scanner !== 'kotlin') return false;
  const name = type.split('.').at(-1) ?? '';
  return (one.types.makers.get(name) ?? []).some(
    (maker) =>
      maker.file === one.file.path ||
      isShared(one, maker) ||
      isReached(one, maker) ||
      one.names.named(name).some((imported) => leadsTo(one, imported, maker)),
  );
}
