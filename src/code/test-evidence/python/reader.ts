import {
  argumentsOf,
  type CodeText,
  firstFrom,
  isBlank,
  lineOf,
  type Span,
  type Token,
  tokensIn,
} from '../../lex/code-text.ts';
import type { FrameworkFact } from '../../questions/tests.types.ts';
import type { Assertion, DraftCase, DraftSmell, NamedCode, Reading } from '../reading.ts';
import { findNetworkSmells } from '../smells/network.ts';
import { type SymbolSpan, symbolSpansOf } from '../symbol-spans.ts';
import { findPythonBlockSmells } from './blocks.ts';
import { readPythonImports } from './imports.ts';
import { findPythonOutsideCalls } from './outside-calls.ts';

/** Reads the tests of a Python file: pytest's functions and classes, unittest's classes. */
export function readPythonTests(code: CodeText): Reading {
  const symbols = symbolSpansOf(code);
  const imports = readPythonImports(code);
  const cases = findCases(code, symbols);
  const functions = symbols.filter(isFunction).map((found, _, all) => namedCode(code, found, all));
  const assertions = findAssertions(code);
  const declared = new Set(functions.map(({ name }) => name));
  return {
    code,
    frameworks: frameworksOf(code, imports.modules, cases),
    cases,
    assertions,
    functions,
    outside: findPythonOutsideCalls({ code, bindings: imports.bindings, declared, symbols }),
    after: functions.filter(({ name }) => name === 'tearDown' || name === 'teardown_method'),
    smells: [...waits(code), ...findNetworkSmells(code), ...findPythonBlockSmells(code, cases, assertions)],
    selves: new Set(['self', 'cls']),
  };
}

function isFunction({ symbol }: SymbolSpan): boolean {
  return symbol.kind === 'function' || symbol.kind === 'method' || symbol.kind === 'test';
}

function namedCode(code: CodeText, found: SymbolSpan, all: readonly SymbolSpan[]): NamedCode {
  const { symbol, span } = found;
  const line = code.mask.slice(code.structure.lineStarts[symbol.line - 1] ?? 0, span.to).slice(0, 60);
  const isMember = symbol.kind === 'method' || (symbol.kind === 'test' && /^\s/.test(line));
  // A function in a function is known there alone. The nearest before it that is not over is the one around it.
  const outer = isMember || symbol.depth === 0 ? undefined : outerOf(found, all);
  const scope = outer ?? { from: 0, to: code.mask.length };
  return { name: symbol.name, span, scope, isAsync: /^\s*async\b/.test(line), isMember };
}

/** How many declarations back the one around is looked for. */
const OUTER_STEPS_MAX = 200;

function outerOf({ span }: SymbolSpan, all: readonly SymbolSpan[]): Span | undefined {
  const at = firstFrom(
    all.map((one) => one.span),
    span.from,
  );
  return all
    .slice(Math.max(0, at - OUTER_STEPS_MAX), at)
    .findLast((one) => one.span.from < span.from && one.span.to >= span.to)?.span;
}

/** `test…` functions and methods, and the classes around them. What is nested in a function is not collected. */
function findCases(code: CodeText, symbols: readonly SymbolSpan[]): readonly DraftCase[] {
  const inFunction = makeInFunction(symbols);
  const cases: DraftCase[] = [];
  const classes: SymbolSpan[] = [];
  for (const found of symbols) {
    const { symbol } = found;
    if (symbol.kind === 'class') classes.push(found);
    const isTest = isFunction(found) && /^test(?:_|[A-Z0-9]|$)/.test(symbol.name);
    if (isTest && !inFunction(found)) cases.push(caseOf(code, found));
  }
  const suites = classes.filter(({ span }) => cases.some(({ at }) => at > span.from && at < span.to));
  return [...cases, ...suites.map((found) => suiteOf(found))].sort((a, b) => a.span.from - b.span.from);
}

/** Fixtures named like tests, and what stands inside of functions, is collected by no runner. */
function makeInFunction(symbols: readonly SymbolSpan[]): (found: SymbolSpan) => boolean {
  let end = -1;
  const inside = new Set<SymbolSpan>();
  for (const found of symbols) {
    if (found.span.from < end) inside.add(found);
    else if (isFunction(found)) end = found.span.to;
  }
  return (found) => inside.has(found) || /@(?:pytest\s*\.\s*)?fixture\b/.test(found.aboveMask);
}

function caseOf(code: CodeText, found: SymbolSpan): DraftCase {
  const { symbol, span, at, above, aboveMask } = found;
  const body = { from: bodyFrom(code, at, span.to), to: span.to };
  const modifiers = marksOf(aboveMask);
  return {
    title: symbol.name,
    isLiteral: true,
    kind: 'case',
    span,
    body,
    at,
    modifiers,
    isParameterised: /\bparametri[sz]e\b|@parameterized\b|@given\b|@ddt\b|@data\b/.test(aboveMask),
    assertsItself: modifiers.includes('expectedFailure') || modifiers.includes('xfail'),
    done: '',
    smells: [...skips(found, above), ...emptyOf(code, at, body)],
  };
}

function suiteOf(found: SymbolSpan): DraftCase {
  return {
    title: found.symbol.name,
    isLiteral: true,
    kind: 'suite',
    span: found.span,
    body: found.span,
    at: found.at,
    modifiers: marksOf(found.aboveMask),
    isParameterised: false,
    assertsItself: false,
    done: '',
    smells: skips(found, found.above),
  };
}

/** Offset after the colon that ends a head. */
function bodyFrom(code: CodeText, at: number, end: number): number {
  for (let index = at; index < end; index += 1) {
    const character = code.mask[index];
    if (character === '(' || character === '[') index = code.structure.closeOf(index);
    else if (character === ':') return index + 1;
  }
  return end;
}

