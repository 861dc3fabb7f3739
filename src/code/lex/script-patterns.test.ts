import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';
import { exportedNames } from './script-exports.ts';

test('a pattern at the top declares the names that it binds, each with the lines of the statement', () => {
  const text = `/** Why. */
export const { a, b: c, 'd-e': f, [g()]: h = {}, ...rest } = make()
let [x, , y = [1, 2], ...others] = list
const {
  one: {
    two = { three: 3 },
    four: [five],
  } = {},
  // What it is.
  six,
}: Props<A, B> = make({
  inner() {},
})
const first = 1, { last } = make(), [end] = list, after = 2;
namespace N { }
declare module 'm' {
  const { inModule } = make()
}
`;
  expect(scan('x.ts', text)).toEqual([
    ...['a', 'c', 'f', 'h', 'rest'].map((name) => `2-2 variable ${name}`),
    ...['x', 'y', 'others'].map((name) => `3-3 variable ${name}`),
    '6-13 variable two',
    '7-13 variable five',
    '10-13 variable six',
    ...['first', 'last', 'end', 'after'].map((name) => `14-14 variable ${name}`),
    '15-15 module N',
    '17-17 variable inModule',
  ]);
  const found = scanSymbols(languageOf('x.ts') ?? expect.fail(), text);
  const { signature, startLine, column } = found[1] ?? expect.fail();
  expect({ signature, startLine, column }).toEqual({
    signature: "export const { a, b: c, 'd-e': f, [g()]: h = {}, ...rest } = make()",
    startLine: 1,
    column: 22,
  });
  expect([...exportedNames(found, text)].slice(0, 5)).toEqual(['a', 'c', 'f', 'h', 'rest']);
});

test.each([
  "const { Buffer, parse: parseUrl } = require('x')",
  "const { promises: { readFile } } = require('fs').promises;",
  "const { a } = await import('./a.js')",
  "const { a } = (await import('./a.js')).default\nnext()",
  "const {\n  a,\n  b,\n} = require('x')",
  "const { a }: typeof import('x') = require('x');",
  "const [a] = require('x')\n",
  "const { a } = require('x')[Symbol.for('b')]\n",
  "import * as all from './all.js'\nconst { a, b: c } = all.deep",
  "import x, { type all as one } from './all.js'\nconst { a } = one\n",
  "const { all } = require('./all')\nconst { a } = all;",
])('what a pattern brings in is declared elsewhere: %s', (text) => {
  expect(scan('x.ts', text)).toEqual([]);
});

test.each([
  ["const { a } = require('x')(options)", ['1-1 variable a']],
  ["const { a } = require('x').make()", ['1-1 variable a']],
  ['const { a } = import.meta.env', ['1-1 variable a']],
  ['import all from "x"\nexport const { a } = all.actions', []],
  ['import all from "x"\nconst { a } = all()', ['2-2 variable a']],
  ['import { make } from "x"\nconst [a, b] = make<A | B>(\n  1,\n)', ['2-4 variable a', '2-4 variable b']],
  ["const { a } = require('x').make<A>()", ['1-1 variable a']],
  ['const { a } = process.env', ['1-1 variable a']],
  ["const { a } = makeFrom(require('x'))", ['1-1 variable a']],
  ['function f() {\n  const { a } = make();\n  const [b] = make();\n}', ['1-4 function f']],
  ['for (const { a } of list) {}\nfor (\n  const { b } of list\n) {}', []],
  ['const { a.b, 1: 2, "c", : d, e: f() } = make()', []],
  ['const { a', []],
  ['const{a}=make()', ['1-1 variable a']],
])('a pattern declares no more than it binds at the top: %s', (text, symbols) => {
  expect(scan('x.js', text)).toEqual(symbols);
});

test('of a pattern that is deeper or longer than somebody writes no more is read than a bound', () => {
  expect(scan('x.js', `const ${'{ a: '.repeat(20_000)}b${' }'.repeat(20_000)} = make()`)).toEqual([]);
  expect(scan('x.js', `const { ${'a, '.repeat(20_000)} } = make()`).length).toBeLessThan(1_000);
  expect(scan('x.js', '"" {\nconst { a\n'.repeat(50_000)).length).toBe(0);
});
