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

/** Places of a name in one function that are looked at. */
const PLACES_MAX = 500;
/** Characters from the beginning of a statement, or of a list of parameters, to a name in it. */
const STATEMENT_MAX = 2_000;

/** Whether a function, or a macro, gives a name a meaning of its own. */
export function bindsInC(file: CodeFile, name: string, symbol: FileSymbol): boolean {
  const mask = file.mask();
  const own = offsetOf(file, symbol);
  const end = startOfLine(file, symbol.endLine + 1);
  if (symbol.kind === 'macro' && isMacroParameter(mask, own + symbol.name.length, name)) return true;
  const body = mask.indexOf('{', own);
  const word = new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`, 'g');
  word.lastIndex = startOfLine(file, symbol.line);
  for (let left = PLACES_MAX; left > 0; left -= 1) {
    const at = word.exec(mask)?.index ?? end;
    if (at >= end) return false;
    if (at !== own && bindsAt(file, { name, at, body: body === -1 ? end : body })) return true;
  }
  return true;
}

/** `#define MAX(a, b)` */
function isMacroParameter(mask: string, open: number, name: string): boolean {
  const [, inside = ''] = mask[open] === '(' ? (/^\(([^()]{0,400})\)/.exec(mask.slice(open, open + 402)) ?? []) : [];
  return inside.split(/[\s,]+/).includes(name);
}

interface Named {
  readonly name: string;
  readonly at: number;
  /** Offset of the brace of the function's body. */
  readonly body: number;
}

function bindsAt(file: CodeFile, { name, at, body }: Named): boolean {
  const mask = file.mask();
  const behind = after(mask, at + name.length);
  // Most places are calls, members or operands.
  if (!/[\s*&>,(]/.test(mask[at - 1] ?? '') || !mayFollow(file, mask, behind)) return false;
  const from = startBefore(mask, at);
  if (from === null) return true;
  const sign = mask[from - 1] ?? '';
  const code = plain(mask.slice(from, at));
  if (sign === '(') return bindsInList(file, { code, open: from - 1, behind, body });
  // Behind the first part of the head of a loop nothing is declared.
  if (mask[file.structure().around(at)] === '(') return false;
  return !(sign === '{' && isInitializer(mask, from - 1)) && isDeclarator(code);
}

/** What may stand behind a name that is declared. */
function mayFollow({ scanner }: CodeFile, mask: string, behind: number): boolean {
  const sign = mask[behind] ?? '';
  const next = mask[behind + 1] ?? '';
  if (sign === '=' || sign === ':') return next !== sign;
  return ';,)['.includes(sign) || (scanner === 'cpp' && (sign === '(' || sign === '{'));
}

/** What signs do to the depth of brackets, read from behind. */
const DEPTHS: Readonly<Record<string, number>> = { ')': 1, ']': 1, '(': -1, '[': -1 };

/** The beginning of the statement or list that an offset stands in; null when it is too far away. */
function startBefore(mask: string, from: number): number | null {
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
function plain(code: string): string {
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

/** Whether a name in parentheses is that of a parameter, or of what a statement declares in its head. */
function bindsInList({ mask: maskOf }: CodeFile, { code, open, behind, body }: Listed): boolean {
  const mask = maskOf();
  const word = wordBefore(mask, open);
  if (word === 'for') return isDeclarator(code);
  if (CONDITIONS.has(word)) return mask[behind] === '=' && isDeclarator(code);
  // `type (*name)(…)`
  if (/^\s*[*&^]\s*$/.test(code)) return mask[behind] === ')' && /[([]/.test(mask[after(mask, behind + 1)] ?? '');
  const isList = open < body || word === 'catch' || mask[before(mask, open)] === ']';
  return isList && isDeclarator(code.slice(code.lastIndexOf(',') + 1));
}

/** Words that no type begins with. */
const NO_TYPE = /^(?:return|goto|throw|delete|case|sizeof|new|using|extern|co_\w+|typeof|and|or|not|defined)\b/;

/** Whether what stands between the beginning of a statement and a name says that the name is declared. */
function isDeclarator(code: string): boolean {
  const last = code.lastIndexOf(',');
  if (last === -1) return isTypeOf(code);
  // `int a = 1, *name`
  const first = code.slice(0, code.search(/[,=]/));
  const type = /\w\s*$/.test(first) ? first.replace(/\w+\s*$/, '') : '';
  return /^(?:[\s*&]|const\b)*$/.test(code.slice(last + 1)) && isTypeOf(type);
}

function isTypeOf(code: string): boolean {
  const type = code.trimStart();
  return /^[A-Za-z_:][\w\s:*&]*$/.test(type) && /[\s*&]$/.test(type) && !NO_TYPE.test(type);
}

/** Whether a brace holds values: `= {`, `({`, `return {`. */
function isInitializer(mask: string, open: number): boolean {
  return /[=,([{]/.test(mask[before(mask, open)] ?? '') || wordBefore(mask, open) === 'return';
}
