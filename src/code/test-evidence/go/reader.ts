import {
  argumentsOf,
  type CodeText,
  chainFrom,
  isBlank,
  lineOf,
  literalOf,
  type Span,
  type Token,
  tokensIn,
} from '../../lex/code-text.ts';
import type { FrameworkFact, TestFramework } from '../../questions/tests.types.ts';
import type { Assertion, DraftCase, DraftSmell, OutsideCall, Reading } from '../reading.ts';
import { findNetworkSmells } from '../smells/network.ts';
import { type SymbolSpan, symbolSpansOf } from '../symbol-spans.ts';
import { type GoManners, goImports, goMannersOf } from './manners.ts';

/** Reads the tests of a Go file: functions of `testing`, their subtests, testify's suites; Ginkgo's are not cases here. */
export function readGoTests(code: CodeText): Reading {
  const symbols = symbolSpansOf(code).filter(({ symbol }) => symbol.kind !== 'variable');
  const functions = symbols.filter(({ symbol }) => /^(?:function|method|test)$/.test(symbol.kind));
  const manners = goMannersOf(code, functions);
  const top = functions.map((found) => caseOf(code, found)).filter((found) => found !== null);
  const cases = [...top, ...subtests(code, manners)].sort((a, b) => a.span.from - b.span.from);
  const assertions = code.tokens.map((token) => assertionAt(code, token, manners)).filter((found) => found !== null);
  const declared = new Set(functions.map(({ symbol }) => symbol.name));
  return {
    code,
    frameworks: frameworksOf(code, top),
    cases,
    assertions,
    functions: functions.map(({ symbol, span, head }) => ({
      name: symbol.name,
      span,
      scope: { from: 0, to: code.mask.length },
      isAsync: false,
      isMember: code.mask.startsWith('func (', head),
    })),
    outside: outsideCalls(code, manners, declared),
    after: functions
      .filter(({ symbol }) => symbol.name === 'TearDownTest')
      .map(({ symbol, span }) => ({ name: symbol.name, span, scope: ALL, isAsync: false, isMember: true })),
    smells: [...waits(code), ...findNetworkSmells(code)],
    // Whatever a method is called on: two of one name in a test file are rare, and to miss one would be to accuse.
    selves: new Set(['']),
  };
}

const ALL: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** A function that `go test` runs; null for others. */
function caseOf(code: CodeText, { symbol, span, at }: SymbolSpan): DraftCase | null {
  const prefix = /^(Test|Benchmark|Fuzz|Example)(?![a-z])/.exec(symbol.name)?.[1];
  if (prefix === undefined || symbol.name === 'TestMain') return null;
  const open = code.mask.indexOf('{', at);
  const parameters = code.mask.slice(at, open === -1 ? at : open);
  const isMethod = symbol.signature.startsWith('func (');
  if (!isMethod && prefix !== 'Example' && !/\*\s*(?:testing\.)?[TBF]\b/.test(parameters)) return null;
  if (isMethod && (prefix !== 'Test' || !/^func \(\w+ \*?\w*(?:Suite|Test)\w*\) \w+\(\)/.test(symbol.signature)))
    return null;
  const body = open === -1 ? null : { from: open + 1, to: code.structure.closeOf(open) };
  const kind = KINDS[prefix] ?? 'case';
  const skip = body === null ? [] : skipIn(code, body);
  return {
    title: symbol.name,
    isLiteral: true,
    kind,
    span,
    body,
    at,
    modifiers: skip.map(() => 'skip'),
    isParameterised: false,
    assertsItself: false,
    done: '',
    smells: [...skip, ...emptyOf(code, at, body, kind)],
  };
}

const KINDS: Readonly<Record<string, DraftCase['kind']>> = {
  Test: 'case',
  Benchmark: 'benchmark',
  Fuzz: 'fuzz',
  Example: 'example',
};

function emptyOf(code: CodeText, at: number, body: Span | null, kind: DraftCase['kind']): readonly DraftSmell[] {
  return kind === 'case' && body !== null && isBlank(code, body)
    ? [{ kind: 'empty', at, detail: 'its body has no code' }]
    : [];
}

