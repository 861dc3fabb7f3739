import type { FileSymbol } from '../../lex/symbol.ts';
import { reachesOf } from '../../lex/visibility.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { givenNames } from './given-out.ts';

/** What makes a module of a script; words for older modules may give out anything. */
const MODULE = /^(?:import|export)(?![\w$])(?!\s*[(.:=])/m;
const OLDER = /(?<![\w$])exports(?![\w$])/;
/** A text that only declares gives out all that it has, unless it says otherwise. */
const DECLARATION = /\.d\.(?:[\w-]+\.)?[cm]?ts$/;

/**
 * Names that a text may give to members of something: keys, names alone in braces or behind a comma, attributes of
 * elements, and what is given a value behind a dot or at the beginning of a statement.
 */
const MEMBERS =
  /[{,]\s*([\w$\u0080-\uffff]+)\s*(?=[,})\]:=])|(?<=\s)([\w$\u0080-\uffff]+)(?==\{)|(?:\.|[;{}]|\n)[ \t]*(?:(?:public|private|protected|static|readonly|override)[ \t]+){0,4}([\w$\u0080-\uffff]+)\s*(?:[?!]?:[^=;\n]{0,80})?(?:\?\?|\|\||&&)?=(?![=>])/g;

/** Which names a text may give to members, found once. */
const members = new WeakMap<CodeFile, ReadonlySet<string>>();

function memberNames(file: CodeFile): ReadonlySet<string> {
  const names =
    members.get(file) ?? new Set([...file.mask().matchAll(MEMBERS)].flatMap(([, ...found]) => found.filter(Boolean)));
  members.set(file, names);
  return names;
}

/** Which files are modules that tell all that they give out; a template uses what its own component declares. */
const modules = new WeakMap<CodeFile, boolean>();

function isModule(file: CodeFile): boolean {
  const known =
    modules.get(file) ??
    (file.family === 'script' &&
      !DECLARATION.test(file.path) &&
      (file.isOfComponent || MODULE.test(file.mask())) &&
      !OLDER.test(file.mask()));
  modules.set(file, known);
  return known;
}

/**
 * Whether no other file can name what a module of a script declares at its top, or a component in its functions: it is not
 * given out, and no member of anything gets its name here, by which it might be handed on. Source: ECMAScript, "Module
 * Environment Records".
 */
export function isKeptInModule(file: CodeFile, symbol: FileSymbol): boolean {
  if (!isModule(file)) return false;
  if (!isLocalOfComponent(file, symbol)) {
    if (symbol.path.includes('/') || givenNames(file).has(symbol.name)) return false;
    if (file.structure().around(startOfLine(file, symbol.line) + symbol.column - 1) !== -1) return false;
  }
  return symbol.kind === 'interface' || symbol.kind === 'type' || !memberNames(file).has(symbol.name);
}

/** What stands in functions of the scripts of each component. */
const locals = new WeakMap<CodeFile, ReadonlySet<FileSymbol>>();

function isLocalOfComponent(file: CodeFile, symbol: FileSymbol): boolean {
  if (!file.isOfComponent || symbol.depth === 0) return false;
  const known = locals.get(file) ?? localsOf(file.symbols());
  locals.set(file, known);
  return known.has(symbol);
}

function localsOf(symbols: readonly FileSymbol[]): ReadonlySet<FileSymbol> {
  const reaches = reachesOf('script', symbols);
  return new Set(symbols.filter(({ depth }, at) => depth > 0 && reaches[at] === 'own'));
}
