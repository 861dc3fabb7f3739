import {
  after,
  argumentsOf,
  before,
  type CodeText,
  chainFrom,
  literalOf,
  type Token,
  tokensIn,
  wordBefore,
} from '../../lex/code-text.ts';
import type { TestFramework } from '../../questions/tests.types.ts';
import type { Assertion, DraftSmell, NamedCode } from '../reading.ts';
import type { ScriptCase } from './cases.ts';
import type { ScriptImports } from './imports.ts';

interface Scripts {
  readonly code: CodeText;
  readonly imports: ScriptImports;
  readonly cases: readonly ScriptCase[];
  readonly assertions: readonly Assertion[];
  readonly functions: readonly NamedCode[];
  readonly framework: TestFramework | null;
}

/** Matchers of Playwright that wait, and so answer promises. Source: Playwright, "Auto-retrying assertions". */
const WAITING_MATCHERS =
  /^(?:toBeAttached|toBeChecked|toBeDisabled|toBeEditable|toBeEmpty|toBeEnabled|toBeFocused|toBeHidden|toBeInViewport|toBeVisible|toContainClass|toContainText|toHaveAccessible\w+|toHaveAttribute|toHaveClass|toHaveCount|toHaveCSS|toHaveId|toHaveJSProperty|toHaveRole|toHaveScreenshot|toHaveText|toHaveTitle|toHaveURL|toHaveValues?|toMatchAriaSnapshot|toBeOK|toPass)$/;

/** Assertions that answer a promise which nobody waits for: the case is over before they are. */
export function findMissingAwaits(scripts: Scripts): readonly DraftSmell[] {
  const { code, assertions } = scripts;
  const isPlaywright = scripts.framework === 'playwright';
  const hasSupertest = scripts.imports.modules.has('supertest');
  const found: DraftSmell[] = [];
  for (const assertion of assertions) {
    const start = startOfChain(code, assertion.from);
    if (!isStatement(code, start) && !isKeptUnawaited(code, start, assertion.to)) continue;
    const what = promiseOf(scripts, assertion, isPlaywright) ?? (hasSupertest ? unsent(code, start) : null);
    if (what !== null) found.push({ kind: 'missing_await', at: assertion.from, detail: what });
  }
  return [...found, ...unawaitedHelpers(scripts)];
}

/** What of an assertion is a promise, in words; null when nothing is, or the chain takes care of it. */
function promiseOf(scripts: Scripts, assertion: Assertion, isPlaywright: boolean): string | null {
  const word = wordAt(scripts.code, assertion.from);
  const names = chainFrom(scripts.code, assertion.from + word.length).links.map(({ name }) => name);
  if (names.some((name) => /^(?:then|catch|finally|notify|end)$/.test(name))) return null;
  const mark =
    word === 'expect' || word === 'should'
      ? matcherOf(word, names, isPlaywright)
      : methodOf(scripts, assertion, word, names);
  return mark === null ? null : `${mark} is not awaited`;
}

const PROMISING = /^(?:resolves|rejects|eventually|rejected|rejectedWith|fulfilled|toMatchFileSnapshot)$/;

/** The part of `expect(…).…` that makes a promise of it. */
function matcherOf(word: string, names: readonly string[], isPlaywright: boolean): string | null {
  const mark = names.find((name) => PROMISING.test(name));
  if (mark !== undefined) return `.${mark}`;
  if (word === 'expect' && (names[0] === 'poll' || names[0] === 'element')) return `expect.${names[0]}`;
  const waiting = isPlaywright ? names.find((name) => WAITING_MATCHERS.test(name)) : undefined;
  return waiting === undefined ? null : `.${waiting}`;
}

const ASYNC_METHOD = /^(?:rejects|doesNotReject|throwsAsync|notThrowsAsync)$/;

/** The method of `assert` or a context that answers a promise. tap itself waits for its own. */
function methodOf(
  { code, imports, framework }: Scripts,
  assertion: Assertion,
  word: string,
  names: readonly string[],
): string | null {
  if (framework === 'tap') return null;
  if (!ASYNC_METHOD.test(word)) return names.find((name) => ASYNC_METHOD.test(name)) ?? null;
  return isKnown(code, assertion, imports) ? word : null;
}

/** A bare `rejects(` is node's only when it was imported from `assert`. */
function isKnown(code: CodeText, assertion: Assertion, imports: ScriptImports): boolean {
  if (code.mask[before(code.mask, assertion.from)] === '.') return true;
  return /assert/.test(imports.bindings.get(wordAt(code, assertion.from))?.specifier ?? '');
}

function wordAt(code: CodeText, at: number): string {
  return /^[\w$]+/.exec(code.mask.slice(at, at + 80))?.[0] ?? '';
}

