/** What a character of a comment becomes. */
export const SPACE = 0x20;
/** What a character inside of a literal becomes. */
export const LITERAL = 0x1a;

/**
 * One run over one text. Openers are found in the units, where what is masked already hides its own; all else is looked
 * up in the text, which never changes.
 */
export interface Masking {
  readonly text: string;
  /** The mask as it grows, a unit for each character: at first the text. */
  readonly units: Uint8Array | Uint16Array;
  /** The literals whose code in holes, such as `${…}`, the run is in; the innermost last. */
  readonly holes: Hole[];
  readonly notes: MaskingNotes;
}

/** What a run has found out so far, so that nothing is looked for again and again. */
export interface MaskingNotes {
  /** Per kind of literal, the offset before which it is known not to be closed: so it is looked for once. */
  readonly unclosedBefore: Map<unknown, number>;
  /** Per kind of literal, how many turned out to have no end. */
  readonly unclosed: Map<LexRule | RegExp, number>;
  /** Where the lines of the last heredoc end, behind which the next one of the same line begins. */
  heredocEnd: number;
  /** Characters that were looked at for formats of holes. */
  formatLooks: number;
  /** Whether the text has rules of a grammar; null until that is asked for. */
  isGrammar: boolean | null;
  /** Whether the run is past the beginning of those rules. */
  isPastGrammarStart: boolean;
}

/** A run over a text at its beginning. */
export function startMasking(text: string, units: Masking['units']): Masking {
  const notes: MaskingNotes = {
    unclosedBefore: new Map(),
    unclosed: new Map(),
    heredocEnd: 0,
    formatLooks: 0,
    isGrammar: null,
    isPastGrammarStart: false,
  };
  return { text, units, holes: [], notes };
}

/** Whether a literal of a kind that begins at an offset is known not to be closed. */
export function isKnownUnclosed({ notes }: Masking, kind: unknown, at: number): boolean {
  return notes.unclosedBefore.size > 0 && at < (notes.unclosedBefore.get(kind) ?? 0);
}

/** Literals of a kind that may have no end: each costs a walk over the rest, so that no more are looked for then. */
const UNCLOSED_MAX = 16;

/** Whether so many literals of a kind had no end that the next is not looked for. */
export function isGivenUp({ notes }: Masking, kind: LexRule | RegExp, unclosedMax = UNCLOSED_MAX): boolean {
  return (notes.unclosed.get(kind) ?? 0) >= unclosedMax;
}

/** Notes that a literal of a kind has no end, and answers that nothing begins there. */
export function noteUnclosed({ notes }: Masking, kind: LexRule | RegExp): -1 {
  notes.unclosed.set(kind, (notes.unclosed.get(kind) ?? 0) + 1);
  return -1;
}

/** Code inside of a literal, and how to go on with the literal after it. */
export interface Hole {
  /** Codes of the brackets around the code. */
  readonly open: number;
  readonly close: number;
  /** Goes on with the literal from an offset. */
  readonly resume: (masking: Masking, from: number) => number;
  /** Brackets of the same kind that are open inside. */
  depth: number;
}

/**
 * Masks what begins at an offset and answers where to go on, always beyond the offset; -1 when nothing begins there
 * after all. Takes time linear in what it passes over.
 */
export type LexRule = (masking: Masking, at: number) => number;

/** How the literals and comments of a language look; made by `lexRules`. */
export interface LexRules {
  /**
   * For the low byte of each code: 0 nothing, 1 an opener may begin here, 2 a bracket that ends or deepens a hole; and
   * `MARK` for what lines and brackets are found by.
   */
  readonly starts: Uint8Array;
  /** The openers that begin with a code, in the order in which they are tried. */
  readonly byStart: readonly (readonly { readonly mark: string; readonly rule: LexRule }[])[];
  /** What only the beginning of a text can have, such as `#!`. */
  readonly prologue: LexRule | null;
  /** Whether lines that begin with `#` are for a preprocessor, whose branches may open more than they close. */
  readonly hasDirectives: boolean;
}

/** The bit of `LexRules.starts` for line breaks, brackets, and the `#` of a preprocessor. */
export const MARK = 4;
/** All that has that bit is at most this: letters beyond Latin may share its low byte. */
export const MARK_CODE_MAX = 0x7d;

/** A text that something begins with, and what masks it. */
export type Opener = readonly [mark: string, rule: LexRule];

/** What a language has beside its openers. */
interface Extras {
  readonly prologue?: LexRule;
  readonly hasDirectives?: boolean;
  /** Brackets around the code in literals, such as `{}`. */
  readonly holes?: string;
}

/** The table of a language: of two openers that begin alike the one that stands first wins. */
export function lexRules(openers: readonly Opener[], extras: Extras = {}): LexRules {
  const starts = new Uint8Array(0x100);
  const byStart: { mark: string; rule: LexRule }[][] = Array.from({ length: 0x80 }, () => []);
  for (const bracket of extras.holes ?? '') starts[bracket.charCodeAt(0)] = 2;
  for (const opener of openers) {
    starts[opener[0].charCodeAt(0)] = 1;
    byStart[opener[0].charCodeAt(0)]?.push({ mark: opener[0], rule: opener[1] });
  }
  for (const mark of extras.hasDirectives ? '\n()[]{}#' : '\n()[]{}') {
    starts[mark.charCodeAt(0)] = (starts[mark.charCodeAt(0)] ?? 0) | MARK;
  }
  return { starts, byStart, prologue: extras.prologue ?? null, hasDirectives: extras.hasDirectives ?? false };
}

/** Writes a filler for a range, keeping line breaks; answers its end. */
export function fill({ units }: Masking, from: number, to: number, filler: number): number {
  const end = Math.min(to, units.length);
  for (let at = from; at < end; at += 1) {
    const unit = units[at];
    if (unit !== 0x0a && unit !== 0x0d) units[at] = filler;
  }
  return to;
}

/** Offset of the line break, or of the text's end on the last line. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline;
}

/** Whether an offset is the first of its line. */
export function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

/** The offset after the closer; the text's end when there is none. */
export function endOf(text: string, close: string, from: number): number {
  const found = text.indexOf(close, from);
  return found === -1 ? text.length : found + close.length;
}

/** The code on the same line before an offset, at most 40 characters back, without spaces at its end. */
export function codeBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 40), at);
  return before.slice(before.lastIndexOf('\n') + 1).trimEnd();
}

/** Whether a character is part of a name. */
export function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code >= 0x80
  );
}
