import { expect, test } from 'vitest';
import { askCode } from '../../test/support/ask-code.ts';
import { scriptMentions } from './imports/script/mentions.ts';
import { swiftImports } from './imports/swift/swift-imports.ts';
import { languageOf } from './lex/languages.ts';
import { LEX_RULES } from './lex/lex-rules.ts';
import { maskCode } from './lex/mask.ts';
import { scanSymbols } from './lex/scan-symbols.ts';
import { makeCodeFile } from './references/code-file.ts';
import { bindingAround } from './references/names/binding-places.ts';
import { findRoutes } from './routes/routes.ts';
import { makeProjectFiles } from './source/project-files.ts';
import type { Source } from './source/source.ts';

// Who reads on from each place to the end, or parts a run in all ways, takes minutes for these and more, which no time
// limit of a test allows.

/** Blanks that are none of ASCII, which the names of some languages hold as well as what stands beside these. */
const WIDE = '\u3000';

test('a line of Scala that opens ten thousands of brackets is read to its end', () => {
  const language = languageOf('a.scala') ?? expect.fail();
  const found = scanSymbols(language, `${'extension (a: A) {'.repeat(40_000)}\n def b = 1\n`);
  expect(found.map(({ name }) => name)).toEqual(['b']);
});

test.each([
  ['a.cs', `class A { int a${WIDE.repeat(1_800)}-b; }`, ['A']],
  ['a.cs', `class A { int a${WIDE.repeat(1_800)}. { get; } }`.repeat(20), ['A']],
  ['a.sh', `${WIDE.repeat(400_000)}\na() {\n}\n`, ['a']],
  ['a.js', `${`exports.a = ${WIDE.repeat(390)}-\n`.repeat(200)}var c\n`, ['c']],
  ['a.js', `a.b${WIDE.repeat(400_000)}-\nvar c\n`, ['c']],
  ['a.js', `var a = 1, b${WIDE.repeat(400_000)}-\nvar c\n`, ['a', 'c']],
])('blanks beyond ASCII in %s are looked at once (%#)', (path, text, names) => {
  const language = languageOf(path) ?? expect.fail();
  const found = new Set(scanSymbols(language, text).map(({ name }) => name));
  for (const name of names) expect(found).toContain(name);
});

test('a directive on a line that the one before carries on to is part of that', () => {
  const language = languageOf('a.c') ?? expect.fail();
  const chain = scanSymbols(language, `${'#define A(a) \\\n'.repeat(30_000)}\n#define B 1\n`);
  expect(chain.map(({ name, line }) => `${name} ${line}`)).toEqual(['A 1', 'B 30002']);
});

const BOUND: readonly (readonly [path: string, text: string])[] = [
  ['a.rs', 'fn f() {\n    let (b, a) = c;\n}'],
  ['a.go', 'func f(b, a int) {'],
  ['a.go', 'x := func(b int, a string) {'],
  ['a.py', 'def f[T](b, a=1):'],
  ['a.java', 'for (A a : b) {'],
  ['a.kt', 'for (a in b) {'],
  ['a.c', 'void f(void) {\n  int a[10];\n}'],
];

test.each(BOUND)('%s: a name is bound in %j', (path, text) => {
  expect(isBound(path, text)).toBe(true);
});

test.each([
  ['a.rs', 'let (a '.repeat(60_000)],
  ['a.go', 'func (a - '.repeat(40_000)],
  ['a.go', 'func (a -\r'.repeat(40_000)],
  ['a.go', `func${' '.repeat(400_000)}`],
  ['a.py', 'def a[\n'.repeat(60_000)],
  ['a.java', `class a${' '.repeat(400_000)}`],
  ['a.c', 'f(a['.repeat(65_000)],
])('%s: what binds no name is looked through once (%#)', (path, text) => {
  expect(isBound(path, text)).toBe(false);
});

function isBound(path: string, text: string): boolean {
  const file = makeCodeFile(path, text, null) ?? expect.fail();
  return [...text.matchAll(/\ba\b/g)].some(({ index }) => bindingAround(file, 'a', index) !== null);
}

