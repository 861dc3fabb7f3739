import type { CodeFile } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import { allDerived } from '../types/derived-types.ts';
import { superNames } from '../types/type-heads.ts';
import type { Case } from './in-reach.ts';

/** What the types of files take into them, found once: each place in a type asks for it. */
const takenBefore = new WeakMap<CodeFile, ReadonlyMap<string, ReadonlySet<string>>>();

/**
 * Whether one of some members is of what the body of a type takes into it, which goes before what the type extends. Sources:
 * PHP manual, "Traits", "Precedence"; Ruby documentation, "Modules", "Method Lookup".
 */
export function isMixedIn({ file }: Case, type: string, own: readonly Definition[]): boolean {
  if (file.family !== 'php' && file.family !== 'ruby') return false;
  const taken = takenIn(file).get(type);
  return own.some(({ container }) => container !== null && taken?.has(container) === true);
}

function takenIn(file: CodeFile): ReadonlyMap<string, ReadonlySet<string>> {
  const known = takenBefore.get(file);
  if (known !== undefined) return known;
  const taken = new Map<string, ReadonlySet<string>>();
  for (const [type, derived] of Map.groupBy(allDerived(file), (one) => one.type)) {
    const extended = new Set(superNames(file, type));
    taken.set(type, new Set(derived.map(({ place }) => place.name).filter((name) => !extended.has(name))));
  }
  takenBefore.set(file, taken);
  return taken;
}
