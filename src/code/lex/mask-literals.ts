import { blankWord } from './mask-shell.ts';
import {
  endOf,
  fill,
  type Hole,
  isKnownUnclosed,
  isLineStart,
  isNameCode,
  type LexRule,
  LITERAL,
  lineEnd,
  type Masking,
  SPACE,
} from './masking.ts';

const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/** A comment up to its line's end. */
export const lineComment: LexRule = (masking, at) => fill(masking, at, lineEnd(masking.text, at), SPACE);

/** A comment that ends with the next closer; one that is never closed takes the rest, as it does for a compiler. */
export function blockComment(open: string, close: string): LexRule {
  return (masking, at) => fill(masking, at, endOf(masking.text, close, at + open.length), SPACE);
}

/** A comment in C's marks that may hold others of its kind. */
export const nestedComment: LexRule = (masking, at) => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let match = marks.exec(masking.text); match; match = marks.exec(masking.text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return fill(masking, at, marks.lastIndex, SPACE);
  }
  return fill(masking, at, masking.text.length, SPACE);
};

/** A comment whose mark has to stand at its line's beginning, up to a line that begins with the closer. */
export function marginComment(open: string, close: string): LexRule {
  return (masking, at) => {
    const { text } = masking;
    if (!isLineStart(text, at) || isNameCode(text.charCodeAt(at + open.length))) return -1;
    const end = text.indexOf(`\n${close}`, at);
    return fill(masking, at, end === -1 ? text.length : lineEnd(text, end + 1), SPACE);
  };
}

/** How a literal looks behind its opener. */
export interface TextRule {
  readonly close: string;
  /** Whether a backslash takes the next character along. */
  readonly escapes: boolean;
  /** Whether it may go over lines; otherwise one that is not closed on its line is none. */
  readonly overLines: boolean;
  /** Whether the closer, written twice, stands for itself. */
  readonly doubled: boolean;
  /** What code in it begins with; the last character is a bracket, but for `{$`, where it is the first. */
  readonly holes: readonly string[];
  /**
   * What begins how the value of a hole is written, which is no code, beside brackets and strings; null where nothing does.
   * Such holes lose their brackets: in Python, whose blocks go by indentation, lines of a text may begin or end with one.
   */
  readonly formats: RegExp | null;
  /** Whether `${` begins an expansion of a shell, of which most is no code. */
  readonly hasExpansions: boolean;
  /** Names of values that stand in it without brackets, such as `$name`; null where there are none. */
  readonly names: RegExp | null;
  /** Whether further quotes directly behind the closer belong to the text. */
  readonly isGreedy: boolean;
}

/** A rule with what it leaves out filled in: all have one shape, which the loop over literals is faster for. */
export function textRule(rule: Partial<TextRule> & Pick<TextRule, 'close'>): TextRule {
  return {
    escapes: false,
    overLines: false,
    doubled: false,
    holes: [],
    formats: null,
    hasExpansions: false,
    names: null,
    isGreedy: false,
    ...rule,
  };
}

/** A literal that opens with a mark. Its quotes stay in the mask, and so do the brackets of its holes. */
export function literal(open: string, rule: Parameters<typeof textRule>[0]): LexRule {
  const whole = textRule(rule);
  return (masking, at) => maskText(masking, at + open.length, whole);
}

/**
 * Masks the inside of a literal from the place after its opener: up to its closer or to a hole, whose code is walked as
 * code. A quote without a partner on its line is most likely an apostrophe in prose or a typo: it is passed over as
 * code (-1), since to swallow the lines after it would lose every declaration on them.
 */
export function maskText(masking: Masking, from: number, rule: TextRule): number {
  if (isKnownUnclosed(masking, rule, from)) return -1;
  const end = textEnd(masking, from, rule);
  if (end < 0) {
    masking.notes.unclosedBefore.set(rule, ~end);
    return -1;
  }
  const { text } = masking;
  const hole = rule.holes.length === 0 ? undefined : rule.holes.find((mark) => text.startsWith(mark, end));
  if (hole !== undefined && !text.startsWith(rule.close, end)) return openHole(masking, [from, end], hole, rule);
  let close = end;
  while (rule.isGreedy && text[close + rule.close.length] === '"') close += 1;
  fillText(masking, from, close, rule);
  return Math.min(text.length, close + rule.close.length);
}

/** Masks what is no code, and leaves the names of values. */
function fillText(masking: Masking, from: number, to: number, { names }: TextRule): void {
  fill(masking, from, to, LITERAL);
  if (names !== null) showNames(masking, from, to, names);
}

/** Leaves what fits a pattern in a range as it stands. */
function showNames({ text, units }: Masking, from: number, to: number, names: RegExp): void {
  for (const { 0: name, index } of text.slice(from, to).matchAll(names)) {
    for (let at = from + index; at < from + index + name.length; at += 1) units[at] = text.charCodeAt(at);
  }
}

/** The bracket of a hole stays in the mask; in `{$` it is the first character, elsewhere the last. */
function openHole(masking: Masking, [from, at]: readonly [number, number], hole: string, rule: TextRule): number {
  const bracketAt = hole === '{$' ? at : at + hole.length - 1;
  fillText(masking, from, bracketAt, rule);
  const [open, close] = masking.text[bracketAt] === '(' ? [0x28, 0x29] : [0x7b, 0x7d];
  if (rule.hasExpansions && hole === '${') blankWord(masking, bracketAt + 1, true);
  const resume: Hole['resume'] = (again, next) => {
    if (rule.formats !== null) fill(again, next - 1, next, LITERAL);
    return resumeText(again, next, rule);
  };
  masking.holes.push({ open, close, depth: 0, resume });
  if (rule.formats !== null) maskFormat(masking, fill(masking, bracketAt, bracketAt + 1, LITERAL), rule.formats);
  return bracketAt + 1;
}

