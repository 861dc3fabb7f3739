import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type YAMLMap,
} from 'yaml';
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
  if (Buffer.byteLength(text) > BYTES_MAX) return `larger than ${BYTES_MAX} bytes`;
  if (isTooDeep(text)) return 'nested too deeply';
  const counter = new LineCounter();
  try {
    const document = firstDocument(text, counter);
    if (document === undefined || typeof document === 'string') return document ?? 'not YAML that could be read';
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

/**
 * The first document of a text, or what is wrong with it first. The library goes on behind what is wrong, and may find as
 * much of it as there are characters: to tell each, with a look through its line, takes minutes for a megabyte.
 */
function firstDocument(text: string, counter: LineCounter): Document.Parsed | string | undefined {
  let problem: string | null = null;
  const onError = (at: ErrorPlace, _code: string, message: string, isWarning?: boolean): void => {
    if (isWarning === true) return;
    // What is thrown here may be caught within and told again.
    problem ??= problemText(message, offsetOf(at), counter);
    throw new Error(problem);
  };
  const composer = new Composer({ lineCounter: counter, logLevel: 'silent', uniqueKeys: false });
  // What it tells its problems to is no part of its types: without it they are found all, and told the same.
  Object.defineProperty(composer, 'onError', { value: onError });
  try {
    for (const document of composer.compose(upToError(new Parser(counter.addNewLine).parse(text)), true, text.length)) {
      const [first] = document.errors;
      return first === undefined ? document : problemText(first.message, first.pos[0], counter);
    }
  } catch (failure) {
    if (problem === null) throw failure;
    return problem;
  }
  return undefined;
}

/** What stands behind the first sign that belongs nowhere is not read: the library makes an error for each such sign. */
function* upToError(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === 'error') return;
  }
}

type ErrorPlace = number | readonly number[] | { readonly offset: number };

function offsetOf(place: ErrorPlace): number {
  if (typeof place === 'number') return place;
  return 'offset' in place ? place.offset : (place[0] ?? 0);
}

function problemText(message: string, at: number, counter: LineCounter): string {
  const { line, col } = counter.linePos(at);
  return `not YAML: ${(message.split('\n', 1)[0] ?? '').slice(0, 120)} at line ${line}, column ${col}`;
}

/** What the lexer gives out before a scalar. Source: yaml, "Lexer". */
const SCALAR = '\u001f';

/**
 * Counts flow brackets, indentation, and marks of entries that follow each other on a line (`- - a`), of which any
 * nests: by tokens, since texts and scripts hold any brackets.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let marks = 0;
  let before = '';
  for (const token of new Lexer().lex(text)) {
    if (before === '\n' && token.length > INDENT_MAX && token.trim() === '') return true;
    if (token === SCALAR || token.includes('\n')) marks = 0;
    else if (before !== SCALAR) {
      depth = Math.max(0, depth + (BRACKETS[token] ?? 0));
      marks += Number(MARK.test(token));
    }
    if (depth > INDENT_MAX || marks > INDENT_MAX) return true;
    before = token;
  }
  return false;
}

const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
const MARK = /^[-?:]$/;

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

/** The texts of a list, in order; none for what is no list. */
export function yamlTexts(node: unknown): readonly string[] {
  return isSeq(node) ? node.items.flatMap((item) => yamlText(item) ?? []) : [];
}
