import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

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

const KOTLIN = (body: string): string => `package a\n\nclass A {\n  val count = 1\n  ${body}\n}\n`;
const SCALA = KOTLIN;
const JAVA = (body: string): string => `package a;\n\nclass A {\n  int count = 1;\n  ${body}\n}\n`;

test.each([
  ['A.kt', KOTLIN('fun use(xs: List<Int>) = apply {\n    for (count in xs) {\n      go(count)\n    }\n  }')],
  ['A.kt', KOTLIN('fun use() { for ((one, count) in xs) go(count) }')],
  ['A.kt', KOTLIN('fun use() { val (count, one) = pair; go(count) }')],
  ['A.kt', KOTLIN('fun use() = xs.map { count, one -> go(count) }')],
  ['A.kt', KOTLIN('fun use() = xs.map { one: Map<Int, Int>, (count, two) -> go(count) }')],
  ['A.scala', SCALA('def use() = xs.map(count => go(count))')],
  ['A.scala', SCALA('def use() = xs.fold(0)((count, one) => go(count))')],
  ['A.scala', SCALA('def use() = xs.map { case Some(Box(one, count)) => go(count) }')],
  ['A.scala', SCALA('def use() = one match {\n    case count: Int if go(count) => count\n  }')],
  ['A.scala', SCALA('def use() = for (count <- xs) yield go(count)')],
  ['A.scala', SCALA('def use() = for {\n    (one, two) <- xs\n    count = two\n  } yield go(count)')],
  ['A.scala', SCALA('def use() = { val Box(one, count) = box; go(count) }')],
  ['A.java', JAVA('void use(Object o) { if (o instanceof final Integer count && go(count)) go(count); }')],
  ['A.java', JAVA('void use(Object o) { switch (o) { case Integer count -> go(count); } }')],
  ['A.java', JAVA('void use() { int count[] = { 1 }; go(count); }')],
  ['A.cs', CSHARP('void Use(object o) { if (o is { Size: var Count }) Go(Count); }')],
  ['A.cs', CSHARP('void Use(object o) { if (o is List<int> { Size: 1 } Count) Go(Count); }')],
  ['A.cs', CSHARP('object Use() => from one in All group one by one into Count select Count;')],
])('what a function of %s binds hides a member of its type: %s', async (file, text) => {
  const query = file === 'A.cs' ? 'A/Count' : 'A/count';
  expect(new Set(await evidenceOf(file === 'A.cs' ? 'App/A.cs' : `src/main/${file}`, text, query))).toEqual(
    new Set(['name']),
  );
});

test.each([
  ['A.kt', KOTLIN('fun use(xs: List<Int>) { for (one in xs) when { go(one) -> count; else -> go(2, count) } }')],
  ['A.kt', KOTLIN('fun use() { val (one, two) = go(count); run { go(count, one) } }')],
  ['A.scala', SCALA('def use() = xs.map { case one if one == count => go(one, count) }')],
  ['A.scala', SCALA('def use() = for (one <- go(count); two = count) yield count')],
  ['A.scala', SCALA('def use() = { count += 1; val one: Int = count; val two = one; count }')],
  ['A.java', JAVA('int use(Object o) { return o instanceof Integer one && one == count ? count : -count; }')],
  [
    'A.cs',
    CSHARP('object Use() { if (o is { Size: 1 } one && Count > 1) { } Count = Count * Count; return new { Count }; }'),
  ],
])('what a function of %s binds hides no other member of its type: %s', async (file, text) => {
  const query = file === 'A.cs' ? 'A/Count' : 'A/count';
  expect(new Set(await evidenceOf(file === 'A.cs' ? 'App/A.cs' : `src/main/${file}`, text, query))).toEqual(
    new Set(['exact']),
  );
});

test('later ones of several variables of Java hide a constant, and values in lists hide nothing', async () => {
  const java = (body: string): string => `package a;\nclass T {\n  static int ONE = 1;\n  int use() { ${body} }\n}\n`;
  const hidden = java('final byte two = f(2), ONE = 3; return ONE;');
  expect(await evidenceOf('src/main/java/a/T.java', hidden, 'T/ONE')).toEqual(['name']);
  const used = java('int[] a = { 2, ONE, 2 }; int c = f(2, ONE, 2), d = 2; return d;');
  expect(await evidenceOf('src/main/java/a/T.java', used, 'T/ONE')).toEqual(['exact']);
});
