import { fill, isKnownUnclosed, type LexRule, LITERAL } from './masking.ts';

// After these a `/` begins a regular expression; after a name, number, string or closing bracket it divides.
const BEFORE_REGEX = /[([{,;:=!&|?+\-*%<>~^]$/;
const WORD_BEFORE_REGEX =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|instanceof)$/;

/**
 * Masks a regular expression, or passes a division and the slashes of JSX tags (`</a>`, `<br />`). Which it is, is told
 * by what stands before, at most 40 characters back: enough for the longest word in question. A wrong guess costs no
 * more than the rest of the line.
 */
export const scriptRegex: LexRule = (masking, at) => {
  const { text } = masking;
  if (text[at + 1] === '>' || text[at - 1] === '<' || isKnownUnclosed(masking, '/', at)) return at + 1;
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (before !== '' && !BEFORE_REGEX.test(before) && !WORD_BEFORE_REGEX.test(before)) return at + 1;
  const end = regexEnd(text, at + 1, '\n');
  if (text[end] !== '/') {
    masking.notes.unclosedBefore.set('/', end);
    return at + 1;
  }
  fill(masking, at + 1, end, LITERAL);
  return end + 1;
};

/** The closing slash, or where `stop` or the text's end comes first. A slash inside of `[…]` does not close. */
export function regexEnd(text: string, from: number, stop: string): number {
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