/** `t.Skip(…)` as a statement of the body itself, under no condition. */
function skipIn(code: CodeText, body: Span): readonly DraftSmell[] {
  const skip = tokensIn(code, { from: body.from, to: Math.min(body.to, body.from + 2_000) }).find(
    ({ word, receiver, from }) =>
      /^(?:Skip|Skipf|SkipNow)$/.test(word) && receiver !== '' && code.structure.around(from) === body.from - 1,
  );
  return skip === undefined ? [] : [{ kind: 'skipped', at: skip.from, detail: 'skipped always' }];
}

/** `t.Run("name", func(t *testing.T) {…})`, `s.Run(…)`. */
function subtests(code: CodeText, manners: GoManners): readonly DraftCase[] {
  return code.tokens
    .filter(
      ({ word, receiver }) => word === 'Run' && (manners.contexts.has(receiver) || manners.instances.has(receiver)),
    )
    .map((token) => subtestOf(code, token))
    .filter((found) => found !== null);
}

function subtestOf(code: CodeText, token: Token): DraftCase | null {
  const [title, callback, ...more] = token.open === -1 ? [] : argumentsOf(code, token.open);
  if (title === undefined || callback === undefined || more.length > 0) return null;
  const literal = literalOf(code, title);
  const head = code.mask.slice(callback.from, Math.min(callback.to, callback.from + 60));
  const brace = head.startsWith('func') ? code.mask.indexOf('{', callback.from) : -1;
  const body = brace === -1 || brace > callback.to ? null : { from: brace + 1, to: code.structure.closeOf(brace) };
  const kind = /\*\s*testing\.B\b/.test(head) ? 'benchmark' : 'case';
  const skip = body === null ? [] : skipIn(code, body);
  return {
    title: (literal ?? code.text.slice(title.from, Math.min(title.to, title.from + 200)))
      .slice(0, 200)
      .replace(/\s+/g, ' '),
    isLiteral: literal !== null,
    kind,
    span: { from: token.from, to: Math.min(code.structure.closeOf(token.open) + 1, code.mask.length) },
    body,
    at: token.from,
    modifiers: skip.map(() => 'skip'),
    isParameterised: literal === null,
    assertsItself: false,
    done: '',
    smells: [...skip, ...emptyOf(code, token.from, body, kind)],
  };
}

/** Methods of a context that fail it. */
const FAILING = new Set(['Error', 'Errorf', 'Fatal', 'Fatalf', 'Fail', 'FailNow']);
/** testify's words, as methods of a suite or of `assert.New(t)`. */
const TESTIFY =
  /^(?:Not)?(?:Equal|EqualError|EqualExportedValues|EqualValues|Exactly|Nil|Empty|Zero|Len|True|False|Contains|Subset|ElementsMatch|Condition|Panics|PanicsWithValue|PanicsWithError|Error|ErrorIs|ErrorAs|ErrorContains|NoError|FileExists|NoFileExists|DirExists|NoDirExists|JSONEq|YAMLEq|Regexp|Same|Implements|IsType|InDelta|InDeltaSlice|InEpsilon|Greater|GreaterOrEqual|Less|LessOrEqual|Positive|Negative|WithinDuration|WithinRange|Eventually|EventuallyWithT|Never|HTTP\w+|Fail|FailNow|Assert|Check|IsIncreasing|IsDecreasing|Require|Is|Err|NoErr|Exists|Require|Equals)f?$/;
/** Calls that are mock expectations. */
const MOCK =
  /^(?:AssertExpectations|AssertCalled|AssertNotCalled|AssertNumberOfCalls|EXPECT|ExpectationsWereMet|Called)$/;

function assertionAt(code: CodeText, token: Token, manners: GoManners): Assertion | null {
  if (
    token.open === -1 ||
    /\bfunc\s*(?:\([^()]*\)\s*)?$/.test(code.mask.slice(Math.max(0, token.from - 80), token.from))
  )
    return null;
  if (!isAsserting(token, manners)) return null;
  const { end } = chainFrom(code, Math.min(code.structure.closeOf(token.open) + 1, code.mask.length));
  return { from: token.from, to: end, kind: MOCK.test(token.word) ? 'mock' : 'plain' };
}

