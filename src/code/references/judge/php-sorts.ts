import { separatorBefore } from '../places/path-before.ts';
import { ownerInCallable } from '../places/php-callables.ts';
import { isSignedVariable } from '../places/signed-names.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** What a member of PHP is asked for as; methods, properties and constants may share a name and mean nothing of each other. */
type Asked = 'method' | 'property' | 'constant';

/** Null for what is no member, or is written with a sign. Source: PHP Manual, "Properties", "Class Constants". */
function askedFor({ file }: Case, { at, isCall }: Place): Asked | null {
  if (file.family !== 'php' || isSignedVariable(file, at)) return null;
  const mask = file.mask();
  if (ownerInCallable(mask, at) !== null) return 'method';
  const separator = separatorBefore(file, at);
  if (separator === -1) return null;
  if (isCall) return 'method';
  return mask[separator] === ':' ? 'constant' : 'property';
}

/**
 * Whether PHP cannot mean a declaration where a name stands: a member that is called by its name alone, a property that is
 * called as a method, a method that is read like a constant, or like a property where its class has one of the name. A
 * callable hands on nothing but methods.
 */
export function isOfOtherPhpSort(one: Case, place: Place, definition: Definition, all: readonly Definition[]): boolean {
  const { symbol, container, file } = definition;
  if (one.file.family !== 'php') return false;
  const asked = askedFor(one, place);
  if (ownerInCallable(one.file.mask(), place.at) !== null) return symbol.kind !== 'method' && symbol.kind !== 'test';
  if (asked === null) return isFunctionCall(one, place) && (symbol.kind === 'method' || symbol.kind === 'variable');
  if (container === null) return false;
  if (asked === 'method') return symbol.kind === 'variable';
  if (symbol.kind !== 'method') return false;
  const isProperty = (other: Definition): boolean =>
    other.symbol.kind === 'variable' && other.container === container && other.file === file;
  return asked === 'constant' || all.some(isProperty);
}

/** Whether a name that stands alone is called, as only functions and classes are. Source: PHP Manual, "Functions". */
function isFunctionCall({ file }: Case, { at, isCall }: Place): boolean {
  return isCall && !isSignedVariable(file, at);
}

/** Whether only `__get` of a class could give what a method gives to who reads a property. Source: PHP Manual, "Overloading". */
export function isReadByMagic(one: Case, place: Place, { meant }: Verdict): boolean {
  return askedFor(one, place) === 'property' && meant.some(({ symbol }) => symbol.kind === 'method');
}
