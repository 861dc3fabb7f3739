import { openHoles, RUBY_HOLE } from './mask-heredoc.ts';
import { maskText, textRule } from './mask-literals.ts';
import {
  codeBefore,
  fill,
  isGivenUp,
  isKnownUnclosed,
  isLineStart,
  isNameCode,
  type LexRule,
  LITERAL,
  noteUnclosed,
  SPACE,
} from './masking.ts';

/** Ruby's literals of the longest sort that are followed: what is longer is taken for code. */
const LITERAL_CHARACTERS_MAX = 20_000;
/** As many of them may have no closer: each costs a walk over so many characters, not over the rest. */
const UNCLOSED_MAX = 50;

// What a value may follow; after a name a literal begins only where a space before and none behind says so.
const BEFORE_VALUE = /[([{,;:=!&|?+\-*%<>~^]$/;
const WORD_BEFORE_VALUE =
  /(?:^|[^\w.:@$])(?:if|unless|while|until|when|and|or|not|return|elsif|in|then|do|else|puts|raise|yield|case)$/;

/** Whether a value, not an operator, begins at an offset. */
function isValueAt(text: string, at: number): boolean {
  const before = codeBefore(text, at);
  if (before === '' || WORD_BEFORE_VALUE.test(before)) return true;
  // `def /(other)` and `:/` name the operator.
  if (/(?:\bdef\s+(?:self\s*\.)?|[^:]:|\.)$/.test(before) && !/\s/.test(text[at - 1] ?? '')) return false;
  if (/\bdef$/.test(before)) return false;
  if (BEFORE_VALUE.test(before)) return true;
  return (
    /[\w?!]$/.test(before) &&
    /\s/.test(text[at - 1] ?? '') &&
    !/[\s=]/.test(text[at + 1] ?? '') &&
    /[a-z_?!][\w?!]*$/.test(before)
  );
}

/** `/…/`, which may go over lines. */
export const rubyRegex: LexRule = (masking, at) => {
  const { text } = masking;
  if (isKnownUnclosed(masking, '/', at) || !isValueAt(text, at)) return at + 1;
  const before = codeBefore(text, at);
  // No line begins with a division: a break before it ends what came before. Source: Ruby, "Syntax", "Line Breaks".
  const isSure = before === '' || BEFORE_VALUE.test(before);
  const end = regexEnd(isSure ? text.slice(0, at + LITERAL_CHARACTERS_MAX) : text, at + 1, isSure ? '\0' : '\n');
  if (text[end] !== '/') {
    masking.notes.unclosedBefore.set('/', end);
    return at + 1;
  }
  fill(masking, at + 1, end, LITERAL);
  openHoles(masking, at + 1, end, RUBY_HOLE);
  return end + 1;
};

/** The closing slash, or where `stop` or the text's end comes first. What stands in code of the pattern closes nothing. */
function regexEnd(text: string, from: number, stop: string): number {
  let isInClass = false;
  // Where code is not closed on its line, what follows is no code: of thousands that begin there each would be read anew.
  let mayHoldCode = true;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === stop || (character === '/' && !isInClass)) return at;
    if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '\\' && text[at + 1] !== '\n') at += 1;
    else if (mayHoldCode && text.startsWith('#{', at)) {
      const end = holeEnd(text, at + 1);
      mayHoldCode = end !== -1;
      at = Math.max(at, end);
    }
  }
  return text.length;
}

/** Characters of the code in a pattern. */
const HOLE_CHARACTERS_MAX = 500;
const HOLE_SIGNS = /\\[^\n]|"(?:[^"\\\n]|\\[^\n]){0,200}"|'(?:[^'\\\n]|\\[^\n]){0,200}'|[{}\n]/g;

/** The brace that closes the code in a pattern, whose texts may hold any sign; -1 where its line has none soon. */
function holeEnd(text: string, open: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(open, open + HOLE_CHARACTERS_MAX).matchAll(HOLE_SIGNS)) {
    if (sign === '\n') return -1;
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0 && sign === '}') return open + index;
  }
  return -1;
}

const PERCENT = /%[wWiIqQrsx]?([^\w\s])/y;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `%w[…]`, `%q(…)`, `%r{…}` and their like: brackets of the same kind nest in them. */
export const percentLiteral: LexRule = (masking, at) => {
  const { text } = masking;
  PERCENT.lastIndex = at;
  const match = PERCENT.exec(text);
  const open = match?.[1];
  if (match === null || open === undefined || isGivenUp(masking, percentLiteral, UNCLOSED_MAX)) return -1;
  if ((match[0].length === 2 && !CLOSERS[open]) || open === '=' || !isValueAt(text, at)) return -1;
  const end = percentEnd(text, at + match[0].length, open);
  if (end === -1) return noteUnclosed(masking, percentLiteral);
  fill(masking, at + match[0].length, end, LITERAL);
  if (!PLAIN.test(match[0])) openHoles(masking, at + match[0].length, end, RUBY_HOLE);
  return end + 1;
};

/** Those in which `#{` opens no code. Source: Ruby, "Syntax", "Literals", "Percent Literals". */
const PLAIN = /^%[wiqs]/;

function percentEnd(text: string, from: number, open: string): number {
  const close = CLOSERS[open] ?? open;
  let depth = 0;
  for (let at = from; at < text.length && at - from < LITERAL_CHARACTERS_MAX; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === close && depth === 0) return at;
    else if (character === close) depth -= 1;
    else if (character === open) depth += 1;
  }
  return -1;
}

/** `?"`: a character, not a quote. */
export const rubyCharacter: LexRule = (masking, at) => {
  const { text } = masking;
  const isAlone = at === 0 || !(isNameCode(text.charCodeAt(at - 1)) || /[)\]}?]/.test(text[at - 1] ?? ''));
  return isAlone && /["'`#/%]/.test(text[at + 1] ?? '') && !/\w/.test(text[at + 2] ?? '')
    ? fill(masking, at + 1, at + 2, LITERAL)
    : -1;
};

/** `$'`, `$"` and the other names that are quotes. */
export const dollarName: LexRule = ({ text }, at) => (/["'`/?%<]/.test(text[at + 1] ?? '') ? at + 2 : -1);

/** `__END__` on a line of its own ends the program. */
export const endMark: LexRule = (masking, at) => {
  const { text } = masking;
  return isLineStart(text, at) && /^__END__\r?(?:\n|$)/.test(text.slice(at, at + 9))
    ? fill(masking, at, text.length, SPACE)
    : -1;
};

const COMMAND = textRule({ close: '`', escapes: true, overLines: true, holes: ['#{'] });

/** Backticks hold a command, except where they are named: ``def `(command)``. */
export const backticks: LexRule = (masking, at) =>
  /(?:\bdef|[.:])$/.test(codeBefore(masking.text, at)) ? -1 : maskText(masking, at + 1, COMMAND);
