import type { FileSymbol } from '../../lex/symbol.ts';
import { isAliasInCSharp } from '../names/csharp-names.ts';
import { isAttribute, mayBeAttribute } from '../places/csharp-attributes.ts';
import { mayBeGiven } from '../places/csharp-parameters.ts';
import { csharpSort, isNamedOnly, memberRead } from '../places/csharp-sorts.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { mayHaveArity } from '../types/csharp-arity.ts';
import { isType } from '../types/type-heads.ts';
import { isConstructor } from './constructors.ts';
import type { Case } from './in-reach.ts';
import { isStaticInCSharp } from './may-be-member.ts';

const METHODS: ReadonlySet<Definition['symbol']['kind']> = new Set(['method', 'function', 'test']);

/**
 * Whether C# cannot mean a declaration where a name stands: a type where a value does, and the other way round, a type
 * that is made with another number of types, or a method that takes another number of values.
 */
export function isOfOtherCSharpSort(
  one: Case,
  place: Place,
  definition: Definition,
  all: readonly Definition[],
): boolean {
  const { family, symbol } = definition;
  if (one.file.family !== 'csharp' || family !== 'csharp') return false;
  if (METHODS.has(symbol.kind)) return !isConstructor(definition) && !mayBeMethod(one, place, definition);
  if (symbol.kind === 'variable') return !mayBeValue(one, place, { definition, all });
  return isType(family, symbol) && !mayBeType(one, place, definition);
}

function mayBeMethod({ file }: Case, place: Place, { symbol }: Definition): boolean {
  return csharpSort(file, place) !== 'type' && mayBeGiven(file, place, symbol);
}

function mayBeType(one: Case, place: Place, type: Definition): boolean {
  const { file } = one;
  const { symbol } = type;
  if (!isAliasInCSharp(file, place.name) && !mayHaveArity(file, place, symbol)) return false;
  if (symbol.name === place.name && isAttribute(file, place) && !mayBeAttribute(symbol)) return false;
  const sort = csharpSort(file, place);
  if (sort === 'reader')
    return isNamedOnly(file, place) || !areAll(membersRead(one, place, [type]), (member) => !isOfItself(member));
  return sort !== 'value' && sort !== 'method';
}

interface Value {
  readonly definition: Definition;
  readonly all: readonly Definition[];
}

/**
 * Whether a value may be meant. Where it has the name of its type, what is read decides: of an enum that is a constant of the
 * type, and so is what is static. Source: C# language specification, "Identical simple names and type names".
 */
function mayBeValue(one: Case, place: Place, { definition, all }: Value): boolean {
  const sort = csharpSort(one.file, place);
  if (sort !== 'reader') return sort === 'value' || sort === null;
  if (!isCalledLikeType(definition)) return true;
  const types = all.filter(isTypeOfCSharp);
  const isOfType = areAll(types, ({ symbol }) => symbol.kind === 'enum');
  return !isOfType && !areAll(membersRead(one, place, types), isOfItself);
}

/** What some types declare by the name that is read of a place; none where that is not known. */
function membersRead({ file, types: known }: Case, place: Place, types: readonly Definition[]): readonly FileSymbol[] {
  const read = memberRead(file, place);
  const bodies = types.map(({ file: path, symbol }) => ({ symbol, body: known.bodies.get(`${path}\0${symbol.path}`) }));
  return bodies.flatMap(({ symbol: { depth, line, endLine }, body }) => {
    const inType = body?.file.symbols() ?? [];
    return inType.filter(
      (one) => one.name === read && one.depth === depth + 1 && line <= one.line && one.line <= endLine,
    );
  });
}

/** Whether a member is asked of its type: a type within it, too. */
function isOfItself(member: FileSymbol): boolean {
  return isType('csharp', member) || isStaticInCSharp(member);
}

function isCalledLikeType({ symbol: { name, signature } }: Definition): boolean {
  return new RegExp(`(?<![\\w?])${name}\\??\\s+@?${name}(?!\\w)`).test(signature);
}

function isTypeOfCSharp({ family, symbol }: Definition): boolean {
  return family === 'csharp' && isType(family, symbol);
}

/** Whether something is read of a value that is called like its type, which is none of the project: it may be read of that. */
export function mayBeOfTypeOutside(
  { file }: Case,
  place: Place,
  { meant, all }: { readonly meant: Verdict['meant']; readonly all: readonly Definition[] },
): boolean {
  if (file.family !== 'csharp' || all.some(isTypeOfCSharp) || csharpSort(file, place) !== 'reader') return false;
  return meant.some((value) => value.symbol.kind === 'variable' && isCalledLikeType(value));
}

function areAll<T>(all: readonly T[], test: (one: T) => boolean): boolean {
  return all.length > 0 && all.every(test);
}
