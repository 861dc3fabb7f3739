import { isScalaMember, SCALA_VALUE_WORD } from './declarations-scala.ts';
import { isOpenerCode } from './extent.ts';
import { scalaExtent } from './scala-extent.ts';
import { afterSpaces } from './statement-head.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, LineView } from './symbol.ts';

/*
 * What `val (a, Some(b)) = make()` and `val a, b = 1` declare: the names that their patterns bind, not the extractors that
 * these name. Source: Scala 2.13 Specification, "Value Declarations and Definitions", "Patterns".
 */

/** Characters of one pattern, and its names: more is data. */
const PATTERN_CHARACTERS_MAX = 2_000;
const NAMES_MAX = 100;

const VALUE: Declaration = { name: '', kind: 'variable', nameAt: 0, body: 'statement' };

/** The names that the `val` of a line binds, but for the first one where the line is read by that. */
export function findScalaBound(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  const word = isScalaMember(line) ? SCALA_VALUE_WORD.exec(line.masked)?.[0] : undefined;
  if (word === undefined) return [];
  const start = from + word.length;
  const patternEnd = endOfPattern(structure, start);
  if (patternEnd === -1) return [];
  const pattern = structure.mask.slice(start, patternEnd);
  const all = boundIn(pattern);
  const first = pattern.startsWith('`') ? 1 : 0;
  const names = all.filter(({ at }) => at > first || !ALONE.test(pattern));
  if (names.length === 0) return [];
  const found = { line: structure.lineAt(from), from: patternEnd, declaration: VALUE, until: undefined };
  const { headEnd, end } = scalaExtent(structure, { ...found, mayBeLong: true });
  const headFrom = afterSpaces(structure.mask, from);
  return names.slice(0, NAMES_MAX).map(({ name, at }) => ({
    name,
    nameAt: start + at,
    comma: null,
    isTop: true,
    kind: 'variable',
    isOfOuter: names.length < all.length,
    headFrom,
    statement: { from, headEnd, end },
  }));
}

/** A name that a comma or nothing follows, or a colon, as the patterns of lines take it. */
const ALONE = /^(?:[\w$\u0080-\uffff]+(?:(?<=_)[+\-*/<>=!&|%^~:#?@\\]+)?|`[^`\n]{1,200}`)\s*(?:[,:]|$)/;
const SIGNS = /[+\-*/<>=!&|%^~:#?@\\\u2200-\u22ff]+/y;

/** Where the `=` or the colon of a type stands behind a pattern; -1 where it is none. */
function endOfPattern({ mask, closeOf }: Structure, from: number): number {
  let at = from;
  while (at < mask.length && at - from < PATTERN_CHARACTERS_MAX) {
    SIGNS.lastIndex = at;
    const signs = SIGNS.exec(mask)?.[0];
    if (signs === '=' || signs === ':') return at;
    if (signs === undefined && '\n;})]'.includes(mask[at] ?? '')) return -1;
    at = isOpenerCode(mask.charCodeAt(at)) ? closeOf(at) + 1 : at + (signs?.length ?? 1);
  }
  return -1;
}

interface Bound {
  readonly name: string;
  readonly at: number;
}

/** A path, signs, a bracket or comma, or what a literal is written with. */
const TOKEN =
  /((?:[\w$\u0080-\uffff]+|`[^`\n]{1,200}`)(?:\.(?:[\w$\u0080-\uffff]+|`[^`\n]{1,200}`)){0,20})|([+\-*/<>=!&|%^~:#?@\\\u2200-\u22ff]+)|([^\s.])/g;

/** The names that a pattern binds, without those of its types. */
function boundIn(pattern: string): readonly Bound[] {
  const names: Bound[] = [];
  const walk: Walk = { pattern, depth: 0, typeDepth: -1, isOperand: true };
  for (const { 0: text, 1: word, 2: signs, index: at } of pattern.matchAll(TOKEN)) {
    if (word === undefined) enter(walk, text, signs !== undefined);
    else if (walk.typeDepth === -1) {
      if (walk.isOperand && isBound(walk, word, at))
        names.push({ name: word.replaceAll('`', ''), at: at + Number(word.startsWith('`')) });
      // A word between two patterns is an extractor, as a sign is.
      walk.isOperand = !walk.isOperand;
    }
  }
  return names;
}

interface Walk {
  readonly pattern: string;
  /** Brackets that are open. */
  depth: number;
  /** Those that were when a type began; -1 outside of types. */
  typeDepth: number;
  /** Whether a pattern may begin. */
  isOperand: boolean;
}

/** Goes on behind what is no name. */
function enter(walk: Walk, text: string, isSign: boolean): void {
  const isClose = text === ')' || text === ']';
  if (isClose) walk.depth -= 1;
  const isTypeOver = isClose
    ? walk.depth <= walk.typeDepth - Number(text === ')')
    : text === ',' && walk.depth === walk.typeDepth;
  if (walk.typeDepth !== -1 && isTypeOver) walk.typeDepth = -1;
  if (walk.typeDepth === -1 && (text === '[' || text === ':')) walk.typeDepth = walk.depth;
  if (text === '(' || text === '[') walk.depth += 1;
  walk.isOperand = isSign || text === '(' || text === ',';
}

const NO_NAME: ReadonlySet<string> = new Set('_ true false null this super given new'.split(' '));

/** Whether a word stands for a value, and not for what a value is held against. */
function isBound({ pattern, depth }: Walk, word: string, at: number): boolean {
  const behind = pattern.slice(at + word.length, at + word.length + 40);
  if (NO_NAME.has(word) || /^\d/.test(word) || /^(?:[([."']|\s*=(?![=>]))/.test(behind)) return false;
  if (!word.startsWith('`') && word.includes('.')) return false;
  // A list of names alone declares each, however it is written.
  if (depth === 0 && /(?:^|,)\s*$/.test(pattern.slice(Math.max(0, at - 40), at)) && /^\s*(?:,|$)/.test(behind))
    return true;
  return /^[\p{Ll}_$]/u.test(word);
}
