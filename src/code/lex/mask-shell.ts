import { fill, isGivenUp, type LexRule, LITERAL, type Masking, noteUnclosed } from './masking.ts';

/** Characters of an expansion that is followed; what is longer is read as code, as far as that goes. */
const EXPANSION_CHARACTERS_MAX = 1_000;
/** The parameter with its sign and index; whatever follows is an operator and its word. */
const PARAMETER = /[!#]?(?:\w+|[@*?!-]|\$(?![{(\w]))?(?:\[[^\][{}'"`\n]{0,80}\])?/y;
/** Operators whose word is a pattern, in which single quotes quote also within double quotes. */
const PATTERN_OPERATORS = '#%/^,';
/** `${name:offset:length}`, in which numbers are reckoned. */
const OFFSET = /:(?![-=?+])/y;
/** What counts in a word, with single quotes and where those are characters. */
const SIGNS = /\\[\s\S]|\$[({]|\$\w+|`[^`\n]*`|[{}]|'[^'\n]*'/g;
const SIGNS_WITHOUT_QUOTES = /\\[\s\S]|\$[({]|\$\w+|`[^`\n]*`|[{}]/g;
/** What counts in code, up to the parenthesis that ends it. */
const CODE_SIGNS = /\\[\s\S]|'[^'\n]*'|"(?:[^"\\]|\\[\s\S])*"|[()]/g;

type Stretch = readonly [from: number, to: number];

/**
 * `${name%% #*}`, whose signs begin neither a comment nor a text. Of its word only parameters and the code in `$(…)` are
 * code: the rest is blanked ahead of the walk. Source: POSIX, "Shell Command Language", 2.6.2; Bash, "Shell Parameter
 * Expansion".
 */
export const shellExpansion: LexRule = (masking, at) => {
  blankWord(masking, at + 2, false);
  // Its brace counts where it stands in one of a text.
  return at + 1;
};

/** Blanks the word of an expansion, from behind its brace on, where that ends soon. */
export function blankWord(masking: Masking, from: number, isQuoted: boolean): void {
  if (isGivenUp(masking, shellExpansion)) return;
  const { text } = masking;
  const at = parameterEnd(text, from);
  OFFSET.lastIndex = at;
  if (text[at] === '}' || OFFSET.test(text)) return;
  const signs = isQuoted && !PATTERN_OPERATORS.includes(text[at] ?? ' ') ? SIGNS_WITHOUT_QUOTES : SIGNS;
  // A brace that stands alone in a pattern is one for itself; elsewhere they nest, as in `%F{red}`.
  const code = codeInWord(text, { at, signs, nests: true }) ?? codeInWord(text, { at, signs, nests: false });
  if (code === null) noteUnclosed(masking, shellExpansion);
  let start = at;
  for (const [codeFrom, codeTo] of code ?? []) {
    fill(masking, start, codeFrom, LITERAL);
    start = codeTo;
  }
}

function parameterEnd(text: string, from: number): number {
  PARAMETER.lastIndex = from;
  PARAMETER.test(text);
  return PARAMETER.lastIndex;
}

interface Word {
  readonly at: number;
  readonly signs: RegExp;
  readonly nests: boolean;
}

/** The stretches of code in a word, the brace that ends it as the last; null where none does. */
function codeInWord(text: string, { at, signs, nests }: Word): readonly Stretch[] | null {
  const code: Stretch[] = [];
  const last = at + EXPANSION_CHARACTERS_MAX;
  let depth = 0;
  signs.lastIndex = at;
  for (let match = signs.exec(text); match !== null && match.index < last; match = signs.exec(text)) {
    const { 0: sign, index } = match;
    depth += depthOf(sign, nests);
    if (depth < 0) return [...code, [index, index + 1]];
    const end = codeEnd(text, sign, index);
    if (end === null) return null;
    // Behind a brace its parameter is code, and the brace itself is blanked with the one that closes it.
    if (end > index) code.push([sign === '${' ? index + 2 : index, end]);
    signs.lastIndex = Math.max(end, index + sign.length);
  }
  return null;
}

function depthOf(sign: string, nests: boolean): number {
  if (sign === '}') return -1;
  return sign === '${' || (sign === '{' && nests) ? 1 : 0;
}

/** Where code ends that a sign of a word begins, its offset where it begins none; null where it does not end. */
function codeEnd(text: string, sign: string, index: number): number | null {
  if (sign === '${') return parameterEnd(text, index + 2);
  if (sign !== '$(') return sign[0] === '`' || /^\$\w/.test(sign) ? index + sign.length : index;
  let depth = 0;
  CODE_SIGNS.lastIndex = index + 2;
  for (let match = CODE_SIGNS.exec(text); match !== null; match = CODE_SIGNS.exec(text)) {
    if (match.index > index + EXPANSION_CHARACTERS_MAX) return null;
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth < 0) return CODE_SIGNS.lastIndex;
  }
  return null;
}
