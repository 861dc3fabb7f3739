/*
 * Masking makes a text in which only code is left: comments become spaces, the inside of strings, templates and
 * regular expressions becomes a filler. Every character keeps its offset and every line its number, so what a pattern
 * finds in the mask can be cut out of the original. One pass, linear in the text whatever it holds: what turns out not
 * to be closed is not tried again before the next line.
 */

/** Stands for a character inside a literal: neither space, name, bracket nor quote. */
export const FILLER = '\u001a';

/** How the literals and comments of a language look. */
export interface LexRules {
  readonly lineComments: readonly string[];
  readonly blockComment: { readonly open: string; readonly close: string; readonly nests: boolean } | null;
  /** Strings that may go over lines, the longest opener first: open and close alike. */
  readonly longStrings: readonly { readonly quote: string; readonly escapes: boolean }[];
  /** Quotes whose strings end on their line; unclosed they are no string. */
  readonly quotes: string;
  /** Templates with `${}` and regular expressions (ECMAScript). */
  readonly isScript: boolean;
  /** Raw strings `r#""#` and the difference of `'a'` and `'a` (Rust). */
  readonly isRust: boolean;
}

/**
 * One run over one text. The openers are found in the text, which never changes, and written over in the units: what
 * was masked is passed over, never looked at for openers.
 */
interface Masking {
  readonly text: string;
  readonly rules: LexRules;
  /** The mask as it grows, a unit for each character: at first the text. */
  readonly units: Uint8Array | Uint16Array;
  /** Open braces inside each open `${`. */
  readonly templates: number[];
  /** Per opener, the offset before which it is known not to be closed. */
  readonly hopeless: Map<string, number>;
}

/** The mask of a text: as long as the text, with the same line breaks. */
export function maskCode(text: string, rules: LexRules): string {
  // Half the memory for the most of all texts.
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  const buffer = Buffer.from(text, encoding);
  const units = encoding === 'latin1' ? buffer : new Uint16Array(buffer.buffer, buffer.byteOffset, text.length);
  const masking: Masking = { text, rules, units, templates: [], hopeless: new Map() };
  const openers = openerPattern(rules);
  let at = text.startsWith('#!') && rules.isScript ? fill(masking, 0, lineEnd(text, 0), SPACE) : 0;
  while (at < text.length) {
    openers.lastIndex = at;
    const match = openers.exec(text);
    if (!match) break;
    at = step(masking, match.index, match[0]);
  }
  return buffer.toString(encoding);
}

/**
 * One pattern for all openers. Of two that begin alike the first alternative wins, so comments stand before a regular
 * expression's `/`, and `"""` before `"`.
 */
