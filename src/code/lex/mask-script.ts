import { fill, isKnownUnclosed, type LexRule, LITERAL, type Masking, SPACE } from './masking.ts';

// After these a `/` begins a regular expression; after a name, number, string or closing bracket it divides.
const BEFORE_REGEX = /[([{,;:=!&|?+\-*%<>~^]$/;
const WORD_BEFORE_REGEX =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|instanceof)$/;

/** Behind these words a parenthesis is no value, and what follows it is a statement. */
const WORD_BEFORE_CONDITION = /(?:^|[^\w$.#])(?:if|while|for|for\s+await|with)$/;
/** Characters back in which the parenthesis of a condition is looked for. */
const CONDITION_CHARACTERS_MAX = 200;
/** Enough for the longest word in question. */
const WORD_CHARACTERS = 40;

/**
 * Masks a regular expression, or passes a division and the slashes of JSX tags (`</a>`, `<br />`). Which it is, is told
 * by the code before, without the comments between. A wrong guess costs no more than the rest of the line.
 */
export const scriptRegex: LexRule = (masking, at) => {
  const { text } = masking;
  if (closesTag(masking, at) || text[at - 1] === '<' || isKnownUnclosed(masking, '/', at)) return at + 1;
  if (!mayBegin(masking, at)) return at + 1;
  const end = regexEnd(text, at + 1, '\n');
  if (text[end] !== '/') {
    masking.notes.unclosedBefore.set('/', end);
    return at + 1;
  }
  fill(masking, at + 1, end, LITERAL);
  return end + 1;
};

/** What stands before no end of a tag: `/>/` behind it is a regular expression. */
const NEVER_IN_TAG = /(?:[([{,;:=!&|?]|=>|(?:^|[^\w$.])return)$/;

function closesTag(masking: Masking, at: number): boolean {
  return masking.text[at + 1] === '>' && !NEVER_IN_TAG.test(codeUpTo(masking, codeEnd(masking, at)));
}

function mayBegin(masking: Masking, at: number): boolean {
  const end = codeEnd(masking, at);
  const before = codeUpTo(masking, end);
  if (before === '' || BEFORE_REGEX.test(before) || WORD_BEFORE_REGEX.test(before)) return true;
  const open = before.endsWith(')') ? parenthesisAt(masking, end - 1) : -1;
  return open !== -1 && WORD_BEFORE_CONDITION.test(codeUpTo(masking, codeEnd(masking, open)));
}

/** Behind the last character before an offset that is neither a blank nor of a comment. */
function codeEnd({ units }: Masking, at: number): number {
  let end = at;
  while (end > 0 && (units[end - 1] ?? 0) <= SPACE && units[end - 1] !== LITERAL) end -= 1;
  return end;
}

function codeUpTo({ units }: Masking, end: number): string {
  return String.fromCharCode(...units.subarray(Math.max(0, end - WORD_CHARACTERS), end)).trimEnd();
}

/** The parenthesis that is closed at an offset; -1 when it is far away. */
function parenthesisAt({ units }: Masking, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - CONDITION_CHARACTERS_MAX); at -= 1) {
    if (units[at] === 0x29) depth += 1;
    else if (units[at] === 0x28) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The closing slash, or where `stop` or the text's end comes first. A slash inside of `[…]` does not close. */
function regexEnd(text: string, from: number, stop: string): number {
  let isInClass = false;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === stop) return at;
    if (character === '\\') at += text[at + 1] === '\n' ? 0 : 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return at;
  }
  return text.length;
}
