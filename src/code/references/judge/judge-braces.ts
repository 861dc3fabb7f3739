import { typeOfBraces } from '../names/typed-braces.ts';
import { isShorthand } from '../places/script-members.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { exactly } from './findings.ts';
import type { Case } from './in-reach.ts';
import { knowsQualified } from './qualified-names.ts';

/** The member that a key in braces means for sure, and whether the key is nothing else besides. */
interface Key {
  readonly verdict: Verdict;
  readonly isOnly: boolean;
}

/**
 * A key of an object or pattern of a script whose type is written: `({ name }: Props)`. Null where nothing is known of it.
 * A name alone in the braces of a value is the key and the variable both.
 */
export function judgeBraces(one: Case, place: Place, own: readonly Definition[]): Key | null {
  const { file } = one;
  if (file.family !== 'script' || !(place.isKey || isShorthand(file, place))) return null;
  const braces = typeOfBraces(file, file.structure().around(place.at));
  if (braces === null) return null;
  const { type, isPattern } = braces;
  const verdict = exactly(own.filter((member) => knowsQualified(one, { path: type.split('.'), at: place.at }, member)));
  return verdict && { verdict, isOnly: isPattern || place.isKey };
}
