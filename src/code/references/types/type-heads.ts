import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { type CodeFile, type Family, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { writtenClass } from '../names/php-names.ts';
import { pathBefore } from '../places/path-before.ts';
import { blankBrackets } from './blank-brackets.ts';
import { scalaSupers } from './scala-heads.ts';

/** Kinds of symbol that have members. */
export const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'impl',
  'type',
]);

/** Languages whose modules and objects are types: Ruby's are mixed in, Scala's extend. */
const MODULE_TYPES: ReadonlySet<Family> = new Set(['ruby', 'java']);

/** Whether a symbol has members that others may get from it. */
export function isType(family: Family, { kind }: Pick<FileSymbol, 'kind'>): boolean {
  return TYPE_KINDS.has(kind) || (kind === 'module' && MODULE_TYPES.has(family));
}

/** A type of a file, or a block that adds to one, by the name of the type. */
export interface TypePart {
  readonly symbol: FileSymbol;
  readonly name: string;
  readonly kind: FileSymbol['kind'];
}

/** The types of a file, and the blocks that add to types. */
export function typesIn(file: CodeFile): readonly TypePart[] {
  return file
    .symbols()
    .filter((symbol) => isType(file.family, symbol))
    .map((symbol) => ({
      symbol,
      name: symbol.kind === 'impl' ? blockType(symbol) : symbol.name,
      kind: symbol.kind,
    }));
}

/** The innermost type around an offset, by the name that its members carry; null outside of all. */
export function typeAround(file: CodeFile, at: number): { readonly name: string } | null {
  const line = file.structure().lineAt(at) + 1;
  let found: string | null = null;
  for (const symbol of file.symbols()) {
    if (symbol.startLine > line) break;
    if (symbol.endLine >= line) found = typeNameOf(file, symbol) ?? found;
  }
  return found === null ? null : { name: found };
}

/** The name by which a symbol is the type around what stands in it; null when it is none. */
function typeNameOf(file: CodeFile, symbol: FileSymbol): string | null {
  if (symbol.kind === 'impl') return blockType(symbol);
  if (TYPE_KINDS.has(symbol.kind)) return symbol.name;
  const isFunction = symbol.kind === 'method' || symbol.kind === 'function';
  // A function that makes objects, by custom with a capital.
  if (file.family === 'script' && symbol.kind === 'function' && /^[A-Z]/.test(symbol.name)) return symbol.name;
  // What stands in a fixture of tests: `TEST_F(Fixture, name)`.
  if (file.family === 'c' && symbol.kind === 'test') return /^(\w+)\.\w+$/.exec(symbol.name)?.[1] ?? null;
  if (file.family === 'c' && symbol.kind === 'function') return null;
  // A method that stands outside of its type: Go's and C++'s, and functions that a script puts into an object.
  return isFunction && symbol.path.includes('/') && !isNested(file, symbol) ? containerOf(symbol) : null;
}

/** The type that a block of Rust adds to: `impl Shape for Square`. */
function blockType({ name }: FileSymbol): string {
  return name.split(' ').at(-1) ?? name;
}

function isNested(file: CodeFile, symbol: FileSymbol): boolean {
  return file.symbols().some(
    (other) =>
      other !== symbol &&
      // A namespace of C++ is around types and their methods alike.
      !(file.family === 'c' && other.kind === 'module') &&
      other.startLine <= symbol.line &&
      other.endLine >= symbol.endLine,
  );
}

/** The head of a type: what stands from its name to its body, its type parameters left out. */
function headOf(file: CodeFile, symbol: FileSymbol): { readonly from: number; readonly text: string } {
  const mask = file.mask();
  const start = startOfLine(file, symbol.line) + symbol.column - 1;
  // Kotlin's `companion object` has a name that is not written.
  const from = mask.startsWith(symbol.name, start) ? start + symbol.name.length : start;
  const rest = mask.slice(from, from + REFERENCE_LIMITS.headCharactersMax);
  const end = headEndOf(file, rest);
  return { from, text: end === -1 ? rest : rest.slice(0, end) };
}

function headEndOf({ family, scanner }: CodeFile, rest: string): number {
  if (family === 'python') return pythonHeadEnd(rest);
  if (family === 'ruby') return rest.search(/[\n;]/);
  return headEnd(rest, NO_BODY.has(scanner));
}

/** Languages in which a type without a body ends with its line. */
const NO_BODY: ReadonlySet<ScannedLanguage> = new Set(['kotlin']);

/** Where a head ends: at a body, a semicolon or an empty line outside of parentheses; -1 when none is seen. */
function headEnd(rest: string, endsWithLine: boolean): number {
  // Most heads are short, and what decides on an end stands within some characters behind it.
  const near = headEndIn(rest.slice(0, NEAR_HEAD), endsWithLine);
  return near !== -1 && near < NEAR_HEAD - 200 ? near : headEndIn(rest, endsWithLine);
}

const NEAR_HEAD = 400;
/** Lines that a head goes on for, where each of them says that it does. */
const HEAD_LINES_MAX = 20;
const BLANK_LINE = /[^\S\n]{0,200}\n/y;

