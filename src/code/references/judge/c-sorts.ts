import { before, wordBefore } from '../../lex/code-text.ts';
import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile } from '../code-file.ts';
import { isGivenToMacro } from '../places/c-parameters.ts';
import type { Definition, Place } from '../reference.ts';
import { isOutside } from './findings.ts';
import type { Case } from './in-reach.ts';

/** What is named without a word before it, and is no type. */
const VALUES: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'variable', 'test']);
/** What C names with a word before it. */
const TAGS: ReadonlySet<SymbolKind> = new Set(['struct', 'enum']);

const TAG_BEFORE = /(?<!\w)(?:struct|union|enum|class)\s+$/;
/** Headers of C++ are called as those of C are: a call in one may make a value of a type. */
const MAY_BE_CPP = /\.h$/i;
/** Characters before a name that hold such a word. */
const NEAR_MAX = 40;

/**
 * Whether C or C++ cannot mean a declaration where a name stands: behind `struct` and its like no function or variable,
 * and no type where a file that is of C for sure calls it. Source: ISO C23, 6.2.3, "Name spaces of identifiers".
 */
export function isOfOtherCSort(
  { file }: Case,
  place: Place,
  definition: Definition,
  all: readonly Definition[],
): boolean {
  if (file.family !== 'c') return false;
  const { symbol } = definition;
  const { at, isCall } = place;
  if (symbol.kind === 'method' && isNoMethod(file, place, symbol) && !mayBeStatic(definition, all)) return true;
  if (symbol.kind === 'macro' && isNoCallOfMacro(file, place, symbol)) return true;
  const isValue = VALUES.has(symbol.kind);
  const isCalledTag = isCall && TAGS.has(symbol.kind) && file.scanner === 'c' && !MAY_BE_CPP.test(file.path);
  if (!isValue && !isCalledTag) return false;
  return TAG_BEFORE.test(file.mask().slice(Math.max(0, at - NEAR_MAX), at)) ? isValue : isCalledTag;
}

/** What stands behind a name on its line. */
const BEHIND_MAX = 200;
/** A sign that follows no method: it is called, or is given to a macro, or stands at the end of a line of one. */
const NO_CALL = /^[ \t]*(?:[^\s(<),#\\]|(?:<<|<=)[^<])/;

/**
 * Whether a method of C++ cannot be meant, since it is not called: behind a dot or alone it can be nothing but called,
 * `&Type::name` is another form. Source: ISO C++, "Class member access", "Unary operators".
 */
function isNoMethod(file: CodeFile, { at, name, path, isOfUnknown }: Place, { signature }: FileSymbol): boolean {
  const mask = file.mask();
  const isQualified = (path.length > 0 || isOfUnknown) && mask[before(mask, at)] === ':';
  if (isQualified || !isWrittenAsMethod(signature, name)) return false;
  return isNoCall(file, at, name);
}

/** Whether what stands behind a name shows that it is not called; what a macro is given may be called by that. */
function isNoCall(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  return NO_CALL.test(mask.slice(at + name.length, at + name.length + BEHIND_MAX)) && !isGivenToMacro(file, at);
}

/** By the names of classes, whether one of the methods that they declare is `static`; found once for all that asks. */
const statics = new WeakMap<readonly Definition[], ReadonlyMap<string | null, boolean>>();

/**
 * Whether a method is one of the class itself, which is a value where it is not called, or may be: outside of its class none
 * says so. Source: ISO C++, "Static members".
 */
function mayBeStatic({ container, symbol }: Definition, all: readonly Definition[]): boolean {
  // A constructor is no value.
  if (symbol.name === container) return false;
  const known = statics.get(all) ?? staticsAmong(all);
  statics.set(all, known);
  return known.get(container) ?? true;
}

function staticsAmong(all: readonly Definition[]): ReadonlyMap<string | null, boolean> {
  const found = new Map<string | null, boolean>();
  for (const definition of all) {
    const { container, family, symbol } = definition;
    if (family !== 'c' || symbol.kind !== 'method' || isOutside(definition)) continue;
    found.set(container, found.get(container) === true || /\bstatic\b/.test(symbol.signature));
  }
  return found;
}

/** Whether a parenthesis follows the name of a method: a pointer, or a field with a macro behind it, is read as one as well. */
function isWrittenAsMethod(signature: string, name: string): boolean {
  return new RegExp(`(?<![\\w*])${escapeRegex(name)}[ \\t]*\\(`).test(signature);
}

/** Whether a macro that takes something stands where it is given nothing: then it is a name like others. Source: ISO C23, 6.10.5. */
function isNoCallOfMacro(file: CodeFile, { at, name }: Place, { signature }: FileSymbol): boolean {
  const mask = file.mask();
  return (
    takesArguments(signature, name) && isNoCall(file, at, name) && wordBefore(mask, before(mask, at) + 1) !== 'defined'
  );
}

/** Whether a macro takes something: a parenthesis stands right behind its name. */
export function takesArguments(signature: string, name: string): boolean {
  return new RegExp(`^#[ \\t]*define[ \\t]+${escapeRegex(name)}\\(`).test(signature);
}
