import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

const MOCK: FileSpecs = {
  'src/main/java/mock/Base.java': 'package mock;\npublic class Base {\n  public static int any() { return 1; }\n}\n',
  'src/main/java/mock/Mock.java':
    'package mock;\npublic class Mock extends Base {\n  public static int never() { return 1; }\n}\n',
  'src/main/java/mock/Other.java':
    'package mock;\npublic class Other {\n  public static int never() { return 2; }\n  public static int any() { return 2; }\n}\n',
};

test('a static import of Java names the member that it brings in, be it inherited', async () => {
  const tree = {
    ...MOCK,
    'src/test/java/use/One.java':
      'package use;\nimport static mock.Mock.any;\nimport static mock.Mock.never;\nclass One {\n  int a = never() + any();\n}\n',
  };
  expect(await uses(tree, 'Mock/never')).toEqual(['One.java:3 exact', 'One.java:5 exact']);
  expect(await uses(tree, 'Base/any')).toEqual(['One.java:2 exact', 'One.java:5 exact']);
  expect(await uses(tree, 'Other/never')).toEqual([]);
});

test('a static star of Java brings in the members of its type, and of two such types nothing is known', async () => {
  const star = (stars: string): string => `package use;\n${stars}class Star {\n  int a = never();\n}\n`;
  const one = { ...MOCK, 'src/test/java/use/Star.java': star('import static mock.Mock.*;\n') };
  expect(await uses(one, 'Mock/never')).toEqual(['Star.java:4 import']);
  expect(await uses(one, 'Other/never')).toEqual([]);
  const both = {
    ...MOCK,
    'src/test/java/use/Star.java': star('import static mock.Mock.*;\nimport static mock.Other.*;\n'),
  };
  expect(await uses(both, 'Mock/never')).toEqual(['Star.java:5 name']);
});

test('an import of Kotlin names an entry of an enum and what a companion object declares', async () => {
  const tree = {
    'src/main/kotlin/net/Protocol.kt':
      'package net\nenum class Protocol {\n  HTTP_2,\n  QUIC;\n  companion object {\n    fun get(name: String) = QUIC\n  }\n}\n',
    'src/main/kotlin/net/Other.kt': 'package net\nobject Other {\n  fun get(name: String) = 1\n  val HTTP_2 = 1\n}\n',
    'src/main/kotlin/use/Use.kt':
      'package use\nimport net.Protocol.Companion.get\nimport net.Protocol.HTTP_2\nval all = listOf(HTTP_2, get("a"))\n',
  };
  expect(await uses(tree, 'Protocol/HTTP_2')).toEqual(['Use.kt:3 exact', 'Use.kt:4 exact']);
  expect(await uses(tree, 'Protocol/get')).toEqual(['Use.kt:2 exact', 'Use.kt:4 exact']);
  expect(await uses(tree, 'Other/get')).toEqual([]);
});