function headEndIn(rest: string, endsWithLine: boolean): number {
  const blank = blankBrackets(rest, '()<>[]');
  let lines = 0;
  for (let at = 0; at < blank.length; at += 1) {
    const character = blank[at] ?? '';
    if (character === '{' || character === ';') return at;
    if (character !== '\n') continue;
    BLANK_LINE.lastIndex = at + 1;
    if (BLANK_LINE.test(blank)) return at;
    lines += 1;
    if (endsWithLine && (lines > HEAD_LINES_MAX || !headGoesOn(blank, at))) return at;
  }
  return -1;
}

/** Whether a head goes on in the next line, as a list or with one of the words that continue it. */
function headGoesOn(head: string, lineEnd: number): boolean {
  if (/(?:[:,=]|\b(?:by|extends|with|derives))\s*$/.test(head.slice(Math.max(0, lineEnd - 80), lineEnd))) return true;
  const next = head.slice(lineEnd, lineEnd + 200);
  return HEAD_BEHIND.test(next) || CONSTRUCTOR_BEHIND.test(next);
}

const HEAD_BEHIND = /^\s*(?:[:,{]|(?:where|by|extends|with|derives|permits)\b)/;
/**
 * The primary constructor of Kotlin with its annotations, and that of Scala, whose brackets are left out here. Other
 * words of visibility begin the next declaration. Source: Kotlin language specification, "Class declaration".
 */
const CONSTRUCTOR_BEHIND =
  /^\s*(?:(?:@[\w.:]{1,80}\s+){0,8}(?:(?:public|private|internal|protected)\s+)?constructor\b|(?:private|protected)\s+(?:[:{]|(?:extends|with|derives)\b))/;

function pythonHeadEnd(rest: string): number {
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if ('([{'.includes(rest[at] ?? '')) depth += 1;
    else if (')]}'.includes(rest[at] ?? '')) depth -= 1;
    else if (depth === 0 && (rest[at] === ':' || rest[at] === '\n')) return at;
  }
  return -1;
}

/** Pairs within which a head says nothing of what it derives from, where they are not the usual ones. */
const BRACKETS: Readonly<Partial<Record<ScannedLanguage, string>>> = { python: '[]', ruby: '()' };

/** Languages in which a type that stands for another one derives from nothing, whatever its head asks for. */
const CONSTRAINED: ReadonlySet<Family> = new Set(['swift', 'rust', 'script']);

/** The names of types that a head derives from; the last part of a path, without type arguments. */
export function supersIn(
  file: CodeFile,
  symbol: FileSymbol,
): readonly { readonly name: string; readonly at: number }[] {
  // `type Item: Trait` only says what whoever gives the type must take, `type A = B extends C ? D : E` chooses.
  if (symbol.kind === 'type' && CONSTRAINED.has(file.family)) return [];
  if (file.scanner === 'scala') return scalaSupers(file, symbol);
  const { from, text } = headOf(file, symbol);
  // What stands in brackets are parameters and arguments; only in Python the bracket is the list itself.
  const head = blankBrackets(text, BRACKETS[file.scanner] ?? '()<>[]').replace(/\b(?:where|permits)\b[\s\S]*$/, '');
  const start = CLAUSES[file.family]?.exec(head)?.index;
  if (start === undefined) return [];
  return [...head.slice(start).matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)]
    .map((match) => ({ name: match[0], at: start + match.index }))
    .filter(({ name, at }) => !NO_SUPER.has(name) && !/^\s*(?:\.|::|\\|=(?!=))/.test(head.slice(at + name.length)))
    .map(({ name, at }) => ({ name, at: from + at }));
}

const NO_SUPER: ReadonlySet<string> = new Set(
  'extends implements with permits where public private protected virtual final sealed open internal'.split(' '),
);

/** Where the list of what a type derives from begins. */
const CLAUSES: Readonly<Partial<Record<Family, RegExp>>> = {
  script: /\b(?:extends|implements)\b/,
  java: /\b(?:extends|implements|with)\b|:(?!:)/,
  python: /\(/,
  c: /:(?!:)/,
  csharp: /:(?!:)/,
  swift: /:(?!:)/,
  php: /\b(?:extends|implements)\b/,
  ruby: /</,
  rust: /:(?!:)/,
};

/** Names of the types that a type of this file derives from, by its name. */
export function superNames(file: CodeFile, type: string): readonly string[] {
  return supersOf(file, type).map(({ name }) => name);
}

/** The same with the words before them, the outermost first: `api`, `Tracer` of `extends api.Tracer`; of PHP as it is written. */
export function superPaths(file: CodeFile, type: string): readonly (readonly string[])[] {
  return supersOf(file, type).map(({ name, at }) =>
    file.family === 'php' ? [writtenClass(file, at, name)] : [...pathBefore(file, at).path, name],
  );
}

/** What types of files derive from, by their names: each place in a type asks, and a name may have a thousand types. */
const supersByType = new WeakMap<CodeFile, Map<string, ReturnType<typeof supersIn>>>();

function supersOf(file: CodeFile, type: string): ReturnType<typeof supersIn> {
  const byType = supersByType.get(file) ?? new Map<string, ReturnType<typeof supersIn>>();
  supersByType.set(file, byType);
  const known = byType.get(type) ?? readSupers(file, type);
  byType.set(type, known);
  return known;
}

function readSupers(file: CodeFile, type: string): ReturnType<typeof supersIn> {
  const types = file
    .symbols()
    .filter(({ name, kind }) => name === type && isType(file.family, { kind }) && kind !== 'impl');
  return types.flatMap((symbol) => supersIn(file, symbol));
}
