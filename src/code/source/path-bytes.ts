import { SOURCE_LIMITS } from './limits.ts';

/*
 * Paths in git and on Linux are bytes. Strings are shown and taken in one lossless form: plain UTF-8 where that is
 * safe to print, otherwise quoted as git quotes (`"caf\351.txt"`). Quoted are: bytes that are not UTF-8, control
 * characters, `"` and `\`, and characters that reorder or hide text; so a file name can neither forge a line of an
 * answer nor look like another one, and what a listing shows can be asked for as it stands.
 */

const NEEDS_QUOTES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f"\\\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

const NAMED_ESCAPES: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

const UNNAMED_ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A path's bytes as text that can be shown and given back. */
export function showPath(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const isUtf8 = !text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(bytes);
  if (isUtf8 && !NEEDS_QUOTES.test(text)) return text;
  return quotePath(bytes);
}

function quotePath(bytes: Buffer): string {
  let quoted = '"';
  for (const byte of bytes) {
    const named = NAMED_ESCAPES[byte];
    if (named !== undefined) quoted += named;
    else if (byte < 0x20 || byte > 0x7e) quoted += `\\${byte.toString(8).padStart(3, '0')}`;
    else quoted += String.fromCharCode(byte);
  }
  return `${quoted}"`;
}

/** The bytes that a shown path means; null for text that is no path, such as a lone surrogate. */
export function pathBytes(shown: string): Buffer | null {
  if (shown.length >= 2 && shown.startsWith('"') && shown.endsWith('"')) {
    const unquoted = unquotePath(shown.slice(1, -1));
    if (unquoted !== null) return unquoted;
  }
  return shown.isWellFormed() ? Buffer.from(shown, 'utf8') : null;
}

/**
 * The name that a shown path stands for, to be compared with what a caller wrote: without quotes and escapes. Bytes that are
 * no UTF-8 are read as Latin-1, as those of a file are.
 */
export function plainPath(shown: string): string {
  const bytes = shown.startsWith('"') ? pathBytes(shown) : null;
  if (bytes === null) return shown;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes.toString('latin1');
}

function unquotePath(inner: string): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; at < inner.length; ) {
    const backslash = inner.indexOf('\\', at);
    const plainEnd = backslash === -1 ? inner.length : backslash;
    if (plainEnd > at) parts.push(Buffer.from(inner.slice(at, plainEnd), 'utf8'));
    if (backslash === -1) break;
    const octal = /^[0-3][0-7]{2}/.exec(inner.slice(backslash + 1, backslash + 4));
    const byte = octal ? Number.parseInt(octal[0], 8) : UNNAMED_ESCAPES[inner[backslash + 1] ?? ''];
    if (byte === undefined) return null;
    parts.push(Buffer.from([byte]));
    at = backslash + (octal ? 4 : 2);
  }
  return Buffer.concat(parts);
}

/**
 * The segments of a relative path, or null when it is refused: absolute, `..`, `.git` in any spelling that some file
 * system takes for it, NUL, too long or too deep, also when the backslash is read as a separator.
 */
export function safeSegments(path: Buffer): readonly Buffer[] | null {
  if (path.length === 0 || path.length > SOURCE_LIMITS.pathBytesMax || path.includes(0)) return null;
  const segments = splitBytes(path, 0x2f);
  if (segments.length > SOURCE_LIMITS.depthMax) return null;
  for (const segment of segments) {
    if (!isSafeName(segment)) return null;
    // A name of `\` alone, or with one at its beginning, says nothing of what is around it.
    const pieces = splitBytes(segment, 0x5c).filter(({ length }) => length > 0);
    if (segment.includes(0x5c) && !pieces.every(isSafeName)) return null;
  }
  return segments;
}

/** Whether bytes can be one name in a tree: not empty, `.`, `..`, nor any spelling of `.git`. */
export function isSafeName(name: Buffer): boolean {
  if (name.length === 0) return false;
  return isPlainBeginning(name[0]) || !isReservedName(name.toString('utf8'));
}

/**
 * Whether a name with this first byte needs no closer look, as most: it is not empty and begins neither with a point,
 * nor with the `g` of `git~1`, nor with what may be an ignorable character.
 */
export function isPlainBeginning(first: number | undefined): boolean {
  return first !== undefined && first !== 0x2e && first !== 0x67 && first !== 0x47 && first < 0x80;
}

// HFS+ ignores these characters, NTFS drops trailing dots, spaces and stream names and knows `.git` as `git~1`.
const IGNORABLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

function isReservedName(name: string): boolean {
  const folded = name.replace(IGNORABLE, '').normalize('NFKC').toLowerCase();
  if (folded === '.' || folded === '..') return true;
  const beforeStream = folded.split(':', 1)[0] ?? '';
  let end = beforeStream.length;
  while (end > 0 && (beforeStream[end - 1] === '.' || beforeStream[end - 1] === ' ')) end -= 1;
  const bare = beforeStream.slice(0, end);
  return bare === '.git' || bare === 'git~1' || (bare === '' && /^\.\.? *$/.test(folded));
}

/** Splits at a byte, keeping empty pieces. */
export function splitBytes(bytes: Buffer, separator: number): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, from)) {
    pieces.push(bytes.subarray(from, at));
    from = at + 1;
  }
  pieces.push(bytes.subarray(from));
  return pieces;
}
