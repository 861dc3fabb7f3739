import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import { withScalaBlocks } from '../../lex/scala-blocks.ts';
import type { Structure } from '../../lex/structure.ts';
import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { infixBase } from './scala-infix.ts';
import { TYPE_KINDS } from './type-heads.ts';

/** What a type without a name is called: like nothing that can be declared. */
export const ANONYMOUS = '(anonymous)';

/** A type that is written where something is made of it, and what it derives from. */
export interface AnonymousType {
  /** Offset of the word that begins it. */
  readonly at: number;
  /** Names of what it derives from, with their offsets. */
  readonly names: readonly Word[];
  /** Offset of the brace of its body, or of the colon that opens it in Scala; where it has none, that of the end of its head. */
  readonly open: number;
}

/** Heads of types without names in a file that has many more are data. */
const TYPES_MAX = 5_000;

/** How a language writes them: what begins one, and how its head is read from there. */
const WRITTEN: Readonly<Partial<Record<ScannedLanguage, { readonly start: RegExp; readonly read: Read }>>> = {
  java: { start: /\bnew\s{1,100}(?=[\p{L}_$@])/gu, read: readJava },
  kotlin: { start: /\bobject\s{0,100}:/g, read: readKotlin },
  scala: { start: /\bnew\s{1,100}(?=[\p{L}_$(])/gu, read: readScala },
  php: { start: /\bnew\s{1,100}(?:readonly\s{1,100})?class\b/g, read: readClass },
  script: { start: /(?<![\w$.])class\b(?!\s*[:=,)])/g, read: readClass },
};

type Read = (file: CodeFile, from: number) => Head | null;

/** Names of what is derived from, with their offsets, and the offset at which the head ends. */
interface Head {
  readonly names: readonly Word[];
  readonly end: number;
}

interface Word {
  readonly name: string;
  readonly at: number;
}

/** The types without names of a file: `new Reader() { … }`, `object : Reader { … }`, `new class extends Reader { … }`. */
export function anonymousTypes(file: CodeFile): readonly AnonymousType[] {
  const written = WRITTEN[file.scanner];
  if (written === undefined) return [];
  const types: AnonymousType[] = [];
  for (const match of file.mask().matchAll(written.start)) {
    if (types.length >= TYPES_MAX) break;
    const head = written.read(file, match.index + match[0].length);
    if (head === null || isListed(file, match.index)) continue;
    types.push({ at: match.index, names: head.names, open: head.end });
  }
  return types;
}

/** A class of a script that the scanner lists by the name of what it is given to, or by its own. */
function isListed(file: CodeFile, at: number): boolean {
  if (file.scanner !== 'script') return false;
  const lines =
    typeLines.get(file) ?? new Set(file.symbols().flatMap(({ kind, line }) => (TYPE_KINDS.has(kind) ? [line] : [])));
  typeLines.set(file, lines);
  return lines.has(lineAt(file, at));
}

/** The lines of scripts that declare types. */
const typeLines = new WeakMap<CodeFile, ReadonlySet<number>>();

/** A type without a name as a symbol of its file. */
export function anonymousSymbol(file: CodeFile, { at, open }: AnonymousType): FileSymbol {
  const end = opensBody(file, open) ? bodiesOf(file).closeOf(open) : open;
  const line = lineAt(file, at);
  const around = enclosingSymbol(file.symbols(), line);
  const kind: SymbolKind = 'class';
  return {
    name: ANONYMOUS,
    path: around === null ? ANONYMOUS : `${around.path}/${ANONYMOUS}`,
    kind,
    startLine: line,
    line,
    endLine: lineAt(file, end),
    column: at - startOfLine(file, line) + 1,
    signature: ANONYMOUS,
    depth: around === null ? 0 : around.depth + 1,
  };
}

/** `Name<…>(…) {`; without the brace it is only made. */
function readJava(file: CodeFile, from: number): Head | null {
  const type = readType(file, from);
  if (type === null || !type.isCall) return null;
  return bodyAt(file, type);
}

/** `Name[…](…) with Other {`; the brace may be left out where several are mixed. */
function readScala(file: CodeFile, from: number): Head | null {
  const list = readList(file, from, /\s{1,100}with\s{1,100}/y);
  if (list === null) return null;
  return bodyAt(file, list) ?? (list.names.length > 1 ? list : null);
}

function readKotlin(file: CodeFile, from: number): Head | null {
  const list = readList(file, from, /\s{0,100},/y);
  return list === null ? null : bodyAt(file, list);
}

/** `(…) extends Base implements One, Two {`, behind `class` and a name that it may have. */
function readClass(file: CodeFile, from: number): Head | null {
  const mask = file.mask();
  let at = from + (match(/\s{1,100}(?!(?:extends|implements)\b)[\w$]+/y, mask, from)?.length ?? 0);
  at = skipArguments(file, at);
  const names: Word[] = [];
  for (const clause of [/\s{1,100}extends\s{1,100}/y, /\s{1,100}implements\s{1,100}/y]) {
    const word = match(clause, mask, at);
    const list = word === null ? null : readList(file, at + word.length, /\s{0,100},/y);
    if (list === null) continue;
    names.push(...list.names);
    at = list.end;
  }
  return names.length === 0 ? null : bodyAt(file, { names, end: at });
}

