import { before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** Braces around a place that are looked at for the function that says what `this` is. */
const BRACES_MAX = 60;

/** Words before a brace, or before the brackets before it, that begin a block which leaves `this` as it is. */
const BLOCKS: ReadonlySet<string> = new Set('if for while switch catch with else try finally do await case'.split(' '));

/** What a brace of a script opens; `other` for what is not told for sure. */
export type Opened = 'block' | 'function' | 'method' | 'object' | 'other';

/**
 * Offset of the brace of the object in which a script writes the method around an offset, which is what `this` is there;
 * -1 where the method is that of a class, or where it is not sure whose it is.
 */
export function objectOfThis(file: CodeFile, at: number): number {
  const mask = file.mask();
  const open = bodyOfThis(file, at);
  const outer = open === -1 ? -1 : file.structure().around(open);
  if (mask[outer] !== '{' || openedBy(file, open) !== 'method') return -1;
  return openedBy(file, outer) === 'object' ? outer : -1;
}

/**
 * Offset of the bracket of the parameters of the function that says what `this` is at an offset of a script; -1 where no
 * function is around it, or where it is not sure which one.
 */
export function parametersOfThis(file: CodeFile, at: number): number {
  const within = file.structure().around(at);
  if (file.mask()[within] === '(' && openedBehind(file, within) === 'function') return within;
  const open = bodyOfThis(file, at);
  return open === -1 ? -1 : parametersBefore(file, open);
}

/** Offset of the brace of the innermost function around an offset that has a `this` of its own; -1 where that is not sure. */
function bodyOfThis(file: CodeFile, at: number): number {
  const mask = file.mask();
  const { around } = file.structure();
  let open = around(at);
  for (let left = BRACES_MAX; left > 0 && open !== -1; left -= 1) {
    const opened = mask[open] === '{' ? openedBy(file, open) : 'block';
    if (opened === 'other') return -1;
    if (opened === 'function' || opened === 'method') return open;
    open = around(open);
  }
  return -1;
}

/** What the brace at an offset opens. Bodies of arrows are blocks here, since these have no `this` of their own. */
export function openedBy(file: CodeFile, open: number): Opened {
  const mask = file.mask();
  const last = before(mask, open);
  const sign = mask[last] ?? ';';
  if (sign === '>' && mask[last - 1] === '=') return 'block';
  if (sign === ')') return openedBehind(file, file.structure().openOf(last));
  if (/[=(,:[?&|]/.test(sign)) return 'object';
  const word = wordBefore(mask, open);
  if (word === 'default' || word === 'return') return 'object';
  return BLOCKS.has(word) || /[;{}]/.test(sign) ? 'block' : openedBehind(file, parametersBefore(file, open));
}

function openedBehind(file: CodeFile, paren: number): Opened {
  if (paren === -1) return 'other';
  const mask = file.mask();
  const word = wordBefore(mask, paren);
  if (BLOCKS.has(word)) return 'block';
  const head = FUNCTION.exec(mask.slice(Math.max(0, paren - HEAD_CHARACTERS_MAX), paren));
  // `name: function () {` is a method as much as `name() {`.
  return head === null || head[1] === ':' ? 'method' : 'function';
}

/** Characters before the parameters of a function that are looked at. */
const HEAD_CHARACTERS_MAX = 160;
const FUNCTION = /(?:^|([^\w$.\s])\s*|\s)(?:async\s+)?function(?![\w$])[\s*]*(?:[\w$]+\s*)?$/;

/** Characters of a type that is written behind parameters. */
const TYPE_CHARACTERS_MAX = 200;

/** Offset of the bracket before a body, `name(a: A): B {`, where the type is no more than words; -1 without one. */
function parametersBefore(file: CodeFile, open: number): number {
  const mask = file.mask();
  const last = before(mask, open);
  if (mask[last] === ')') return file.structure().openOf(last);
  const near = mask.slice(Math.max(0, open - TYPE_CHARACTERS_MAX), open);
  const type = /\)\s*:[\w$.<>[\], |\t]{1,200}$/.exec(near);
  return type === null ? -1 : file.structure().openOf(open - near.length + type.index);
}