test('a list of names that holds nothing but blanks behind one is read in one go', () => {
  const text = `export { a${WIDE.repeat(200_000)}'' , b } from 'x';`;
  const { mentions } = scriptMentions(text, maskCode(text, LEX_RULES.script));
  expect(mentions).toMatchObject([{ specifier: 'x', givesOut: ['b'] }]);
});

test('a manifest of Swift of blank lines alone names no target', async () => {
  const bytes = Buffer.from(`${'\n'.repeat(500_000)}x`);
  const entry = { path: 'Package.swift', kind: 'file', size: bytes.length, blobId: null } as const;
  const source: Source = {
    identity: { kind: 'folder', branch: null, commit: null },
    index: null,
    list: async () => ({ entries: [entry], limit: null }),
    read: async () => ({ ok: true, bytes, size: bytes.length, blobId: null }),
    close: async () => undefined,
  };
  const project = makeProjectFiles(source, [entry], '');
  const sink = { unit() {}, edge() {}, external() {}, unresolved() {} };
  await swiftImports.link({ project, files: [], base: '', sink, hasTime: () => true });
  expect(project.gaps()).toEqual([]);
});

test('a name of half a megabyte is no mux', () => {
  expect(findRoutes('a.go', `package a\nimport "net/http"\nvar b = ${'a'.repeat(500_000)}\n`)).toEqual([]);
});

test('a star behind an import of Python is looked for once on each line', async () => {
  const files = {
    'a.py': 'def add():\n    pass\n',
    'b.py': `from a import ${' '.repeat(200_000)}other\nadd()\n${'from a import b \r'.repeat(10_000)}`,
    'c.py': 'from a import *\nadd()\n',
  };
  const { rows } = await askCode(files, { mode: 'callers', query: 'add' });
  expect(rows.map(({ file, edge }) => `${file} ${edge?.evidence}`)).toEqual(['c.py import', 'b.py name']);
});

test('nested types of one name are told apart without a look at all types for each of them', async () => {
  const count = 2_000;
  const list = (length: number, row: (at: number) => string): string =>
    Array.from({ length }, (_, at) => row(at)).join('');
  const uses = list(5_000, (at) => `B${at % count}.A m${at}() { Builder b = null; }\n`);
  const types = list(count, (at) => `static class B${at} { static class Builder { } }\n`);
  const found = await askCode({ 'A.java': `class A {\n${uses}${types}}\n` }, { mode: 'references', query: 'Builder' });
  expect(found.rows.length).toBeGreaterThan(0);
});

test.each([
  ['Kotlin', { 'A.kt': 'package p\nobject A { fun add() {} }\n' }, 'B.kt', 'import p.A.add\n'.repeat(20_000)],
  [
    'Java',
    { 'A.java': 'package p; public class A { public static void add() {} }\n' },
    'B.java',
    'import static p.A.*;\n'.repeat(40_000),
  ],
])('imports of %s by ten thousands are not gone through for each use', async (_, declared, path, imports) => {
  const uses = `class B { void f() {${'add();'.repeat(6_000)}} }\n`;
  const files = { ...declared, [path]: `package q;\n${imports}${uses}` };
  const found = await askCode(files, { mode: 'references', query: 'A/add' });
  expect(found.status).toBe('partial');
});

test('a path of C# of half a megabyte is not gone through for each name behind it', async () => {
  const line = `new ${'a.'.repeat(300_000)}${'A; '.repeat(60_000)}`;
  const files = { 'a.cs': `enum A { B }\nclass C { A A; void f() { ${line} } }\n` };
  const found = await askCode(files, { mode: 'references', query: 'A' });
  expect(found.status).toBe('partial');
});

test.each([
  ['a.py', 'from fastapi import FastAPI\napp = FastAPI()\n', '@app.get("/a")\ndef a():\n    pass\n\n\n'],
  ['a.go', 'package a\nimport "net/http"\n', 'http.HandleFunc("/a", a)\n\n\n\n\n'],
])('routes of %s by ten thousands do not each count its lines from the start', (path, head, route) => {
  const found = findRoutes(path, `${head}${route.repeat(40_000)}`);
  expect(found.at(-1)?.line).toBe(3 + 5 * (found.length - 1));
});
