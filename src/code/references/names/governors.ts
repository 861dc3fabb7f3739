import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/*
 * What decides about a name that may stand in a pattern: the first sign or word behind it, outside of all brackets that hold
 * it, that says what the whole is. `(a, name) =>`, `case Some(name) =>` and `[name, b] = x` bind, `f(a, name);` does not.
 */

/** How a name stands in its code. */
export interface Spot {
  readonly file: CodeFile;
  readonly mask: string;
  readonly name: string;
  readonly at: number;
  /** Offset of the next character that is no space, and some characters from there on. */
  readonly nextAt: number;
  readonly next: string;
  /** The last character before it that is no space, and the word that this ends; empty where there is none. */
  readonly previous: string;
  readonly word: string;
  /** Offset of the innermost bracket around it, -1 for none, and its character. */
  readonly open: number;
  readonly bracket: string;
}

/** How a name stands that begins at an offset. */
export function spotAt(file: CodeFile, name: string, at: number): Spot {
  const mask = file.mask();
  const nextAt = after(mask, at + name.length);
  const open = file.structure().around(at);
  const previous = mask[before(mask, at)] ?? '';
  const word = /[\w$]/.test(previous) ? wordBefore(mask, at) : '';
  const next = mask.slice(nextAt, nextAt + 8);
  return { file, mask, name, at, nextAt, next, previous, word, open, bracket: mask[open] ?? '' };
}

/** What decides about a name. */
export interface Governor {
  /** The sign or word. */
  readonly sign: string;
  readonly at: number;
  /** Where the outermost bracket begins that was left on the way to it; the name itself where none was. */
  readonly from: number;
}

/** What decides in a language. */
export interface GovernorRules {
  readonly signs: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Whether a line's end is that of a statement. */
  readonly hasLines: boolean;
  /** Whether a brace may be part of a pattern. */
  readonly hasBraces: boolean;
  /** Whether a bracket behind a name is left as well, as `case Some(a)` needs. */
  readonly leavesCalls: boolean;
}

/** Signs, words and brackets that are passed over, and brackets that are left, on the way to what decides. */
const STEPS_MAX = 200;
const LONGER = /(?:=>|->|<-|:=|::|==|!=|<=|>=|&&|\|\||\?\?|\.\.=?|[-+*/%&|^]=)|[\w$]+|\S/y;

/** How far a walk towards what decides has come: the bracket that it is in, and where what is left of it began. */
interface Walk {
  readonly from: number;
  readonly open: number;
  readonly index: number;
}

/** What decides about a name; null where the statement ends before anything does. */
export function governorOf({ file, mask, at, name, open }: Spot, rules: GovernorRules): Governor | null {
  let walk: Walk | null = { from: at, open, index: at + name.length };
  for (let left = STEPS_MAX; left > 0 && walk !== null; left -= 1) {
    const start = after(mask, walk.index);
    if (rules.hasLines && isEndOfLine(mask, { from: walk.index, to: start, bracket: mask[walk.open] ?? '' }))
      return null;
    LONGER.lastIndex = start;
    const sign = LONGER.exec(mask)?.[0] ?? ';';
    if (rules.signs.has(sign) || rules.words.has(sign)) return { sign, at: start, from: walk.from };
    walk = goOver(file, walk, { sign, start, rules });
  }
  return null;
}

interface Met {
  readonly sign: string;
  readonly start: number;
  readonly rules: GovernorRules;
}

/** The walk beyond a sign; null where a statement ends with it. */
function goOver(file: CodeFile, walk: Walk, { sign, start, rules }: Met): Walk | null {
  const { open, from } = walk;
  if (sign === ';' || (sign === ',' && endsWithComma(file, walk, rules))) return null;
  if (sign === ')' || sign === ']' || sign === '}') {
    if (!mayLeave(file, { open, sign, from }, rules)) return null;
    return { from: open, open: file.structure().around(open), index: start + 1 };
  }
  const index = '([{'.includes(sign) ? behindBracket(file, start, rules) : start + sign.length;
  return index === null ? null : { ...walk, index };
}

/** Whether a comma is that between two statements or arms of a choice. */
function endsWithComma(file: CodeFile, { open, from }: Walk, rules: GovernorRules): boolean {
  const mask = file.mask();
  return mask[open] === '{' && !rules.hasLines && !(rules.hasBraces && !isBehindArm(mask, open, from));
}

/** Whether what stands between two offsets ends a statement: a line's end that nothing carries on. */
function isEndOfLine(
  mask: string,
  { from, to, bracket }: { readonly from: number; readonly to: number; readonly bracket: string },
): boolean {
  if (bracket === '(' || bracket === '[' || !mask.slice(from, to).includes('\n')) return false;
  return !/[,|&]/.test(mask[before(mask, from)] ?? '') && !/^(?:[|=]|->|<-|if\b)/.test(mask.slice(to, to + 3));
}

/** Whether a sign stands right behind a name or the list that it is in: `name ->`, `(a, name) ->`, not `name, a ->`. */
export function isRightBefore({ file, mask, at, name }: Spot, { from, at: signAt }: Governor): boolean {
  const end = from === at ? at + name.length : file.structure().closeOf(from) + 1;
  return after(mask, end) === signAt;
}

interface Left {
  readonly open: number;
  readonly sign: string;
  readonly from: number;
}

function mayLeave(file: CodeFile, { open, sign, from }: Left, rules: GovernorRules): boolean {
  if (open === -1) return false;
  const mask = file.mask();
  if (sign === '}') return rules.hasBraces && !isBehindArm(mask, open, from);
  return rules.leavesCalls || !isBehindValue(mask, open);
}

/** Whether a bracket stands behind a value, which it calls or takes a part of. */
export function isBehindValue(mask: string, open: number): boolean {
  if (!/[\w$)\]}'"]/.test(mask[open - 1] ?? '')) return false;
  return !/(?<![\w$.])(?:and|as|async|case|else|for|if|in|is|not|or|return|val|var|when|yield|await|lambda)$/.test(
    mask.slice(Math.max(0, open - 10), open),
  );
}

/** Characters of a pattern in braces that are read. */
const BRACES_MAX = 2_000;

/** Whether a brace holds more than one pattern before an offset: arms of a choice, or statements. */
function isBehindArm(mask: string, open: number, at: number): boolean {
  return at - open > BRACES_MAX || /=>|;|\b(?:let|return)\b/.test(mask.slice(open + 1, at));
}

/** Offset behind a bracket that opens; null for a block, behind which something else begins. */
function behindBracket(file: CodeFile, open: number, rules: GovernorRules): number | null {
  const mask = file.mask();
  const end = file.structure().closeOf(open) + 1;
  if (mask[open] !== '{') return end;
  return rules.hasBraces && /^(?:=(?!=)|[|,)\]]|if\b|when\b)/.test(mask.slice(after(mask, end), after(mask, end) + 5))
    ? end
    : null;
}