function isAsserting({ word, isMember, receiver }: Token, manners: GoManners): boolean {
  if (/^(?:[aA]ssert|[eE]xpect|[rR]equire)[A-Z]/.test(word) || MOCK.test(word))
    return !/^Expect(?:ed|ation)?$/.test(word);
  if (!isMember) return manners.hasGomega && /^(?:Expect|Eventually|Consistently|ExpectWithOffset|Ω)$/.test(word);
  if (FAILING.has(word) && (manners.contexts.has(receiver) || receiver === ''))
    return receiver !== '' || word !== 'Error';
  if (manners.packages.has(receiver))
    return !/^(?:New|NewRequire|CallerInfo|Equals|DeepEquals|ObjectsAreEqual\w*)$/.test(word);
  if (manners.hasGomega && /^(?:Expect|Eventually|Consistently)$/.test(word)) return true;
  // `s.Require().Equal(…)` has no receiver of its own.
  if (receiver === '') return TESTIFY.test(word) && manners.instances.size > 0;
  if (manners.instances.has(receiver)) return TESTIFY.test(word);
  return manners.contexts.has(receiver) && /^(?:Assert|Check)$/.test(word);
}

/** Names that only make something for a test. */
const MAKING = /^(?:New|Make|Create|Setup|Start|Open|With|Get|new|make|create|setup|start|open|with|get)/;

/**
 * Calls that hand the context on, or the suite's: what they do is not seen here. Only a function that has the context
 * can fail a test, but for a panic.
 */
function outsideCalls(code: CodeText, manners: GoManners, declared: ReadonlySet<string>): readonly OutsideCall[] {
  const calls: OutsideCall[] = [];
  for (const token of code.tokens) {
    if (token.open === -1 || declared.has(token.word) || token.word === 'func' || token.word === 'Run') continue;
    if (manners.packages.has(token.receiver) || manners.contexts.has(token.receiver)) continue;
    const handsOn = argumentsOf(code, token.open).some(({ from, to }) => isContext(code, from, to, manners));
    if (!handsOn) {
      if (!token.isMember && !MAKING.test(token.word))
        calls.push({ at: token.from, specifier: '', name: token.word, mayAssert: false });
      continue;
    }
    calls.push({ at: token.from, specifier: '', name: token.word, mayAssert: !/^(?:New|new)/.test(token.word) });
  }
  return calls;
}

function isContext(code: CodeText, from: number, to: number, { contexts }: GoManners): boolean {
  const text = code.mask.slice(from, Math.min(to, from + 40));
  return to - from <= 40 && (contexts.has(text) || /^\w+\.T\(\)$/.test(text));
}

/** `time.Sleep` of a fixed time. */
function waits(code: CodeText): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  if (/\bsynctest\b/.test(code.mask)) return found;
  for (const { word, receiver, open, from } of code.tokens) {
    if (word !== 'Sleep' || receiver !== 'time' || open === -1) continue;
    const time = code.mask.slice(open + 1, Math.min(code.structure.closeOf(open), open + 60)).trim();
    if (/^(?:\d+\s*\*\s*)?time\.\w+(?:\s*\*\s*\d+)?$/.test(time)) {
      found.push({ kind: 'sleep', at: from, detail: `waits ${time} of real time` });
    }
  }
  return found;
}

function frameworksOf(code: CodeText, top: readonly DraftCase[]): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  for (const { path, at } of goImports(code)) {
    const name = FRAMEWORKS.find(([pattern]) => pattern.test(path))?.[1];
    if (name === undefined || found.some((fact) => fact.name === name)) continue;
    found.push({ name, file: code.path, line: lineOf(code, at), evidence: `import of ${path}` });
  }
  return top.length === 0 ? found.filter(({ name }) => name !== 'go test') : found;
}

const FRAMEWORKS: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/^testing$/, 'go test'],
  [/stretchr\/testify/, 'testify'],
  [/onsi\/ginkgo/, 'ginkgo'],
];