/** Characters of a hole in which a format is looked for; what is longer has none. */
const HOLE_CHARACTERS_MAX = 2_000;
/** How often a character may be looked at for formats, on average; text in which holes stand in holes so deep is data. */
const FORMAT_LOOKS_MAX = 4;

/** Masks the format of a hole, `!r:>{width}` up to its brace, with what that takes from the code. */
function maskFormat(masking: Masking, from: number, formats: RegExp): void {
  const { text, notes } = masking;
  if (notes.formatLooks > FORMAT_LOOKS_MAX * (from + HOLE_CHARACTERS_MAX)) return;
  const to = Math.min(text.length, from + HOLE_CHARACTERS_MAX);
  const format = outerSignAt(text, [from, to], formats);
  let at = format;
  for (let depth = 0; at < to; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth < 0) break;
  }
  notes.formatLooks += at - from;
  if (at === to || !':!,'.includes(text[format] ?? '')) return;
  fill(masking, format, at, LITERAL);
  if (formats === PYTHON_FORMATS) showNames(masking, format, at, NESTED);
}

/** Names and attributes that tell how wide or precise a value is written: `{width}` of `f"{a:{width}}"`. */
const NESTED = /(?<=\{\s{0,9})[\p{L}_][\p{L}\p{N}_.]*(?=\s{0,9}\})/gu;

/** Strings, brackets, and what a format begins with: of Python `:` and `!r`, but not `!=`. */
export const PYTHON_FORMATS = /"[^"\n]*"|'[^'\n]*'|[([{)\]}:]|!(?=[rsa] ?[:}])/g;
/** Of C# `:` and the alignment, `,10`; types have commas as well. Source: C# language reference, "$". */
export const CSHARP_FORMATS = /"[^"\n]*"|'[^'\n]*'|[([{)\]}:]|,(?=\s?[-+]?\w{1,40}\s?[:}])/g;

/** Where the format of a hole begins, or a bracket ends it, outside of brackets and strings; `to` when neither does. */
function outerSignAt(text: string, [from, to]: readonly [number, number], formats: RegExp): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(from, to).matchAll(formats)) {
    if (sign.length > 1) continue;
    if ('([{'.includes(sign)) depth += 1;
    else if (depth === 0) return from + index;
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return to;
}

/** After a hole an unclosed literal of one line ends with its line. */
function resumeText(masking: Masking, from: number, rule: TextRule): number {
  const end = maskText(masking, from, rule);
  return end === -1 ? fill(masking, from, lineEnd(masking.text, from), LITERAL) : end;
}

/**
 * Where the text of a literal stops, at its closer or a hole; the complement of the line's end (or the text's) when a
 * literal of one line is not closed on it. One look at each character: hot, so all cases stand in one loop.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one look at each character of every literal, in one loop
function textEnd({ text, units }: Masking, from: number, rule: TextRule): number {
  const { close, holes, escapes, overLines } = rule;
  const closeCode = close.charCodeAt(0);
  const end = units.length;
  for (let at = from; at < end; at += 1) {
    const code = units[at] ?? 0;
    if (code > 0x60 && code !== OPEN_BRACE) continue;
    if (code === closeCode && (close.length === 1 || text.startsWith(close, at))) {
      if (!rule.doubled || !text.startsWith(close, at + close.length)) return at;
      at += close.length;
    } else if (code === NEWLINE) {
      if (!overLines) return ~at;
    } else if (holes.length > 0 && isHoleStart(code) && holes.some((mark) => text.startsWith(mark, at))) {
      // Written twice, a brace without another mark stands for itself.
      if (code !== OPEN_BRACE || text[at + 1] !== '{') return at;
      at += 1;
    } else if (code === BACKSLASH && escapes) at += text.charCodeAt(at + 1) === 0x0d ? 2 : 1;
  }
  return overLines ? end : ~end;
}

function isHoleStart(code: number): boolean {
  return code === 0x24 || code === 0x23 || code === BACKSLASH || code === OPEN_BRACE;
}

/**
 * A character literal as a whole, its escapes spelled out: only so `'a'` is told from the lifetime or symbol `'a`. A
 * character beyond the first plane is two units, taken together.
 */
const CHARACTER =
  /'(?:\\(?:u\{[0-9a-fA-F_]{1,8}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{1,4}|[0-7]{1,3}|[^\n])|[^\\'\n\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])'/y;

/** `'a'`; any other quote of its kind is code. */
export const character: LexRule = (masking, at) => {
  CHARACTER.lastIndex = at;
  const match = CHARACTER.exec(masking.text);
  if (match === null) return at + 1;
  fill(masking, at + 1, at + match[0].length - 1, LITERAL);
  return at + match[0].length;
};

/** A name in backticks, which is code; its apostrophes are not. */
export const quotedName: LexRule = ({ text }, at) => {
  const end = text.indexOf('`', at + 1);
  return end === -1 || text.slice(at, end).includes('\n') ? -1 : end + 1;
};

/** `#!` and the rest of the first line. */
export const shebang: LexRule = (masking, at) => (masking.text.startsWith('#!') ? lineComment(masking, at) : 0);

/** Passes over so many characters: for what only looks like an opener. */
export function pass(count: number): LexRule {
  return (_, at) => at + count;
}
