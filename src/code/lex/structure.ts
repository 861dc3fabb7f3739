import { BRACKETS, type BracketPairs } from './brackets.ts';
import { FILLER, type Mask, withMarks } from './mask.ts';
import type { LexRules } from './masking.ts';
import { indexAt, makePairs } from './pairs.ts';

/** Brackets and lines of a masked text. */
export interface Structure extends BracketPairs {
  readonly mask: string;
  /** Offset of each line's start. */
  readonly lineStarts: Int32Array;
  /** The innermost bracket that is open at a line's start; -1 for none. */
  readonly openAtLine: Int32Array;
  /** Offsets of the `#` that lines begin with, where the language has a preprocessor. */
  readonly directives: Int32Array;
  /** Whether a block without braces begins behind an offset, where a language has such: see `withScalaBlocks`. */
  isBlock?(at: number): boolean;
  /** Whether a line starts inside a literal that goes over lines. */
  startsInLiteral(line: number): boolean;
  /** Line index of an offset. */
  lineAt(offset: number): number;
}

const NEWLINE = 0x0a;
const HASH = 0x23;
const LINE = 4;
const DIRECTIVE_MARK = 5;
/** What a mark's code is to brackets: 1, 2, 3 open `(`, `[`, `{`; -1, -2, -3 close them. */
const KINDS = new Int8Array(0x100);
KINDS[NEWLINE] = LINE;
KINDS[HASH] = DIRECTIVE_MARK;
for (const [at, pair] of ['()', '[]', '{}'].entries()) {
  KINDS[pair.charCodeAt(0)] = at + 1;
  KINDS[pair.charCodeAt(1)] = -at - 1;
}

/**
 * Finds lines and bracket pairs in one pass. A closing bracket closes the nearest one of its kind; strays are passed
 * over. Where the language has directives, their lines hold no brackets, and of the branches of a condition the first
 * one counts: `#if A` `f(a) {` `#else` `f(b) {` `#endif` opens one brace, not two.
 */
export function structureOf(mask: string, rules: LexRules): Structure {
  return structureOfMask(withMarks(mask, rules));
}

/** The same of a mask whose marks are at hand. */
export function structureOfMask({ mask, units, marks }: Mask): Structure {
  const lines = LINES;
  const brackets = BRACKETS;
  brackets.begin(units.length);
  lines.add(0, -1);
  let directiveEnd = 0;
  for (let index = 0; index < marks.length; index += 1) {
    // Inside of the bounds by the loop: `as` spares a check for each mark.
    const at = marks[index] as number;
    const kind = KINDS[units[at] as number] as number;
    if (kind === LINE) lines.add(at + 1, brackets.innermost());
    else if (kind === DIRECTIVE_MARK) {
      if (!isFirstOnLine(mask, at)) continue;
      DIRECTIVES.add(at, 0);
      if (at >= directiveEnd) directiveEnd = readDirective(mask, at, brackets);
    } else if (at >= directiveEnd) brackets.meet(kind, at);
  }
  const [starts, openAtLine] = lines.take();
  return {
    mask,
    lineStarts: starts,
    openAtLine,
    directives: DIRECTIVES.take()[0],
    ...brackets.take(),
    startsInLiteral: (at) => startsInLiteral(mask, starts, at),
    lineAt: (offset) => indexAt(starts, offset),
  };
}

/** Where lines begin, and the bracket that is open there. */
const LINES = makePairs();
const DIRECTIVES = makePairs();

const DIRECTIVE = /#[ \t]*(\w*)/y;

/** The end of the directive that begins at its `#`. Conditions change which brackets are open. */
function readDirective(mask: string, from: number, brackets: typeof BRACKETS): number {
  DIRECTIVE.lastIndex = from;
  const word = DIRECTIVE.exec(mask)?.[1];
  if (word === undefined) return 0;
  if (word === 'if' || word === 'ifdef' || word === 'ifndef') brackets.branch();
  else if (word === 'else' || word === 'elif' || word === 'elifdef' || word === 'elifndef') brackets.otherBranch(from);
  else if (word === 'endif') brackets.endBranches(from);
  return directiveEnd(mask, from);
}

/** Whether only blanks stand before an offset on its line. */
export function isFirstOnLine(mask: string, at: number): boolean {
  let before = at - 1;
  while (mask[before] === ' ' || mask[before] === '\t') before -= 1;
  return before < 0 || mask[before] === '\n';
}

/** Offset of the line break that ends a directive: a backslash before it carries the directive on. */
export function directiveEnd(mask: string, from: number): number {
  for (let at = from; ; ) {
    const end = mask.indexOf('\n', at);
    if (end === -1) return mask.length;
    if (mask[end - 1] !== '\\' && !(mask[end - 1] === '\r' && mask[end - 2] === '\\')) return end;
    at = end + 1;
  }
}

// A literal over lines leaves its filler on both sides of the break, blank lines inside it apart; or its closing quote.
function startsInLiteral(mask: string, lineStarts: Int32Array, line: number): boolean {
  const start = lineStarts[line] ?? mask.length;
  if (mask[start] === FILLER) return true;
  let before = start - 1;
  while (before >= 0 && (mask[before] === '\n' || mask[before] === '\r')) before -= 1;
  if (mask[before] === FILLER) return true;
  return (
    before >= 2 &&
    /^(?:"""|''')/.test(mask.slice(before - 2, before + 1)) &&
    /^(?:"""|''')/.test(mask.slice(start, start + 3))
  );
}
