import {
  after,
  argumentsOf,
  type CodeText,
  chainFrom,
  isBlank,
  lineOf,
  type Span,
  type Token,
} from '../../lex/code-text.ts';
import type { FrameworkFact, TestFramework } from '../../questions/tests.types.ts';
import type { Assertion, DraftCase, DraftSmell, OutsideCall, Reading } from '../reading.ts';
import { findNetworkSmells } from '../smells/network.ts';
import { type SymbolSpan, symbolSpansOf } from '../symbol-spans.ts';

/** Reads the tests of a Java file: JUnit 4 and 5 and TestNG by their annotations, JUnit 3 by its base class. */
export function readJavaTests(code: CodeText): Reading {
  const symbols = symbolSpansOf(code);
  const methods = symbols.filter(({ symbol }) => symbol.kind === 'method' || symbol.kind === 'test');
  const isJunit3 = /\bextends\s+TestCase\b/.test(code.mask);
  const drafts = methods.map((found) => caseOf(code, found, isJunit3)).filter((found) => found !== null);
  const classes = symbols.filter(
    ({ symbol, span }) => symbol.kind === 'class' && drafts.some(({ at }) => at > span.from && at < span.to),
  );
  const cases = [...drafts, ...classes.map((found) => suiteOf(found))].sort((a, b) => a.span.from - b.span.from);
  const names = new Set(methods.map(({ symbol }) => symbol.name));
  return {
    code,
    frameworks: frameworksOf(code),
    cases,
    assertions: code.tokens.map((token) => assertionAt(code, token)).filter((found) => found !== null),
    functions: methods.map(({ symbol, span }) => ({
      name: symbol.name,
      span,
      scope: { from: 0, to: code.mask.length },
      isAsync: false,
      isMember: false,
    })),
    outside: outsideCalls(code, names, classes),
    after: methods
      .filter(({ aboveMask }) => /@After(?:Each|Method)?\b/.test(aboveMask))
      .map(({ symbol, span }) => ({ name: symbol.name, span, scope: ALL, isAsync: false, isMember: true })),
    smells: [...waits(code), ...findNetworkSmells(code)],
    selves: SELVES,
  };
}

const SELVES: ReadonlySet<string> = new Set(['this', 'super']);
const ALL: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };
const TEST =
  /@(?:org\.junit\.(?:jupiter\.api\.)?)?(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory|Property|ArchTest)\b/;

