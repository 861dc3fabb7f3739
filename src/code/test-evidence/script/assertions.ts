import {
  after,
  argumentsOf,
  type CodeText,
  chainFrom,
  type Link,
  type Span,
  type Token,
  tokensIn,
} from '../../lex/code-text.ts';
import { blockAt } from '../blocks.ts';
import type { Assertion } from '../reading.ts';
import type { ScriptCase } from './cases.ts';
import type { ScriptImports } from './imports.ts';

/** Assertions of a context: tap, tape, ava, QUnit, node:test of older days. */
const CONTEXT_ASSERTIONS = new Set(
  'ok notOk equal equals isEqual is isEquivalent same strictSame strictEqual strictEquals strictDeepEqual looseEqual looseEquals deepLooseEqual deepEqual deepEquals isDeeply not notEqual notEquals notStrictEqual notDeepEqual notDeepLooseEqual notSame strictNotSame notLooseEqual different isNot isNotEqual isInequal unequal like unlike match notMatch doesNotMatch has notHas hasProp hasProps hasStrict hasOwnProp hasOwnProps matchOnly matchOnlyStrict resolves resolveMatch resolveMatchSnapshot rejects doesNotReject throws throw doesNotThrow doesThrow notThrow notThrows throwsAsync notThrowsAsync error ifError ifErr iferror true false truthy falsy assert pass fail regex notRegex snapshot matchSnapshot type isa isA emits propEqual notPropEqual propContains closeTo notClose step verifySteps raises includes contains'.split(
    ' ',
  ),
);
/** What belongs to `assert` and asserts nothing. */
const ASSERT_OTHERS = new Set([
  'expect',
  'async',
  'plan',
  'timeout',
  'test',
  'CallTracker',
  'AssertionError',
  'register',
]);
/** `expect.…` that asserts by itself. */
const EXPECT_MEMBERS = new Set(['soft', 'poll', 'element', 'fail', 'unreachable']);
/** What node's own tests and others call to be told that a callback ran. */
const MUST_CALL = new Set(['mustCall', 'mustNotCall', 'mustCallAtLeast', 'mustSucceed', 'mustNotMutateObjectDeep']);
const ASSERT_MODULE =
  /(?:^|[/:-])(?:assert|assertions?|expect|unexpected|code|must|power-assert|better-assert)(?:[/.](?:strict|js|mjs))?$|^chai$|^should$|^uvu\/assert$/;
/** Matchers whose promise has to be awaited wherever they stand. */
const SNAPSHOT =
  /^(?:toMatchSnapshot|toThrowErrorMatchingSnapshot|toMatchFileSnapshot|toMatchImageSnapshot|toHaveScreenshot|matchSnapshot|snapshot|resolveMatchSnapshot)$/;
const MOCK =
  /^(?:toHaveBeenCalled\w*|toBeCalled\w*|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith|lastCalledWith|nthCalledWith|called\w*|callCount|notCalled|neverCalledWith)$/;

/** What the rules ask about the words of one file. */
interface Vocabulary {
  /** Names under which functions that assert were imported. */
  readonly functions: ReadonlySet<string>;
  /** Names under which modules were imported whose members assert. */
  readonly modules: ReadonlySet<string>;
  /** Names of contexts. */
  readonly contexts: ReadonlySet<string>;
  /** Names of callbacks that end a case. */
  readonly dones: ReadonlySet<string>;
  /** Offsets of the braces of the cases' own callbacks. */
  readonly bodies: ReadonlySet<number>;
  readonly isNock: boolean;
}

/** The places of a script that assert, in order. */
export function findScriptAssertions(
  code: CodeText,
  imports: ScriptImports,
  cases: readonly ScriptCase[],
): readonly Assertion[] {
  const vocabulary = vocabularyOf(code, imports, cases);
  const found: Assertion[] = [];
  for (const [at, token] of code.tokens.entries()) {
    if (token.isMember && isInChain(code, token, found.at(-1))) continue;
    const assertion =
      thrown(code, token, vocabulary.bodies) ??
      assertionAt(code, token, vocabulary) ??
      throughDone(code, token, vocabulary);
    if (assertion !== null && !isDeclared(code, at)) found.push(assertion);
  }
  return found;
}

/** Whether a word is a further link of the assertion before it: a chain is one assertion, however long. */
function isInChain(code: CodeText, token: Token, last: Assertion | undefined): boolean {
  return (
    last !== undefined && token.from < last.to && code.structure.around(token.from) === code.structure.around(last.from)
  );
}

