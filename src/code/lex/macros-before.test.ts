import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

test.each(['a.h', 'a.cc'])('a macro without a semicolon hides no declaration below it, in %s', (file) => {
  const text = `MYMACRO(4251)
namespace a { class K { void f(); }; }
MY_BEGIN_NAMESPACE
namespace b { int g() { return 1; } }
DIAG_PUSH(1)

class X {
  Q_OBJECT
  Q_PROPERTY(int a READ a)
  Q_PROPERTY(int b READ b)
  explicit X(int);
};
DIAG_POP()  // 1
template <class T>
T* make(T a) { return 0; }
EXPORT_C
extern "C" {
int inside(void) { return 0; }
}
ONE(x)
TWO(y)
enum e { A };
LIB_EXPORT typedef int number;
BOOST_AUTO_TEST_SUITE(x)

BOOST_AUTO_TEST_CASE(works)
{
}
`;
  expect(scan(file, text)).toEqual([
    '2-2 module a',
    '2-2 class a/K',
    '2-2 method a/K/f',
    '4-4 module b',
    '4-4 function b/g',
    '7-12 class X',
    '11-11 method X/X',
    '15-15 function make',
    '18-18 function inside',
    '22-22 enum e',
    '22-22 variable A',
    '23-23 type number',
    '26-28 test works',
  ]);
});

test('a macro apart from a declaration is no part of it, one right above may be its attribute', () => {
  const text = 'POP_ALL()\nstruct a {};\nALIGNED(8)\nstruct b {};\nNAMES(x)\n\n// Doc.\nstruct c {};\n';
  expect(
    scanSymbols(languageOf('a.c') ?? expect.fail(), text).map(({ name, startLine, signature }) => [
      name,
      startLine,
      signature,
    ]),
  ).toEqual([
    ['a', 2, 'struct a'],
    ['b', 3, 'struct b'],
    ['c', 7, 'struct c'],
  ]);
});

test('what may be a type or a function of old C is no macro', () => {
  const text = `int FOO(a, f)
int a;
{
}
BAR(a)
int a;
int (*f)();
{
}
VALUE
ruby_make(void)
{
}
TYPE(int)
typed(void)
{
}
BAZ(x) {
  int no(); }
`;
  expect(scan('a.c', text)).toEqual(['1-4 function FOO', '11-13 function ruby_make', '15-17 function typed']);
});

test('every name that a body has in the branches of a condition is found, and what is inside only once', () => {
  const text = `#if A
int wide_main(int a) {
#elif B
int small_main(int a) {
#else
int wide_main(long a) {
#endif
  struct in { int a; } x;
}
#ifdef A
struct g
{
#else
struct h {
#endif
  int a;
};
`;
  expect(scan('a.c', text)).toEqual([
    '2-9 function wide_main',
    '4-9 function small_main',
    '8-8 struct wide_main/in',
    '11-17 struct g',
    '14-17 struct h',
  ]);
});

test.each([
  ['calls', 'A(x)\n'.repeat(200_000)],
  ['names', 'A_B\n'.repeat(250_000)],
  ['names before calls', 'A\nB(x)\n'.repeat(120_000)],
  ['old parameters', `${'A(x)\n'.repeat(60)};`.repeat(3_000)],
  ['branches', 'f(a) {\n#else\n'.repeat(70_000)],
  ['conditions', '#if A\nint f() {\n#else\nint g() {\n#endif\n}\n'.repeat(25_000)],
  ['directives', `A(x)\n${'#undef a\n'.repeat(50)}`.repeat(2_000)],
])('a megabyte of %s of C costs as many steps as it is long', (_, text) => {
  // A scanner that looks for macros anew above every line takes some 10^10 steps through lines here, which is minutes: the
  // time that a test has does not allow it.
  for (const file of ['a.c', 'a.cc']) {
    expect(scan(file, text).length).toBeLessThanOrEqual(text.length / 10);
  }
});

test('words that may be macros are read once, however many stand on a line', () => {
  expect(scan('a.h', `${'__A '.repeat(5_000)}x y;\nint f(void) { return 1; }\n`).at(-1)).toBe('2-2 function f');
});

test.each([
  ['with values', 'static void printflike(3, 4)\nadd(char **buf, const char *fmt, ...)\n{\n}\n', '2-4 function add'],
  ['on its line', 'void printflike(1, 0) log_debug(const char *msg)\n{\n}\n', '1-3 function log_debug'],
  ['with a name', 'static int allocates(size)\nmake(int size)\n{\n}\n', '2-4 function make'],
  ['behind the parameters', 'void run(int a) EXCLUDES(1)\n{\n}\n', '1-3 function run'],
  ['behind them on a line', 'void run(int a)\n    REQUIRES(mutex)\n{\n}\n', '1-4 function run'],
  ['in lower case behind them', 'void run(int a) excludes(b)\n{\n}\n', '1-3 function run'],
])('a macro %s beside the name of a function is not its name', (_, text, symbol) => {
  expect(scan('a.c', text)).toEqual([symbol]);
});

test.each([
  ['typedef voidpf (CALLBACK *open_func) (voidpf opaque, const char *name);\n', '1-1 type open_func'],
  ['typedef BOOL (WINAPI * close_func)(HANDLE a);\n', '1-1 type close_func'],
  ['typedef int close_fn(HANDLE *a);\n', '1-1 type close_fn'],
  ['typedef int close_fn(HANDLE *a) NOTHROW(1);\n', '1-1 type close_fn'],
])('a convention of calls is no name of what points to a function: %s', (text, symbol) => {
  expect(scan('a.c', text)).toEqual([symbol]);
});

test('a file of C is not read as C++ for what a comment in it says', () => {
  const text = '/*\n   using a map\n   class map { }\n */\nstatic int try(char *a)\n{\n  return 1;\n}\n';
  expect(scan('a.c', text)).toEqual(['5-8 function try']);
  expect(scan('a.h', 'class Map {\n  int size();\n};\n')).toEqual(['1-3 class Map', '2-2 method Map/size']);
});

test('a macro behind a field is no method, one in capitals with a type before it is', () => {
  const text =
    'class A {\n  port::Lock* lock_ GUARDED_BY(mutex_);\n  const unsigned long size_ ALIGNED(8);\n  const Foo* READ(int a);\n  API long SIZE();\n  struct foo WRITE();\n};\n';
  expect(scan('a.hpp', text)).toEqual(['1-7 class A', '4-4 method A/READ', '5-5 method A/SIZE', '6-6 method A/WRITE']);
});

test('a class that is only announced, with a macro before its name, is no variable', () => {
  expect(scan('a.hpp', 'class API_EXPORT Cache;\nstruct API_ A a;\nAPI_ Cache b;\n')).toEqual([
    '2-2 variable a',
    '3-3 variable b',
  ]);
});
