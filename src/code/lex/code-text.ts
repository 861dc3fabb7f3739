import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { FILLER, maskWithMarks } from './mask.ts';
import { type Structure, structureOfMask } from './structure.ts';

/** A range of offsets; `to` is the first one beyond it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A word of the code with what stands around it. Words of comments and literals are none. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** Whether it stands after a `.` (or `?.`, `::`). */
  readonly isMember: boolean;
  /** The word before that `.`; empty when there is none, such as after a call. */
  readonly receiver: string;
  /** Offset of the next character that is no space; the text's length at its end. */
  readonly next: number;
  /** Offset of the parenthesis of its call; -1 when it is not called. Type arguments and Rust's `!` are stepped over. */
  readonly open: number;
}

/** One text, masked, with its brackets and words: what readers of tests and of uses work on. */
export interface CodeText {
  readonly path: string;
  readonly language: ScannedLanguage;
  readonly text: string;
  readonly mask: string;
  readonly structure: Structure;
  readonly tokens: readonly Token[];
}

/** Reads a text once for all questions. Linear in the text. */
export function makeCodeText(path: string, text: string, language: ScannedLanguage): CodeText {
  const structure = structureOfMask(maskWithMarks(text, LEX_RULES[language]));
  const { mask } = structure;
  return { path, language, text, mask, structure, tokens: tokensOf(mask, language) };
}

/** 1-based line of an offset. */
export function lineOf(code: CodeText, at: number): number {
  return code.structure.lineAt(at) + 1;
}

/** Offset of the last character before `at` that is no space; -1 when there is none. */
export function before(mask: string, at: number): number {
  let index = at - 1;
  while (index >= 0 && isSpace(mask.charCodeAt(index))) index -= 1;
  return index;
}

