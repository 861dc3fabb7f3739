import { after, before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, type Family, startOfLine } from '../code-file.ts';
import { placesOf } from '../places/places.ts';
import { isRubyVariable } from '../places/ruby-variables.ts';
import { isBareParameter } from '../places/script-members.ts';
import { typeArgumentsEnd, typeArgumentsStart } from '../places/type-arguments.ts';
import type { Place } from '../reference.ts';
import { bindingAround } from './binding-places.ts';
import { isClassParameter } from './class-parameters.ts';
import { bodyEnd, parameterScope } from './function-heads.ts';
import { type ImportedName, importedNames } from './import-names.ts';
import { type Range, scopeOf } from './scopes.ts';
import {
  blockAround,
  declaredScope,
  declaringWord,
  listedScope,
  parameterStart,
  unlistedScope,
} from './script-bindings.ts';
import { typeParameterScope } from './type-parameters.ts';

/*
 * What hides a name: in scripts what a scope binds, bracket by bracket, since most of their functions have no name; in Ruby
 * what a method gave a value before; elsewhere what `binding-places.ts` finds.
 */

/** Ranges of offsets in which a name means something local, found once for all places of a name in a file. */
export type Hidden = (place: Place) => boolean;

/** What hides a name in a file. */
export function hiddenPlaces(file: CodeFile, places: readonly Place[]): Hidden {
  if (file.family === 'script') {
    // What the scanner lists is a declaration that may itself be meant: of several the innermost is taken.
    const ranges = places.flatMap((place) => (isImported(file, place) ? [] : (hidingScope(file, place) ?? [])));
    return ({ at }) => ranges.some(({ from, to }) => from <= at && at < to);
  }
  const name = places[0]?.name;
  if (name === undefined) return () => false;
  if (file.family === 'ruby') return ({ at }) => isRubyVariable(file, name, at);
  return ({ at }) => bindingAround(file, name, at) !== null || isClassParameter(file, name, at);
}

/** Where a place of a script hides its name; of what is listed only what is a variable as well. */
function hidingScope(file: CodeFile, place: Place): Range | null {
  if (isListed(file, place)) return listedScope(file, place.at);
  const scope = scriptScope(file, place);
  return scope ?? (place.path.length > 0 || place.isOfUnknown ? null : unlistedScope(file, place));
}

/** Where the ranges of a script begin and end in which names are bound, found once for each name. */
const scriptRanges = new WeakMap<CodeFile, Map<string, readonly Range[]>>();

/** Offset of the innermost block or list of parameters around an offset that binds a name in a script; -1 for none. */
export function scriptBindingFrom(file: CodeFile, name: string, at: number): number {
  const byName = scriptRanges.get(file) ?? new Map<string, readonly Range[]>();
  scriptRanges.set(file, byName);
  const ranges = byName.get(name) ?? placesOf(file, name).flatMap((place) => scriptScope(file, place) ?? []);
  byName.set(name, ranges);
  return Math.max(-1, ...ranges.filter(({ from, to }) => from <= at && at < to).map(({ from }) => from));
}

/** Ranges in which something that is no import binds a name of a script, found once for each name. */
const notImported = new WeakMap<CodeFile, Map<string, readonly Range[]>>();

/** Whether a script binds a name around an offset to something else than an import does. */
export function hidesImport(file: CodeFile, name: string, at: number): boolean {
  const byName = notImported.get(file) ?? new Map<string, readonly Range[]>();
  notImported.set(file, byName);
  const ranges =
    byName.get(name) ??
    placesOf(file, name).flatMap((place) => (isImported(file, place) ? [] : (scriptScope(file, place) ?? [])));
  byName.set(name, ranges);
  return ranges.some(({ from, to }) => from <= at && at < to);
}

/** Whether a place stands in an import, which within a function brings in what it names as well. */
function isImported(file: CodeFile, { at }: Place): boolean {
  return importedNames(file).around(at).length > 0;
}

/** Languages whose functions may import a name for themselves, each another one by that name. */
const IMPORTING: ReadonlySet<Family> = new Set(['script', 'python', 'rust']);

/** Of some imports of a name those that hold at an offset; all of them where none does. */
export function importsAt(file: CodeFile, names: readonly ImportedName[], at: number): readonly ImportedName[] {
  if (!IMPORTING.has(file.family) || names.length < 2) return names;
  const blocks = importBlocks.get(names) ?? blocksOf(file, names);
  importBlocks.set(names, blocks);
  const innermost = blocks.findLast(({ from, to }) => from <= at && at < to);
  return innermost?.names ?? names;
}

