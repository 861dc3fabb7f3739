import type { HeaderField } from './fields.ts';

/** Bounds of pasted headers. What lies beyond is left out, which `problems` says. Source: docs/tools.md, "audit_headers". */
export const PASTED_LIMITS = { characters: 60_000, fields: 500, valueCharacters: 60_000, problems: 10 } as const;

/** Headers as somebody pasted them. */
export interface PastedHeaders {
  readonly fields: readonly HeaderField[];
  /** From a status line; null when there was none. */
  readonly status: number | null;
  /** Answers in the text: `curl -L -I` prints one block each. The last one is read. */
  readonly blocks: number;
  /** `Origin` among the request lines of `curl -v`; null when not shown. */
  readonly requestOrigin: string | null;
  /** What could not be read, for the caller; nothing is dropped silently. */
  readonly problems: readonly string[];
}

/** A token of RFC 9110 §5.6.2: what a field name is made of. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const STATUS_LINE = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]|$)/i;

/** Reads headers given as an object (a list or text per name) or as a block of text. Never throws. */
export function readPastedHeaders(given: unknown): PastedHeaders {
  if (typeof given === 'string') return isJson(given) ? readPastedHeaders(JSON.parse(given)) : readBlock(given);
  if (Array.isArray(given)) return readPairs(given);
  if (typeof given === 'object' && given !== null) return readPairs(Object.entries(given));
  return { fields: [], status: null, blocks: 0, requestOrigin: null, problems: ['headers is neither text nor object'] };
}

/** Whether a text is an object of headers written as JSON: programs often send it so. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || text.length > PASTED_LIMITS.characters) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    // Then it is read line by line, and what is no header is told.
    return false;
  }
}

type Collector = ReturnType<typeof makeCollector>;

/** Collects fields up to the bounds. */
function makeCollector() {
  const fields: HeaderField[] = [];
  const problems: string[] = [];
  let more = 0;
  const problem = (text: string): void => {
    if (problems.length < PASTED_LIMITS.problems) problems.push(text);
    else more += 1;
  };
  return {
    problem,
    add(name: string, value: string): void {
      if (fields.length === PASTED_LIMITS.fields) problem(`header ${fields.length + 1} and later were left out`);
      if (fields.length >= PASTED_LIMITS.fields) {
        more += 1;
        return;
      }
      if (value.length > PASTED_LIMITS.valueCharacters) problem(`the value of ${name} was cut: it is too long`);
      fields.push([name.toLowerCase(), value.slice(0, PASTED_LIMITS.valueCharacters).trim()]);
    },
    clear: (): void => void fields.splice(0),
    fields,
    problems: (): readonly string[] => (more > 0 ? [...problems, `and ${more} more`] : problems),
  };
}

/** `{ name: value | values }`, `[[name, value], …]` as `fetch` gives them, or `[{ name, value }, …]` of a HAR file. */
function readPairs(pairs: readonly unknown[]): PastedHeaders {
  const collector = makeCollector();
  for (const pair of pairs.slice(0, PASTED_LIMITS.fields + 1)) {
    const [name, value] = readPair(pair);
    const isName = typeof name === 'string' && NAME.test(name.trim());
    if (isName) addValues(collector, name.trim(), Array.isArray(value) ? value : [value]);
    else collector.problem('a name that is no header name was left out');
  }
  const problems = collector.problems();
  return { fields: collector.fields, status: null, blocks: 1, requestOrigin: null, problems };
}

function readPair(pair: unknown): readonly [name: unknown, value: unknown] {
  if (Array.isArray(pair)) return [pair[0], pair[1]];
  if (typeof pair !== 'object' || pair === null || !('name' in pair) || !('value' in pair)) return [null, null];
  return [pair.name, pair.value];
}

function addValues(collector: Collector, name: string, values: readonly unknown[]): void {
  for (const value of values.slice(0, PASTED_LIMITS.fields)) {
    if (value === null || value === undefined) continue;
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain) collector.add(name, String(value).replace(/[\r\n]+/g, ' '));
    else collector.problem(`the value of ${name} is not a text`);
  }
}

/**
 * A raw block: with or without a status line, from `curl -I`, `curl -i` or `curl -v`, with folded lines (RFC 9112 §5.2)
 * and repeated names. A blank line ends a block; what follows is a body unless it begins with another status line.
 */
function readBlock(text: string): PastedHeaders {
  const collector = makeCollector();
  if (text.length > PASTED_LIMITS.characters)
    collector.problem(`only ${PASTED_LIMITS.characters} characters were read`);
  const { lines, requestOrigin } = responseLines(text.slice(0, PASTED_LIMITS.characters));
  let status: number | null = null;
  let blocks = 0;
  let isBody = false;
  for (const line of unfold(lines)) {
    const statusLine = STATUS_LINE.exec(line);
    if (statusLine) {
      status = Number(statusLine[1]);
      // The headers of a redirect, or of 100 Continue, are not those of the answer.
      collector.clear();
      blocks += 1;
      isBody = false;
    } else if (line.trim() === '') isBody = collector.fields.length > 0;
    else if (!isBody) addLine(collector, line);
  }
  const read = blocks === 0 && collector.fields.length > 0 ? 1 : blocks;
  return { fields: collector.fields, status, blocks: read, requestOrigin, problems: collector.problems() };
}

function addLine(collector: Collector, line: string): void {
  // A name of HTTP/2's own (`:status`) begins with the colon.
  const colon = line.indexOf(':', line.startsWith(':') ? 1 : 0);
  const name = line.slice(0, Math.max(colon, 0)).trim();
  if (colon > 0 && NAME.test(name)) collector.add(name, line.slice(colon + 1));
  else if (!name.startsWith(':')) collector.problem(`no header: ${JSON.stringify(line.trim().slice(0, 60))}`);
}

/** The lines of the answer. `curl -v` marks them with `<`, the request with `>`, its own remarks with `*`. */
function responseLines(text: string): { readonly lines: readonly string[]; readonly requestOrigin: string | null } {
  const lines = text.split(/\r\n|\n|\r/);
  if (!lines.some((line) => /^< ?(?:HTTP\/|[A-Za-z0-9-]{1,100}:)/.test(line))) return { lines, requestOrigin: null };
  const origin = lines.map((line) => /^> ?origin:(.*)$/i.exec(line)?.[1]?.trim()).find((value) => value !== undefined);
  const own = lines.filter((line) => line.startsWith('<')).map((line) => line.replace(/^< ?/, ''));
  return { lines: own, requestOrigin: origin ?? null };
}

/** Joins lines that begin with white space to the one before. */
function unfold(lines: readonly string[]): readonly string[] {
  const unfolded: string[] = [];
  for (const line of lines) {
    const last = unfolded.length - 1;
    const before = unfolded[last];
    const isFolded = /^[ \t]+\S/.test(line) && before?.includes(':');
    if (isFolded) unfolded[last] = `${before} ${line.trim()}`;
    else unfolded.push(line);
  }
  return unfolded;
}
