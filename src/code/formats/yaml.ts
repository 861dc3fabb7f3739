import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { MIB } from '../../base/units.ts';

/** A mapping of a YAML file with the lines of its keys. Aliases and merge keys are left as they are: not followed. */
export interface YamlFile {
  readonly root: YAMLMap;
  lineOf(node: unknown): number;
}

/** Deeper nesting is no lock file's, and the parser is recursive. */
const INDENT_MAX = 200;

/** YAML is read into a tree of some fifty times its size. */
const BYTES_MAX = 4 * MIB;

/** Reads a YAML file whose top is a mapping, or says what is wrong with it. */
export function readYaml(text: string): YamlFile | string {
  if (text.length > BYTES_MAX) return `larger than ${BYTES_MAX} bytes`;
  if (isTooDeep(text)) return 'nested too deeply';
  const counter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: counter, logLevel: 'silent', uniqueKeys: false });
    const [problem] = document.errors;
    if (problem !== undefined) return `not YAML: ${(problem.message.split('\n', 1)[0] ?? '').slice(0, 120)}`;
    const root = document.contents;
    if (!isMap(root)) return 'not YAML of a manifest: its top is no mapping';
    return {
      root,
      lineOf: (node) => counter.linePos(isScalar(node) ? (node.range?.[0] ?? 0) : 0).line,
    };
  } catch {
    // The library throws for some inputs, such as those that exhaust its stack.
    return 'not YAML that could be read';
  }
}

/** Counts flow brackets and indentation, of which either nests. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const found of text.matchAll(/[[{]|[\]}]|^ +/gm)) {
    const mark = found[0];
    if (mark.startsWith(' ')) {
      if (mark.length > INDENT_MAX) return true;
    } else depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth > INDENT_MAX) return true;
  }
  return false;
}

/** One pair of a mapping whose key is a text. */
export interface YamlPair {
  readonly key: string;
  readonly line: number;
  readonly value: unknown;
}

/** Pairs of a mapping, in order; none for what is no mapping. */
export function pairsOf(file: YamlFile, node: unknown): readonly YamlPair[] {
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) ? [{ key: String(key.value), line: file.lineOf(key), value }] : [],
  );
}

/** The value at a key of a mapping; undefined when there is none. */
export function yamlAt(node: unknown, key: string): unknown {
  return isMap(node) ? node.items.find(({ key: own }) => isScalar(own) && own.value === key)?.value : undefined;
}

/** A scalar as it is written; null for anything else, aliases too. */
export function yamlText(node: unknown): string | null {
  if (!isScalar(node)) return null;
  // `1.10` is a number to YAML and a version to us: the text of the file counts.
  return typeof node.value === 'string' ? node.value : (node.source ?? null);
}
