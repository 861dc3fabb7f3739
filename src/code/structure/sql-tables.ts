/** A table that a text of SQL creates. */
export interface SqlTable {
  /** Without quotes; with its schema where that is written. */
  readonly name: string;
  /** Where its name begins. */
  readonly at: number;
}

const NAME =
  '(?:"[^"\\n]{1,200}"|`[^`\\n]{1,200}`|\\[[^\\]\\n]{1,200}\\]|[\\w#\\u0080-\\uffff][\\w$#\\u0080-\\uffff]{0,199})';
/** What a name that is put together by a program goes on with. */
const NO_MORE = '(?![\\w$\\u0080-\\uffff{%:@]|\\s*\\.)';
const TABLE = new RegExp(
  'CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:(?:GLOBAL|LOCAL)\\s+)?(?:(?:TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL)\\s+)?' +
    `TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${NAME}(?:\\s*\\.\\s*${NAME}){0,3})${NO_MORE}`,
  'iy',
);
const PART = new RegExp(NAME, 'g');
/** All that has a meaning of its own, whatever stands in it: comments, texts, rows of a dump; and what creates. */
const SIGNS = /--|\/\*|['"`]|(?<![\w$])\$(?:[A-Za-z_]\w{0,60})?\$|^[ \t]*#|\bfrom\s+stdin\b|\bcreate\s/gim;
/** Texts in dollars that are not closed: who has more of them means something else. */
const UNCLOSED_MAX = 32;

/** Where one text of SQL is read, and what is known of its dialect. */
interface Reading {
  readonly text: string;
  /** Only MySQL has names in backticks; a backslash takes the next sign along there, and a `#` begins a comment. */
  readonly isMySql: boolean;
  /** Whether comments stand in each other, as PostgreSQL and SQL Server have it. */
  nests: boolean;
  unclosed: number;
  /** What ends the block that is read as it runs at once: `DO $$ … $$`. */
  running: string | null;
}

/**
 * The tables that a text of SQL creates, in one pass: not what stands in comments, in texts, in bodies of functions and in
 * the rows of a dump. Source: PostgreSQL, "Lexical Structure" and "COPY"; MySQL, "String Literals" and "Comments".
 */
export function sqlTables(text: string, tablesMax: number): readonly SqlTable[] {
  const tables: SqlTable[] = [];
  const reading: Reading = {
    text,
    isMySql: text.includes('`'),
    nests: !text.includes('`'),
    unclosed: 0,
    running: null,
  };
  SIGNS.lastIndex = 0;
  for (let sign = SIGNS.exec(text); sign !== null && tables.length < tablesMax; sign = SIGNS.exec(text)) {
    const at = SIGNS.lastIndex;
    if (/^create/i.test(sign[0])) {
      const table = tableAt(text, sign.index);
      if (table === null) continue;
      tables.push(table);
      SIGNS.lastIndex = TABLE.lastIndex;
    } else SIGNS.lastIndex = behind(reading, sign[0], at);
  }
  return tables;
}

function tableAt(text: string, from: number): SqlTable | null {
  TABLE.lastIndex = from;
  const written = TABLE.exec(text)?.[1];
  if (written === undefined || /\$\{|\{\{|%[(s]/.test(written)) return null;
  const parts = written.match(PART) ?? [];
  const name = parts.map((part) => part.replace(/^["`[](.*)["`\]]$/, '$1')).join('.');
  return { name, at: TABLE.lastIndex - written.length };
}

/** Where what begins with a sign is over. */
function behind(reading: Reading, sign: string, at: number): number {
  const { text, isMySql } = reading;
  if (sign === '--') return endOf(text, '\n', at);
  if (sign === '/*') return endOfComment(reading, at);
  if (sign.endsWith('#')) return isMySql ? endOf(text, '\n', at) : at;
  if (sign.startsWith('$')) return endOfDollars(reading, sign, at);
  if (/stdin$/i.test(sign)) return endOf(text, '\n\\.', endOf(text, ';', at));
  // A quote that is written twice ends one text and begins the next.
  const escapes = sign !== '`' && (isMySql || /(?:^|\W)e$/i.test(text.slice(Math.max(0, at - 3), at - 1)));
  return escapes ? endOfEscaped(text, sign, at) : endOf(text, sign, at);
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

function endOfEscaped(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

/** Comments in a comment that nothing closes are no such: then, and from then on, the first that closes is it. */
function endOfComment(reading: Reading, from: number): number {
  const { text } = reading;
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let depth = 1; reading.nests; ) {
    const mark = marks.exec(text)?.[0];
    if (mark === undefined) reading.nests = false;
    else depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return endOf(text, '*/', from);
}

/** Words before a block that runs at once, unlike the body of a function. Source: PostgreSQL, "DO". */
const DO = /\bDO(?:\s+LANGUAGE\s+\w{1,30})?\s*$/i;
const DO_MAX = 60;

function endOfDollars(reading: Reading, sign: string, from: number): number {
  const at = from - sign.length;
  const isRun = reading.running === null && DO.test(reading.text.slice(Math.max(0, at - DO_MAX), at));
  if (isRun || sign === reading.running) {
    reading.running = isRun ? sign : null;
    return from;
  }
  if (reading.unclosed >= UNCLOSED_MAX) return from;
  const end = reading.text.indexOf(sign, from);
  if (end === -1) reading.unclosed += 1;
  return end === -1 ? from : end + sign.length;
}
