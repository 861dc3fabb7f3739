import type { FileSymbol } from '../../lex/symbol.ts';
import { isConstructor } from '../judge/constructors.ts';
import { IMPLICIT_THIS } from '../judge/in-reach.ts';
import { importedNames } from '../names/import-names.ts';
import { isKeyOfMember, isShorthand } from '../places/script-members.ts';
import type { Definition } from '../reference.ts';
import { typeAround } from '../types/type-heads.ts';
import { type Kinship, kinKey } from './kinship.ts';
import { keyOf } from './target.ts';
import type { Use } from './use.ts';

/**
 * How a use stands to what was asked for. `asked`: it means one of these, or nothing tells that it does not. `other`:
 * it means another declaration of the name for sure. `else`: an import, a field, a variable or the language shows that it means
 * something that the project does not declare by the name. Where only constructors were asked for, `unknown`: it calls
 * that of a type which is not known; `apart`: it names a type and makes nothing of it. `foreign`: it stands in a language
 * that does not share the declarations, to which only a binding could lead.
 */
export type Standing = 'asked' | LeftOut | 'apart';

/** Ways to stand to what was asked for that are counted. */
type LeftOut = 'other' | 'else' | 'unknown' | 'foreign';

/** How many uses were left out for what reason. */
export type LeftOutCounts = Record<LeftOut, number>;

/** None left out yet. */
export function noneLeftOut(): LeftOutCounts {
  return { other: 0, else: 0, unknown: 0, foreign: 0 };
}

/** What a question about the uses of a name knows. */
export interface Asked {
  /** What was asked for, by `keyOf`. */
  readonly wanted: ReadonlyMap<string, Definition>;
  readonly kinship: Kinship;
  /** Whether constructors and nothing else were asked for. */
  readonly isOfConstructors: boolean;
  /** The name right before the one asked for; null without any. */
  readonly owner: string | null;
}

/** Only proof leaves a use out: a call that another type's value gets may still reach what was asked for. */
export function standingOf(use: Use, asked: Asked): Standing {
  if (asked.wanted.size === 0) return standingToNone(use, asked);
  const known = asked.isOfConstructors ? standingToConstructors(use, asked) : null;
  return known ?? standingToAny(use, asked);
}

/** Null where a use of a constructor is like any other. */
function standingToConstructors(use: Use, { wanted, kinship }: Asked): Standing | null {
  const { place, verdict } = use;
  const isByType = [...wanted.values()].some(
    ({ symbol, container }) => container === place.name || symbol.name !== place.name,
  );
  if (isByType) return place.isCall ? null : 'apart';
  // The word that constructors are declared by means that of any type.
  if (verdict.evidence !== 'name') return null;
  const own = isOfSuper(use) ? typeAround(use.file, place.at)?.name : undefined;
  const around = verdict.meant.filter(({ container, file }) => container === own && file === use.file.path);
  const isBelow = around.some((one) => [...wanted.values()].some((asked) => kinship.derives(one, asked)));
  return isBelow ? null : 'unknown';
}

const SUPER = /(?<![\w$])(?:parent\s*::|super\s*(?:\([\w\s,]{0,50}\)\s*)?\.)\s*$/;

/** Whether a name stands behind the word for what the type around it is made from. */
function isOfSuper({ file, place: { at } }: Use): boolean {
  return SUPER.test(file.mask().slice(Math.max(0, at - 60), at));
}

/** Where nothing is declared that was asked for, a use of something else is none of it, unless it is written as asked. */
function standingToNone({ place, verdict }: Use, { owner }: Asked): Standing {
  const isOfOther = verdict.evidence !== 'name' && verdict.meant.length > 0;
  return isOfOther && (owner === null || place.path.at(-1) !== owner) ? 'other' : 'asked';
}

function standingToAny({ file, place, verdict }: Use, { wanted, kinship }: Asked): Standing {
  if (verdict.meant.some((definition) => wanted.has(keyOf(definition)))) return 'asked';
  if (isMemberOfBraces({ file, place }, wanted)) return 'asked';
  if (verdict.meant.length === 0) return sharesFamily(file, wanted) ? 'else' : 'foreign';
  // A name that stands alone is led by the rules of scope, unless it may stand for `this.name`.
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  if (isBare && !IMPLICIT_THIS.has(file.family)) return 'other';
  if (isOtherConstant({ file, place, verdict }, [...wanted.values()])) return 'other';
  if (isOfRustType({ file, place, verdict }) && [...wanted.values()].every(({ isOfAnyType }) => !isOfAnyType))
    return 'other';
  const asked = ofEachType([...wanted.values()].filter(({ family }) => family === file.family));
  const mayReach = ofEachType(verdict.meant).some((meant) =>
    asked.some(
      (definition) =>
        !(isBare && definition.container === null) &&
        !isOfOneType(definition) &&
        !areApart(meant, definition) &&
        kinship.mayReach(meant, definition),
    ),
  );
  return mayReach ? 'asked' : 'other';
}