function openerPattern(rules: LexRules): RegExp {
  const openers = [
    ...rules.lineComments,
    ...(rules.blockComment ? [rules.blockComment.open] : []),
    ...longestFirst(rules.longStrings.map((string) => string.quote)),
    ...rules.quotes,
    ...(rules.isScript ? ['`', '/', '{', '}'] : []),
    ...(rules.isRust ? ["'"] : []),
  ];
  return new RegExp(openers.map((opener) => opener.replace(/[/*`{}]/g, '\\$&')).join('|'), 'g');
}

function longestFirst(openers: readonly string[]): string[] {
  return [...openers].sort((a, b) => b.length - a.length);
}

/**
 * Masks what begins at an opener and answers where to go on, always beyond `at`: so the walk over the text ends. Rust's
 * quotes come before the general ones, because raw strings and lifetimes need a look to the left or right of the quote.
 */
function step(masking: Masking, at: number, opener: string): number {
  const { text, rules } = masking;
  if (rules.lineComments.includes(opener)) return fill(masking, at, lineEnd(text, at), SPACE);
  if (opener === rules.blockComment?.open) return fill(masking, at, commentEnd(text, at, rules.blockComment), SPACE);
  if (rules.isRust && opener === '"') return maskRustString(masking, at);
  if (rules.isRust && opener === "'") return maskRustCharacter(masking, at);
  const long = rules.longStrings.find((string) => string.quote === opener);
  if (long) return maskLongString(masking, at, long);
  if (rules.isScript && !rules.quotes.includes(opener)) return stepScript(masking, at, opener);
  return maskShortString(masking, at, opener);
}

const SPACE = 0x20;
const LITERAL = FILLER.charCodeAt(0);

/** Writes a filler for a range, keeping line breaks; answers its end. */
function fill({ units }: Masking, from: number, to: number, filler: number): number {
  for (let at = from; at < to; at += 1) {
    if (units[at] !== 0x0a && units[at] !== 0x0d) units[at] = filler;
  }
  return to;
}

/** Offset of the line break, or of the text's end on the last line. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline;
}

/**
 * Where a block comment ends; one that is never closed takes the rest of the text, as it does for a compiler. Only
 * Rust's nest, which is why their marks are written out.
 */
function commentEnd(text: string, at: number, comment: NonNullable<LexRules['blockComment']>): number {
  if (!comment.nests) return endOf(text, comment.close, at + comment.open.length);
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

/** The offset after the closer; the text's end when there is none, which callers that care have to tell apart. */
function endOf(text: string, close: string, from: number): number {
  const found = text.indexOf(close, from);
  return found === -1 ? text.length : found + close.length;
}

/**
 * Masks the inside of a string that may go over lines. Its quotes stay in the mask: `startsInLiteral` and the patterns
 * for test titles and `extern "C"` look for them. That the text ends is no proof of a closing quote, so it is looked
 * for.
 */
function maskLongString(masking: Masking, at: number, { quote, escapes }: LexRules['longStrings'][number]): number {
  const inside = at + quote.length;
  const end = escapes ? escapedEnd(masking.text, inside, quote) : endOf(masking.text, quote, inside);
  const isClosed = end >= inside + quote.length && masking.text.startsWith(quote, end - quote.length);
  fill(masking, inside, isClosed ? end - quote.length : end, LITERAL);
  return end;
}

/**
 * The end of a string in which a backslash takes the next character along. Backslashes are counted backwards from each
 * quote that is met: an odd number escapes it, an even one escapes only itself.
 */
function escapedEnd(text: string, from: number, quote: string): number {
  let at = from;
  for (;;) {
    const close = text.indexOf(quote, at);
    if (close === -1) return text.length;
    let slashes = 0;
    while (close - slashes > from && text[close - slashes - 1] === '\\') slashes += 1;
    if (slashes % 2 === 0) return close + quote.length;
    at = close + 1;
  }
}

/**
 * Masks a string of one line. A quote without a partner is most likely an apostrophe in JSX text or a typo: it is
 * passed over as code, since to swallow the lines after it would lose every declaration on them.
 */
function maskShortString(masking: Masking, at: number, quote: string): number {
  const end = closeOnLine(masking, at, quote);
  if (end === null) return at + 1;
  fill(masking, at + 1, end, LITERAL);
  return end + 1;
}

/** The closing quote on this line (a backslash may carry the line on), or null. */
function closeOnLine(masking: Masking, at: number, quote: string): number | null {
  const { text, hopeless } = masking;
  if (at < (hopeless.get(quote) ?? 0)) return null;
  let index = at + 1;
  for (; index < text.length; index += 1) {
    const character = text[index];
    if (character === quote) return index;
    if (character === '\n') break;
    if (character === '\\') index += text[index + 1] === '\r' ? 2 : 1;
  }
  hopeless.set(quote, index);
  return null;
}

/**
 * What only scripts have: templates, regular expressions and, inside of `${`, braces. Those are counted for each open
 * template, because only the `}` that matches `${` leads back into template text; outside of templates they mean
 * nothing here.
 */
function stepScript(masking: Masking, at: number, opener: string): number {
  const { templates } = masking;
  const depth = templates.length - 1;
  if (opener === '`') return maskTemplate(masking, at + 1);
  if (opener === '/') return maskRegex(masking, at);
  if (depth < 0) return at + 1;
  if (opener === '{') templates[depth] = (templates[depth] ?? 0) + 1;
  else if (templates[depth] === 0) {
    templates.pop();
    return maskTemplate(masking, at + 1);
  } else templates[depth] = (templates[depth] ?? 0) - 1;
  return at + 1;
}

/** Masks template text up to its end or to `${`, whose code stays, in braces, and is lexed as code. */
function maskTemplate(masking: Masking, from: number): number {
  const { text, templates } = masking;
  const marks = /\\|`|\$\{/g;
  marks.lastIndex = from;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    if (match[0] === '\\') {
      marks.lastIndex += 1;
      continue;
    }
    if (match[0] === '`') {
      fill(masking, from, match.index, LITERAL);
      return match.index + 1;
    }
    templates.push(0);
    fill(masking, from, match.index + 1, LITERAL);
    return match.index + 2;
  }
  return fill(masking, from, text.length, LITERAL);
}

// After these a `/` begins a regular expression; after a name, number, string or closing bracket it divides.
const BEFORE_REGEX = /[([{,;:=!&|?+\-*%<>~^]$/;
const WORD_BEFORE_REGEX =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield|instanceof)$/;

/**
 * Masks a regular expression, or passes a division and the slashes of JSX tags (`</a>`, `<br />`). Which it is, is told
 * by what stands before, at most 40 characters back: enough for the longest word in question. A wrong guess costs no
 * more than the rest of the line.
 */
function maskRegex(masking: Masking, at: number): number {
  const { text } = masking;
  const next = text[at + 1];
  if (next === '>' || text[at - 1] === '<' || at < (masking.hopeless.get('/') ?? 0)) return at + 1;
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (before !== '' && !BEFORE_REGEX.test(before) && !WORD_BEFORE_REGEX.test(before)) return at + 1;
  const end = regexEnd(text, at + 1);
  if (text[end] !== '/') {
    masking.hopeless.set('/', end);
    return at + 1;
  }
  fill(masking, at + 1, end, LITERAL);
  return end + 1;
}

/** The closing slash, or the line's end where there is none. A slash inside of `[…]` does not close. */
function regexEnd(text: string, from: number): number {
  let isInClass = false;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return at;
    if (character === '\\') at += text[at + 1] === '\n' ? 0 : 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return at;
  }
  return text.length;
}

/**
 * Rust's strings, raw ones too. The walk stops at the quote, so the hashes and the `r` of `r##"…"##` stand to its left;
 * the language allows 255 hashes, and before the `r` only the `b` or `c` of byte and C strings: otherwise it ends a
 * name.
 */
function maskRustString(masking: Masking, at: number): number {
  const { text } = masking;
  let hashes = 0;
  while (hashes < 255 && text[at - hashes - 1] === '#') hashes += 1;
  const isRaw = text[at - hashes - 1] === 'r' && !/[\w]/.test(text[at - hashes - 2]?.replace(/[bc]/, '') ?? '');
  if (!isRaw) return maskLongString(masking, at, { quote: '"', escapes: true });
  const close = `"${'#'.repeat(hashes)}`;
  const end = endOf(text, close, at + 1);
  fill(masking, at + 1, Math.max(at + 1, end - (text.endsWith(close, end) ? close.length : 0)), LITERAL);
  return end;
}

/**
 * A character literal as a whole, its escapes spelled out: only so `'a'` is told from the lifetime `'a`. A character
 * beyond the first plane is two units, taken together.
 */
const RUST_CHARACTER =
  /'(?:\\(?:u\{[0-9a-fA-F_]{1,8}\}|x[0-9a-fA-F]{2}|[^\n])|[^\\'\n\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])'/y;

function maskRustCharacter(masking: Masking, at: number): number {
  RUST_CHARACTER.lastIndex = at;
  const match = RUST_CHARACTER.exec(masking.text);
  // Otherwise it is a lifetime, which is code.
  if (!match) return at + 1;
  fill(masking, at + 1, at + match[0].length - 1, LITERAL);
  return at + match[0].length;
}
