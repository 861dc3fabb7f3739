import { argumentsOf, type CodeText } from '../../lex/code-text.ts';
import type { FrameworkFact, TestFramework } from '../../questions/tests.types.ts';
import type { NamedCode, Reading } from '../reading.ts';
import { findNetworkSmells } from '../smells/network.ts';
import { findScriptAssertions } from './assertions.ts';
import { findMissingAwaits } from './async-smells.ts';
import { callbackIn } from './callbacks.ts';
import { findScriptCases } from './cases.ts';
import { findScriptFunctions } from './functions.ts';
import { readScriptImports, type ScriptImports } from './imports.ts';
import { findOutsideCalls } from './outside-calls.ts';
import { findScriptWaits } from './waits.ts';

/** Reads the tests of a script: mocha, jest, vitest, jasmine, node:test, tap, tape, ava, QUnit, Playwright, Cypress. */
export function readScriptTests(code: CodeText): Reading {
  const imports = readScriptImports(code);
  const frameworks = frameworksOf(code, imports);
  const named = frameworks[0]?.name;
  const cases = findScriptCases(code, imports, { hasDoneFirst: named !== undefined && DONE_FIRST.has(named) });
  const assertions = findScriptAssertions(code, imports, cases);
  const functions = findScriptFunctions(code);
  return {
    code,
    frameworks,
    cases,
    assertions,
    functions,
    outside: findOutsideCalls({ code, imports, functions, cases }),
    after: hooksAfter(code),
    smells: [
      ...findMissingAwaits({ code, imports, cases, assertions, functions, framework: named ?? null }),
      ...findScriptWaits(code),
      ...findNetworkSmells(code),
    ],
    selves: new Set(['this', 'self', 'exports']),
  };
}

/** Frameworks whose callbacks get a `done` first and no context. */
const DONE_FIRST: ReadonlySet<TestFramework> = new Set(['mocha', 'jest', 'jasmine']);

const MODULES: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/^vitest(?:\/|$)/, 'vitest'],
  [/^@jest\/globals$/, 'jest'],
  [/^node:test$|^test$/, 'node:test'],
  [/^mocha$/, 'mocha'],
  [/^ava$/, 'ava'],
  [/^(?:tap|@tapjs\/.+)$/, 'tap'],
  [/^tape$/, 'tape'],
  [/^qunit$/, 'qunit'],
  [/^@playwright\/test$/, 'playwright'],
  [/^cypress$/, 'cypress'],
  [/^jasmine/, 'jasmine'],
  [/^bun:test$/, 'bun'],
];

const GLOBALS: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/(?<![\w$.])vi\s*\.\s*(?:fn|mock|spyOn|useFakeTimers)\s*\(/, 'vitest'],
  [/(?<![\w$.])jest\s*\.\s*(?:fn|mock|spyOn|useFakeTimers)\s*\(/, 'jest'],
  [/(?<![\w$.])cy\s*\.\s*(?:visit|get|contains)\s*\(/, 'cypress'],
  [/(?<![\w$.])QUnit\s*\.\s*(?:test|module)\s*\(/, 'qunit'],
  [/(?<![\w$.])Deno\s*\.\s*test\s*\(/, 'deno'],
];

/** What the file itself shows: an import, or a global that only one framework has. */
function frameworksOf(code: CodeText, imports: ScriptImports): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  for (const [specifier, line] of imports.modules) {
    const name = MODULES.find(([pattern]) => pattern.test(specifier))?.[1];
    if (name !== undefined) found.push({ name, file: code.path, line, evidence: `import of ${specifier}` });
  }
  for (const [pattern, name] of GLOBALS) {
    const match = pattern.exec(code.mask);
    if (match === null || found.some((fact) => fact.name === name)) continue;
    const line = code.structure.lineAt(match.index) + 1;
    found.push({ name, file: code.path, line, evidence: match[0].replace(/[\s(]/g, '') });
  }
  return found;
}

/** Hooks that are listed; more are no test's. */
const HOOKS_MAX = 50;

/** What runs after each case, and so may assert for it. */
function hooksAfter(code: CodeText): readonly NamedCode[] {
  const hooks: NamedCode[] = [];
  for (const token of code.tokens) {
    if (!/^(?:afterEach|teardown)$/.test(token.word) || token.open === -1 || hooks.length >= HOOKS_MAX) continue;
    const callback = argumentsOf(code, token.open)
      .map((span) => callbackIn(code, span))
      .find((found) => found !== null);
    if (!callback) continue;
    const around = code.structure.around(token.from);
    const scope =
      around === -1 ? { from: 0, to: code.mask.length } : { from: around, to: code.structure.closeOf(around) };
    hooks.push({ name: token.word, span: callback.span, scope, isAsync: callback.isAsync, isMember: false });
  }
  return hooks;
}
