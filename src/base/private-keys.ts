/** In every mark of one: a text without it holds no private key. */
export const KEY_WORDS = 'PRIVATE KEY';

/** What stands in place of a key's body. */
const HIDDEN = '[REDACTED:private-key]';

/**
 * The lines around a key's body. Sources: RFC 7468 §3, RFC 9580 §6.2 (`BLOCK`), ssh.com's format (four dashes and a
 * blank). Code may put the closing dashes elsewhere.
 */
const MARK = /-{4,5} ?(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?(?: ?-{4,5})?/g;

/** A part of a text that is nobody's to see. */
interface KeyBody {
  readonly start: number;
  readonly end: number;
}

/**
 * Puts `[REDACTED:private-key]` in each line for what it holds of a private key; the lines stay as many as they were.
 * For whole texts: a line out of the middle of a key looks like any data.
 */
export function hideKeyBodies(text: string): string {
  return replaceKeyBodies(text, (body) =>
    body
      .split('\n')
      .map((line) => (/[A-Za-z0-9]/.test(line.replaceAll(ESCAPED_BREAK, '')) ? HIDDEN : line))
      .join('\n'),
  );
}

/** Puts `[REDACTED:private-key]` for each private key's body, however many lines it has. */
export function cutKeyBodies(text: string): string {
  return replaceKeyBodies(text, () => HIDDEN);
}

function replaceKeyBodies(text: string, replace: (body: string) => string): string {
  if (!text.includes(KEY_WORDS)) return text;
  let result = '';
  let done = 0;
  for (const { start, end } of keyBodies(text)) {
    result += text.slice(done, start) + replace(text.slice(start, end));
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** A part of a text between two marks, or between one and an end of the text. */
interface Region extends KeyBody {
  readonly text: string;
  readonly isBegun: boolean;
  readonly isEnded: boolean;
}

/** The bodies of private keys in rising order. One at a time: a hostile text has as many as it has lines. */
function* keyBodies(text: string): Generator<KeyBody> {
  let start = 0;
  let isBegun = false;
  for (const mark of text.matchAll(MARK)) {
    yield* bodiesOf({ text, start, end: mark.index, isBegun, isEnded: mark[1] === 'END' });
    start = mark.index + mark[0].length;
    isBegun = mark[1] === 'BEGIN';
  }
  yield* bodiesOf({ text, start, end: text.length, isBegun, isEnded: false });
}

/**
 * Between a key's marks all is its body where much of it is random, however it is written down. Else they stand in code:
 * what looks like a key's there is one's, and code is not. Where one of the marks was cut off, only what stands right at
 * the other is.
 */
function* bodiesOf(region: Region): Generator<KeyBody> {
  if (!region.isBegun && !region.isEnded) return;
  if (region.isBegun && region.isEnded && isMuchRandom(region)) {
    yield region;
    return;
  }
  let hasKey = false;
  for (const run of runsOf(region)) hasKey ||= run.isKey;
  if (!hasKey) return;
  for (const { start, end, length } of runsOf(region)) if (length > 0) yield { start, end };
}

/** A word this long of all classes is part of a key: names of code seldom are. */
const RANDOM_WORD = 12;
/** How much of a region a key is at least, beside calls, comments and dates on each of its lines. */
const RANDOM_SHARE = 1 / 4;

function isMuchRandom({ text, start, end }: Region): boolean {
  let random = 0;
  let all = 0;
  for (const [word] of text.slice(start, end).matchAll(/[A-Za-z0-9+/=]+/g)) {
    all += word.length;
    if (word.length >= RANDOM_WORD && classesOf(word) === ALL_CLASSES) random += word.length;
  }
  return random >= KEY_LENGTH_MIN && random >= all * RANDOM_SHARE;
}

/** Lines of a region without code between them. */
interface Run extends KeyBody {
  /** Letters and digits of lines that look like a key's. */
  readonly length: number;
  /** Whether they have the make-up of a key: what only names the marks is followed by code. */
  readonly isKey: boolean;
}

/** Fewer signs of base64 are no key: the shortest, of Ed25519, has 64. A part of one may have been cut off. */
const KEY_LENGTH_MIN = 24;
const LINE_LENGTH_MIN = 40;

/** The runs that may be a key's, by where they stand. */
function* runsOf(region: Region): Generator<Run> {
  const { isBegun, isEnded, end } = region;
  // What is neither a key's nor code belongs to the key on both sides of it, or to the mark.
  let run = { ...NO_RUN, start: isBegun ? region.start : -1 };
  for (const piece of piecesOf(region)) {
    if (piece.kind === 'key') run = withPiece(run, piece);
    if (piece.kind !== 'other') continue;
    if (isBegun) yield run;
    if (!isEnded) return;
    run = NO_RUN;
  }
  yield isEnded ? { ...run, end } : run;
}

const NO_RUN = { start: -1, end: -1, length: 0, classes: 0, isKey: false };

function withPiece(run: typeof NO_RUN, piece: Piece): typeof NO_RUN {
  const length = run.length + piece.length;
  const classes = run.classes | piece.classes;
  return {
    start: run.start === -1 ? piece.start : run.start,
    end: piece.end,
    length,
    classes,
    isKey: run.isKey || isLongLine(piece) || (length >= KEY_LENGTH_MIN && classes === ALL_CLASSES),
  };
}

/** A line of so many is one's though it has no digit: names end before, and paths have no capital letters. */
function isLongLine({ length, classes }: Piece): boolean {
  return length >= LINE_LENGTH_MIN && (classes & LETTERS) === LETTERS;
}

/** A line's end as it stands in a quoted text. */
const ESCAPED_BREAK = /\\[nr]/g;
const BREAK = /[\n\r]|\\[nr]/g;

interface Piece extends KeyBody, Judged {}

/** The lines of a region, also those of a quoted text. */
function* piecesOf({ text, start, end }: Region): Generator<Piece> {
  const region = text.slice(start, end);
  let from = 0;
  for (const found of region.matchAll(BREAK)) {
    yield { start: start + from, end: start + found.index, ...judge(region.slice(from, found.index)) };
    from = found.index + found[0].length;
  }
  yield { start: start + from, end, ...judge(region.slice(from)) };
}

interface Judged {
  /** `none`: signs alone, or a header of the armour. */
  readonly kind: 'key' | 'none' | 'other';
  readonly length: number;
  /** Capital and small letters and digits, a bit each. */
  readonly classes: number;
}

const ALL_CLASSES = 7;
const LETTERS = 3;

/** A run this long of all classes is a key's wherever it stands in its line: `key += "MII…"`. */
const LONG_RUN = 32;

/** What else a line of a key may hold, in parts of the key's length: a number, the `b` before a quote, `<br>`. */
const AROUND_SHARE = 1 / 8;

/** Base64 of a key's line may stand behind and before any signs: of a patch, a comment, a quotation, a list. */
function judge(line: string): Judged {
  // Texts of nothing but line breaks are long.
  const all = line === '' ? 0 : line.replace(/[^\p{L}\p{N}]+/gu, '').length;
  if (all === 0) return { kind: 'none', length: 0, classes: 0 };
  let longest = '';
  // JSON may write `\/` for `/`.
  for (const [run] of line.matchAll(/[A-Za-z0-9+/=\\]+/g)) if (run.length > longest.length) longest = run;
  const length = longest.replace(/[^A-Za-z0-9]+/g, '').length;
  const classes = classesOf(longest);
  const isAlone = all - length <= length * AROUND_SHARE && !/[A-Za-z0-9]\(/.test(line);
  if (isAlone || (length >= LONG_RUN && classes === ALL_CLASSES)) {
    return { kind: 'key', length, classes };
  }
  // RFC 1421 §4.6, RFC 9580 §6.2.2: `Proc-Type: 4,ENCRYPTED`.
  return { kind: /^[^A-Za-z0-9]*[A-Za-z][A-Za-z-]{1,20}: /.test(line) ? 'none' : 'other', length: 0, classes: 0 };
}

function classesOf(word: string): number {
  return (/[A-Z]/.test(word) ? 1 : 0) | (/[a-z]/.test(word) ? 2 : 0) | (/\d/.test(word) ? 4 : 0);
}
