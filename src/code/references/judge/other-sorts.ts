import { mayBeGiven } from '../places/csharp-parameters.ts';
import { csharpSort } from '../places/csharp-sorts.ts';
import { isShellWord } from '../places/shell-words.ts';
import { isSignedVariable } from '../places/signed-names.ts';
import type { Definition, Place } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { isOfOtherCSort } from './c-sorts.ts';
import { isConstructor } from './constructors.ts';
import { isOfOtherGoSort } from './go-sorts.ts';
import type { Case } from './in-reach.ts';
import { isOfOtherJavaSort } from './java-names.ts';
import { isOfOtherKotlinSort } from './kotlin-sorts.ts';
import { isOfOtherPhpSort } from './php-sorts.ts';
import { isOfOtherRubySort } from './ruby-sorts.ts';
import { rustFit } from './rust-members.ts';
import { isOfOtherScriptSort } from './script-sorts.ts';

/** What single languages say of it, each of which answers for its own files. */
const OF_LANGUAGES = [
  isOfOtherScriptSort,
  isOfOtherGoSort,
  isOfOtherJavaSort,
  isOfOtherKotlinSort,
  isOfOtherCSort,
  isOfOtherPhpSort,
  isOfOtherRubySort,
];

/** Tells whether a place asks for something of another sort than one of some declarations, which the language calls apart from it. */
export function otherSorts(one: Case, place: Place, all: readonly Definition[]): (definition: Definition) => boolean {
  return (definition) => {
    const { symbol } = definition;
    if (OF_LANGUAGES.some((isOfOtherSort) => isOfOtherSort(one, place, definition, all))) return true;
    if (one.file.family === 'csharp' && isOfOtherCSharpSort(one, place, { definition, all })) return true;
    if (rustFit(one.file, place, definition) === 'never') return true;
    if (symbol.kind === 'variable') return false;
    return isSignedVariable(one.file, place.at) || (one.file.family === 'shell' && !isShellWord(one.file, place));
  };
}

/**
 * Whether C# cannot mean a declaration where a name stands: a type where a value does, and the other way round, or a
 * method that takes another number of values.
 */
function isOfOtherCSharpSort(
  { file }: Case,
  place: Place,
  { definition, all }: { readonly definition: Definition; readonly all: readonly Definition[] },
): boolean {
  const { family, symbol } = definition;
  const isVariable = symbol.kind === 'variable';
  if (METHODS.has(symbol.kind)) {
    return family === 'csharp' && !isConstructor(definition) && !mayBeGiven(file, place, symbol);
  }
  if (!isVariable && !isType(family, symbol)) return false;
  const sort = csharpSort(file, place);
  if (sort === 'value') return !isVariable;
  if (sort === 'type') return isVariable;
  return sort === 'enumValue' && isVariable && isOfEnum(definition, all);
}

const METHODS: ReadonlySet<Definition['symbol']['kind']> = new Set(['method', 'function', 'test']);

/**
 * Whether a property has the name of its type, and that is an enum: what is read of it is a constant of the type.
 * Source: C# language specification, "Identical simple names and type names".
 */
function isOfEnum({ symbol: { name, signature } }: Definition, all: readonly Definition[]): boolean {
  const types = all.filter(({ family, symbol }) => family === 'csharp' && isType(family, symbol));
  const isCalledLikeType = new RegExp(`(?<![\\w?])${name}\\s+@?${name}(?!\\w)`).test(signature);
  return isCalledLikeType && types.length > 0 && types.every(({ symbol }) => symbol.kind === 'enum');
}
