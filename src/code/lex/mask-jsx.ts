import { fill, type LexRule, LITERAL, type Masking } from './masking.ts';

/** Characters of a text between tags that are looked back over, and of the tag before it. */
const BEFORE_CHARACTERS_MAX = 200;
const TAG_CHARACTERS_MAX = 200;
/** The rest of a text up to the tag that ends what it stands in: so it is told from code behind the outermost tag. */
const REST = /[^<>{};]{0,1000}(?=<\/([\w.:-]*))/y;

/** `</a>` and `<a />` are tags wherever they stand. */
const SURE_TAG = /(?:<\/[\w.:-]*|[\w"'}/ \n]\/)>$/;
/** `<a b="c">` may be type arguments, but directly behind a name it is nothing else. */
const TAG = /(?:^|[^\w$\])])<([A-Za-z][\w.:-]*)?(?:\s[^<>]{0,180})?>$/;

/**
 * Text between the tags of JSX, in which `//`, `/*` and a backtick begin nothing; -1 elsewhere, and where the text is
 * followed by anything but a closing tag. Source: JSX, "JSXText".
 */
export const jsxText: LexRule = (masking, at) => {
  const begun = tagBefore(masking, at);
  if (begun === null) return -1;
  const isSure = SURE_TAG.test(begun.tag);
  const opened = isSure ? null : TAG.exec(begun.tag);
  if (!isSure && opened === null) return -1;
  REST.lastIndex = at;
  const rest = REST.exec(masking.text);
  if (rest === null || (opened !== null && (opened[1] ?? '') !== rest[1])) return -1;
  if (!isText(masking.text.slice(begun.end, at), rest[0])) return -1;
  // Brackets of a text close each other as a rule, and those before stay as well.
  for (const { 0: words, index } of rest[0].matchAll(/[^()[\]]+/g)) {
    fill(masking, at + index, at + index + words.length, LITERAL);
  }
  return REST.lastIndex;
};

/** Words that a text may stand directly behind in code; behind all other names none does. Source: ECMA-262, "Keywords and Reserved Words"; TypeScript's contextual ones. */
const WORD_BEFORE_TEXT =
  /(?:^|[^\w$])(?:accessor|as|asserts|async|await|case|default|delete|do|else|export|extends|from|get|import|in|instanceof|is|keyof|module|namespace|new|of|return|satisfies|set|static|throw|typeof|void|with|yield)$/;
/** Enough for the longest of them, and for the sign before. */
const WORD_CHARACTERS = 11;

/** The apostrophe of a word (`Don't`, `users' files`) in the text of JSX, where it begins nothing; -1 before a text of the code. */
export const apostrophe: LexRule = ({ units }, at) => {
  if (!isLetter(units[at - 1] ?? 0)) return -1;
  const before = String.fromCharCode(...units.subarray(Math.max(0, at - WORD_CHARACTERS), at));
  if (WORD_BEFORE_TEXT.test(before)) return -1;
  units[at] = LITERAL;
  return at + 1;
};

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Whether what stands between two tags is no code behind the outermost of them: that closes brackets, or quotes the tag. */
function isText(before: string, rest: string): boolean {
  // A comment that holds nothing but a tag.
  if ((/^\s+$/.test(before) && /^(?:\/\/|\/\*)\s*$/.test(rest)) || /["'`]$/.test(rest.slice(1))) return false;
  let depth = 0;
  for (const sign of before + rest) {
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The end of the code up to the `>` before a text, and where that ends; null where the text begins otherwise. */
function tagBefore({ units }: Masking, at: number): { readonly tag: string; readonly end: number } | null {
  const first = Math.max(0, at - BEFORE_CHARACTERS_MAX);
  let close = at - 1;
  while (close > first && !isBorder(units[close] ?? 0)) close -= 1;
  if (units[close] !== 0x3e) return null;
  const end = close + 1;
  return { tag: String.fromCharCode(...units.subarray(Math.max(0, end - TAG_CHARACTERS_MAX), end)), end };
}

/** `<`, `>`, `{`, `}` and `;`: none stands in a text, but for entities, which are no code either. */
function isBorder(code: number): boolean {
  return code === 0x3c || code === 0x3e || code === 0x7b || code === 0x7d || code === 0x3b;
}