/** `throw new Error(…)` by the case itself: an assertion by hand. One in a callback is most often what is tested. */
function thrown(code: CodeText, token: Token, bodies: ReadonlySet<number>): Assertion | null {
  if (token.word !== 'throw' || !code.mask.startsWith('new', token.next)) return null;
  let open = code.structure.around(token.from);
  for (let depth = 0; depth < 10 && open !== -1; depth += 1) {
    if (bodies.has(open)) return { from: token.from, to: token.to, kind: 'plain' };
    if (code.mask[open] !== '{' || blockAt(code, open).kind === 'function') return null;
    open = code.structure.around(open);
  }
  return null;
}

function vocabularyOf(code: CodeText, imports: ScriptImports, cases: readonly ScriptCase[]): Vocabulary {
  const functions = new Set<string>();
  const modules = new Set<string>(['assert']);
  const contexts = new Set<string>(['t', 'tap']);
  const sets = { functions, modules, contexts };
  for (const [local, { specifier, imported }] of imports.bindings) {
    const role = roleOf(specifier, imported);
    if (role !== null) sets[role].add(local);
  }
  for (const { context } of cases) if (context !== '') contexts.add(context);
  modules.delete('expect');
  return {
    functions,
    modules,
    contexts,
    dones: new Set(cases.map(({ done }) => done)),
    bodies: new Set(cases.map(({ body }) => (body === null ? -1 : braceOf(code, body)))),
    isNock: imports.modules.has('nock'),
  };
}

/** The brace of a case's callback. That of a wrapped one is the first of its argument. */
function braceOf({ mask }: CodeText, { from, to }: Span): number {
  if (mask[from - 1] === '{') return from - 1;
  const brace = mask.slice(from, Math.min(to, from + 300)).indexOf('{');
  return brace === -1 ? -1 : from + brace;
}

/** What a name that is imported from a module is to assertions; null for most. */
function roleOf(specifier: string, imported: string): 'functions' | 'modules' | 'contexts' | null {
  if (/^(?:tap|tape|@tapjs\/.+|node:test)$/.test(specifier)) return imported === 'test' ? null : 'contexts';
  if (/^(?:ts-mockito|testdouble)$/.test(specifier)) return imported === 'verify' ? 'functions' : null;
  if (!ASSERT_MODULE.test(specifier) || imported === 'expect') return null;
  return /^(?:\*|default|assert|strict)$/.test(imported) ? 'modules' : 'functions';
}

/** `function assertX(` and `assertX(a) {` declare; they do not call. */
function isDeclared(code: CodeText, at: number): boolean {
  const token = code.tokens[at];
  if (token === undefined || token.open === -1) return false;
  const previous = code.tokens[at - 1]?.word;
  if (!token.isMember && (previous === 'function' || previous === 'get' || previous === 'set')) {
    return (
      code.mask
        .slice(code.tokens[at - 1]?.to, token.from)
        .trim()
        .replace('*', '') === ''
    );
  }
  return code.mask[after(code.mask, code.structure.closeOf(token.open) + 1)] === '{' && !token.isMember;
}

function assertionAt(code: CodeText, token: Token, vocabulary: Vocabulary): Assertion | null {
  if (token.word === 'expect') return expectAt(code, token, vocabulary);
  if (vocabulary.modules.has(token.word) && (!token.isMember || token.word === 'assert')) return moduleAt(code, token);
  if (token.word === 'should') return token.open !== -1 || code.mask[token.next] === '.' ? chained(code, token) : null;
  if (token.open === -1) return null;
  return isAssertingCall(code, token, vocabulary) ? chained(code, token) : null;
}

function isAssertingCall(code: CodeText, token: Token, vocabulary: Vocabulary): boolean {
  const { word, isMember, receiver } = token;
  if (/^(?:expect|assert)[A-Z_]/.test(word) || MUST_CALL.has(word)) return true;
  if (!isMember) return vocabulary.functions.has(word) || word === 'fail';
  if (CONTEXT_ASSERTIONS.has(word) && vocabulary.contexts.has(receiver)) return true;
  if (receiver === 'done' && word === 'fail') return true;
  if (receiver === 'cy') return /^(?:get|contains|url|title|location)$/.test(word);
  const isBare = after(code.mask, token.open + 1) === code.structure.closeOf(token.open);
  return isBare && (word === 'verify' || (word === 'done' && vocabulary.isNock));
}

