import { fill, isGivenUp, type LexRule, LITERAL, type Masking, noteUnclosed } from './masking.ts';

/** How an expansion stands, and how to go on behind it. */
interface Expansion {
  /** Whether it stands within double quotes, where a single quote is a character like others. */
  readonly isQuoted: boolean;
  readonly resume: (masking: Masking, next: number) => number;
}

/** The word behind the parameter and its operator. */
interface Word extends Expansion {
  readonly hasQuotes: boolean;
  /** Whether braces nest in it, as they do in `%F{red}`. */
  readonly nests: boolean;
}

/** Characters of an expansion that is followed; what is longer is read as code, as far as that goes. */
const EXPANSION_CHARACTERS_MAX = 1_000;
/** The parameter with its sign and index; whatever follows is an operator and its word. */
const PARAMETER = /[!#]?(?:\w+|[@*?!-]|\$(?![{(\w]))?(?:\[[\w@*$+-]{0,80}\])?/y;
/** Operators whose word is a pattern, in which single quotes quote in any case. */
const PATTERN_OPERATORS = '#%/^,';
/** What the end of an expansion is found by, with single quotes and where those are characters. */
const SIGNS = /\\[\s\S]|\$[({]|[(){}]|'[^'\n]*'/g;
const SIGNS_WITHOUT_QUOTES = /\\[\s\S]|\$[({]|[(){}]/g;
/** What a word is masked up to, and what of it is passed over. */
const STOPS = /\\[\s\S]|'[^'\n]*'|\$[({]|\$\w+|[{}]/g;
const STOPS_WITHOUT_QUOTES = /\\[\s\S]|\$[({]|\$\w+|[{}]/g;

/**
 * `${name%% #*}`: its signs begin neither a comment nor a text. Of its word only other expansions and the code in `$(…)`
 * are code. Source: POSIX, "Shell Command Language", 2.6.2; Bash, "Shell Parameter Expansion".
 */
export const shellExpansion: LexRule = (masking, at) =>
  maskExpansion(masking, at + 2, { isQuoted: false, resume: (_, next) => next });

/** The same from behind its brace on; -1 where it does not end soon. */
export function maskExpansion(masking: Masking, from: number, expansion: Expansion): number {
  if (isGivenUp(masking, shellExpansion)) return -1;
  const [at, word] = wordOf(masking, from, expansion);
  // A brace that stands alone in a pattern is one for itself.
  const found = [word, { ...word, nests: false }].find((one) => isClosed(masking.text, at, one));
  return found === undefined ? noteUnclosed(masking, shellExpansion) : walkWord(masking, at, found);
}

function wordOf(
  { text }: Masking,
  from: number,
  expansion: Expansion & Partial<Word>,
): readonly [from: number, word: Word] {
  PARAMETER.lastIndex = from;
  PARAMETER.test(text);
  const at = PARAMETER.lastIndex;
  const hasQuotes = !expansion.isQuoted || PATTERN_OPERATORS.includes(text[at] ?? ' ');
  return [at, { nests: true, ...expansion, hasQuotes }];
}

function isClosed(text: string, from: number, { hasQuotes, nests }: Word): boolean {
  const closers: string[] = [];
  const signs = hasQuotes ? SIGNS : SIGNS_WITHOUT_QUOTES;
  for (const { 0: sign } of text.slice(from, from + EXPANSION_CHARACTERS_MAX).matchAll(signs)) {
    const inner = closers.at(-1);
    const closer = closerOf(sign, { isCode: inner === ')', nests });
    if (closer !== null) closers.push(closer);
    else if (sign === (inner ?? '}') && closers.pop() === undefined) return true;
  }
  return false;
}

/** What ends what a sign begins; null for one that begins nothing. In a pattern a parenthesis may stand alone. */
function closerOf(sign: string, { isCode, nests }: { readonly isCode: boolean; readonly nests: boolean }) {
  if (sign === '$(') return ')';
  if (sign === '(') return isCode ? ')' : null;
  return sign === '${' || (sign === '{' && nests) ? '}' : null;
}

/** Blanks a word up to the brace that ends its expansion, or to what is in it, and goes on with it behind that. */
function walkWord(masking: Masking, from: number, word: Word): number {
  const { text } = masking;
  const stops = word.hasQuotes ? STOPS : STOPS_WITHOUT_QUOTES;
  let at = from;
  for (let next = from; ; next = stops.lastIndex) {
    stops.lastIndex = next;
    const stop = stops.exec(text);
    if (stop === null) return fill(masking, at, text.length, LITERAL);
    const { 0: sign, index } = stop;
    if ("\\'".includes(sign.charAt(0)) || (sign === '{' && !word.nests)) continue;
    fill(masking, at, index, LITERAL);
    at = index + sign.length;
    if (sign === '}') return word.resume(masking, at);
    if (/[{(]$/.test(sign)) return enter(masking, at, sign, word);
  }
}

/** Goes on in what stands in a word, and behind it with the word. */
function enter(masking: Masking, at: number, sign: string, word: Word): number {
  const resume = (again: Masking, next: number): number => walkWord(again, next, word);
  if (sign === '{') return walkWord(masking, at, { ...word, resume });
  if (sign === '${') return walkWord(masking, ...wordOf(masking, at, { ...word, resume }));
  masking.holes.push({ open: 0x28, close: 0x29, depth: 0, resume });
  return at;
}
