import type { RegexToken } from './regex-tokens.ts';

// `\w`, `\d`, `\s`, `\b` and one character mean what Unicode says, as for ripgrep. In a line of ASCII that is what V8
// means by them anyway; only for the others there is a reading of its own.

/** One pattern in the ways that it is tried. What few lines need is written when it is asked for. */
export interface Readings {
  /** For lines of ASCII; in V8's syntax without flags unless it needs the flag for Unicode. */
  readonly narrow: string;
  /** Whether the narrow one means the same in all lines. */
  readonly isSame: boolean;
  /** For all lines, for the flag `v`. */
  wide(): string;
  /**
   * Without flags, so that V8's linear engine can take over: it matches in every line in which the wide one does. Null where
   * there is none.
   */
  loose(): string | null;
  /** Whether the loose one matches in no other lines. */
  readonly isLooseExact: boolean;
}

/** How a pattern is meant. */
export interface ReadingOptions {
  /** Whole words only. */
  readonly isWord: boolean;
  /** By a flag: where it is spelled out, it is none. */
  readonly ignoresCase: boolean;
}

/** Writes the pieces of a pattern that has no groups with flags. */
export function readingsOf(tokens: readonly RegexToken[], { isWord, ignoresCase }: ReadingOptions): Readings {
  const needsFlag = needsUnicode(tokens);
  const looksElsewhere = tokens.some(({ source }) => LOOKS_ELSEWHERE.test(source));
  const wide = (): string => {
    const whole = tokens.map(wideOf).join('');
    return isWord ? `(?<!${WORD})(?:${whole})(?!${WORD})` : whole;
  };
  return {
    narrow: needsFlag ? wide() : narrowOf(tokens, isWord),
    isSame: !isWord && !ignoresCase && !needsFlag && tokens.every(isSameOf),
    wide,
    // What is looked around at may not match more than it should, and the flag `v` finds more cases of letters.
    loose: () => (needsFlag || looksElsewhere ? null : tokens.map(ignoresCase ? looseInAnyCase : looseOf).join('')),
    isLooseExact: !isWord && !ignoresCase && !tokens.some((token) => isOfScripts(token) || spansPairs(token)),
  };
}