/** Offset of the brace of a body behind a name and its arguments; null when there is none. */
export function bodyBehind(file: CodeFile, from: number): number | null {
  return bodyAt(file, { names: [], end: skipArguments(file, from, '(') })?.end ?? null;
}

/** The head up to a brace behind it, or to what opens a body without braces; null when none follows. */
function bodyAt(file: CodeFile, { names, end }: Head): Head | null {
  const mask = file.mask();
  const at = end + (match(/\s{1,200}/y, mask, end)?.length ?? 0);
  return opensBody(file, at) ? { names, end: at } : null;
}

/** Whether a body begins there: with a brace, in Scala also with a colon before deeper lines. */
export function opensBody(file: CodeFile, at: number): boolean {
  const sign = file.mask()[at];
  return sign === '{' || (sign === ':' && bodiesOf(file).isBlock?.(at) === true);
}

const structures = new WeakMap<CodeFile, Structure>();

/** The brackets of a file, in Scala with the blocks that have none. */
export function bodiesOf(file: CodeFile): Structure {
  if (file.scanner !== 'scala') return file.structure();
  const known = structures.get(file) ?? withScalaBlocks(file.structure());
  structures.set(file, known);
  return known;
}

/** What opens the innermost body around an offset, which is what opens last. */
export function bodyAround(file: CodeFile, at: number): number {
  const { around, openAtLine, lineAt: lineOf } = bodiesOf(file);
  return file.scanner === 'scala' ? Math.max(around(at), openAtLine[lineOf(at)] ?? -1) : around(at);
}

/** Types of a list that are read. */
const LIST_MAX = 20;

/** Types that some text stands between, such as a comma. */
function readList(file: CodeFile, from: number, between: RegExp): Head | null {
  const names: Word[] = [];
  let end = from;
  let at = from;
  while (names.length < LIST_MAX) {
    const type = readType(file, at);
    if (type === null) break;
    names.push(...type.names);
    end = type.end;
    const next = match(between, file.mask(), end);
    if (next === null) break;
    at = end + next.length;
  }
  return names.length === 0 ? null : { names, end };
}

/** The last name of a path, with its type arguments and arguments, and what a type of Kotlin is handed on to. */
function readType(file: CodeFile, from: number): (Head & { readonly isCall: boolean }) | null {
  const mask = file.mask();
  const start = from + (match(/\s{1,200}/y, mask, from)?.length ?? 0);
  if (file.scanner === 'scala' && mask[start] === '(') return readInfix(file, start);
  const path = match(/[\p{L}_$\\][\p{L}\p{N}_$.\\]{0,300}/uy, mask, start);
  if (path === null) return null;
  const name = /[\p{L}\p{N}_$]+$/u.exec(path)?.[0] ?? '';
  const words = start + path.length;
  const typed = skipArguments(file, words, '<[');
  const end = skipArguments(file, typed, '(');
  const by = match(/\s{1,100}by\s{1,100}[\w.]{1,200}/y, mask, end)?.length ?? 0;
  return { names: [{ name, at: words - name.length }], end: skipArguments(file, end + by, '('), isCall: end > typed };
}

/** A type of Scala in parentheses, with its arguments. */
function readInfix(file: CodeFile, open: number): ReturnType<typeof readType> {
  const close = file.structure().closeOf(open);
  const base = infixBase(file.mask(), open, close);
  return base === null ? null : { names: [base], end: skipArguments(file, close + 1, '('), isCall: true };
}

/** Lists of arguments that follow each other. */
const ARGUMENTS_MAX = 8;

/** Behind the brackets of some kinds that follow an offset. */
function skipArguments(file: CodeFile, from: number, kinds = '<[('): number {
  const mask = file.mask();
  let at = from;
  for (let count = 0; count < ARGUMENTS_MAX; count += 1) {
    const open = mask[at] ?? '';
    if (open === '' || !kinds.includes(open)) return at;
    const next = (open === '<' ? angleEnd(mask, at) : file.structure().closeOf(at)) + 1;
    if (next === at) return at;
    at = next;
  }
  return at;
}

/** Characters of type arguments that are read. */
const ANGLE_MAX = 400;

/** Offset of the `>` that closes a `<`; the offset before it when none does, or when no `<` stands there. */
export function angleEnd(mask: string, open: number): number {
  if (mask[open] !== '<') return open - 1;
  let depth = 0;
  for (let at = open; at < mask.length && at < open + ANGLE_MAX; at += 1) {
    if (mask[at] === '<') depth += 1;
    if (mask[at] === '>' && mask[at - 1] !== '-' && mask[at - 1] !== '=') depth -= 1;
    if (depth === 0) return at;
  }
  return open - 1;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}