/** Where the receivers of an assertion begin: `t.assert` of `t.assert.rejects(…)`. */
function startOfChain(code: CodeText, at: number): number {
  let start = at;
  for (let steps = 0; steps < 20; steps += 1) {
    const dot = before(code.mask, start);
    if (code.mask[dot] !== '.') return start;
    let end = before(code.mask, dot) + 1;
    // A call in the chain: on to the name before its parenthesis.
    for (let calls = 0; calls < 4 && code.mask[end - 1] === ')'; calls += 1) {
      const open = code.structure.openOf(end - 1);
      if (open === -1) return start;
      end = before(code.mask, open) + 1;
    }
    const word = /[\w$]+$/.exec(code.mask.slice(Math.max(0, end - 80), end))?.[0];
    if (word === undefined) return start;
    start = end - word.length;
  }
  return start;
}

/** Whether a statement begins at an offset whose value nobody takes. What cannot be told is none. */
function isStatement(code: CodeText, at: number): boolean {
  const { mask } = code;
  const last = before(mask, at);
  const character = mask[last] ?? '';
  if (last === -1 || ';{'.includes(character)) return true;
  if (character === '}') return true;
  if (!mask.slice(last, at).includes('\n')) return false;
  if (character === ')') return !/^(?:if|while|for)$/.test(wordBefore(mask, code.structure.openOf(last)));
  if (!/[\w$\]"'`/]/.test(character)) return false;
  return !/^(?:await|return|yield|void|throw|typeof|new|delete|in|of|else|do|case|extends|default)$/.test(
    wordBefore(mask, at),
  );
}

/**
 * Whether a value is kept under a name whose uses can only take it for what the promise would answer: members of it, or
 * none at all. A name that is handed on as it is may be awaited there.
 */
function isKeptUnawaited(code: CodeText, start: number, end: number): boolean {
  const { mask } = code;
  let last = before(mask, start);
  if (mask[last] === '(') last = before(mask, last);
  const name = mask[last] === '=' ? KEPT.exec(mask.slice(Math.max(0, last - 120), last))?.[1] : undefined;
  if (name === undefined) return false;
  const block = code.structure.around(start - (mask[start - 1] === '(' ? 1 : 0));
  const to = block < 0 ? mask.length : code.structure.closeOf(block);
  const uses = tokensIn(code, { from: end, to }).filter(({ word, isMember }) => word === name && !isMember);
  return uses.every((use) => TAKEN_FOR_ANSWER.test(mask.slice(use.to, use.to + 60)));
}

const KEPT = /\b(?:const|let|var)\s+([\w$]+)(?:\s*:[^=;{}()]{1,60})?\s*$/;
const TAKEN_FOR_ANSWER = /^(?:!?\s*\??\.\s*(?!then\b|catch\b|finally\b)[\w$]|\s+instanceof\b)/;

/** supertest sends nothing before its chain is awaited, ended, or given a callback. */
function unsent(code: CodeText, start: number): string | null {
  const word = wordAt(code, start);
  if (word !== 'request' && word !== 'supertest' && word !== 'agent') return null;
  const { links } = chainFrom(code, start + word.length);
  if (links.some(({ name }) => /^(?:end|then|catch|finally)$/.test(name))) return null;
  const last = links.findLast(({ open }) => open !== -1);
  if (last?.name !== 'expect') return null;
  const all = argumentsOf(code, last.open);
  const tail = all.at(-1);
  // A name may be a callback.
  const isPlain = tail !== undefined && (literalOf(code, tail) !== null || /^[\d/{[]/.test(code.mask[tail.from] ?? ''));
  return isPlain ? 'the request is neither awaited nor ended' : null;
}

/** Statements that call an async function of the file which asserts, and drop its promise. */
function unawaitedHelpers({ code, functions, assertions, cases }: Scripts): readonly DraftSmell[] {
  const asserting = new Set<string>();
  const others = new Set<string>();
  for (const { name, isAsync, isMember, span } of functions) {
    if (isMember) continue;
    const asserts = isAsync && assertions.some(({ from }) => from >= span.from && from < span.to);
    (asserts ? asserting : others).add(name);
  }
  if (asserting.size === 0 || cases.length === 0) return [];
  const isDropped = ({ word, isMember, open, from }: Token): boolean => {
    if (isMember || open === -1 || !asserting.has(word) || others.has(word) || !isStatement(code, from)) return false;
    return !'.,)'.includes(code.mask[after(code.mask, code.structure.closeOf(open) + 1)] ?? '');
  };
  return code.tokens.filter(isDropped).map(({ word, from }) => ({
    kind: 'missing_await',
    at: from,
    detail: `${word} is async, asserts, and is not awaited`,
  }));
}
