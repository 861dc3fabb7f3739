import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { offsetOf } from './declarations.ts';

/*
 * What a function of C or C++ binds by a name: parameters and local variables. A declaration and an expression look alike
 * (`a * b`), so that the statement around each place is read: what stands between its beginning and the name is a type, or
 * it is none. What is too long to be read binds.
 */

/** Places of a name in one function that may be declarations and are looked at. */
const PLACES_MAX = 500;
/** Characters from the beginning of a statement, or of a list of parameters, to a name in it. */
const STATEMENT_MAX = 2_000;

/** What a function binds: where, and the code of the type before it, which is empty when it is not known. */
export interface CBinding {
  readonly at: number;
  readonly type: string;
}

/** What functions bind, found once for all that is asked of them. */
const bindings = new WeakMap<FileSymbol, Map<string, readonly CBinding[]>>();

/** The places in a function, in order, that bind a name. */
export function bindingsOf(file: CodeFile, name: string, symbol: FileSymbol): readonly CBinding[] {
  const byName = bindings.get(symbol) ?? new Map<string, readonly CBinding[]>();
  bindings.set(symbol, byName);
  const found = byName.get(name) ?? [...bindingsIn(file, name, symbol)];
  byName.set(name, found);
  return found;
}

function* bindingsIn(file: CodeFile, name: string, symbol: FileSymbol): Generator<CBinding> {
  const mask = file.mask();
  const own = offsetOf(file, symbol);
  const end = startOfLine(file, symbol.endLine + 1);
  const body = mask.indexOf('{', own);
  const word = new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`, 'g');
  word.lastIndex = startOfLine(file, symbol.line);
  for (let left = PLACES_MAX; left > 0; ) {
    const at = word.exec(mask)?.index ?? end;
    if (at >= end) return;
    if (at === own || !mayBind(file, at, name)) continue;
    left -= 1;
    const type = typeAt(file, { name, at, body: body === -1 ? end : body });
    if (type !== null) yield { at, type };
  }
  yield { at: own, type: '' };
}

/** How a function declares a name at a place: as a parameter or as a variable; null where it does not. */
export function declaredInC(
  file: CodeFile,
  { name, at }: Pick<Named, 'name' | 'at'>,
  symbol: FileSymbol,
): 'parameter' | 'variable' | null {
  if (symbol.kind === 'macro' && isOfMacro(file, symbol, at)) return 'parameter';
  const brace = file.mask().indexOf('{', offsetOf(file, symbol));
  const body = brace === -1 ? startOfLine(file, symbol.endLine + 1) : brace;
  if (!mayBind(file, at, name) || typeAt(file, { name, at, body }) === null) return null;
  return at < body ? 'parameter' : 'variable';
}

/** `#define MAX(a, b)`; of directives no bracket is known by what closes it. */
function isOfMacro(file: CodeFile, symbol: FileSymbol, at: number): boolean {
  const open = offsetOf(file, symbol) + symbol.name.length;
  return file.mask()[open] === '(' && open < at && !/[()]/.test(file.mask().slice(open + 1, at));
}

interface Named {
  readonly name: string;
  readonly at: number;
  /** Offset of the brace of the function's body. */
  readonly body: number;
}

/** The code of the type with which a name is declared at a place; null where it is not. */
function typeAt(file: CodeFile, { name, at, body }: Named): string | null {
  const mask = file.mask();
  const behind = after(mask, at + name.length);
  const from = startBefore(mask, at);
  if (from === null) return '';
  const sign = mask[from - 1] ?? '';
  const code = plain(mask.slice(from, at));
  if (sign === '(') return typeInList(file, { code, open: from - 1, behind, body });
  // Behind the first part of the head of a loop nothing is declared.
  if (mask[file.structure().around(at)] === '(') return null;
  return sign === '{' && isInitializer(mask, from - 1) ? null : declaredType(code);
}

/** Whether the signs beside a name are those of a declaration: most places are calls, members or operands. */
function mayBind(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  if (!/[\s*&>,(]/.test(mask[at - 1] ?? '')) return false;
  let behind = after(mask, at + name.length);
  for (let left = DIMENSIONS_MAX; left > 0 && mask[behind] === '['; left -= 1)
    behind = after(mask, Math.max(behind, file.structure().closeOf(behind)) + 1);
  const sign = mask[behind] ?? ' ';
  if (sign === '=' || sign === ':') return mask[behind + 1] !== sign;
  return ';,)'.includes(sign) || (file.scanner === 'cpp' && (sign === '(' || sign === '{'));
}

/** Brackets of one array that are passed over. */
const DIMENSIONS_MAX = 8;

/** What signs do to the depth of brackets, read from behind. */
const DEPTHS: Readonly<Record<string, number>> = { ')': 1, ']': 1, '(': -1, '[': -1 };

/** The beginning of the statement or list that an offset stands in; null when it is too far away. */
export function startBefore(mask: string, from: number): number | null {
  const least = Math.max(0, from - STATEMENT_MAX);
  let depth = 0;
  for (let at = from - 1; at >= least; at -= 1) {
    const sign = mask[at] ?? '';
    depth += DEPTHS[sign] ?? 0;
    if (depth < 0 || (depth === 0 && (sign === ';' || sign === '{' || sign === '}'))) return at + 1;
  }
  return least === 0 ? 0 : null;
}

/** Code without directives, labels, and what stands in brackets. */
export function plain(code: string): string {
  let text = code.replace(/^[ \t]*#[^\n]*$/gm, '').replace(/\\\n/g, ' ');
  for (let left = 4; left > 0 && /[[(<]/.test(text); left -= 1)
    text = text.replace(/\([^()]*\)|\[[^[\]]*\]|<(?:[^<>;=&|]|&(?!&))*>/g, ' ');
  return text.replace(/^\s*(?:(?:case\b[^:?]*|\w+)\s*:(?!:)\s*)?(?:(?:else|do)\b)?/, '');
}

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'switch']);

interface Listed {
  readonly code: string;
  readonly open: number;
  readonly behind: number;
  readonly body: number;
}

/** The type of a name in parentheses, of a parameter or of what a statement declares in its head. */
function typeInList({ mask: maskOf }: CodeFile, { code, open, behind, body }: Listed): string | null {
  const mask = maskOf();
  const word = wordBefore(mask, open);
  if (word === 'for') return declaredType(code);
  if (CONDITIONS.has(word)) return mask[behind] === '=' ? declaredType(code) : null;
  // `type (*name)(…)`
  if (/^\s*[*&^]\s*$/.test(code)) {
    const isPointer = mask[behind] === ')' && /[([]/.test(mask[after(mask, behind + 1)] ?? '');
    return isPointer ? '' : null;
  }
  const isList = open < body || word === 'catch' || mask[before(mask, open)] === ']';
  return isList ? declaredType(code.slice(code.lastIndexOf(',') + 1)) : null;
}

/** Words that no type begins with. */
const NO_TYPE = /^(?:return|goto|throw|delete|case|sizeof|new|using|extern|co_\w+|typeof|and|or|not|defined)\b/;

/** The type that what stands between the beginning of a statement and a name says; null where it says none. */
function declaredType(code: string): string | null {
  const last = code.lastIndexOf(',');
  if (last === -1) return typeOf(code);
  // `int a = 1, *name`
  const first = code.slice(0, code.search(/[,=]/));
  const type = /\w\s*$/.test(first) ? first.replace(/\w+\s*$/, '') : '';
  return /^(?:[\s*&]|const\b)*$/.test(code.slice(last + 1)) ? typeOf(type) : null;
}

function typeOf(code: string): string | null {
  const type = code.trimStart();
  const isType = /^[A-Za-z_:][\w\s:*&]*$/.test(type) && /[\s*&]$/.test(type) && !NO_TYPE.test(type);
  return isType ? type : null;
}

/** Braces in braces that are gone out of. */
const BRACES_MAX = 20;

/** Whether a brace holds values: `= {`, `({`, `return {`; one that begins another holds what that does. */
function isInitializer(mask: string, open: number): boolean {
  let outer = open;
  for (let left = BRACES_MAX; left > 0 && mask[before(mask, outer)] === '{'; left -= 1) outer = before(mask, outer);
  return /[=,([]/.test(mask[before(mask, outer)] ?? '') || wordBefore(mask, outer) === 'return';
}
