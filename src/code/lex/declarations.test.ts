import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

test('a statement goes on over lines where its language lets it', () => {
  expect(scan('a.ts', 'const a = b\n  .c();\n')).toEqual(['1-2 variable a']);
  expect(scan('a.go', 'var a = b\n*c = 1\n')).toEqual(['1-1 variable a']);
});

test('a default export that is a function is named default, another value is not listed', () => {
  expect(scan('a.ts', 'export default (config);\n')).toEqual([]);
  expect(scan('a.ts', 'export default (request) => {\n  go();\n};\n')).toEqual(['1-3 function default']);
  expect(scan('a.ts', 'export default async (request: Request): Promise<void> => {\n  go();\n};\n')).toEqual([
    '1-3 function default',
  ]);
  expect(scan('a.ts', 'export default x => {\n  go();\n};\n')).toEqual(['1-3 function default']);
});

test('a field of Java that is given the result of a call is no method', () => {
  expect(scan('A.java', 'class A {\n  private int a = make(1);\n  int make(int b) { return b; }\n}\n')).toEqual([
    '1-4 class A',
    '2-2 variable A/a',
    '3-3 method A/make',
  ]);
});

test('an annotation belongs to what it stands before, not to what follows the body behind it', () => {
  const text =
    'class A {\n  @Test fun a() {\n    run()\n  }\n  fun b() {}\n  @Component(\n    1,\n  )\n  fun c() {}\n}\n';
  const symbols = scanSymbols(languageOf('a.kt') ?? expect.fail(), text);
  expect(symbols.map(({ name, startLine }) => `${startLine} ${name}`)).toEqual(['1 A', '2 a', '5 b', '6 c']);
});

test('a variable of C that points to a function is declared, where it is not only announced', () => {
  const text =
    'extern long (*far)(void);\nlong (*now)(void) = 0;\nstatic struct a *(*table[4])(int a, int b);\nint run(int (*f)(int)) {\n}\nvoid (*get(int a))(int) {\n}\n';
  expect(scan('a.c', text).filter((row) => row.includes('variable'))).toEqual([
    '2-2 variable now',
    '3-3 variable table',
  ]);
});

test('what only another language keeps for itself is a name: when() of Java, lock() of C++, delete() of C', () => {
  const java =
    'public final class Mockito {\n  public static <T> Stubbing<T> when(T call) {\n    return null;\n  }\n  void lock();\n  abstract boolean delete(T t);\n}\n';
  expect(scan('Mockito.java', java)).toEqual([
    '1-7 class Mockito',
    '2-4 method Mockito/when',
    '5-5 method Mockito/lock',
    '6-6 method Mockito/delete',
  ]);
  expect(scan('m.hpp', 'class M {\n public:\n  void lock();\n  void await(int a) {\n  }\n};\n')).toEqual([
    '1-6 class M',
    '3-3 method M/lock',
    '4-5 method M/await',
  ]);
  expect(scan('list.c', 'static void delete(struct list *l) {\n  if (l) {\n  }\n}\nint new(int a) {\n}\n')).toEqual([
    '1-4 function delete',
    '5-6 function new',
  ]);
  expect(scan('A.cs', 'class A {\n  void delete(int a) {\n    lock (this) {\n    }\n  }\n}\n')).toEqual([
    '1-6 class A',
    '2-5 method A/delete',
  ]);
});

test('a group of Go declares variables of any type', () => {
  const lines = [
    'a func() []b',
    'c func()',
    'd chan int',
    'e <-chan f',
    'g map[h]struct{}',
    'i func(j) (k, error) = l',
    'm [n - 1]o',
  ];
  const group = scan('a.go', `var (\n\t${lines.join('\n\t')}\n)\n`);
  expect(group.map((symbol) => symbol.split(' ').at(-1))).toEqual(['a', 'c', 'd', 'e', 'g', 'i', 'm']);
  const value = scan('a.go', 'var (\n\ta =\n\t\tfunc() b { return c }\n\td =\n\t\tstruct{}{}\n)\n');
  expect(value.map((symbol) => symbol.split(' ').at(-1))).toEqual(['a', 'd']);
});

test('a type of Go may have parameters whose bounds have some, too', () => {
  const types = [
    'type a[O options[T], T any] interface {\n}',
    'type b[E a[O, c[T]], O any] struct {\n}',
    'type d []e',
    'type f [2]e',
  ];
  expect(scan('a.go', `${types.join('\n')}\n`)).toEqual([
    '1-2 interface a',
    '3-4 struct b',
    '5-5 type d',
    '6-6 type f',
  ]);
});

test.each([
  [
    'a function that is returned, in braces',
    'function make(a: B): (c: D) => { e: F } {\n  return () => ({\n    e,\n  });\n}\n',
    '1-5 function make',
  ],
  ['what this is, in braces', 'class A {\n  open(): this is { a: B } {\n    return 1;\n  }\n}\n', '2-4 method A/open'],
  [
    'what a parameter is',
    'function has<K>(\n  a: object,\n): a is { [k in K]: B } {\n  return 1;\n}\n',
    '1-5 function has',
  ],
  ['what is asserted of it', 'function must(a: object): asserts a is { b: C } {\n  d();\n}\n', '1-3 function must'],
])('the body of a function stands behind the type that tells %s', (_, text, symbol) => {
  expect(scan('a.ts', text)).toContain(symbol);
});

test('a statement goes on behind ?? at the end of a line', () => {
  expect(scan('a.ts', 'const a =\n  b.c ??\n  new D({\n    e: 1,\n  });\nf();\n')).toEqual(['1-5 variable a']);
});

test('a template is no longer over where code in it ends before its last quote', () => {
  expect(scan('a.ts', `const a = \`b\n$\{c}\n\`\nd();\n`)).toEqual(['1-3 variable a']);
  expect(scan('a.ts', 'const a = { b: 1 }\nconst c = `d`\n')).toEqual(['1-1 variable a', '2-2 variable c']);
});
