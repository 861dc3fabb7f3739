import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { startsMember } from '../places/script-members.ts';
import { typeArgumentsStart } from '../places/type-arguments.ts';
import type { Range } from './scopes.ts';

/*
 * Where the parameters of a function of a script hold. A call before a colon or a brace looks like a head: in a choice
 * (`a ? f(b) : {}`), in a case, and in what a class extends. What is no head for sure hides nothing.
 */

/** What stands before the bracket of parameters. */
type Head = 'function' | 'member' | 'called' | 'sign' | 'statement';

/** Words before a bracket after which a block stands that is no body. */
const STATEMENTS: ReadonlySet<string> = new Set(['if', 'while', 'switch', 'for', 'with', 'await', 'case', 'extends']);
/** Words before a bracket that are no name of what is called. */
const NO_NAMES: ReadonlySet<string> = new Set(
  'async default delete else in instanceof new of return throw typeof void yield'.split(' '),
);
/** Steps over the characters of a type that are taken to find what stands behind it. */
const TYPE_STEPS_MAX = 600;

/** From the bracket of parameters to the end of the body; null when the bracket is none of parameters for sure. */
export function parameterScope(file: CodeFile, open: number): Range | null {
  const mask = file.mask();
  const close = file.structure().closeOf(open);
  const next = after(mask, close + 1);
  if (mask.startsWith('=>', next)) return { from: open, to: bodyEnd(file, next + 2) };
  if (mask[next] !== '{' && mask[next] !== ':') return null;
  const head = headBefore(file, open);
  if (mask[next] === '{') {
    const isBody = head !== 'statement' && !(head === 'called' && isExtended(mask, open));
    return isBody ? { from: open, to: file.structure().closeOf(next) } : null;
  }
  if (head === 'sign') {
    const arrow = behindType(file, next + 1, '=>');
    return arrow === -1 ? null : { from: open, to: bodyEnd(file, arrow + 2) };
  }
  const body = head === 'function' || head === 'member' ? behindType(file, next + 1, '{') : -1;
  return body === -1 ? null : { from: open, to: file.structure().closeOf(body) };
}

function headBefore(file: CodeFile, open: number): Head {
  const mask = file.mask();
  const end = before(mask, open);
  const types = mask[end] === '>' && mask[end - 1] !== '=' ? typeArgumentsStart(file, end) : -1;
  const last = types === -1 ? end : before(mask, types);
  const word = wordBefore(mask, last + 1);
  return word === '' ? headOfSign(mask, last) : headOfWord(file, last + 1 - word.length, word);
}

function headOfSign(mask: string, last: number): Head {
  const sign = mask[last] ?? '';
  if (sign === '*') return wordBefore(mask, last) === 'function' ? 'function' : 'member';
  if (/[\]'"]/.test(sign)) return 'member';
  // `a ? (b) : {}`, `a(b)(c)` and `a ? b && (c) : d`.
  return sign === '?' || sign === ')' || isOperator(mask, last) ? 'called' : 'sign';
}

/** Whether the sign at an offset is that of an operator between values, behind which no function begins. */
export function isOperator(mask: string, at: number): boolean {
  const sign = mask[at] ?? '';
  if (sign === '=') return /[=!<>]/.test(mask[at - 1] ?? '');
  return /[&|+\-*/%^<!~]/.test(sign) || (sign === '>' && mask[at - 1] !== '=');
}

function headOfWord(file: CodeFile, from: number, word: string): Head {
  if (STATEMENTS.has(word)) return 'statement';
  if (NO_NAMES.has(word)) return 'sign';
  const mask = file.mask();
  const isFunction = /(?:^|[^\w$.])function[\s*]+$/.test(mask.slice(Math.max(0, from - 40), from));
  if (word === 'function' || isFunction) return 'function';
  const start = mask[from - 1] === '#' ? from - 1 : from;
  return mask[before(mask, start)] === '*' || startsMember(file, start) ? 'member' : 'called';
}

/** Whether what is called before a bracket is what a class extends: `extends mix(a)(b) {`. */
function isExtended(mask: string, open: number): boolean {
  return /\bextends\s[^{};]*$/.test(mask.slice(Math.max(0, open - 300), open));
}

/** Offset of the sign of a body behind a type that begins at an offset; -1 where none follows. */
function behindType(file: CodeFile, from: number, wanted: '{' | '=>'): number {
  // An arrow behind a bracket may be that of a type of functions.
  let maybe = -1;
  for (const { at, sign, last } of signsOfType(file, from)) {
    if (sign !== wanted) continue;
    if (wanted === '{' ? !/[:|&>=]/.test(last) : last !== ')') return at;
    if (wanted === '=>' && maybe === -1) maybe = at;
  }
  return maybe;
}

/** What signs are to what follows: the end of a type's arguments is no operator, but like that of a name. */
const LASTS: Readonly<Record<string, string>> = { '>': 'x' };
/** What signs do to the depth of a type's arguments. */
const DEPTHS: Readonly<Record<string, number>> = { '<': 1, '>': -1 };

interface TypeSign {
  readonly at: number;
  readonly sign: string;
  /** The sign before it. */
  readonly last: string;
}

/** The signs of a type outside of its brackets and arguments, these brackets and an arrow included. */
function* signsOfType(file: CodeFile, from: number): Generator<TypeSign> {
  const mask = file.mask();
  let depth = 0;
  let last = ':';
  let at = after(mask, from);
  for (let left = TYPE_STEPS_MAX; left > 0 && at < mask.length; left -= 1) {
    const sign = mask.startsWith('=>', at) ? '=>' : mask.charAt(at);
    if (depth <= 0 && isBehind(mask, at, last)) return;
    if (depth <= 0) yield { at, sign, last };
    depth += DEPTHS[sign] ?? 0;
    const end = /[([{]/.test(sign) ? file.structure().closeOf(at) : at + sign.length - 1;
    last = LASTS[sign] ?? mask.charAt(end);
    at = after(mask, end + 1);
  }
}

/** Whether a sign ends a type, or a name begins a line of its own after a type that has come to its end. */
function isBehind(mask: string, at: number, last: string): boolean {
  if (/[)\]};,]/.test(mask[at] ?? '')) return true;
  if (!/[\w$)\]}'"`]/.test(last) || !/[\w$#@]/.test(mask[at] ?? '')) return false;
  return mask.slice(before(mask, at) + 1, at).includes('\n');
}

/** The end of an arrow function's body: of its block, or of the expression by the bracket or line that it stands in. */
export function bodyEnd(file: CodeFile, from: number): number {
  const mask = file.mask();
  const start = after(mask, from);
  if (mask[start] === '{') return file.structure().closeOf(start);
  const around = file.structure().around(start);
  if (around !== -1 && mask[around] !== '{') return file.structure().closeOf(around);
  const end = mask.slice(start).search(/;|\n\s*\n|\n[A-Za-z}]/);
  return end === -1 ? mask.length : start + end;
}
