import { expect, test } from 'vitest';
import { analyseTestFile } from './analyse-test-file.ts';
import { makeLoadHelpers } from './load-helpers.ts';

/** Smells of the first file of a project, with the helpers of the others followed. */
async function smellsOf(path: string, texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const load = makeLoadHelpers({ paths: new Set(Object.keys(texts)), text: async (name) => texts[name] ?? null });
  const file = { path, text: texts[path] ?? '' };
  return analyseTestFile(file, await load(file)).cases.flatMap(({ smells }) => smells.map(({ kind }) => kind));
}

const USE = "import { shows } from './helpers';\ntest('a', () => { shows(f()); });";

test('a helper of another file decides whether a case asserts', async () => {
  const asserting = { 'a.test.ts': USE, 'helpers.ts': 'export function shows(a) { expect(a).toBe(1); }' };
  expect(await smellsOf('a.test.ts', asserting)).toEqual([]);
  const silent = { 'a.test.ts': USE, 'helpers.ts': 'export function shows(a) { print(a); }' };
  expect(await smellsOf('a.test.ts', silent)).toEqual(['no_assertion']);
});

test('a helper that only hands on is followed, and files that import each other come to an end', async () => {
  const texts = {
    'a.test.ts': USE,
    'helpers.ts': "import { deep } from './more-helpers';\nexport const shows = (a) => deep(a);",
    'more-helpers.ts': "import { shows } from './helpers';\nexport function deep(a) { assert(a); return shows; }",
  };
  expect(await smellsOf('a.test.ts', texts)).toEqual([]);
});

test('invariants of the code under test are no assertions of its tests', async () => {
  const texts = {
    'test/a.test.ts': "import { run } from '../src/run';\ntest('a', () => { run(); });",
    'src/run.ts': "import assert from 'node:assert';\nexport function run() { assert(1 > n); }",
  };
  expect(await smellsOf('test/a.test.ts', texts)).toEqual(['no_assertion']);
});

test('a helper in another file of a Go package is found without an import', async () => {
  const head = 'package a\nimport "testing"\n';
  const use = `${head}func TestA(t *testing.T) {\n\tcompare(t, f())\n}\n`;
  const asserting = { 'a_test.go': use, 'b_test.go': `${head}func compare(t *testing.T, n int) { t.Fatal(n) }\n` };
  expect(await smellsOf('a_test.go', asserting)).toEqual([]);
  const silent = { 'a_test.go': use, 'b_test.go': `${head}func compare(t *testing.T, n int) { t.Log(n) }\n` };
  expect(await smellsOf('a_test.go', silent)).toEqual(['no_assertion']);
});
