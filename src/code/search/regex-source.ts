import type { TranslatedRegex } from './regex-dialect.ts';
import { LOOKS_ELSEWHERE, needsUnicode, SETS_CASE } from './regex-readings.ts';
import { type RegexToken, tokenizeRegex } from './regex-tokens.ts';

// Callers' regular expressions are looked at before V8 gets them: to find a literal that every hit
// must hold, and to spell out "either case" letter by letter, since V8's linear engine, the way out of
// catastrophic backtracking, does not do the `i` flag.

/** What is known of a pattern without running it. */
export interface RegexSource {
  readonly tokens: readonly RegexToken[];
  /** The same in either case, written without the `i` flag; null when only the flag can say it. */
  readonly insensitive: readonly RegexToken[] | null;
  /** Look-around sees across line ends, so lines have to be tried one by one. */
  readonly looksAround: boolean;
  /** Whether it has characters beyond ASCII that may be another case of one of ASCII. */
  readonly mayFoldToAscii: boolean;
  /** Whether a group sets flags of its own (`(?i:…)`): then case may or may not count within it. */
  readonly hasModifier: boolean;
  /** Whether the `\r` of a line's end is looked for. */
  readonly wantsReturn: boolean;
  /** Whether matching takes time in proportion to the text, whatever it is: then nothing has to watch over it. */
  readonly isPlain: boolean;
  /** Steps that trying a line of so many characters takes at the most; endless where that is not known. */
  stepsOn(characters: number): number;
  /** A text in every match, as it stands there when case counts; null when none is easily seen. */
  readonly requiredLiteral: string | null;
}

/**
 * Takes a pattern apart, valid or not. What it cannot be sure of it leaves out: without a required literal every file
 * is searched, and without a spelled-out pattern the `i` flag does it, both slower and never wrong. Letters beyond
 * ASCII have other cases than the two that would be spelled out.
 */