/** The assertion with its chain; `kind` by the last words of it. */
function chained(code: CodeText, token: Token): Assertion {
  const from = token.open === -1 ? token.to : Math.min(code.structure.closeOf(token.open) + 1, code.mask.length);
  const { links, end } = chainFrom(code, from);
  const isMock =
    token.receiver === 'assert' || token.word === 'verify' ? false : links.some(({ name }) => MOCK.test(name));
  const isSnapshot = SNAPSHOT.test(token.word) || links.some(({ name }) => SNAPSHOT.test(name));
  return { from: token.from, to: end, kind: isSnapshot ? 'snapshot' : isMock ? 'mock' : 'plain' };
}

/**
 * `expect(a)` asserts by its matcher only; supertest's `.expect(…)` by itself. QUnit's `assert.expect(2)` and jest's
 * `expect.assertions(2)` promise assertions and are none.
 */
function expectAt(code: CodeText, token: Token, vocabulary: Vocabulary): Assertion | null {
  if (token.isMember) {
    const isPlan = token.receiver === 'assert' || token.receiver === 'QUnit' || vocabulary.contexts.has(token.receiver);
    if (token.open === -1 || (isPlan && isNumber(code, token.open))) return null;
    return chained(code, token);
  }
  const assertion = chained(code, token);
  if (token.open === -1) {
    const first = chainFrom(code, token.to).links[0];
    return first !== undefined && first.open !== -1 && EXPECT_MEMBERS.has(first.name) ? assertion : null;
  }
  // `expect(a, 'to equal', 1)` of unexpected needs no matcher.
  const isComplete = assertion.to > code.structure.closeOf(token.open) + 1 || argumentsOf(code, token.open).length > 2;
  return isComplete ? assertion : null;
}

function isNumber(code: CodeText, open: number): boolean {
  return /^\s*\d+\s*$/.test(code.mask.slice(open + 1, Math.min(code.structure.closeOf(open), open + 20)));
}

/** `assert(…)`, `assert.equal(…)`, `t.assert.ok(…)`; `sinon.assert.called(…)` asserts of a mock. */
function moduleAt(code: CodeText, token: Token): Assertion | null {
  if (token.open !== -1) return chained(code, token);
  const links: readonly Link[] = chainFrom(code, token.to).links;
  const called = links.find(({ open }) => open !== -1);
  if (called === undefined || ASSERT_OTHERS.has(called.name)) return null;
  const assertion = chained(code, token);
  if (token.receiver === 'sinon') return { ...assertion, kind: 'mock' };
  return assertion;
}

/** `done(new Error('…'))`: the callback that ends a case is told that it failed. */
function throughDone(code: CodeText, token: Token, vocabulary: Vocabulary): Assertion | null {
  if (token.open === -1 || token.isMember || !vocabulary.dones.has(token.word)) return null;
  const inside = tokensIn(code, {
    from: token.open,
    to: Math.min(token.open + 60, code.structure.closeOf(token.open)),
  });
  const first = inside[0]?.word === 'new' ? inside[1] : inside[0];
  return first !== undefined && /Error$/.test(first.word) && first.open !== -1 && !isShadowed(code, token, vocabulary)
    ? { from: token.from, to: code.structure.closeOf(token.open) + 1, kind: 'plain' }
    : null;
}

/** Whether a function between the call and its case has a parameter of the same name, as handlers and hooks do. */
function isShadowed(code: CodeText, token: Token, { bodies }: Vocabulary): boolean {
  const parameter = new RegExp(
    `[(,]\\s*${token.word.replaceAll('$', '\\$')}\\s*[,)]|(?:^|[^\\w$.])${token.word.replaceAll('$', '\\$')}\\s*=>`,
  );
  let open = code.structure.around(token.from);
  for (let depth = 0; depth < 12 && open !== -1; depth += 1) {
    const head = code.mask.slice(Math.max(0, open - 160), open);
    const isFunction = code.mask[open] === '{' && blockAt(code, open).kind === 'function';
    // The parameters of this function alone: the last parentheses before its brace.
    if (isFunction && parameter.test(head.slice(lastParameters(head)))) return !bodies.has(open);
    open = code.structure.around(open);
  }
  return false;
}

function lastParameters(head: string): number {
  const open = head.lastIndexOf('(');
  const arrow = /[\w$]+\s*=>\s*$/.exec(head);
  return arrow !== null ? arrow.index : Math.max(open, 0);
}
