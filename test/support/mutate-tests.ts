import { parseSync } from 'oxc-parser';
import { makeCodeText } from '../../src/code/lex/code-text.ts';
import { languageOf } from '../../src/code/lex/languages.ts';
import type { TestCase } from '../../src/code/test-evidence/test-file.types.ts';

/** A change to a test file that makes one case worse, keeping all line numbers. */
export interface Mutant {
  readonly kind: 'no_assertion' | 'focused' | 'missing_await';
  readonly text: string;
  /** 1-based line of the case that is worse. */
  readonly line: number;
}

/**
 * Mutants of a test file. Scripts are changed by their syntax tree, so that what is removed does not depend on how the
 * analysis reads them; the other languages statement by statement.
 */
export function mutantsOf(path: string, text: string, cases: readonly TestCase[]): readonly Mutant[] {
  return languageOf(path)?.scanner === 'script' ? scriptMutants(path, text) : statementMutants(path, text, cases);
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function* walk(node: Node, into: (node: Node) => boolean = () => true): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) if (into(child)) yield* walk(child, into);
}

const isFunction = ({ type }: Node): boolean => /Function/.test(type);
/** What is a test's word, with what may follow it. */
const HEAD = /^(?:\w+\.)?(?:it|test|specify)(?:\.(?:skip|serial|concurrent|each|skipIf))?$/;
const ASSERTING =
  /\b(?:assert|expect)\b|\b(?:assert|expect|should)[A-Z_]\w*\(|\.should\b|\.expect\(|\bt(?:ap)?\.(?:ok|notOk|equal|same|strictSame|strictEqual|is|not|deepEqual|notEqual|true|false|truthy|falsy|throws|throwsAsync|notThrows|rejects|resolves|match|like|pass|fail|error|ifError|regex|snapshot|matchSnapshot|has|type)\(/;
const ASYNC = /\.(?:resolves|rejects)\b|\bassert\.(?:rejects|doesNotReject)\(|\bt\.(?:throwsAsync|notThrowsAsync)\(/;

function scriptMutants(path: string, text: string): readonly Mutant[] {
  const lang = /\.[cm]?tsx?$/.test(path) ? 'tsx' : 'jsx';
  const parsed = parseSync(path, text, { lang: /\.[cm]ts$|\.ts$/.test(path) ? 'ts' : lang });
  if (parsed.errors.length > 0) return [];
  const program = parsed.program as unknown as Node;
  const helpers = [...walk(program)].flatMap((node) => helperName(node, text));
  return [...walk(program)].flatMap((node) => mutantsOfCall(node, text, helpers));
}

function mutantsOfCall(node: Node, text: string, helpers: readonly string[]): readonly Mutant[] {
  const callee = node.callee;
  if (node.type !== 'CallExpression' || !isNode(callee) || !HEAD.test(text.slice(callee.start, callee.end))) return [];
  const body = (node.arguments as readonly Node[]).find(isFunction);
  if (body === undefined) return [];
  const line = lineAt(text, wordOf(callee, text));
  const bare = withoutAssertions(text, body, helpers);
  const only = `${text.slice(0, callee.end)}.only${text.slice(callee.end)}`;
  return [
    ...(bare === null ? [] : [{ kind: 'no_assertion', text: bare, line } as const]),
    ...(callee.type === 'Identifier' ? [{ kind: 'focused', text: only, line } as const] : []),
    ...[...walk(body)].flatMap((statement) => withoutAwait(text, statement)),
  ];
}

/** Offset of the test's word: the property of `t.test(…)`. */
function wordOf(callee: Node, text: string): number {
  const { property } = callee;
  if (callee.type !== 'MemberExpression' || !isNode(property)) return callee.start;
  return /^(?:it|test|specify)$/.test(text.slice(property.start, property.end)) ? property.start : callee.start;
}

/** `await expect(a).rejects.…;` without its `await`. What is awaited has to be the assertion itself. */
function withoutAwait(text: string, { type, expression }: Node): readonly Mutant[] {
  if (type !== 'ExpressionStatement' || !isNode(expression) || expression.type !== 'AwaitExpression') return [];
  const { argument } = expression;
  if (!isNode(argument)) return [];
  const awaited = text.slice(argument.start, argument.end);
  if (!/^(?:expect|assert|t)\b/.test(awaited) || !ASYNC.test(awaited)) return [];
  const dropped = `${text.slice(0, expression.start)}${text.slice(argument.start)}`;
  return [{ kind: 'missing_await', text: dropped, line: lineAt(text, expression.start) }];
}

/** The name of a function of the file that asserts. */
function helperName(node: Node, text: string): readonly string[] {
  const [id, body] = node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.id, node.body];
  const isHelper = node.type === 'FunctionDeclaration' || (isNode(body) && isFunction(body));
  if (!isHelper || !isNode(id) || !isNode(body) || !ASSERTING.test(text.slice(body.start, body.end))) return [];
  return [text.slice(id.start, id.end)];
}

/** The text with every statement of a callback that asserts blanked; null when none does, or assertions would be left. */
function withoutAssertions(text: string, callback: Node, helpers: readonly string[]): string | null {
  const isHelper = (piece: string): boolean =>
    helpers.some((name) => new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(piece));
  let [changed, removed] = [text, 0];
  const drop = (node: Node): void => {
    for (const child of childrenOf(node)) {
      if (child.type === 'ExpressionStatement' || child.type === 'ReturnStatement') {
        if (asserts(child, text, isHelper)) {
          changed =
            changed.slice(0, child.start) + blank(text.slice(child.start, child.end)) + changed.slice(child.end);
          removed += 1;
          continue;
        }
      }
      drop(child);
    }
  };
  drop(callback);
  if (removed === 0) return null;
  const rest = changed.slice(callback.start, callback.end);
  return /assert|\bexpect|should|[vV]erify|\bcheck|\bfail\b|\bthrow new\b|done\(new/.test(
    rest.replace(/\b(?:plan|assertions)\b/g, ''),
  ) || isHelper(rest)
    ? null
    : changed;
}

/** Whether a statement asserts outside of the functions that stand in it. */
function asserts(statement: Node, text: string, isHelper: (piece: string) => boolean): boolean {
  let own = '';
  let at = statement.start;
  for (const inner of [...walk(statement, (node) => !isFunction(node))]
    .flatMap((node) => childrenOf(node).filter(isFunction))
    .sort((a, b) => a.start - b.start)) {
    if (inner.start < at) continue;
    own += text.slice(at, inner.start);
    at = inner.end;
  }
  own += text.slice(at, statement.end);
  return ASSERTING.test(own) || isHelper(own);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

const STATEMENTS: Readonly<Record<string, RegExp>> = {
  python: /^\s*(?:assert\b|self\.assert\w+\(|self\.fail\w*\(|pytest\.(?:fail|raises|warns)\(|[\w.]+\.assert_\w+\()/,
  go: /^\s*(?:(?:assert|require|is|c|s|suite)\.(?!Run)[A-Z]\w*\(|[tb]\.(?:Error|Fatal|Fail)\w*\(|(?:assert|require|check|verify|expect)[A-Z]\w*\(|(?:mock\w*|\w+Mock)\.Assert\w+\()/,
  rust: /^\s*(?:(?:\w+::)*(?:debug_)?assert\w*!|panic!|[\w.]+[\s\S]*\.(?:run\(\)|with_\w+\([\s\S]*\)))/,
  java: /^\s*(?:(?:\w+\.)*(?:assert\w+|verify\w*|fail)\(|[\s\S]*\.andExpect\w*\()/,
};
const LEFT =
  /assert|\bexpect|[vV]erify|\bfail|\braises\b|\bwarns\b|\bpanic!|should|[vV]alidate|[cC]heck\w*\(|\.run\(\)|\bErrorf?\(|\bFatalf?\(|\bFail|\.with_\w+\(/;

/** Statements that hand Go's context to a helper, which may assert in another file. */
const HANDED_ON = /^\s*[\w.]+\(t\b/m;

function statementMutants(path: string, text: string, cases: readonly TestCase[]): readonly Mutant[] {
  const scanner = languageOf(path)?.scanner ?? null;
  const pattern = STATEMENTS[scanner ?? ''];
  if (scanner === null || pattern === undefined) return [];
  const code = makeCodeText(path, text, scanner);
  const parents = new Set(cases.map(({ parent }) => parent));
  const leaves = cases.filter(({ kind }, index) => kind === 'case' && !parents.has(index));
  return leaves.flatMap(({ line, endLine }) => {
    const [from, to] = [code.structure.lineStarts[line] ?? 0, code.structure.lineStarts[endLine] ?? text.length];
    let changed = text;
    for (const [start, end] of statementsOf(code.mask, from, to, scanner)) {
      if (!pattern.test(code.mask.slice(start, end).replace(/^\s*with\s+/, ''))) continue;
      changed = changed.slice(0, start) + withoutStatement(text.slice(start, end), scanner) + changed.slice(end);
    }
    const rest = makeCodeText(path, changed, scanner).mask.slice(from, to);
    const isLeft = LEFT.test(rest) || (scanner === 'go' && HANDED_ON.test(rest));
    const isMutant = changed !== text && changed.length === text.length && !isLeft;
    return isMutant ? [{ kind: 'no_assertion', text: changed, line } as const] : [];
  });
}

/** Spaces in place of a statement. Python's block needs a head, and one statement at least. */
function withoutStatement(text: string, scanner: string): string {
  if (scanner !== 'python') return blank(text);
  if (/^\s*with\b/.test(text)) return text.replace(/\S.*(?=:\s*$)/s, (head) => `if 1${blank(head.slice(4))}`);
  return blank(text).replace(/ {4}(?=\n|$)/, 'pass');
}

/** Statements between two offsets: by `;` or by lines. Heads and ends of blocks are none. */
function* statementsOf(mask: string, from: number, to: number, scanner: string): Generator<readonly [number, number]> {
  const end = scanner === 'python' || scanner === 'go' ? '\n' : ';';
  const borders = scanner === 'python' ? end : `${end}{}`;
  let [start, depth] = [from, 0];
  for (let at = from; at < to; at += 1) {
    const character = mask[at] ?? '';
    depth += DEPTH[character] ?? 0;
    if (depth > 0 || !borders.includes(character)) continue;
    if (character === end) yield [start, end === ';' ? at + 1 : at];
    [start, depth] = [at + 1, 0];
  }
}

const DEPTH: Readonly<Record<string, number>> = { '(': 1, '[': 1, ')': -1, ']': -1 };
