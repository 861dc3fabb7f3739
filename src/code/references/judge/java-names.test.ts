import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

test('a field of Java that is called like a type from outside is no type, and a type no field', async () => {
  const tree = {
    'src/main/java/a/Kinds.java':
      'package a;\nimport java.net.URL;\nimport java.util.List;\nclass Kinds {\n  static final Kind<URL> URL = new Kind<URL>();\n' +
      '  URL read(List<URL> all, URL... more) {\n    URL first = (URL) all.get(0);\n    use(URL.class, URL);\n    return new URL(first);\n  }\n}\n',
  };
  expect(await uses(tree, 'Kinds/URL')).toEqual(['Kinds.java:8 exact']);
});

test('a method and a field of one name are told apart by the call', async () => {
  const tree = {
    'src/main/java/a/Map.java':
      'package a;\nclass Map {\n  int size = 0;\n  int size() {\n    return size;\n  }\n  class Keys {\n    int size() {\n      return size;\n    }\n' +
      '    boolean none() {\n      return size() == 0;\n    }\n  }\n  Object f() {\n    return this::size;\n  }\n}\n',
  };
  expect(await uses(tree, 'src/main/java/a/Map.java#Map/size')).toContain('Map.java:9 exact');
  expect(await uses(tree, 'Keys/size')).toEqual(['Map.java:12 exact']);
});

test('a method that is called like a type is meant by a call without new, and the type by all else', async () => {
  const tree = {
    'src/main/java/a/Type.java': 'package a;\nclass Type {\n  Type(int a) {}\n}\n',
    'src/main/java/a/Maker.java':
      'package a;\nclass Maker {\n  Object Type(Type t) {\n    return new Type(1);\n  }\n  Object both(Type t) {\n    return Type(t);\n  }\n  Object in(Outer outer) {\n    return outer.new Type(2);\n  }\n}\n',
  };
  expect(await uses(tree, 'Maker/Type')).toEqual(['Maker.java:7 exact']);
  const ofType = await uses(tree, 'src/main/java/a/Type.java#Type');
  expect(ofType).toEqual(expect.arrayContaining(['Maker.java:3 exact', 'Maker.java:4 exact', 'Maker.java:6 exact']));
  expect(ofType.some((row) => row.startsWith('Maker.java:7'))).toBe(false);
});

test('components of a record are read and called by their names; patterns of records name types', async () => {
  const tree = {
    'src/main/java/a/Point.java':
      'package a;\nrecord Point(int x, int y) {\n  int sum() {\n    return x + y();\n  }\n  static int of(Object o) {\n    return o instanceof Point(int a, int b) ? a : 0;\n  }\n}\n',
  };
  expect(await uses(tree, 'Point/x')).toEqual(['Point.java:4 exact']);
  expect(await uses(tree, 'Point/y')).toEqual(['Point.java:4 exact']);
  expect(await uses(tree, 'Point')).toEqual(['Point.java:7 exact']);
});

const TOKEN: FileSpecs = {
  'src/main/java/a/Token.java': 'package a;\npublic enum Token {\n  STRING, NUMBER { },\n  END(1);\n}\n',
  'src/main/java/a/Readers.java':
    'package a;\nclass Readers {\n  static final Reader STRING = null;\n  int read(Token token, Source source) {\n    switch (token) {\n      case STRING:\n        return 1;\n' +
    '      case NUMBER, END:\n        return 2;\n    }\n    switch (source.next()) {\n      case STRING -> go();\n    }\n    return STRING.get();\n  }\n}\n',
};

test("a label of Java's switch is the constant of what is chosen by, not the field around it", async () => {
  expect(await uses(TOKEN, 'Token/STRING')).toEqual(['Readers.java:12 name', 'Readers.java:6 exact']);
  expect(await uses(TOKEN, 'Readers/STRING')).toEqual(['Readers.java:12 name', 'Readers.java:14 exact']);
  expect(await uses(TOKEN, 'Token/END')).toEqual(['Readers.java:8 exact']);
});

