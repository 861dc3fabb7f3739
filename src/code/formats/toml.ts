/** One `key = value` of a TOML file. */
export interface TomlEntry {
  /** Names of the table that it stands in, dotted keys included. */
  readonly table: readonly string[];
  /** Which element of an array of tables (`[[bin]]`) it belongs to, counted over the file; 0 in a plain table. */
  readonly element: number;
  readonly key: string;
  readonly value: TomlValue;
  readonly line: number;
}

/** Only what manifests are read for; dates, numbers and booleans stay as written. */
export type TomlValue =
  | { readonly kind: 'string' | 'raw'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly (TomlValue & { readonly line: number })[] }
  | { readonly kind: 'table'; readonly entries: ReadonlyMap<string, TomlValue> };

/** What a TOML file holds, in the order of the file. */
export interface Toml {
  readonly entries: readonly TomlEntry[];
  /** Every `[header]`, with the line it stands on. */
  readonly headers: readonly { readonly table: readonly string[]; readonly line: number }[];
}

// Reading is recursive: without a bound, a file of brackets alone would overflow the stack.
const DEPTH_MAX = 16;
const ENTRIES_MAX = 20_000;
// All sticky: they match at the reader's place or not at all, so that no expression runs ahead through the file.
const KEY_PART = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+/y;
const STRING = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y;
const BLANK = /(?:[ \t\r\n]+|#[^\n]*)+/y;
const SPACE = /[ \t]+/y;
const RAW = /[^,\]}#\n]+/y;

/** Reads the part of TOML that manifests use, or says why not: nothing is read from a file that does not follow it. */
export function parseToml(text: string): Toml | string {
  const reader: Reader = { text, at: 0, problem: null };
  const entries: TomlEntry[] = [];
  const headers: { table: readonly string[]; line: number }[] = [];
  const lineOf = makeLineCounter(text);
  let place: Place = { table: [], element: 0, elements: 0 };
  for (skip(reader, BLANK); reader.at < text.length; skip(reader, BLANK)) {
    const line = lineOf(reader.at);
    if (text[reader.at] === '[') {
      const next = readHeader(reader, place, headers);
      if (next === null) return problemOf(reader, line);
      place = next;
      headers.push({ table: next.table, line });
    } else {
      const entry = readEntry(reader, place, lineOf);
      if (entry === null) return problemOf(reader, line);
      if (entries.length >= ENTRIES_MAX) return TOO_LARGE;
      entries.push({ ...entry, line });
    }
  }
  return { entries, headers };
}

const TOO_DEEP = 'nested too deeply';
const TOO_LARGE = 'too large';

function problemOf({ problem }: Reader, line: number): string {
  return problem ?? `not understood at line ${line}`;
}

/** Which table the reader is in. */
interface Place {
  readonly table: readonly string[];
  readonly element: number;
  /** Elements of arrays of tables so far. */
  readonly elements: number;
}

/** A `[table]` or `[[element]]`; one below an element, as `[bin.x]` after `[[bin]]`, keeps the element's number. */
function readHeader(reader: Reader, { elements }: Place, headers: Toml['headers']): Place | null {
  const isElement = reader.text[reader.at + 1] === '[';
  reader.at += isElement ? 2 : 1;
  const table = readKey(reader);
  if (table === null || !expect(reader, isElement ? ']]' : ']')) return null;
  if (isElement) return { table, element: elements + 1, elements: elements + 1 };
  return { table, element: isBelowElement(table, headers) ? elements : 0, elements };
}

function readEntry(reader: Reader, place: Place, lineOf: (at: number) => number): Omit<TomlEntry, 'line'> | null {
  const names = readKey(reader);
  const key = names?.at(-1);
  if (!names || key === undefined || !expect(reader, '=')) return null;
  const value = readValue(reader, { depth: 0, lineOf });
  return value && { table: [...place.table, ...names.slice(0, -1)], element: place.element, key, value };
}

function isBelowElement(table: readonly string[], headers: Toml['headers']): boolean {
  const last = headers.at(-1)?.table[0];
  return last !== undefined && table.length > 1 && table[0] === last;
}

interface Reader {
  readonly text: string;
  at: number;
  /** Why what follows the language is not read all the same. */
  problem: string | null;
}

/** What is read no further, and why. */
function stop(reader: Reader, problem: string): null {
  reader.problem = problem;
  return null;
}

interface ValueContext {
  readonly depth: number;
  readonly lineOf: (at: number) => number;
}

function readValue(reader: Reader, context: ValueContext): TomlValue | null {
  skip(reader, SPACE);
  const inner = { ...context, depth: context.depth + 1 };
  if (inner.depth > DEPTH_MAX) return stop(reader, TOO_DEEP);
  const next = reader.text[reader.at];
  if (next === '[') return readArray(reader, inner);
  if (next === '{') return readTable(reader, inner);
  const quoted = skipOverLines(reader) ?? skip(reader, STRING);
  if (quoted !== null) return { kind: 'string', text: unquote(quoted) };
  const raw = skip(reader, RAW)?.trim();
  return raw ? { kind: 'raw', text: raw } : null;
}

