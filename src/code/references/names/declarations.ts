import { FILLER } from '../../lex/mask.ts';
import { exportedNames, listedNames } from '../../lex/script-exports.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf, outerOf } from '../../lex/symbol-path.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { type CodeFile, type Family, startOfLine } from '../code-file.ts';
import { isTakenByName } from '../places/taken-names.ts';
import type { Definition } from '../reference.ts';
import { ownerKey } from '../types/types-around.ts';
import { sideOf } from './class-sides.ts';
import { namespaceOfCSharp } from './csharp-names.ts';
import { givenNames } from './given-out.ts';
import { importedNames } from './import-names.ts';
import { packageOfKotlin } from './kotlin-names.ts';
import { isKeptInModule } from './module-privacy.ts';
import { namespaceOfPhp } from './php-names.ts';
import { rubySideOf } from './ruby-class-sides.ts';
import { isKeptInFile } from './rust-privacy.ts';

/** The declarations of a file whose names are wanted. Blocks that add to a type, and titles of tests, declare nothing. */
export function declarationsIn(file: CodeFile, wanted: ReadonlySet<string>): readonly Definition[] {
  return file
    .symbols()
    .filter((symbol) => wanted.has(symbol.name) && isDeclaration(file, symbol))
    .map((symbol) => definitionOf(file, symbol));
}

/** A symbol as what names may mean. */
export function definitionOf(file: CodeFile, symbol: FileSymbol): Definition {
  const container = containerOf(symbol);
  const isOfAny = container !== null && file.family === 'rust' && isOfAnyType(file, symbol);
  const isGiven = container !== null && file.family === 'rust' && isOfTraitFor(file, symbol);
  return {
    file: file.path,
    role: file.role,
    family: file.family,
    symbol,
    container,
    enumOf: enumAround(file, symbol),
    isOfNamespace: container !== null && file.family === 'c' && isOfNamespace(file, symbol),
    ofInline: inlineAround(file, symbol),
    namespace: namespaceOf(file),
    isOfAnyType: isOfAny,
    isUnlisted: false,
    isGiven,
    isKept: !isOfAny && !isGiven && isKept(file, symbol),
    isOfModule: container !== null && file.family === 'script' && isGivenAsModule(file.mask(), container),
    isAccessor: symbol.kind !== 'variable' && (IS_ACCESSOR[file.family]?.(file, symbol) ?? false),
    side: file.family === 'ruby' ? rubySideOf(file, symbol) : sideOf(file, symbol),
    isAdded: container !== null && file.family === 'script' && isAdded(file, symbol, container),
    owner: container === null ? null : ownerOf(file, symbol),
    isComponent: container !== null && file.scanner === 'java' && isComponent(file, symbol),
    isExported:
      file.family === 'script' ? isGivenOut(file, symbol) : symbol.kind !== 'macro' || isImportable(file, symbol),
    givenAs:
      container === null ? [...(givenNames(file).get(symbol.name) ?? [])].filter((name) => name !== symbol.name) : [],
  };
}

/** What tells apart types of one name that have members of one name, in languages where that is asked. */
function ownerOf(file: CodeFile, symbol: FileSymbol): string | null {
  return file.family === 'java' || file.family === 'csharp' ? ownerKey(file, symbol) : null;
}

function namespaceOf(file: CodeFile): string | null {
  return namespaceOfPhp(file) ?? namespaceOfCSharp(file) ?? packageOfKotlin(file);
}

/** Whether the language keeps what a file declares from all others. */
function isKept(file: CodeFile, symbol: FileSymbol): boolean {
  if (file.family === 'script') return !isGivenOut(file, symbol) && isKeptInModule(file, symbol);
  return symbol.kind !== 'module' && isKeptInFile(file, symbol);
}

