import { bladeText, isBlade } from './mask-blade.ts';
import { lineComment, maskText, PYTHON_FORMATS, type TextRule, textRule } from './mask-literals.ts';
import { rawText } from './mask-rust.ts';
import { fill, isGivenUp, isNameCode, type LexRule, LITERAL, lineEnd, noteUnclosed, SPACE } from './masking.ts';

const C_RAW = /R"([^\s()\\"]{0,16})\(/y;

/** `R"mark(…)mark"` of C++. What stands before the `R` may only be a prefix such as `u8`. */
export const rawCString: LexRule = (masking, at) => {
  const { text } = masking;
  C_RAW.lastIndex = at;
  const match = C_RAW.exec(text);
  if (match === null || /(?:^|\W)(?:u8?|U|L)?$/.exec(text.slice(Math.max(0, at - 4), at)) === null) return -1;
  // The parenthesis is masked as well, so that it is never one without its partner.
  if (isGivenUp(masking, rawCString)) return -1;
  const close = `)${match[1] ?? ''}"`;
  const end = text.indexOf(close, at + match[0].length);
  if (end === -1) return noteUnclosed(masking, rawCString);
  fill(masking, at + 2, end + close.length - 1, LITERAL);
  return end + close.length;
};

const C_CHARACTER = textRule({ close: "'", escapes: true });

/** A character of C; the `'` of `1'000` parts digits. */
export const cQuote: LexRule = (masking, at) => {
  const isDigits = /(?:^|[^\w'])\d[\w'.]*$/.test(masking.text.slice(Math.max(0, at - 24), at));
  return isDigits ? at + 1 : maskText(masking, at + 1, C_CHARACTER);
};

/** `$name`, and no text as behind `$$`. Source: Scala, "String Interpolation". */
const SCALA_NAMES = /(?<=(?<!\$)(?:\$\$){0,8}\$)[\p{L}_][\p{L}\p{N}_]*/gu;

/** Strings of Scala have holes when a name such as `s` stands before them. */
export function scalaString(open: string, rule: Parameters<typeof textRule>[0]): LexRule {
  const plain = textRule(rule);
  const withHoles = textRule({ ...rule, holes: ['${'], names: SCALA_NAMES });
  return (masking, at) =>
    maskText(masking, at + open.length, isNameCode(masking.text.charCodeAt(at - 1)) ? withHoles : plain);
}

/**
 * Strings of Kotlin; in those with several `$` before them, code stands behind as many, which are not read. Source: Kotlin
 * 2.2, "Multi-dollar interpolation".
 */
export function kotlinString(open: string, rule: Parameters<typeof textRule>[0]): LexRule {
  const plain = textRule({ ...rule, names: null });
  const withHoles = textRule({ ...rule, holes: ['${'] });
  return (masking, at) =>
    maskText(masking, at + open.length, masking.text.slice(Math.max(0, at - 2), at) === '$$' ? plain : withHoles);
}

const FORMATTED = /(?:^|[^\w])(?:[fFtT][rR]?|[rR][fFtT])$/;

/** A string of Python, which has code in its braces where a letter before it says so. Source: "Formatted string literals". */
export function pythonString(open: string, overLines: boolean): LexRule {
  const plain = textRule({ close: open, escapes: true, overLines });
  const formatted = textRule({ ...plain, holes: ['{'], formats: PYTHON_FORMATS });
  return (masking, at) => {
    const isFormatted =
      isNameCode(masking.text.charCodeAt(at - 1)) && FORMATTED.test(masking.text.slice(Math.max(0, at - 3), at));
    return maskText(masking, at + open.length, isFormatted ? formatted : plain);
  };
}

const SWIFT_RAW = /(#{1,16})("""|"|\/)/y;
/** By their openers. */
const swiftRules = new Map<string, TextRule>();

/**
 * `#"…"#`, `#"""…"""#` and `#/…/#` of Swift, which end with as many hashes as they began with; as many stand before the bracket
 * of code in a text. Source: The Swift Programming Language, "Extended String Delimiters".
 */
export const swiftRawString: LexRule = (masking, at) => {
  SWIFT_RAW.lastIndex = at;
  const [opener, hashes = '', quote = ''] = SWIFT_RAW.exec(masking.text) ?? [];
  if (opener === undefined) return -1;
  const from = at + opener.length;
  if (quote === '/') return rawText(masking, from, `/${hashes}`);
  const known = swiftRules.get(opener);
  const rule = known ?? textRule({ close: quote + hashes, overLines: quote !== '"', holes: [`\\${hashes}(`] });
  // Openers are few: their hashes are bounded.
  if (known === undefined) swiftRules.set(opener, rule);
  return maskText(masking, from, rule);
};

/** Shell comments begin a word: `$#` and `a#b` are none. */
export const shellComment: LexRule = (masking, at) =>
  at === 0 || /[\s;&|()`]/.test(masking.text[at - 1] ?? '') ? lineComment(masking, at) : -1;

/** A comment of PHP ends where its program does. */
export const phpComment: LexRule = (masking, at) => {
  const line = masking.text.slice(at, lineEnd(masking.text, at));
  const end = line.indexOf('?>');
  return fill(masking, at, at + (end === -1 ? line.length : end), SPACE);
};

/** `#` begins a comment of PHP, `#[` an attribute. */
export const phpHash: LexRule = (masking, at) => (masking.text[at + 1] === '[' ? -1 : phpComment(masking, at));

/** What stands between two programs of PHP is text. */
export const htmlText: LexRule = (masking, at) => {
  const opener = /<\?(?:php\b|=|\s)/g;
  opener.lastIndex = at;
  const found = opener.exec(masking.text);
  return fill(masking, at, found === null ? masking.text.length : opener.lastIndex, SPACE);
};

/** A file without any mark of PHP is a template, or taken for a program: a piece of one is asked about more often than plain text. */
export const htmlPrologue: LexRule = (masking, at) => {
  if (/<\?(?:php|=|\s)/.test(masking.text)) return htmlText(masking, at);
  return isBlade(masking.text) ? bladeText(masking, at) : at;
};