function sharesFamily({ family }: Use['file'], wanted: Asked['wanted']): boolean {
  return [...wanted.values()].some((definition) => definition.family === family);
}

/** Whether a name in the braces of a value or pattern of a script may be that of a member, whatever it means there as a variable. */
function isMemberOfBraces({ file, place }: Pick<Use, 'file' | 'place'>, wanted: Asked['wanted']): boolean {
  // A function within a function is no member.
  const isOfMember = [...wanted.values()].some(
    ({ family, container, symbol }) => family === 'script' && container !== null && symbol.kind !== 'function',
  );
  if (!isOfMember || importedNames(file).around(place.at).length > 0) return false;
  return isKeyOfMember(file, place) || isShorthand(file, place);
}

/** Whether no type made from its own has it: a constructor that is called like its type, and a value of an enum. */
function isOfOneType(definition: Definition): boolean {
  const { container, symbol, enumOf } = definition;
  return enumOf !== null || (container === symbol.name && isConstructor(definition));
}

/** Whether one is a member of a class itself and the other one of what is made of it: neither stands in for the other. */
function areApart({ side }: Definition, other: Definition): boolean {
  return side !== null && other.side !== null && side !== other.side;
}

/**
 * Whether what was asked for are constants of Ruby, and a place surely means another one: by the module around it that has
 * that, which goes before all that is inherited, or by a name before it that is none of what was asked for.
 */
function isOtherConstant({ file, place: { path, isOfUnknown }, verdict }: Use, asked: readonly Definition[]): boolean {
  if (file.family !== 'ruby' || verdict.evidence !== 'exact') return false;
  if (![...asked, ...verdict.meant].every(({ symbol }) => isConstant(symbol))) return false;
  const owner = path.at(-1);
  if (owner !== undefined) return asked.every(({ container }) => container !== owner);
  return isOfUnknown || verdict.meant.every(({ symbol }) => symbol.path.includes('/'));
}

function isConstant({ kind, name }: FileSymbol): boolean {
  return kind !== 'method' && kind !== 'function' && /^\p{Lu}/u.test(name);
}

/** Whether `Type::name` of Rust surely means what one type has, and inherits from nobody. */
function isOfRustType({ file, place, verdict }: Use): boolean {
  const isPath = file.family === 'rust' && place.path.length > 0 && file.mask()[place.at - 1] === ':';
  return isPath && verdict.evidence === 'exact' && verdict.meant.every(({ isOfAnyType }) => !isOfAnyType);
}

/** One of the overloads of each type. */
function ofEachType(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.length < 2 ? definitions : [...new Map(definitions.map((one) => [kinKey(one), one])).values()];
}

/**
 * A use as it is shown for what was asked: one that is known to mean a relative of it agrees by its name only, and so does
 * any where nothing is declared that was asked for.
 */
export function asAsked(use: Use, { wanted }: Asked): Use {
  const { evidence, meant } = use.verdict;
  if (evidence === 'name') return use;
  const isMeant = meant.some((definition) => wanted.has(keyOf(definition)));
  return isMeant ? use : { ...use, verdict: { evidence: 'name', meant: [...wanted.values()] } };
}

/** What an answer says of the uses that it left out. */
export function leftOutNotes(
  { other, else: elsewhere, unknown, foreign }: Readonly<LeftOutCounts>,
  counted: (count: number) => string,
): readonly string[] {
  const notes: string[] = [];
  if (other > 0) notes.push(`${counted(other)} of other declarations of the name left out`);
  if (elsewhere > 0) {
    notes.push(
      `${counted(elsewhere)} that an import, a field, a variable or a language shows to mean something else left out`,
    );
  }
  if (foreign > 0) notes.push(`${counted(foreign)} in languages other than those of the declarations left out`);
  if (unknown > 0) notes.push(`${counted(unknown)} of a constructor whose type is not known left out`);
  return notes;
}