/** A group with flags of its own. */
export const SETS_CASE = /^\(\?-?i:/;
/** A reference back. */
export const LOOKS_BACK = /^\\(?:[1-9]|k)/;
/** The same, or a look around. */
export const LOOKS_ELSEWHERE = /^(?:\\(?:[1-9]|k)|\(\?<?[=!])/;

/** Whether a pattern can be written only with V8's flag for Unicode. */
export function needsUnicode(tokens: readonly RegexToken[]): boolean {
  return tokens.some(
    ({ type, source }) => type === 'sets' || (type !== 'literal' && /\\[pP]\{|[\ud800-\udfff]/.test(source)),
  );
}

/** Whether Unicode says what belongs to it. */
export function isOfScripts({ type, source }: RegexToken): boolean {
  return type !== 'literal' && type !== 'quantifier' && /\\[dDwWsSpPbB]/.test(source.replaceAll('\\\\', ''));
}

function isSameOf(token: RegexToken, at: number, tokens: readonly RegexToken[]): boolean {
  if (isOfScripts(token)) return false;
  return token.source === '.'
    ? isAnyNumber(tokens[at + 1])
    : !(token.type === 'class' && (token.source.startsWith('[^') || spansPairs(token)));
}

/** Whether a range of a class has the halves of pairs in it, which are no characters. */
function spansPairs({ type, source }: RegexToken): boolean {
  return type === 'class' && /-[\ue000-\uffff]/.test(source);
}

/** Of none or any number it is the same whether code units or characters are counted. */
function isAnyNumber(quantifier: RegexToken | undefined): boolean {
  return quantifier?.type === 'quantifier' && quantifier.source.startsWith('*');
}

function narrowOf(tokens: readonly RegexToken[], isWord: boolean): string {
  const whole = tokens.map(narrowPiece).join('');
  return isWord ? asWords(tokens, whole) : whole;
}

function narrowPiece(token: RegexToken): string {
  // Of the two code units of a character a repeat means both.
  if (token.type === 'literal') return token.character.length > 1 ? `(?:${token.source})` : token.source;
  return token.source === '.' ? '[^\\n]' : token.source;
}

const WORD_INNER = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';
/** One character of a word, for the flag `v`. Source: UTS #18, Annex C. */
const WORD = `[${WORD_INNER}]`;
/** A text that is one character of a word. */
export const WORD_CHARACTER = new RegExp(`^${WORD}$`, 'v');

/** Places and classes for the flag `v`. */
const WIDE = new Map([
  ['\\b', `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`],
  ['\\B', `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`],
  ['\\w', WORD],
  ['\\W', `[^${WORD_INNER}]`],
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', '\\p{White_Space}'],
  ['\\S', '\\P{White_Space}'],
  ['.', '[^\\n]'],
]);

/** The same within a class. */
const WIDE_INSIDE = new Map([...WIDE, ['\\w', WORD_INNER]]);

/** A piece for the flag `v`. */
export function wideOf({ type, source, ...token }: RegexToken): string {
  if ('character' in token) return token.character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  if (type === 'class') {
    const head = source.startsWith('[^') ? '[^' : '[';
    return `${head}${innerForSets(source.slice(head.length, -1))}]`;
  }
  return WIDE.get(source) ?? source;
}

const CLASS_ITEM = /(\\[pP]\{[^}]*\}|\\x[0-9a-f]{2}|\\[\s\S]|[^\\])(?:-(\\x[0-9a-f]{2}|\\[^dDwWsSpP]|[^\\]))?/gu;

/** The inside of a class for the flag `v`, under which more signs have a meaning there. */
export function innerForSets(inner: string): string {
  const parts: string[] = [];
  for (const [, from = '', to] of inner.matchAll(CLASS_ITEM)) {
    const isClass = /^\\[dDwWsSpP]/.test(from);
    parts.push(isClass ? (WIDE_INSIDE.get(from) ?? from) : wideCharacter(from));
    if (to !== undefined) parts.push(isClass ? `\\x2d${wideCharacter(to)}` : `-${wideCharacter(to)}`);
  }
  return parts.join('');
}

function wideCharacter(source: string): string {
  if (/^\\[a-z]/.test(source)) return source;
  const code = source.codePointAt(source.length > 1 && source.startsWith('\\') ? 1 : 0) ?? 0;
  return code < 0x80 && !/[0-9A-Za-z]/.test(String.fromCharCode(code)) ? byNumber(code) : String.fromCodePoint(code);
}

function byNumber(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`;
}

/** A character beyond U+FFFF by its code units, in one way only. */
const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';

function looseOf(token: RegexToken, at: number, tokens: readonly RegexToken[]): string {
  const { type, source } = token;
  if (source === '.' && !isAnyNumber(tokens[at + 1])) return `(?:[^\\n\\ud800-\\udfff]|${PAIR})`;
  if (type === 'other' && /^\\[bB]$/.test(source)) return '';
  if (isOfScripts(token) && /^(?:\[|\\[dDwWsS])/.test(source)) return asciiOrBeyond(source);
  if (type === 'class' && source.startsWith('[^')) return `(?:${source.slice(0, -1)}\\ud800-\\udfff]|${PAIR})`;
  return narrowPiece(token);
}

/** Letters of ASCII that have a third case beyond it are rare enough to be met by all that is beyond. */
function looseInAnyCase(token: RegexToken, at: number, tokens: readonly RegexToken[]): string {
  const isOne =
    token.type === 'class' || (token.type === 'literal' && !/^[^A-Za-z\u0080-\uffff]/.test(token.character));
  return isOne ? asciiOrBeyond(token.source, 'i') : looseOf(token, at, tokens);
}

/** What a class or character matches in ASCII, and all beyond it. */
function asciiOrBeyond(source: string, flags = ''): string {
  const one = new RegExp(`^${source}$`, flags);
  let ascii = '';
  for (let code = 0; code < 0x80; code++) if (one.test(String.fromCharCode(code))) ascii += byNumber(code);
  return `(?:[${ascii}\\u0080-\\ud7ff\\ue000-\\uffff]|${PAIR})`;
}

/** A character of a word that is surely there, at either end of a match. */
const IS_WORD = /^(?:\w|\\[wd])$/;

/**
 * No character of a word on either side. Where a match surely begins and ends with one, that are two borders, which V8's
 * linear engine knows.
 */
function asWords(tokens: readonly RegexToken[], narrow: string): string {
  const mayBeAbsent = tokens.some(
    ({ type, source }) =>
      source === '|' || LOOKS_ELSEWHERE.test(source) || (type === 'quantifier' && /^(?:[*?]|\{0)/.test(source)),
  );
  const first = tokens.find(({ source }) => !/^\((?:\?:)?$/.test(source));
  const last = tokens.findLast(({ type, source }) => source !== ')' && type !== 'quantifier');
  const isSure = !mayBeAbsent && IS_WORD.test(first?.source ?? '') && IS_WORD.test(last?.source ?? '');
  return isSure ? `\\b(?:${narrow})\\b` : `(?<!\\w)(?:${narrow})(?!\\w)`;
}
