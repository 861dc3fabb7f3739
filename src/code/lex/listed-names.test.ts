import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function symbolsOf(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === null) throw new Error(path);
  return scanSymbols(language, text).map(
    ({ path: name, line, column, endLine }) => `${name} ${line}:${column}-${endLine}`,
  );
}

test('each name of a value of Go is listed, at the top and in groups', () => {
  const text = `package a

var ErrA, ErrB = f(
	1), 2
const (
	C, D int = 1, 2
	E, _, F = 3, 4, 5
)
var g = []int{a, b}
func h() {
	var i, j = 1, 2
}
`;
  expect(symbolsOf('a.go', text)).toEqual([
    'ErrA 3:5-4',
    'ErrB 3:11-4',
    'C 6:2-6',
    'D 6:5-6',
    'E 7:2-7',
    'F 7:8-7',
    'g 9:5-9',
    'h 10:6-12',
  ]);
});

test('each name of a statement of Python outside of functions and classes is listed', () => {
  const text =
    'a, b = 1, 2\n(c, d) = f(\n  1\n)\ne, = x\nf, g == 1\nprint(h, i)\nif j:\n    k, l = 1, 2\nm = n, o\np = q = r = s == t\ndef u():\n    v, w = x = 1, 2\n';
  expect(symbolsOf('a.py', text)).toEqual([
    'a 1:1-1',
    'b 1:4-1',
    'c 2:2-4',
    'd 2:5-4',
    'k 9:5-9',
    'l 9:8-9',
    'm 10:1-10',
    'p 11:1-11',
    'q 11:5-11',
    'r 11:9-11',
    'u 12:5-13',
  ]);
});

test('what a module of Python gives a value in a condition, a `try` or a loop is a variable, but for what it imports', () => {
  const text =
    'try:\n    import json\n    from a import (\n        b as ujson,\n        c\n    )\nexcept ImportError:\n    json = None\n    ujson = c = None\n    hasJson = False\nif os:\n    A: int = 1\n    def f():\n        b = 1\n        if b:\n            c = 1\n    D = (\n        e = 1\n    )\nelse: F = 1\nelse: A = 2\nfor x in y:\n    if x:\n        G = x\n';
  expect(symbolsOf('a.py', text)).toEqual(['hasJson 10:5-10', 'A 12:5-12', 'f 13:9-16', 'D 17:5-19', 'G 24:9-24']);
});

test.each([
  ['with others in brackets', 'try:\n    from a import b\nexcept ImportError:\n    C, b = 1, None\n', ['C 4:5-4']],
  ['behind another name', 'try:\n    from a import b\nexcept ImportError:\n    C = b = None\n', ['C 4:5-4']],
  ['but not at the margin', 'from a import b\nC, b = 1, None\n', ['C 2:1-2', 'b 2:4-2']],
  ['on the next line', 'try:\n    from a import b, \\\n        c\nexcept ImportError:\n    c = None\n', []],
  ['with a star', 'try:\n    from a import *\nexcept ImportError:\n    b = None\nC = 1\n', ['C 5:1-5']],
])('what a file of Python imports %s is the import’s, whatever a condition gives it', (_, text, symbols) => {
  expect(symbolsOf('a.py', text)).toEqual(symbols);
});

test('names by thousands on one line are read in time linear in the text', () => {
  for (const path of ['a.go', 'a.py'])
    symbolsOf(path, `package a\nvar ${'a, '.repeat(40_000)}\n${'a, b, '.repeat(40_000)}\n`);
});

test.each([
  ['a.swift', 'let a, b: Int', ['a 1:5-1', 'b 1:8-1']],
  ['a.swift', 'var a = f(1, 2), b: [C: D] = [1: 2], c = 3', ['a 1:5-1', 'b 1:18-1', 'c 1:38-1']],
  [
    'a.swift',
    'struct S {\n  var a: Int = 1 {\n    didSet { g(1, b) }\n  }, c = 2,\n  `d`: Int { 3 }\n  func f() { let e, g: Int }\n}',
    ['S 1:8-7', 'S/a 2:7-5', 'S/c 4:6-4', 'S/d 5:4-5', 'S/f 6:8-6'],
  ],
  // What type arguments hold is no name, and behind them none is told.
  ['a.swift', 'let a: D<E, F, G> = x, b = 1', ['a 1:5-1']],
  ['a.swift', 'func f<\n  let n: Int,\n  T: A\n>(a: T) {\n}\n', ['f 1:6-5']],
  ['a.php', '<?php\nconst A = 1, B = [2, 3], C = D;', ['A 2:7-2', 'B 2:14-2', 'C 2:26-2']],
  [
    'a.php',
    'class A {\n  public $a, $b;\n  protected static ?int $c = 1,\n    $d = f(1, 2);\n  function f() { static $e, $g; }\n}',
    ['A 1:7-6', 'A/a 2:11-2', 'A/b 2:15-2', 'A/c 3:26-4', 'A/d 4:6-4', 'A/f 5:12-5'],
  ],
  // The block of a property ends it.
  [
    'a.php',
    '<?php\nclass A {\n  public $a { get => 1; }\n  public $b, $c;\n}',
    ['A 2:7-5', 'A/a 3:11-3', 'A/b 4:11-4', 'A/c 4:15-4'],
  ],
])('each name of a statement of %s is listed: %s', (path, text, symbols) => {
  expect(symbolsOf(path, text)).toEqual(symbols);
});

test('names by thousands in one statement of Swift or PHP are read in time linear in the text', () => {
  for (const part of ['let a, ', 'a, ', 'let a = b, c = {', 'public $a, ', '$a = [1, ', 'const A = 1, '])
    for (const path of ['a.swift', 'a.php'])
      symbolsOf(path, `class A {\n${part.repeat(20_000)}\n${`${part}\n`.repeat(5_000)}`);
});

test('a class of Python has all names that one statement gives a value, and a type may go on over lines', () => {
  const text = [
    'class Box:',
    '    __setitem__ = update = clear = ignore',
    '    mac, windows = one, two',
    '    def f(self):',
    '        inner, other = 1, 2',
    'KNOWN: dict[',
    '    str, int',
    '] = {}',
    'loose: dict',
  ];
  const python = languageOf('a.py') ?? expect.fail();
  expect(scanSymbols(python, text.join('\n')).map(({ path, line, endLine }) => `${path} ${line}-${endLine}`)).toEqual([
    'Box 1-5',
    'Box/update 2-2',
    'Box/clear 2-2',
    'Box/mac 3-3',
    'Box/windows 3-3',
    'Box/f 4-5',
    'KNOWN 6-8',
  ]);
});
