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

test('each name of a statement of Python at the top is listed', () => {
  const text = 'a, b = 1, 2\n(c, d) = f(\n  1\n)\ne, = x\nf, g == 1\nprint(h, i)\nif j:\n    k, l = 1, 2\nm = n, o\n';
  expect(symbolsOf('a.py', text)).toEqual(['a 1:1-1', 'b 1:4-1', 'c 2:2-4', 'd 2:5-4', 'm 10:1-10']);
});

test('names by thousands on one line are read in time linear in the text', () => {
  for (const path of ['a.go', 'a.py'])
    symbolsOf(path, `package a\nvar ${'a, '.repeat(40_000)}\n${'a, b, '.repeat(40_000)}\n`);
});
