import type { Definition, Place } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import type { Case } from './in-reach.ts';
import { isOfOtherOfBoth } from './ruby-sides.ts';

/**
 * Whether Ruby cannot mean a declaration where a name stands: with a bracket right behind it the name calls a method, whose
 * name may begin with a capital, and is no constant: `Array(one)`; and where a class has a method of the name itself, and
 * what is made of it another one, a place asks one of them. Source: Ruby documentation, "Methods", `Kernel#Array`.
 */
export function isOfOtherRubySort(
  { file }: Case,
  place: Place,
  definition: Definition,
  all: readonly Definition[],
): boolean {
  if (file.family !== 'ruby') return false;
  if (definition.side !== null) return isOfOtherOfBoth(file, place, { definition, all });
  const { family, symbol } = definition;
  if (!/^\p{Lu}/u.test(place.name) || file.mask()[place.at + place.name.length] !== '(') return false;
  return isType(family, symbol) || symbol.kind === 'variable';
}