/** Items keep their own lines, since a list of dependencies is cited item by item. */
function readArray(reader: Reader, context: ValueContext): TomlValue | null {
  const items: (TomlValue & { line: number })[] = [];
  reader.at++;
  for (;;) {
    skip(reader, BLANK);
    if (reader.text[reader.at] === ']') {
      reader.at++;
      return { kind: 'array', items };
    }
    const line = context.lineOf(reader.at);
    const item = readValue(reader, context);
    if (item === null) return null;
    if (items.length >= ENTRIES_MAX) return stop(reader, TOO_LARGE);
    items.push({ ...item, line });
    skip(reader, BLANK);
    if (reader.text[reader.at] === ',') reader.at++;
    else if (reader.text[reader.at] !== ']') return null;
  }
}

/** More lenient than TOML 1.0: line breaks and a last comma are taken. */
function readTable(reader: Reader, context: ValueContext): TomlValue | null {
  const entries = new Map<string, TomlValue>();
  reader.at++;
  for (;;) {
    skip(reader, BLANK);
    if (reader.text[reader.at] === '}') {
      reader.at++;
      return { kind: 'table', entries };
    }
    const key = readKey(reader);
    if (key === null || !expect(reader, '=')) return null;
    const value = readValue(reader, context);
    if (value === null) return null;
    if (entries.size >= ENTRIES_MAX) return stop(reader, TOO_LARGE);
    entries.set(key.join('.'), value);
    skip(reader, BLANK);
    if (reader.text[reader.at] === ',') reader.at++;
    else if (reader.text[reader.at] !== '}') return null;
  }
}

/** A dotted key as its parts; null for what is no key, or one with too many parts. */
function readKey(reader: Reader): readonly string[] | null {
  const names: string[] = [];
  for (;;) {
    skip(reader, SPACE);
    const part = skip(reader, KEY_PART);
    if (part === null) return null;
    if (names.length >= DEPTH_MAX) return stop(reader, TOO_DEEP);
    names.push(/^["']/.test(part) ? unquote(part) : part);
    skip(reader, SPACE);
    if (reader.text[reader.at] !== '.') return names;
    reader.at++;
  }
}

function expect(reader: Reader, text: string): boolean {
  skip(reader, SPACE);
  if (!reader.text.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

/** Takes what matches here; null and no step when nothing does. `lastIndex` is set, as the constants are shared. */
function skip(reader: Reader, expression: RegExp): string | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text)?.[0] ?? null;
  reader.at += found?.length ?? 0;
  return found;
}

/**
 * Takes a text over lines, whose closing marks may have up to two more of their kind before them. Source: TOML 1.0,
 * "String".
 */
function skipOverLines(reader: Reader): string | null {
  const { text, at: from } = reader;
  const mark = text[from] ?? '';
  const marks = mark.repeat(3);
  if (!/^["']/.test(mark) || !text.startsWith(marks, from)) return null;
  for (let at = from + 3; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\') at++;
    else if (text.startsWith(marks, at)) {
      reader.at = at + 3;
      while (reader.at < at + 5 && text[reader.at] === mark) reader.at++;
      return text.slice(from, reader.at);
    }
  }
  return null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', b: '\b', f: '\f' };

/** A sign behind a backslash; at the end of a line it takes away the blanks up to what follows. */
const ESCAPED = /\\(?:([ntr"\\bf])|[ \t]*\r?\n\s*)/g;

/** Literal strings ('…') have no escapes. Unicode escapes stay as written. */
function unquote(quoted: string): string {
  const marks = /^("""|'''|"|')/.exec(quoted)?.[0].length ?? 0;
  const inner = quoted.slice(marks, quoted.length - marks);
  const said = marks === 3 ? inner.replace(/^\r?\n/, '') : inner;
  if (quoted.startsWith("'")) return said;
  return said.replace(ESCAPED, (_whole, letter = '') => ESCAPES[letter] ?? letter);
}

/** Counts lines forward only, so that many questions cost one pass. */
function makeLineCounter(text: string): (at: number) => number {
  let line = 1;
  let counted = 0;
  return (at) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    return line;
  };
}

/** The text of a string value; null for anything else. */
export function tomlText(value: TomlValue | undefined): string | null {
  return value?.kind === 'string' ? value.text : null;
}

/** Entries of exactly this table. */
export function tomlTable(toml: Toml, ...table: readonly string[]): readonly TomlEntry[] {
  return toml.entries.filter((entry) => isTable(entry.table, table));
}

/** The entry of a table by key; null when there is none. */
export function tomlEntry(toml: Toml, table: readonly string[], key: string): TomlEntry | null {
  return toml.entries.find((entry) => entry.key === key && isTable(entry.table, table)) ?? null;
}

/** The line of a table's header; null when it has none. */
export function tomlHeader(toml: Toml, ...table: readonly string[]): number | null {
  return toml.headers.find((header) => isTable(header.table, table))?.line ?? null;
}

function isTable(table: readonly string[], wanted: readonly string[]): boolean {
  return table.length === wanted.length && table.every((name, i) => name === wanted[i]);
}
