import { FILLER } from '../lex/mask.ts';

/** A value as a program writes it down. */
export type Literal =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly number: number; readonly at: number }
  | { readonly kind: 'flag'; readonly flag: boolean; readonly at: number }
  | { readonly kind: 'list'; readonly items: readonly Literal[]; readonly at: number }
  | {
      readonly kind: 'map';
      readonly entries: ReadonlyMap<string, Literal>;
      readonly isWhole: boolean;
      readonly at: number;
    }
  /** Anything that is made at run time. */
  | { readonly kind: 'computed'; readonly at: number };

/** A text and its mask, in which only code is left. */
export interface MaskedText {
  readonly text: string;
  readonly mask: string;
}

interface Reader extends MaskedText {
  /** Whether the value stands by itself, so that the end of its line ends it, and not in brackets. */
  readonly isStatement: boolean;
  at: number;
  depth: number;
  /** Characters that may still be passed over unread. */
  left: number;
}

/** Deeper values are taken for computed ones. */
const DEPTH_MAX = 12;
const ITEMS_MAX = 400;
/** Expressions of one value that are passed over, all together: many unclosed ones must not cost the square of a file. */
const UNREAD_CHARACTERS_MAX = 20_000;

/** Reads the value at an offset, and tells where it ends. Strings with `${}` or joined by `+` are computed. */
export function readLiteral(masked: MaskedText, at: number): { readonly value: Literal; readonly end: number } {
  const reader: Reader = { ...masked, isStatement: true, at, depth: 0, left: UNREAD_CHARACTERS_MAX };
  const value = readValue(reader);
  return { value, end: reader.at };
}

/** The arguments of a call whose parenthesis stands at `open`; null when it is not closed. */
export function readArguments(masked: MaskedText, open: number): { values: readonly Literal[]; end: number } | null {
  const reader: Reader = { ...masked, isStatement: false, at: open + 1, depth: 0, left: UNREAD_CHARACTERS_MAX };
  const values = readItems(reader, ')');
  return values === null ? null : { values, end: reader.at };
}

/** The named arguments of a call whose parenthesis stands at `open`, as a map; null when they are not closed. */
export function readNamedArguments(masked: MaskedText, open: number): Literal | null {
  const reader: Reader = { ...masked, isStatement: false, at: open + 1, depth: 0, left: UNREAD_CHARACTERS_MAX };
  return readMap(reader, open, ')');
}

/** Items up to the closing bracket, which is passed; null when it is missing. */
function readItems(reader: Reader, close: string): Literal[] | null {
  const items: Literal[] = [];
  while (items.length < ITEMS_MAX && reader.left > 0) {
    skipSpace(reader);
    const next = reader.mask[reader.at];
    if (next === undefined) return null;
    if (next === close) {
      reader.at += 1;
      return items;
    }
    if (next === ',') reader.at += 1;
    else items.push(readValue(reader));
    // What cannot be passed would be met again for ever.
    if (')]}'.includes(reader.mask[reader.at] ?? '') && reader.mask[reader.at] !== close) return null;
  }
  return null;
}

function readValue(reader: Reader): Literal {
  skipSpace(reader);
  const at = reader.at;
  const value = readPlain(reader);
  const end = reader.at;
  skipSpace(reader);
  const next = reader.mask[reader.at] ?? '';
  // A line that begins with an operator or a dot goes on with the value above it.
  const isNextLine = reader.mask.slice(end, reader.at).includes('\n') && !/[-+*/%?.&|^<>=]/.test(next);
  if (value !== null && reader.isStatement && reader.depth === 0 && isNextLine) return value;
  // A value that goes on (`'a' + b`, `x ? y : z`, `f()`) is not what it began as.
  if (value !== null && /^[,)\]};]?$/.test(next)) return value;
  // `as const` and `satisfies T` say something of the type, and leave the value as it is.
  if (value !== null && /^(?:as|satisfies)\b/.test(reader.mask.slice(reader.at, reader.at + 10))) {
    skipExpression(reader);
    return value;
  }
  skipExpression(reader);
  return { kind: 'computed', at };
}

function readPlain(reader: Reader): Literal | null {
  const { mask, at } = reader;
  const next = mask[at] ?? '';
  if ('"\'`'.includes(next) && next !== '') return readTexts(reader);
  if (next === '[' || next === '{' || next === '(') return readNested(reader, next);
  const word = /^-?[\w.]+/.exec(mask.slice(at, at + 60))?.[0];
  if (word === undefined) return null;
  reader.at = at + word.length;
  if (/^(?:true|True)$/.test(word)) return { kind: 'flag', flag: true, at };
  if (/^(?:false|False)$/.test(word)) return { kind: 'flag', flag: false, at };
  // `31_536_000` is a number in most languages.
  const digits = word.replaceAll('_', '');
  return /^\d+$/.test(digits) ? { kind: 'number', number: Number(digits), at } : null;
}

