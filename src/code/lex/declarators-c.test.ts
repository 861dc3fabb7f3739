import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function symbolsOf(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === null) throw new Error(path);
  return scanSymbols(language, text).map(
    ({ path: name, line, endLine, signature }) => `${line}-${endLine} ${name}: ${signature}`,
  );
}

const namesOf = (path: string, text: string): readonly string[] =>
  symbolsOf(path, text).map((one) => one.split(' ')[1]?.replace(/:$/, '') ?? '');

test.each([
  ['int a, b;', ['a', 'b']],
  ['static int *a, **b = 0, c[3] = {1, 2}, d;', ['a', 'b', 'c', 'd']],
  ['unsigned long a = MAX(1, 2), b = 2;', ['a', 'b']],
  ['int (*a)(int), b, (*c[2])(void);', ['a', 'b', 'c']],
  ['int a, b[sizeof(a)];', ['a', 'b']],
  ["char a = ',', b = ';';", ['a', 'b']],
  ['double a = c < d, b = e > f;', ['a', 'b']],
  ['struct s { int x; } a, *b, c = { 1 };', ['s', 'a', 'b', 'c']],
  ['typedef struct s { int x; } s, *ps;', ['s', 's[1]', 'ps']],
  ['typedef int (*a)(int), (*b)(void), c;', ['a', 'b', 'c']],
  ['typedef int a(int), *b;', ['a', 'b']],
  // What is told elsewhere, or in a function, is none to list.
  ['int f(int), g(void);', []],
  ['extern int a, b;', []],
  ['void f(void) { int a, b; }', ['f']],
  ['int f(a, b) int a, b; { return a; }', ['f']],
])('each name of a statement of C is listed: %s', (text, names) => {
  expect(namesOf('a.c', text)).toEqual(names);
});

test.each([
  ['std::map<int, std::pair<int, int>> a, b;', ['a', 'b']],
  ['int a = 1, b(2), c{3};', ['a', 'b', 'c']],
  ['int a = f<x, y>(1), b;', ['a', 'b']],
  ['int a{1}, b = f<int, long>(2), c;', ['a', 'b', 'c']],
  ['std::atomic<int> a{0};', ['a']],
  ['inline constexpr struct_fn a{};', ['a']],
  ['static constexpr int a[]{1, 2};', ['a']],
  ['int A::b{1};', ['A/b']],
  ['int A::b, A::C :: d = 1, *e;', ['A/b', 'A/C/d', 'e']],
  ['LIBRARY_CLASS Thing { int a; };', []],
  ['class A { int a{1}, b{2}; };', ['A']],
  ['void f() { int a{1}; }', ['f']],
])('each name of a statement of C++ is listed, with braces around its value, too: %s', (text, names) => {
  expect(namesOf('a.cpp', text)).toEqual(names);
});

test('a name on a later line of its statement is told by itself, the others by the whole statement', () => {
  expect(symbolsOf('a.c', 'static int a[] = {\n  1 },\n  b = 2, // b\n  *c = f(1,\n    2), d;\nint e, g\n;\n')).toEqual(
    [
      '1-2 a: static int a[] = { 1 }, b = 2, *c = f(1, 2), d',
      '3-3 b: b = 2',
      '4-5 c: *c = f(1, 2)',
      '5-5 d: d',
      '6-6 e: int e, g',
      '6-6 g: int e, g',
    ],
  );
});

test('what begins with two underscores is a mark behind a name, and a name behind its type', () => {
  expect(
    namesOf('a.c', 'static int __a = 1;\nunsigned long __b;\nstatic int c __init = 2;\nvolatile t __d;\n'),
  ).toEqual(['__a', '__b', 'c', '__d']);
});

test('names by thousands in one statement are read in time linear in the text', () => {
  for (const part of ['int a, ', 'a{}, ', 'int a = b<c, ', 'int a{}, b(', ', *(', 'typedef int (*a)(int), '])
    expect(symbolsOf('a.cpp', `int x, ${part.repeat(40_000)}\n`).length).toBeLessThan(20_001);
});
