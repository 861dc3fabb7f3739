// Characters and classes of them, as V8's patterns write them.

/** A character that stands for itself, also within a class. */
export function characterSource(code: number): string {
  const character = String.fromCodePoint(code);
  return /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
}

/** POSIX's classes, which have only ASCII. Source: regex-syntax, "ASCII character classes". */
const ASCII_CLASSES = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', '\\t '],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '!-~'],
  ['lower', 'a-z'],
  ['print', ' -~'],
  ['punct', '!-\\/:-@\\[-`{-~'],
  ['space', '\\t\\n\\v\\f\\r '],
  ['upper', 'A-Z'],
  ['word', '0-9A-Za-z_'],
  ['xdigit', '0-9A-Fa-f'],
]);

/** What `[:name:]` stands for within a class; null where there is no such name. */
export function asciiClass(name: string): string | null {
  return ASCII_CLASSES.get(name) ?? null;
}

/** `pL`, `p{Han}`, `P{script=greek}` as V8 writes them; null where there is no such class. */
export function propertySource(name: string): string | null {
  const [, sign = '', turned = '', inner = ''] = /^([pP])\{?(\^?)([^}]*)/.exec(name) ?? [];
  const [given = '', value] = inner.split(/[=:]/);
  const isTurned = (sign === 'P') !== (turned === '^');
  const forms =
    value === undefined
      ? [given, titled(given), `Script=${titled(given)}`]
      : [`${given}=${value}`, `${titled(given)}=${titled(value)}`, `${given}=${titled(value)}`];
  const form = ALIASES.get(given.toLowerCase()) ?? forms.find(isProperty);
  return form === undefined ? null : `\\${isTurned ? 'P' : 'p'}{${form}}`;
}

/** Names that V8 writes otherwise. */
const ALIASES = new Map([
  ['any', 'Any'],
  ['ascii', 'ASCII'],
]);

/** `lowercase letter` as `Lowercase_Letter`. */
function titled(name: string): string {
  const words = name.trim().split(/[\s_-]+/);
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`).join('_');
}

function isProperty(form: string): boolean {
  if (!/^[\w=]+$/.test(form)) return false;
  try {
    new RegExp(`\\p{${form}}`, 'v');
    return true;
  } catch {
    // V8 says so of what it does not know.
    return false;
  }
}