/** One string, or several that only stand side by side (Python) or are joined by `+`. */
function readTexts(reader: Reader): Literal | null {
  const at = reader.at;
  let text = '';
  for (let count = 0; count < ITEMS_MAX; count++) {
    const piece = readText(reader);
    if (piece === null) return null;
    text += piece;
    const before = reader.at;
    skipSpace(reader);
    if (reader.mask[reader.at] === '+') {
      reader.at += 1;
      skipSpace(reader);
    }
    if (!'"\'`'.includes(reader.mask[reader.at] ?? ' ')) {
      const isJoined = /\+\s*$/.test(reader.mask.slice(before, reader.at));
      if (isJoined) return null;
      // The line's end is left to the caller, who asks whether it ends the value.
      reader.at = before;
      return { kind: 'text', text, at };
    }
  }
  return null;
}

/** The inside of the string at the reader; null when it is not closed or holds an expression. */
function readText(reader: Reader): string | null {
  const { mask, text, at } = reader;
  const quote = mask[at] ?? '';
  // Three marks first: else they would be an empty string and the start of another.
  const mark = mask.startsWith(quote.repeat(3), at) && quote !== '`' ? quote.repeat(3) : quote;
  const end = mask.indexOf(mark, at + mark.length);
  if (end === -1) return null;
  const inside = mask.slice(at + mark.length, end);
  reader.at = end + mark.length;
  // The mask fills in what is only text. Anything else inside the marks is code: `${…}`.
  for (const character of inside) if (character !== FILLER && character !== '\n' && character !== '\r') return null;
  return unescapeText(text.slice(at + mark.length, end));
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function unescapeText(text: string): string {
  return text.replace(/\\(?:\r?\n|(.))/g, (_, character: string | undefined) => {
    if (character === undefined) return '';
    return ESCAPES.get(character) ?? character;
  });
}

function readNested(reader: Reader, open: '[' | '{' | '('): Literal | null {
  const at = reader.at;
  if (reader.depth >= DEPTH_MAX) return null;
  reader.depth += 1;
  reader.at += 1;
  const value = open === '{' ? readMap(reader, at, '}') : readList(reader, at, open === '[' ? ']' : ')');
  reader.depth -= 1;
  return value;
}

function readList(reader: Reader, at: number, close: string): Literal | null {
  const items = readItems(reader, close);
  return items === null ? null : { kind: 'list', items, at };
}

function readMap(reader: Reader, at: number, close: string): Literal | null {
  const entries = new Map<string, Literal>();
  let isWhole = true;
  for (let count = 0; count < ITEMS_MAX && reader.left > 0; count++) {
    skipSpace(reader);
    const next = reader.mask[reader.at];
    if (next === undefined) return null;
    if (next === close) {
      reader.at += 1;
      return { kind: 'map', entries, isWhole, at };
    }
    if (next === ',') {
      reader.at += 1;
      continue;
    }
    const key = readKey(reader);
    if (key === null) {
      // What is spread in may set any key, those before it too: the map stays, but not as all there is.
      isWhole = false;
      skipExpression(reader);
    } else entries.set(key, readValue(reader));
    const behind = reader.mask[reader.at] ?? ' ';
    if (')]}'.includes(behind) && behind !== close) return null;
  }
  return null;
}

/** A key and what parts it from its value; null for a spread, a method or a computed key. */
function readKey(reader: Reader): string | null {
  const start = reader.at;
  const isQuoted = '"\'`'.includes(reader.mask[start] ?? ' ');
  const word = isQuoted ? null : (/^[\w$-]{1,120}/.exec(reader.mask.slice(start, start + 120))?.[0] ?? null);
  const key = isQuoted ? readText(reader) : word;
  if (key === null) return null;
  if (!isQuoted) reader.at = start + key.length;
  skipSpace(reader);
  const parting = /^(?:=>|:)/.exec(reader.mask.slice(reader.at, reader.at + 2))?.[0];
  if (parting === undefined) {
    reader.at = start;
    return null;
  }
  reader.at += parting.length;
  return key;
}

function skipSpace(reader: Reader): void {
  for (; reader.left > 0 && /\s/.test(reader.mask[reader.at] ?? ''); reader.left -= 1) reader.at += 1;
}

/** To the comma or closing bracket that ends an expression; brackets within are passed over. */
function skipExpression(reader: Reader): void {
  let open = 0;
  for (; reader.at < reader.mask.length && reader.left > 0; reader.at += 1, reader.left -= 1) {
    const character = reader.mask[reader.at] ?? '';
    if ('([{'.includes(character)) open += 1;
    else if (')]}'.includes(character)) {
      if (open === 0) return;
      open -= 1;
    } else if ((character === ',' || character === ';') && open === 0) return;
  }
}