/** Imports of one name in the blocks in which they hold, the innermost last: each place of the name asks for them. */
const importBlocks = new WeakMap<readonly ImportedName[], readonly ImportBlock[]>();

interface ImportBlock extends Range {
  readonly names: readonly ImportedName[];
}

function blocksOf(file: CodeFile, names: readonly ImportedName[]): readonly ImportBlock[] {
  const around = file.family === 'script' ? blockAround : scopeOf;
  const held = names.map((name) => ({ name, ...(around(file, name.from) ?? WHOLE_FILE) }));
  const blocks = [...Map.groupBy(held, ({ from }) => from).values()].flatMap((together) =>
    together.slice(0, 1).map(({ from, to }) => ({ from, to, names: together.map(({ name }) => name) })),
  );
  return blocks.toSorted((a, b) => a.from - b.from);
}

const WHOLE_FILE: Range = { from: -1, to: Number.POSITIVE_INFINITY };

/** Where the ranges begin in which scripts bind names to what values have, found once for each name. */
const takenFrom = new WeakMap<CodeFile, Map<string, ReadonlySet<number>>>();

/**
 * Whether what a script means by a name at an offset is what some value has by it (`const { name } = value`,
 * `const name = value.name`), or gets its value later (`let name;`): that may be what is declared elsewhere.
 */
export function isTakenFromValue(file: CodeFile, name: string, at: number): boolean {
  const byName = takenFrom.get(file) ?? new Map<string, ReadonlySet<number>>();
  takenFrom.set(file, byName);
  const known = byName.get(name) ?? takenRanges(file, name);
  byName.set(name, known);
  return known.size > 0 && known.has(scriptBindingFrom(file, name, at));
}

function takenRanges(file: CodeFile, name: string): ReadonlySet<number> {
  const takers = placesOf(file, name).filter((place) => takesFromValue(file, place));
  return new Set(takers.flatMap((place) => scriptScope(file, place)?.from ?? []));
}

/** Characters of a value that are looked through for the name. */
const VALUE_CHARACTERS_MAX = 200;