/** Whether a value stands in the head of a record. */
function isComponent(file: CodeFile, symbol: FileSymbol): boolean {
  return symbol.kind === 'variable' && file.mask()[file.structure().around(offsetOf(file, symbol))] === '(';
}
/** What makes a function one that is read like a value. */
const IS_ACCESSOR: Readonly<Partial<Record<Family, (file: CodeFile, symbol: FileSymbol) => boolean>>> = {
  script(file, symbol) {
    const at = offsetOf(file, symbol);
    if (/(?:^|[^\w$.])(?:get|set)\s+$/.test(file.mask().slice(Math.max(0, at - 40), at))) return true;
    return /^(?:Object\.defineProperty|(?:[\w$]+\.)?(?:__)?define(?:G|S)etter)/.test(symbol.signature);
  },
  python(file, { startLine, line }) {
    const decorators = file.mask().slice(startOfLine(file, startLine), startOfLine(file, line));
    return /@(?:(?:[\w.]+\.)?(?:cached_)?property|\w+\.(?:setter|getter|deleter))\b/.test(decorators);
  },
};

/** Whether a member of a script is given to what is imported, or declared for another module or for all. */
function isAdded(file: CodeFile, { line }: FileSymbol, container: string): boolean {
  const isImported = importedNames(file).named(container).length > 0;
  return isImported || braceAround(file, line, MODULE) !== -1 || braceAround(file, line, GLOBAL) !== -1;
}

