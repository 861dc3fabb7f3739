import { parse } from 'smol-toml';
import { parseToml, type Toml, type TomlEntry, type TomlValue, tomlText } from './toml.ts';

/** Deeper values are no manifest's; the parser is recursive. */
const DEPTH_MAX = 64;

/**
 * A TOML file with the lines of its entries, or what is wrong with it. The library judges whether it is TOML at all,
 * since it knows the whole language; it knows no lines, which the reader beside it does.
 */
export function readToml(text: string): Toml | string {
  try {
    parse(text, { maxDepth: DEPTH_MAX, integersAsBigInt: 'asNeeded' });
  } catch (failure) {
    return `not TOML: ${firstLine(failure)}`;
  }
  const toml = parseToml(text);
  return typeof toml === 'string' ? `not TOML of a manifest: ${toml}` : toml;
}

function firstLine(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : 'not understood';
  // The library quotes the broken place below its message, which is the file's own text.
  return message.split('\n', 1)[0]?.slice(0, 120) ?? '';
}

/** The text at a key of an inline table; null when there is none. */
export function tomlField(value: TomlValue, key: string): string | null {
  return value.kind === 'table' ? tomlText(value.entries.get(key)) : null;
}

/** Whether an inline table has a key. */
export function hasField(value: TomlValue, key: string): boolean {
  return value.kind === 'table' && value.entries.has(key);
}

/** Elements of an array of tables (`[[package]]`) with their own entries, in order; `line` is that of the first entry. */
export interface TomlElement {
  readonly line: number;
  readonly fields: ReadonlyMap<string, TomlValue>;
  /** Lines of the fields. */
  readonly lines: ReadonlyMap<string, number>;
}

/** The elements of one array of tables; tables below them, such as `[package.source]`, are fields of the element. */
export function tomlElements(toml: Toml, name: string): readonly TomlElement[] {
  const elements: MutableElement[] = [];
  const byNumber = new Map<number, number>();
  for (const entry of toml.entries) {
    if (entry.table[0] !== name) continue;
    let at = byNumber.get(entry.element);
    if (at === undefined) {
      at = elements.push({ line: entry.line, fields: new Map(), lines: new Map(), tables: new Map() }) - 1;
      byNumber.set(entry.element, at);
    }
    const element = elements[at];
    if (element === undefined) continue;
    addField(element, entry);
  }
  return elements;
}

interface MutableElement {
  readonly line: number;
  readonly fields: Map<string, TomlValue>;
  readonly lines: Map<string, number>;
  /** What is gathered of the tables below it, by their names. */
  readonly tables: Map<string, Map<string, TomlValue>>;
}

function addField(element: MutableElement, entry: TomlEntry): void {
  const [below, ...deeper] = entry.table.slice(1);
  if (below === undefined) {
    element.fields.set(entry.key, entry.value);
    element.lines.set(entry.key, entry.line);
  } else if (deeper.length === 0) {
    const known = element.fields.get(below);
    // An inline table is the file's own, and others read it.
    const entries = element.tables.get(below) ?? new Map(known?.kind === 'table' ? known.entries : []);
    element.tables.set(below, entries);
    element.fields.set(below, { kind: 'table', entries: entries.set(entry.key, entry.value) });
  }
}