/** Offset of the first character from `at` on that is no space; the text's length when there is none. */
export function after(mask: string, at: number): number {
  let index = at;
  while (index < mask.length && isSpace(mask.charCodeAt(index))) index += 1;
  return index;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** The word that ends at the last character before `at` that is no space; empty when that is no letter. */
export function wordBefore(mask: string, at: number): string {
  const end = before(mask, at) + 1;
  return /[\w$]+$/.exec(mask.slice(Math.max(0, end - 60), end))?.[0] ?? '';
}

/** Arguments that are looked at; further ones are not split. */
const ARGUMENTS_MAX = 40;

/** The arguments of a call by the offset of its parenthesis, without spaces around them; empty ones are left out. */
export function argumentsOf(code: CodeText, open: number): readonly Span[] {
  const close = code.structure.closeOf(open);
  const spans: Span[] = [];
  let from = open + 1;
  for (let at = open + 1; at < close && spans.length < ARGUMENTS_MAX; at += 1) {
    const character = code.mask[at];
    if (character === '(' || character === '[' || character === '{') at = code.structure.closeOf(at);
    else if (character === ',') {
      pushTrimmed(spans, code.mask, from, at);
      from = at + 1;
    }
  }
  pushTrimmed(spans, code.mask, from, close);
  return spans;
}

function pushTrimmed(spans: Span[], mask: string, from: number, to: number): void {
  const start = after(mask, from);
  const end = before(mask, to) + 1;
  if (start < end && end <= to) spans.push({ from: start, to: end });
}

/** Links of a call chain that are followed: bounds what chains of thousands cost. */
const LINKS_MAX = 60;

/** One `.name` or `.name(…)` of a chain. */
export interface Link {
  readonly name: string;
  readonly at: number;
  /** Offset of its parenthesis; -1 when it is not called. */
  readonly open: number;
}

/** The chain of members and calls that follows an offset, such as `.resolves.toBe(1)`; `end` is beyond its last one. */
export function chainFrom(code: CodeText, from: number): { readonly links: readonly Link[]; readonly end: number } {
  const { mask } = code;
  const links: Link[] = [];
  let end = from;
  for (let steps = 0; steps < LINKS_MAX; steps += 1) {
    const at = after(mask, end);
    if (mask[at] === '(' || mask[at] === '[') {
      // A call or index on a line of its own begins another statement in Go and Python; after a chain it is none here.
      if (mask.slice(end, at).includes('\n')) break;
      end = code.structure.closeOf(at) + 1;
    } else if (mask[at] === '!' && mask[at + 1] !== '=') end = at + 1;
    else {
      const link = linkAt(mask, at);
      if (link === null) break;
      links.push(link.link);
      end = link.end;
    }
  }
  return { links, end: Math.min(end, mask.length) };
}

function linkAt(mask: string, at: number): { readonly link: Link; readonly end: number } | null {
  const dots = mask[at] === '.' ? 1 : mask.startsWith('?.', at) ? 2 : 0;
  if (dots === 0) return null;
  const nameAt = after(mask, at + dots);
  NAME.lastIndex = nameAt;
  const name = NAME.exec(mask)?.[0];
  if (name === undefined) return null;
  const end = nameAt + name.length;
  const open = callAfter(mask, end);
  return { link: { name, at: nameAt, open }, end };
}

const NAME = /[\w$\u0080-\uffff]+/y;
const TYPE_ARGUMENTS_START = /(?:!|::)?</y;
/** What stands in type arguments, next to their brackets. */
const TYPE_CHARACTER = new RegExp(`[\\w$.,\\s|&[\\]{}:;'"\`?${FILLER}]`);
/** Characters of type arguments that are read. */
const TYPE_ARGUMENTS_MAX = 250;

/** The parenthesis of a call whose name ends at an offset; -1 when there is none. */
function callAfter(mask: string, end: number): number {
  const at = after(mask, end);
  if (mask[at] === '(') return mask.slice(end, at).includes('\n') ? -1 : at;
  if (at !== end) return -1;
  TYPE_ARGUMENTS_START.lastIndex = at;
  const types = TYPE_ARGUMENTS_START.exec(mask)?.[0];
  const close = types === undefined ? -1 : typeArgumentsEnd(mask, at + types.length);
  return close !== -1 && mask[close] === '(' ? close : -1;
}

/** Offset beyond the `>` that ends type arguments, those inside of them passed over; -1 when they are none. */
function typeArgumentsEnd(mask: string, from: number): number {
  for (let [at, depth] = [from, 1]; at < mask.length && at - from < TYPE_ARGUMENTS_MAX; at += 1) {
    const character = mask[at] ?? '';
    if (character === '<') depth += 1;
    else if (character === '>') depth -= 1;
    else if (!TYPE_CHARACTER.test(character)) return -1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** What may be called as `name!(…)`, `name![…]` or `name!{…}`. */
const MACRO = /![ \t]*[([{]/y;

function tokensOf(mask: string, language: ScannedLanguage): readonly Token[] {
  const tokens: Token[] = [];
  const words = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;
  for (let match = words.exec(mask); match; match = words.exec(mask)) {
    const [word, from, to] = [match[0], match.index, match.index + match[0].length];
    const previous = before(mask, from);
    const isMember = mask[previous] === '.' || (mask[previous] === ':' && mask[previous - 1] === ':');
    const owner = tokens.at(-1);
    const dots = mask[previous] === '.' && mask[previous - 1] !== '?' ? 1 : 2;
    const isOwned = isMember && owner !== undefined && after(mask, owner.to) === previous - dots + 1;
    let open = callAfter(mask, to);
    if (language === 'rust' && open === -1) {
      MACRO.lastIndex = to;
      if (MACRO.test(mask)) open = MACRO.lastIndex - 1;
    }
    tokens.push({ word, from, to, isMember, receiver: isOwned ? owner.word : '', next: after(mask, to), open });
  }
  return tokens;
}

/** The tokens within a span, by bisection. */
export function tokensIn(code: CodeText, span: Span): readonly Token[] {
  return code.tokens.slice(firstFrom(code.tokens, span.from), firstFrom(code.tokens, span.to));
}

/** Index of the first of the rising entries that begins at or beyond an offset. */
export function firstFrom(rising: readonly { readonly from: number }[], at: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle]?.from ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a span holds no code at all: only spaces, and comments, which the mask has as spaces. */
export function isBlank(code: CodeText, span: Span): boolean {
  return after(code.mask, span.from) >= span.to;
}

/** The content of a plain string literal; null when the span is anything else, or has parts that are computed. */
export function literalOf(code: CodeText, span: Span): string | null {
  const masked = code.mask.slice(span.from, span.to);
  if (!/^[rbuRBU]{0,2}(["'`])/.test(masked) || !LITERAL.test(masked)) return null;
  const inner = code.text.slice(span.from, span.to).replace(/^[rbuRBU]{0,2}(?:"""|'''|["'`])|(?:"""|'''|["'`])$/g, '');
  return inner.replace(/\\(['"`\\])/g, '$1');
}

/** One literal and nothing beside it: whatever is inside of it is filler. */
const LITERAL = new RegExp(`^[rbuRBU]{0,2}(?:"""|'''|["'\`])[${FILLER}\\r\\n]*(?:"""|'''|["'\`])$`);