function caseOf(code: CodeText, found: SymbolSpan, isJunit3: boolean): DraftCase | null {
  const { symbol, span, at, aboveMask } = found;
  // Annotations may stand on the line of the name too.
  const head = `${aboveMask}${code.mask.slice(found.head, at)}`;
  const marker = TEST.exec(head)?.[1];
  if (marker === undefined && !(isJunit3 && /^test[A-Z_]/.test(symbol.name))) return null;
  const open = code.mask.indexOf('{', at);
  const body = open === -1 || open > span.to ? null : { from: open + 1, to: code.structure.closeOf(open) };
  const modifiers = [...head.matchAll(/@(?:\w+\.)*(Disabled|Ignore|Nested|ParameterizedTest|RepeatedTest)\b/g)].map(
    (match) => match[1] ?? '',
  );
  return {
    title: symbol.name,
    isLiteral: true,
    kind: 'case',
    span,
    body,
    at,
    modifiers,
    isParameterised: marker !== undefined && marker !== 'Test',
    assertsItself:
      /@Test\s*\([^()]*\bexpected(?:Exceptions)?\s*=/.test(head) || marker === 'TestFactory' || marker === 'ArchTest',
    done: '',
    smells: [
      ...skips(head, found),
      ...(body !== null && isBlank(code, body) ? [{ kind: 'empty', at, detail: 'its body has no code' } as const] : []),
    ],
  };
}

function skips(head: string, { span, at }: SymbolSpan): readonly DraftSmell[] {
  const match = /@(?:\w+\.)*(?:Disabled|Ignore)\b(?!\w)|@Test\s*\([^()]*\benabled\s*=\s*false/.exec(head);
  return match === null
    ? []
    : [{ kind: 'skipped', at: Math.min(span.from + match.index, at), detail: 'skipped always' }];
}

function suiteOf(found: SymbolSpan): DraftCase {
  const { symbol, span, at, aboveMask } = found;
  return {
    title: symbol.name,
    isLiteral: true,
    kind: 'suite',
    span,
    body: span,
    at,
    modifiers: [...aboveMask.matchAll(/@(Disabled|Ignore|Nested)\b/g)].map((match) => match[1] ?? ''),
    isParameterised: false,
    assertsItself: false,
    done: '',
    smells: skips(aboveMask, found),
  };
}

/** Calls that assert by their names: JUnit, Hamcrest, AssertJ, Truth, Spring, reactor, Mockito. */
const ASSERTING =
  /^(?:assert\w*|checkThat|fail\w*|expect(?!ed)\w*|andExpect\w*|verify\w*|then(?:Throw|Return|Answer)?|should\w*|hasErrors?|thenNoException)$/;
const NOT_ASSERTING =
  /^(?:then|thenReturn|thenThrow|thenAnswer|failOnUnknown\w*|failedFuture|failureRate|failsafe|shouldRun)$/;
const MOCK = /^verify(?:NoMoreInteractions|NoInteractions|ZeroInteractions)?$/;

function assertionAt(code: CodeText, token: Token): Assertion | null {
  const { word, open, from, isMember } = token;
  if (word === 'assert' && !isMember && open === -1) return { from, to: statementEnd(code, from), kind: 'plain' };
  if (open === -1) {
    const isError = word === 'AssertionError' && /\bnew\s*$/.test(code.mask.slice(Math.max(0, from - 8), from));
    return isError ? { from, to: token.to, kind: 'plain' } : null;
  }
  if (word === 'AssertionError') return { from, to: code.structure.closeOf(open), kind: 'plain' };
  // Truth's rule and builders: `expect.that(a).isTrue()`.
  const isSubject = word === 'that' && isMember;
  if ((!ASSERTING.test(word) && !isSubject) || NOT_ASSERTING.test(word) || isDeclared(code, token)) return null;
  const close = Math.min(code.structure.closeOf(open) + 1, code.mask.length);
  const { end } = chainFrom(code, close);
  // `assertThat(a)` without a matcher, in whatever library, says nothing.
  if ((word === 'assertThat' || isSubject) && end === close && argumentsOf(code, open).length < 2) return null;
  return { from, to: end, kind: MOCK.test(word) ? 'mock' : 'plain' };
}

/** A method's own head: a type before its name and a brace or `throws` after its parameters. */
function isDeclared(code: CodeText, { from, open, isMember }: Token): boolean {
  if (isMember || !/[\w>\]]\s+$/.test(code.mask.slice(Math.max(0, from - 40), from))) return false;
  const next = after(code.mask, code.structure.closeOf(open) + 1);
  return code.mask[next] === '{' || code.mask.startsWith('throws', next);
}

function statementEnd(code: CodeText, from: number): number {
  const end = code.mask.indexOf(';', from);
  return end === -1 ? code.mask.length : end;
}

/** Names that say that they check. */
const CHECKING = /^(?:check|verify|validate|ensure|test|run|do|compare|expect|should|must)(?:[A-Z_]|$)/;

/** Methods of base classes and of helpers, which may assert. */
function outsideCalls(
  code: CodeText,
  names: ReadonlySet<string>,
  classes: readonly SymbolSpan[],
): readonly OutsideCall[] {
  const inherits = classes.some(({ symbol }) => /\bextends\s+(?!TestCase\b|Object\b)\w/.test(symbol.signature));
  const statics = new Set(
    [...code.mask.matchAll(/^[ \t]*import\s+static\s+[\w.]+\.(\w+)\s*;/gm)].map((match) => match[1] ?? ''),
  );
  const calls: OutsideCall[] = [];
  for (const token of code.tokens) {
    const { word, open, isMember, from } = token;
    if (
      open === -1 ||
      isOwnMethod(token, names) ||
      /^(?:if|for|while|switch|catch|try|synchronized|return|super|this)$/.test(word)
    )
      continue;
    if (/\bnew\s+$/.test(code.mask.slice(Math.max(0, from - 8), from)) || /^[A-Z]/.test(word)) continue;
    const isInherited = !isMember && inherits && !statics.has(word);
    const isChecking =
      CHECKING.test(word) && (isMember ? /[cC]heck|[vV]erif|[aA]ssert|[tT]est/.test(token.receiver) : true);
    if (isInherited || isChecking) calls.push({ at: from, specifier: '', name: word, mayAssert: true });
  }
  return calls;
}

/** Whether a call means a method of the file: one of another class may have its name. */
function isOwnMethod({ word, isMember, receiver }: Token, names: ReadonlySet<string>): boolean {
  return names.has(word) && (!isMember || SELVES.has(receiver));
}

/** `Thread.sleep` and `TimeUnit.SECONDS.sleep` of a fixed time. */
function waits(code: CodeText): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  for (const { word, receiver, open, from } of code.tokens) {
    if (word !== 'sleep' || open === -1 || !/^(?:Thread|SECONDS|MILLISECONDS|MINUTES)$/.test(receiver)) continue;
    const time = code.mask.slice(open + 1, Math.min(code.structure.closeOf(open), open + 40)).trim();
    if (!/^[1-9][\d_]*L?$/.test(time)) continue;
    const unit = receiver === 'Thread' ? 'ms' : receiver.toLowerCase();
    found.push({ kind: 'sleep', at: from, detail: `waits ${time.replace('L', '')} ${unit} of real time` });
  }
  return found;
}

const FRAMEWORKS: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/^[ \t]*import\s+(?:static\s+)?org\.junit\.jupiter\.[\w.]+/m, 'junit5'],
  [
    /^[ \t]*import\s+(?:static\s+)?org\.junit\.(?!jupiter|platform)[\w.]+|^[ \t]*import\s+junit\.framework\.[\w.]+/m,
    'junit4',
  ],
  [/^[ \t]*import\s+(?:static\s+)?org\.testng\.[\w.]+/m, 'testng'],
];

function frameworksOf(code: CodeText): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  for (const [pattern, name] of FRAMEWORKS) {
    const match = pattern.exec(code.mask);
    if (match === null) continue;
    const evidence = match[0].trim().replace(/\s+/g, ' ').slice(0, 100);
    found.push({ name, file: code.path, line: lineOf(code, match.index + match[0].search(/\S/)), evidence });
  }
  return found;
}
