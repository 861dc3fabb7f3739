import { importedNames } from '../names/import-names.ts';
import { mayBeGivenInKotlin } from '../places/kotlin-parameters.ts';
import { separatorBefore } from '../places/path-before.ts';
import type { Definition, Place } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** What follows a name that may call with it: brackets, types, or a block, which may have a name before it; or the end of a quote. */
const MAY_CALL = /^`|^\s*(?:[({]|\w+@\s*\{)|^[ \t]*(?:\?\.[ \t]*)?[(<]/;
/** What ends a value, behind which a name may stand between two of them. */
const VALUE_BEFORE = /[\w)\]}"'`][ \t]*$/;

/**
 * Whether a name of Kotlin cannot mean a function of Kotlin, since it calls nothing, or gives another number of values: a
 * function is a value only behind two colons, and called without brackets only between two values. Source: Kotlin, "Callable references", "Infix notation".
 */
export function isOfOtherKotlinSort({ file }: Case, place: Place, { file: declaring, symbol }: Definition): boolean {
  if (file.scanner !== 'kotlin' || !/\.kts?$/.test(declaring)) return false;
  if (symbol.kind !== 'function' && symbol.kind !== 'method') return false;
  if (place.isCall) return !mayBeGivenInKotlin(file, place, symbol);
  const mask = file.mask();
  const next = mask.slice(place.at + place.name.length, place.at + place.name.length + 80);
  const ahead = mask.slice(Math.max(0, place.at - 80), place.at);
  if (MAY_CALL.test(next) || /::\s*$/.test(ahead) || importedNames(file).around(place.at).length > 0) return false;
  const isBehindDot = separatorBefore(file, place.at) !== -1;
  const mayBeInfix = /\b(?:infix|override)\b/.test(symbol.signature);
  return isBehindDot || !mayBeInfix || !VALUE_BEFORE.test(ahead);
}
