import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import { makeCodeFile } from '../code-file.ts';
import { placesOf } from './places.ts';

const LIB = `export function of(value: unknown) { return value; }
export const from = of, type = of, get = of, as = of, async = of, is = of;
`;

async function hitsOf(query: string, use: string): Promise<string[]> {
  const files = { 'lib.ts': LIB, 'use.ts': use };
  const { rows } = await askCode(files, { mode: 'references', query, include: ['use.ts'], limit: 50 });
  const sure = rows.filter(({ edge }) => edge?.evidence === 'exact');
  return sure.map(({ line, hits }) => `${line} ${hits}`);
}

test('a word that parts what a loop takes is no use of a function that is called so', async () => {
  const use = `import { of } from './lib';
for (const a of list) for (const { b } of (a)) of(b);
for await (const c of [1]) of (c);
for (const [d] of d) if (d) of(d);
list.map(of).of();
`;
  expect(await hitsOf('of', use)).toEqual(['1 1', '2 1', '3 1', '4 1', '5 1']);
});

test('what an import or export names its module by is no use of a name', async () => {
  const use = `import a from './a';
import { from } from "./lib";
export { b } from'./b';
export * from
  './c';
from([from]);
`;
  expect(await hitsOf('from', use)).toEqual(['2 1', '6 2']);
});

test('a word before a type that is declared, imported or given out is no use of a name', async () => {
  const use = `import type { A } from './a';
import { type B, type } from './lib';
export type C = typeof type;
export type { A };
export { type B };
declare const d: A;
if (type in d || type) type = type as C;
`;
  expect(await hitsOf('type', use)).toEqual(['2 1', '3 1', '7 4']);
});

test('words before members, functions and behind values are no uses of what is called so', async () => {
  const use = `import { as, async, get, is } from './lib';
class A { get a() { return get as A; } static async b() {} }
const c = async (d: A) => get(d) as A, e = async d => async(d);
function f(g: unknown): g is A { return is(g) satisfies A; }
export { as as h, c as i, as };
const j = [c] as
  A[];
`;
  expect(await hitsOf('get', use)).toEqual(['1 1', '2 1', '3 1']);
  expect(await hitsOf('async', use)).toEqual(['1 1', '3 1']);
  expect(await hitsOf('is', use)).toEqual(['1 1', '4 1']);
  expect(await hitsOf('as', use)).toEqual(['1 1', '5 2']);
});

test('a word before a pattern, a computed name or the parameters of an arrow is no use of what is called so', async () => {
  const use = `import { async, get } from './lib';
class A {
  async [one](): Promise<{ a: 1 }> { return async[0] ? async(get) : get [1]; }
  static get [two](): A { return a ? async(b) : c; }
}
const c = async (): Promise<{
  d: A;
}> => async(c);
const e = [
  get
  [0],
];
`;
  expect(await hitsOf('async', use)).toEqual(['1 1', '3 2', '4 1', '8 1']);
  expect(await hitsOf('get', use)).toEqual(['1 1', '3 2', '10 1']);
});

test('a name that is declared behind a word of the language is no word itself', () => {
  const code =
    'class A {\n  static of(a: A) {\n    return of(a);\n  }\n  async is(a: A) {}\n}\nenum as {}\ntype from = A;\n';
  const file = makeCodeFile('a.ts', code, 'a');
  const linesOf = (name: string): readonly number[] =>
    file === null ? [] : placesOf(file, name).map(({ at }) => file.structure().lineAt(at) + 1);
  expect(['of', 'is', 'as', 'from'].map(linesOf)).toEqual([[2, 3], [5], [7], [8]]);
});

test('a function that is called like a word of the language is a callee where it is called, and only there', async () => {
  const use = `import { of } from './lib';
function f() { for (const a of (b)) of(a); }
function g() { for (const a of (b)) run(a); }
`;
  const calleesOf = async (query: string): Promise<string[]> => {
    const { rows } = await askCode({ 'lib.ts': LIB, 'use.ts': use }, { mode: 'callees', query });
    return rows.map(({ file, line }) => `${file} ${line}`);
  };
  expect(await calleesOf('f')).toEqual(['lib.ts 1']);
  expect(await calleesOf('g')).toEqual([]);
});
