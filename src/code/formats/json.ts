/** A JSON value that knows its line. Objects are maps, so that no key of a hostile file means anything to the runtime. */
export interface JsonNode {
  readonly line: number;
  readonly value: string | number | boolean | null | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;
}

/** Deeper values are not read: no manifest needs it and each level takes stack. */
const DEPTH_MAX = 64;
/** Values of one file; a file of a megabyte of brackets is not a manifest. */
const NODES_MAX = 200_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/y;
const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/y;

/**
 * Reads JSON, also with comments and trailing commas as deno.jsonc and tsconfig.json have them. Of a doubled key the
 * last counts, as everywhere. Null when it is not JSON, or too deep or too large to be a manifest.
 */
export function parseJson(text: string): JsonNode | null {
  const reader = { text, at: 0, line: 1, nodes: 0 };
  const node = readValue(reader, 0);
  if (node === null) return null;
  return peek(reader) === null && reader.at >= text.length ? node : null;
}

interface Reader {
  readonly text: string;
  at: number;
  line: number;
  nodes: number;
}

function readValue(reader: Reader, depth: number): JsonNode | null {
  const token = peek(reader);
  if (token === null || depth > DEPTH_MAX || ++reader.nodes > NODES_MAX) return null;
  const line = reader.line;
  take(reader, token);
  if (token === '{') return readObject(reader, depth, line);
  if (token === '[') return readArray(reader, depth, line);
  if (token.startsWith('"')) {
    const value = unquote(token);
    return value === null ? null : { line, value };
  }
  if (token === 'true' || token === 'false') return { line, value: token === 'true' };
  if (token === 'null') return { line, value: null };
  const number = Number(token);
  return Number.isNaN(number) ? null : { line, value: number };
}

function readObject(reader: Reader, depth: number, line: number): JsonNode | null {
  const value = new Map<string, JsonNode>();
  for (;;) {
    const token = peek(reader);
    if (token === '}') {
      take(reader, token);
      return { line, value };
    }
    const key = token?.startsWith('"') ? unquote(token) : null;
    if (token === null || key === null) return null;
    const keyLine = reader.line;
    take(reader, token);
    if (peek(reader) !== ':') return null;
    take(reader, ':');
    const node = readValue(reader, depth + 1);
    if (node === null) return null;
    value.set(key, { line: keyLine, value: node.value });
    if (!endOfItem(reader, '}')) return null;
  }
}

function readArray(reader: Reader, depth: number, line: number): JsonNode | null {
  const value: JsonNode[] = [];
  while (peek(reader) !== ']') {
    const node = readValue(reader, depth + 1);
    if (node === null || !endOfItem(reader, ']')) return null;
    value.push(node);
  }
  take(reader, ']');
  return { line, value };
}

function endOfItem(reader: Reader, close: string): boolean {
  const token = peek(reader);
  if (token === ',') take(reader, token);
  return token === ',' || token === close;
}

/** The next token without taking it; null at the end and where there is none. */
function peek(reader: Reader): string | null {
  for (;;) {
    SKIPPED.lastIndex = reader.at;
    const skipped = SKIPPED.exec(reader.text)?.[0];
    if (skipped === undefined) break;
    take(reader, skipped);
  }
  TOKEN.lastIndex = reader.at;
  return TOKEN.exec(reader.text)?.[0] ?? null;
}

function take(reader: Reader, token: string): void {
  reader.at += token.length;
  for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) reader.line++;
}

function unquote(token: string): string | null {
  try {
    return String(JSON.parse(token));
  } catch {
    // An escape that JSON does not know, or a raw control character: the file is not JSON.
    return null;
  }
}

/** The value at a key, as a map; empty when it is none. */
export function mapAt(node: JsonNode | null | undefined, key: string): ReadonlyMap<string, JsonNode> {
  const value = fieldOf(node, key)?.value;
  return value instanceof Map ? value : new Map();
}

/** The node at a key of an object; undefined when there is none. */
export function fieldOf(node: JsonNode | null | undefined, key: string): JsonNode | undefined {
  return node?.value instanceof Map ? node.value.get(key) : undefined;
}

/** The string at a key with its line; null when it is none. */
export function stringAt(node: JsonNode | null | undefined, key: string): { text: string; line: number } | null {
  const field = fieldOf(node, key);
  return typeof field?.value === 'string' ? { text: field.value, line: field.line } : null;
}

/** The strings of a list; empty for what is none. */
export function stringsOf(node: JsonNode | undefined): readonly string[] {
  if (!Array.isArray(node?.value)) return [];
  return node.value.flatMap(({ value }: JsonNode) => (typeof value === 'string' ? [value] : []));
}