/** Names of decorators without their modules: `skip`, `parametrize`, `xfail`. */
function marksOf(aboveMask: string): readonly string[] {
  return [...aboveMask.matchAll(/^[ \t]*@([\w.]{1,100})/gm)]
    .map((match) => match[1]?.split('.').at(-1) ?? '')
    .slice(0, 20);
}

/** `@pytest.mark.skip` and `@unittest.skip`; with a condition it is none. */
function skips({ aboveMask, span, at }: SymbolSpan, _above: string): readonly DraftSmell[] {
  const match = /@(?:pytest\s*\.\s*mark\s*\.\s*|unittest\s*\.\s*)?skip\b(?!\w)/.exec(aboveMask);
  return match === null
    ? []
    : [{ kind: 'skipped', at: Math.min(span.from + match.index, at), detail: 'skipped always' }];
}

/** A body of nothing but a docstring, `pass` or `...`. */
function emptyOf(code: CodeText, at: number, body: Span): readonly DraftSmell[] {
  const text = code.mask
    .slice(body.from, Math.min(body.to, body.from + 4_000))
    .replace(/^\s*[rRuU]?(?:"""[^"']*"""|'''[^"']*'''|"[^"'\n]*"|'[^"'\n]*')/, '')
    .trim();
  if (body.to - body.from > 4_000 || !(/^(?:pass|\.\.\.)?$/.test(text) || isBlank(code, body))) return [];
  return [{ kind: 'empty', at, detail: 'its body has no code' }];
}

/** Calls of modules and objects that check. `assert_` and `assert` stand at the front of most. */
const CHECKING_CALL =
  /^(?:raises|warns|fail|xfail|deprecated_call|assert\w*|fail(?:Unless|If)\w*|fnmatch_lines|no_fnmatch_line|eq_|ok_|expect\w*)$/;
const MOCK_CALL = /^assert_(?:called\w*|not_called|any_call|has_calls|has_awaits|awaited\w*|not_awaited|any_await)$/;

function findAssertions(code: CodeText): readonly Assertion[] {
  const found: Assertion[] = [];
  for (const [at, token] of code.tokens.entries()) {
    if (code.tokens[at - 1]?.word === 'def' || code.tokens[at - 1]?.word === 'import') continue;
    const assertion = assertionAt(code, token);
    if (assertion !== null) found.push(assertion);
  }
  return found;
}

function assertionAt(code: CodeText, token: Token): Assertion | null {
  const { word, isMember, from } = token;
  if (word === 'assert' && !isMember) return statementFrom(code, from);
  if (word === 'raise' && code.mask.startsWith('AssertionError', token.next)) return statementFrom(code, from);
  if (word === 'should' && isMember) return { from, to: token.to, kind: 'plain' };
  if (token.open === -1 || !CHECKING_CALL.test(word)) return null;
  if (/^(?:raises|warns|fail|xfail)$/.test(word) && isMember && !/^(?:pytest|self|t|unittest)$/.test(token.receiver))
    return null;
  const to = Math.min(code.structure.closeOf(token.open) + 1, code.mask.length);
  return { from, to, kind: MOCK_CALL.test(word) ? 'mock' : 'plain' };
}

/** An `assert` with its line, and all that brackets carry it on to. syrupy's snapshots are compared by `==`. */
function statementFrom(code: CodeText, from: number): Assertion {
  let at = from;
  while (at < code.mask.length && code.mask[at] !== '\n' && at - from < 4_000) {
    at = '([{'.includes(code.mask[at] ?? '') ? code.structure.closeOf(at) + 1 : at + 1;
  }
  const isSnapshot = /==\s*snapshot\b|\bsnapshot\s*==/.test(code.mask.slice(from, Math.min(at, from + 400)));
  return { from, to: Math.min(at, code.mask.length), kind: isSnapshot ? 'snapshot' : 'plain' };
}

/** Waits of a fixed time. */
function waits(code: CodeText): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  if (/\bfreeze_time\b|\bfreezegun\b|\btime_machine\b/.test(code.mask)) return found;
  for (const { word, receiver, open, from } of code.tokens) {
    if (word !== 'sleep' || open === -1 || !/^(?:time|asyncio|gevent|trio|anyio)$/.test(receiver)) continue;
    const first = argumentsOf(code, open)[0];
    const seconds = first === undefined ? '' : code.mask.slice(first.from, Math.min(first.to, first.from + 30));
    // `sleep(0)` gives others a turn.
    if (/^[\d._]+$/.test(seconds) && Number(seconds) > 0) {
      found.push({ kind: 'sleep', at: from, detail: `waits ${seconds} s of real time` });
    }
  }
  return found;
}

function frameworksOf(
  code: CodeText,
  modules: ReadonlyMap<string, number>,
  cases: readonly DraftCase[],
): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  for (const [module, line] of modules) {
    const top = module.split('.')[0];
    if (top !== 'pytest' && top !== 'unittest') continue;
    if (top === 'unittest' && module.startsWith('unittest.mock')) continue;
    if (!found.some(({ name }) => name === top))
      found.push({ name: top, file: code.path, line, evidence: `import of ${module}` });
  }
  const plain = cases.find(
    ({ span, kind }) => kind === 'case' && tokensIn(code, span).some(({ word }) => word === 'assert'),
  );
  // Functions at the top with a bare `assert` are collected by pytest alone.
  if (found.length === 0 && plain !== undefined && code.structure.around(plain.at) === -1) {
    found.push({
      name: 'pytest',
      file: code.path,
      line: lineOf(code, plain.at),
      evidence: `${plain.title} with assert`,
    });
  }
  return found;
}