function takesFromValue(file: CodeFile, place: Place): boolean {
  const { at, name, path } = place;
  if (path.length > 0 || typeParameterScope(file, place) !== null) return false;
  const mask = file.mask();
  const bracket = file.structure().around(at);
  const isKey = mask[bracket] === '{' && /[{,]/.test(mask[before(mask, at)] ?? '');
  const head = mask.slice(Math.max(0, bracket - VALUE_CHARACTERS_MAX), bracket);
  if (isKey && (OF_MODULE.test(head) || isInDeclared(file, bracket))) return true;
  if (!BINDS.test(mask.slice(Math.max(0, at - 60), at))) return false;
  const value = mask.slice(at + name.length, at + name.length + VALUE_CHARACTERS_MAX).split(/[;\n]/, 1)[0] ?? '';
  // What is declared without a value is given one somewhere else.
  if (!value.includes('=') && !/^\s+(?:of|in)\b/.test(value)) return true;
  return new RegExp(`\\.${escapeRegex(name)}(?![\\w$])`).test(value);
}

/** Whether a pattern is what a declaration binds, or lies in that: `const [{ a }, { b }] = values`. */
function isInDeclared(file: CodeFile, pattern: number): boolean {
  const mask = file.mask();
  let bracket: number | null = pattern;
  while (bracket !== null && (mask[bracket] === '{' || mask[bracket] === '[')) {
    const head = mask.slice(Math.max(0, bracket - VALUE_CHARACTERS_MAX), bracket);
    if (BINDS.test(head)) return true;
    bracket = patternAround(file, bracket, head);
  }
  return false;
}

const BINDS = /\b(?:const|let|var)\s*$/;
const DECLARED = /\b(const|let|var)\s*$/;
/** What a module gives that is imported by a call, handed to a function: `import('./a').then(({`. */
const OF_MODULE = /\bimport\s*\([^()]{0,150}\)\s*\.\s*then\s*\(\s*(?:async\s*)?\(\s*$/;

function isListed(file: CodeFile, { at, name }: Place): boolean {
  return file
    .symbols()
    .some((symbol) => symbol.name === name && startOfLine(file, symbol.line) + symbol.column - 1 === at);
}

/** The code of a symbol from the line of its name on. */
export function bodyOf(file: CodeFile, { line, endLine }: Pick<FileSymbol, 'line' | 'endLine'>): string {
  return file.mask().slice(startOfLine(file, line), startOfLine(file, endLine + 1));
}

/** Where a place of a script binds its name, the range in which it does; null when it binds nothing within a block. */
function scriptScope(file: CodeFile, place: Place): Range | null {
  if (place.path.length > 0 || place.isOfUnknown) return null;
  const { at, name } = place;
  const mask = file.mask();
  const types = typeParameterScope(file, place);
  if (types !== null) return types;
  const word = isTypeArgument(file, at) ? null : declaringWord(file, place);
  if (word !== null) return declaredScope(file, at, word);
  const arrow = after(mask, at + name.length);
  if (mask.startsWith('=>', arrow) && isBareParameter(file, at)) return { from: at, to: bodyEnd(file, arrow + 2) };
  return ownNameScope(file, place) ?? patternScope(file, place);
}

/** What a function that is part of an expression calls itself: `f(function name() {})`. */
function ownNameScope(file: CodeFile, { at, name }: Place): Range | null {
  const mask = file.mask();
  if (!OWN_NAME.test(mask.slice(Math.max(0, at - 60), at))) return null;
  const open = after(mask, at + name.length);
  const scope = mask[open] === '(' ? parameterScope(file, open) : null;
  return scope && { from: at, to: scope.to };
}

const OWN_NAME = /(?:[=(,:?&|[!]|\breturn)\s*(?:async\s+)?function[\s*]+$/;

/** Within `{ a, b: name }` or `(a, name)`, a pattern that binds or the parameters of a function. */
function patternScope(file: CodeFile, place: Place): Range | null {
  const mask = file.mask();
  let bracket = file.structure().around(place.at);
  if (!mayBind(file, place, bracket)) return null;
  while (mask[bracket] === '{' || mask[bracket] === '[') {
    const head = mask.slice(Math.max(0, bracket - 60), bracket);
    const [, word] = DECLARED.exec(head) ?? [];
    if (word !== undefined) return declaredScope(file, bracket, word);
    const outer = patternAround(file, bracket, head);
    if (outer === null) return null;
    bracket = outer;
  }
  return mask[bracket] === '(' ? parameterScope(file, bracket) : null;
}

/** Whether a name in a bracket may be what a pattern binds, by the signs beside it. */
function mayBind(file: CodeFile, { at, name }: Place, bracket: number): boolean {
  const mask = file.mask();
  const previous = mask[before(mask, parameterStart(file, at, bracket))] ?? '';
  const next = mask[after(mask, at + name.length)] ?? '';
  if (!/[(,{[.:]/.test(previous) || !/[,)}\]=:?]/.test(next)) return false;
  // What follows `=` is a value, and what follows `:` is a type unless it is within a pattern.
  if (mask[bracket] === '{') return next !== ':';
  return previous !== ':' && !(mask[bracket] === '[' && isComputed(file, bracket)) && !isTypeArgument(file, at);
}

/** Whether a name is among the arguments of a type: `(shop: Shop<A, Name, B>)`. */
function isTypeArgument(file: CodeFile, at: number): boolean {
  const open = typeArgumentsStart(file, at);
  return open !== -1 && typeArgumentsEnd(file, open) > at;
}

/** Whether brackets hold the key of what follows a colon: `{ [key]: value }`. */
function isComputed(file: CodeFile, open: number): boolean {
  const mask = file.mask();
  if (mask[file.structure().around(open)] !== '{') return false;
  return mask[after(mask, file.structure().closeOf(open) + 1)] === ':';
}

/** The bracket around a pattern within a pattern or among parameters; null for what is a value or a type. */
function patternAround(file: CodeFile, bracket: number, head: string): number | null {
  if (!/[(,:[{]\s*$|\.\.\.$/.test(head)) return null;
  const outer = file.structure().around(bracket);
  // Within a pattern what follows a colon is a pattern, else it is a type: `({ a: { b } })`, `(a: { b: B })`.
  return /:\s*$/.test(head) && file.mask()[outer] !== '{' ? null : outer;
}