test("the element that an annotation gives a value is the annotation's", async () => {
  const tree = {
    'src/main/java/a/Table.java': 'package a;\npublic @interface Table {\n  String name();\n}\n',
    'src/main/java/b/Row.java':
      'package b;\nimport a.Table;\nimport org.other.Column;\n@Table(name = "a")\nclass Row {\n  @Column(length = 1, name = "b")\n  String name() {\n    return name();\n  }\n}\n',
  };
  expect(await uses(tree, 'Table/name')).toEqual(['Row.java:4 exact', 'Row.java:6 name']);
  expect(await uses(tree, 'Row/name')).toContain('Row.java:8 exact');
});

test('the head of a type of Java knows nothing of what its body declares, but for what a record is made with', async () => {
  const tree = {
    'src/main/java/a/Builder.java': 'package a;\ninterface Builder<T> {\n  T build();\n}\n',
    'src/main/java/a/Diff.java':
      'package a;\nclass Diff<T> implements Builder<Diff<T>> {\n  static class Builder<T> {\n  }\n  Builder<T> one;\n  class In implements Builder<T> {\n  }\n}\n',
    'src/main/java/a/Pair.java':
      'package a;\nrecord Pair(Builder one)\n  implements Builder<Pair> {\n  class Builder {\n  }\n}\n',
  };
  const exact = async (query: string) => (await uses(tree, query)).filter((use) => use.endsWith(' exact'));
  expect(await exact('Diff/Builder')).toEqual(['Diff.java:5 exact', 'Diff.java:6 exact']);
  expect(await exact('Pair/Builder')).toEqual(['Pair.java:2 exact']);
});

test("what a value of Java is asked for is no static method, and what stands behind .class is the language's", async () => {
  const tree = {
    'src/main/java/a/Check.java':
      'package a;\nclass Check {\n  static boolean isAssignableFrom(Object one) {\n    return true;\n  }\n  static Object unreflect(Object one) {\n    return one;\n  }\n' +
      '  void run(Object all) {\n    all.filter(Check.class::isAssignableFrom);\n    Check.class.isAssignableFrom(all);\n    lookup().unreflect(all);\n    all.unreflect(all);\n    Check.unreflect(all);\n  }\n}\n',
  };
  expect(await uses(tree, 'Check/isAssignableFrom')).toEqual([]);
  expect(await uses(tree, 'Check/unreflect')).toEqual([
    'Check.java:12 name',
    'Check.java:13 name',
    'Check.java:14 exact',
  ]);
});

test('what a text of Java is asked for is no method of the project for sure', async () => {
  const tree = {
    'src/main/java/a/Text.java':
      'package a;\nclass Text {\n  char[] toCharacters() { return null; }\n  void run(Text one, Object other) {\n    use("a".toCharacters());\n    one.toCharacters();\n    other.next().toCharacters();\n  }\n}\n',
  };
  expect(await uses(tree, 'Text/toCharacters')).toEqual([
    'Text.java:5 name',
    'Text.java:6 exact',
    'Text.java:7 import',
  ]);
});

test('where types are too many to look up, a member of an outer class of Java is not sure in one that derives from others', async () => {
  const chain = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((at) => [
      `src/main/java/a/B${at}.java`,
      `package a;\nclass B${at} extends B${at + 1} {\n  void shut() {}\n}\n`,
    ]),
  );
  const tree = {
    ...chain,
    'src/main/java/a/Dec.java':
      'package a;\nimport java.util.ArrayList;\nclass Dec {\n  void reset() {}\n  class Parser extends B1 {\n    void reset() {}\n  }\n  class Lines extends Parser {\n    void parse() {\n      reset();\n    }\n  }\n' +
      '  class All extends ArrayList {\n    void parse() {\n      reset();\n    }\n  }\n}\n',
  };
  expect(await uses(tree, 'Dec/reset')).toEqual(['Dec.java:10 name', 'Dec.java:15 exact']);
});