/** What adds to another module, and to what all have. */
export const MODULE = /(?<![\w$.])module\s+(["'])[^"'\n]*\1\s*$/;
const GLOBAL = /(?<![\w$.])declare\s+global\s*$/;
/** Brackets around a declaration that are looked at. */
const AROUND_MAX = 50;

/** Offset of the brace with a certain head around the beginning of a line; -1 where there is none. */
export function braceAround(file: CodeFile, line: number, head: RegExp): number {
  const { openAtLine, around } = file.structure();
  let open = openAtLine[line - 1] ?? -1;
  for (let left = AROUND_MAX; left > 0 && open !== -1; left -= 1) {
    if (head.test(file.mask().slice(Math.max(0, open - 200), open))) return open;
    open = around(open);
  }
  return -1;
}

/** Enums of C and C++, found once: each value of one asks. */
const enums = new WeakMap<CodeFile, readonly FileSymbol[]>();

function enumAround(file: CodeFile, { kind, line, column }: FileSymbol): string | null {
  if (file.family !== 'c' || kind !== 'variable') return null;
  const all = enums.get(file) ?? file.symbols().filter((one) => one.kind === 'enum');
  enums.set(file, all);
  const at = startOfLine(file, line) + column - 1;
  const mask = file.mask();
  const around = all.findLast((one) => {
    if (one.line > line || line > one.endLine) return false;
    const open = mask.indexOf('{', startOfLine(file, one.line) + one.column - 1);
    return open !== -1 && open < at && at < file.structure().closeOf(open);
  });
  return around?.name ?? null;
}

/** Whether nothing but namespaces of C++ is around a symbol; those that begin in another file are asked for by no path. */
function isOfNamespace(file: CodeFile, { path, kind }: FileSymbol): boolean {
  if (kind === 'method') return false;
  const outer = namesOf(outerOf(path)).join('/');
  return namespacesOf(file).has(outer);
}

/** Nothing is around it that another name leads through. */
const NONE: readonly string[] = [];

/** Inline namespaces of C++, found once for all declarations of a file. */
const inlines = new WeakMap<CodeFile, readonly FileSymbol[]>();

/** The paths of the inline namespaces around a symbol, without counts: their names may be left out by who names it. */
function inlineAround(file: CodeFile, { line }: FileSymbol): readonly string[] {
  if (file.family !== 'c') return NONE;
  const all = inlines.get(file) ?? file.symbols().filter(isInline);
  inlines.set(file, all);
  if (all.length === 0) return NONE;
  const around = all.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.map(({ path }) => namesOf(path).join('/'));
}

/** Source: ISO C++, "Inline namespaces". */
function isInline({ kind, signature }: FileSymbol): boolean {
  return kind === 'module' && /^\s*inline\s+namespace\b/.test(signature);
}

const namespaces = new WeakMap<CodeFile, ReadonlySet<string>>();

/** Paths of the namespaces of a file, without the counts of those that are opened several times. */
function namespacesOf(file: CodeFile): ReadonlySet<string> {
  const modules = file.symbols().filter(({ kind }) => kind === 'module');
  const known = namespaces.get(file) ?? new Set(modules.map(({ path }) => namesOf(path).join('/')));
  namespaces.set(file, known);
  return known;
}

/** Whether a trait or a macro of Rust is around a symbol. */
function isOfAnyType(file: CodeFile, { path }: FileSymbol): boolean {
  return file
    .symbols()
    .some((symbol) => (symbol.kind === 'trait' || symbol.kind === 'macro') && path.startsWith(`${symbol.path}/`));
}

/** Whether `impl Trait for Type` of Rust is around a symbol. */
function isOfTraitFor(file: CodeFile, { line }: FileSymbol): boolean {
  return file
    .symbols()
    .some(
      ({ kind, name, startLine, endLine }) =>
        kind === 'impl' && startLine <= line && line <= endLine && name.includes(' for '),
    );
}

function isDeclaration(file: CodeFile, symbol: FileSymbol): boolean {
  if (symbol.kind === 'impl') return false;
  if (symbol.kind === 'test' && (file.family === 'script' || isTitle(file, symbol))) return false;
  if (file.family !== 'script') return true;
  if (symbol.kind !== 'variable') return true;
  // `const add = require('./add')` brings in what is declared elsewhere.
  if (isOfFile(file, symbol)) return false;
  return !isTakenByName(file, symbol);
}

/** Whether a name stands in a text, so that no code can say it: `describe 'success?' do`, `TEST_CASE("parse")`. */
function isTitle(file: CodeFile, symbol: FileSymbol): boolean {
  const sign = file.mask()[offsetOf(file, symbol)];
  return sign === FILLER || sign === '"';
}

/**
 * Whether a variable of a script is what an import brings in. One that is given out by its name and comes from a package is
 * nevertheless declared: `export const Utils = require('lib/utils').default`.
 */
function isOfFile(file: CodeFile, symbol: FileSymbol): boolean {
  const imports = importedNames(file).around(offsetOf(file, symbol));
  if (imports.length === 0 || !/^export\b/.test(symbol.signature)) return imports.length > 0;
  return imports.some(({ from, to }) => /\(\s*["'`]\.{1,2}\//.test(file.text.slice(from, to)));
}

/** Offset of a symbol's name. */
export function offsetOf(file: CodeFile, { line, column }: Pick<FileSymbol, 'line' | 'column'>): number {
  return startOfLine(file, line) + column - 1;
}

/**
 * Whether an import can name a macro: of Rust by its attribute, or where its module gives it out again. Source: The Rust
 * Reference, "Macros By Example", "Scoping, exporting, and importing".
 */
function isImportable(file: CodeFile, { name, startLine, line, signature }: FileSymbol): boolean {
  if (!/\bmacro_rules\b/.test(signature)) return true;
  const ahead = file.mask().slice(startOfLine(file, startLine), startOfLine(file, line));
  return /#\[\s*macro_export\b/.test(ahead) || importedNames(file).all.some(({ imported }) => imported === name);
}

/** Whether a script gives out a name at all: by a word before it, in a list, or as a property of its exports. */
function isGivenOut(file: CodeFile, { name, path, depth, signature }: FileSymbol): boolean {
  const given = givenOutBy.get(file) ?? {
    atTop: exportedNames(file.symbols(), file.mask()),
    listed: listedNames(file.mask()),
  };
  givenOutBy.set(file, given);
  if (depth === 0 && !path.includes('/')) return given.atTop.has(name);
  return given.listed.has(name) || /^(?:export|declare)\b/.test(signature);
}

/** What is asked of every declaration of a file, found once. */
const givenOutBy = new WeakMap<CodeFile, Readonly<Record<'atTop' | 'listed', ReadonlySet<string>>>>();

/** Whether a script gives out a variable or class as the whole module. */
function isGivenAsModule(mask: string, name: string): boolean {
  const word = escapeRegex(name);
  return new RegExp(
    `\\b(?:module\\.)?exports\\s*=\\s*(?:(?:module\\.)?exports\\s*=\\s*)?(?:new\\s+)?${word}\\b|` +
      `\\b${word}\\s*=\\s*(?:exports\\s*=\\s*)?module\\.exports\\b|\\bexport\\s+default\\s+(?:class\\s+|new\\s+)?${word}\\b`,
  ).test(mask);
}
