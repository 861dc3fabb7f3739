import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import { BINDERS } from './binders.ts';

const evidenceOf = async (path: string, text: string, query: string): Promise<(string | undefined)[]> => {
  const files = { [path]: text, 'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n' };
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ edge }) => edge?.evidence);
};

const CSHARP = (body: string): string =>
  `namespace App;\npublic class A\n{\n    public int Count { get; set; }\n    ${body}\n}\n`;

test.each([
  'int Use() { return Count; }',
  'int Use() => Count;',
  'int Use(int? a) => a ?? Count;',
  'int Use() { if (2 > Count) throw Count; await Count; return 1; }',
  'void Use(object o) { foreach (var one in Count) { if (o is Count) Go(out Count); } }',
])('a property of C# is meant by its name alone: %s', async (body) => {
  expect(new Set(await evidenceOf('App/A.cs', CSHARP(body), 'A/Count'))).toEqual(new Set(['exact']));
});

test.each([
  'int Use() { int other = Go(1, 2), Count = 2; return Count; }',
  'int Use() { List<int> Count = null; return Count; }',
  'int Use() { int? Count = null; return Count; }',
  'int Use(object o) { if (o is int Count && Count > 1) return Count; return 0; }',
  'int Use(object o) { switch (o) { case int Count: return Count; } }',
  'int Use() { var (other, Count) = Go(); return Count; }',
  'int Use() => Go((other, Count) => Count);',
  'int Use(string text, int Count) => Count;',
])('what a function of C# binds hides a property of the name: %s', async (body) => {
  expect(new Set(await evidenceOf('App/A.cs', CSHARP(body), 'A/Count'))).toEqual(new Set(['name']));
});

test('later ones of several variables of Java hide a constant, and values in lists hide nothing', async () => {
  const java = (body: string): string => `package a;\nclass T {\n  static int ONE = 1;\n  int use() { ${body} }\n}\n`;
  const hidden = java('final byte two = f(2), ONE = 3; return ONE;');
  expect(await evidenceOf('src/main/java/a/T.java', hidden, 'T/ONE')).toEqual(['name']);
  const used = java('int[] a = { 2, ONE, 2 }; int c = f(2, ONE, 2), d = 2; return d;');
  expect(await evidenceOf('src/main/java/a/T.java', used, 'T/ONE')).toEqual(['exact']);
});

test('what binds a name is looked for in linear time', () => {
  const hostile = ['(', ', a', ';a b,', 'a<', '{a b = (c),', 'var (a,', ' = (', 'int a = 1, '].map((one) =>
    one.repeat(40_000),
  );
  for (const binder of [BINDERS.java, BINDERS.csharp]) {
    for (const text of hostile) expect(binder?.('name').test(text)).toBe(false);
  }
});