export function analyseRegex({ pattern }: TranslatedRegex): RegexSource {
  const tokens = tokenizeRegex(pattern);
  const isAscii = Buffer.byteLength(pattern) === pattern.length;
  const hasBackReference = tokens.some(({ type, source }) => type === 'other' && /^\\(?:[1-9]|k)/.test(source));
  const hasModifier = tokens.some(({ source }) => SETS_CASE.test(source));
  const maySpell = isAscii && !hasBackReference && !needsUnicode(tokens) && !hasModifier;
  return {
    tokens,
    insensitive: maySpell ? spellBothCases(tokens) : null,
    looksAround: tokens.some(({ source }) => /^\(\?<?[=!]/.test(source)),
    mayFoldToAscii: tokens.some(({ source }) => /[\u017f\u212a]|^\[.*[\u0080-\uffff]/s.test(source)),
    hasModifier,
    wantsReturn: tokens.some(({ source }) => wantsReturn(source)),
    isPlain: isPlain(tokens),
    stepsOn: boundSteps(tokens),
    requiredLiteral: requiredLiteral(tokens),
  };
}

/** A sign with what escapes it. */
const SIGNS = /\\[\s\S]|[\s\S]/g;

/** Whether a piece is the `\r`, or a class that names it; behind an escaped backslash an `r` is a letter. */
function wantsReturn(source: string): boolean {
  const isReturn = (sign: string): boolean => sign === '\r' || sign === '\\r';
  if (!source.startsWith('[')) return isReturn(source);
  return !source.startsWith('[^') && (source.match(SIGNS) ?? []).some(isReturn);
}

/** Pieces tried at one place at the most: alternatives may all have to be tried, two to the power of their number. */
const PLAIN_STEPS_MAX = 4_000;

/** Nothing repeated or optional, nothing looked back or around at, and few alternatives. */
function isPlain(tokens: readonly RegexToken[]): boolean {
  const alternatives = tokens.filter(({ type, source }) => type === 'other' && source === '|').length;
  const isRisky = ({ type, source }: RegexToken): boolean => type === 'quantifier' || LOOKS_ELSEWHERE.test(source);
  return tokens.length * 2 ** alternatives <= PLAIN_STEPS_MAX && !tokens.some(isRisky);
}

/**
 * Where only single pieces are repeated or optional, and nothing is looked back or around at, each of them ends in as many
 * places as there are characters, and all pieces are tried behind each such choice and from each place in the line. Classes
 * of all scripts take many times as long as other pieces, and nothing is known of patterns that have them.
 */
function boundSteps(tokens: readonly RegexToken[]): RegexSource['stepsOn'] {
  let repeats = 0;
  for (const [at, { type, source }] of tokens.entries()) {
    const isRepeat = type === 'quantifier';
    const isUnknown = LOOKS_ELSEWHERE.test(source) || (type === 'other' && source === '|');
    if (isUnknown || (isRepeat && tokens[at - 1]?.source === ')')) return () => Number.POSITIVE_INFINITY;
    if (isRepeat) repeats += 1;
  }
  return (characters) => characters ** (repeats + 1) * (tokens.length + WORD_BORDERS);
}

/** Pieces that whole words add. */
const WORD_BORDERS = 2;

/** Escapes that may stand for a letter: by its number, or as `\e` does for `e`. */
const LETTER_ESCAPE = /\\(?![dDsSwWbBnrtvf])[A-Za-z0-9]/;

/** The pieces with `[aA]` for every letter. Null when an escape hides which character it is. */
function spellBothCases(tokens: readonly RegexToken[]): readonly RegexToken[] | null {
  const spelled: RegexToken[] = [];
  for (const token of tokens) {
    if (token.type === 'literal' && /[A-Za-z]/.test(token.character)) {
      spelled.push({ type: 'class', source: `[${token.character.toLowerCase()}${token.character.toUpperCase()}]` });
    } else if (token.type === 'class') {
      const source = spellClass(token.source);
      if (source === null) return null;
      spelled.push({ type: 'class', source });
    } else if (LETTER_ESCAPE.test(token.source)) return null;
    else spelled.push(token);
  }
  return spelled;
}

/** A range, an escape, or a letter. */
const CLASS_PIECES = /((?:\\[\s\S]|[^\\])-(?:\\[\s\S]|[^\\]))|\\[\s\S]|([A-Za-z])/g;

/** Adds to a class the other case of its letters and of its ranges of letters; null where that is not easily done. */
function spellClass(source: string): string | null {
  const inner = source.slice(1, -1).replace(/^\^/, '');
  if (LETTER_ESCAPE.test(inner)) return null;
  const added: string[] = [];
  for (const [, range, letter] of inner.matchAll(CLASS_PIECES)) {
    const piece = range ?? letter ?? '';
    if (piece === '' || /^\d-\d$/.test(piece)) continue;
    // A range that only begins or ends in letters takes in signs: left to the flag.
    if (range !== undefined && !/^(?:[a-z]-[a-z]|[A-Z]-[A-Z])$/.test(range)) return null;
    added.push(piece.toLowerCase(), piece.toUpperCase());
  }
  return `${source.slice(0, -1)}${added.join('')}]`;
}

/**
 * The longest run of plain characters of ASCII outside of groups, none of them optional; none at all beside alternatives, which
 * need not contain it. Lines without it are not tried, nor are files, so to take one for required that is not would lose
 * hits: in doubt it is left out. One letter alone is in every file.
 */
function requiredLiteral(tokens: readonly RegexToken[]): string | null {
  if (tokens.some(({ source }) => source === '|')) return null;
  let depth = 0;
  let run = '';
  let longest = '';
  for (const [at, token] of tokens.entries()) {
    if (token.source.startsWith('(')) depth += 1;
    const next = tokens[at + 1];
    const mayBeAbsent = next?.type === 'quantifier' && !/^(?:\+|\{[1-9])/.test(next.source);
    const isPlain = token.type === 'literal' && token.character < '\x80' && depth === 0 && !mayBeAbsent;
    run = isPlain ? run + token.character : '';
    if (run.length > longest.length) longest = run;
    // What is repeated may be followed by itself.
    if (next?.type === 'quantifier') run = '';
    if (token.source === ')') depth -= 1;
  }
  return longest.length >= 2 ? longest : null;
}
