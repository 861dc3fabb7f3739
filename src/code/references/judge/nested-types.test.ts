import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, query: string, mode: FindInput['mode'] = 'callers'): Promise<FoundOutput> =>
  askCode(files, { mode, query });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();

const NET: FileSpecs = {
  'src/main/java/net/Net.java':
    'package net;\npublic class Net {\n  public static class Builder {\n    public Net build() { return null; }\n  }\n}\n',
  'src/main/java/net/Plan.java':
    'package net;\nclass Plan {\n  Plan make() {\n    return new Builder().build();\n  }\n  static class Builder {\n    Plan build() { return null; }\n  }\n}\n',
  'src/main/java/use/Use.java':
    'package use;\nimport net.Net;\nimport org.other.Moshi;\nclass Use {\n  void a() { new Net.Builder().build(); }\n  void b() { new Moshi.Builder().build(); }\n  void c() { new net.Net.Builder().build(); }\n  void d() { new org.far.Moshi.Builder().build(); }\n  void e() {\n    Net.Builder builder = new Net.Builder();\n    builder.build();\n  }\n  void f(Moshi.Builder made) {\n    made.build();\n  }\n}\n',
};

test('of nested types of one name the one is meant whose outer type is written before the dot', async () => {
  const found = await ask(NET, 'Net/Builder/build');
  expect(edges(found)).toEqual([
    'Use.java:11 exact',
    // What is of a type from outside may still be one of the project that derives from it.
    'Use.java:14 name',
    'Use.java:5 exact',
    'Use.java:7 exact',
    'Use.java:8 name',
  ]);
  expect(edges(await ask(NET, 'Plan/Builder/build'))).toEqual([
    'Plan.java:4 exact',
    'Use.java:14 name',
    'Use.java:8 name',
  ]);
});

test('a nested type without its outer one is that of the types around it', async () => {
  const tree = {
    'src/main/java/a/Base.java': 'package a;\npublic class Base {\n  static class Key {\n    void go() {}\n  }\n}\n',
    'src/main/java/a/Sub.java': 'package a;\nclass Sub extends Base {\n  void run(Key key) {\n    key.go();\n  }\n}\n',
    'src/main/java/a/None.java': 'package a;\nclass None {\n  void run(Key key) {\n    key.go();\n  }\n}\n',
    'src/main/kotlin/a/Kin.kt':
      'package a\nclass Kin {\n  class Key {\n    fun go() {}\n  }\n  fun run(key: Key) {\n    key.go()\n  }\n}\n',
  };
  expect(edges(await ask(tree, 'Base/Key/go'))).toEqual(['None.java:4 name', 'Sub.java:4 exact']);
  expect(edges(await ask(tree, 'Kin/Key/go'))).toEqual(['Kin.kt:7 exact', 'None.java:4 name']);
});

test('of types of one name around a place the innermost is meant, wherever it stands in its file', async () => {
  const code =
    'package a;\nclass Outer {\n  static class Inner {\n    static class Key {\n      void go() {}\n    }\n    void run(Key key) {\n      key.go();\n    }\n  }\n' +
    '  static class Key {\n    void go() {}\n  }\n  void run(Key key) {\n    key.go();\n  }\n' +
    '  void local() {\n    class Lock {\n      void go() {}\n    }\n    Lock lock = new Lock();\n    lock.go();\n  }\n}\n' +
    'class Key {\n  void go() {}\n}\nclass Lock {\n  void go() {}\n}\n';
  const tree = { 'src/main/java/a/Outer.java': code };
  const sure = async (query: string): Promise<string[]> =>
    edges(await ask(tree, query)).filter((row) => row.endsWith('exact'));
  expect(await sure('Outer/Inner/Key/go')).toEqual(['Outer.java:8 exact']);
  expect(await sure('Outer/Key/go')).toEqual(['Outer.java:15 exact']);
  expect(await sure('Outer/local/Lock/go')).toEqual(['Outer.java:22 exact']);
});

test('a nested type that is inherited goes before one at the top', async () => {
  const tree = {
    'src/main/java/a/Base.java': 'package a;\nclass Base {\n  static class Tool {\n    void fix() {}\n  }\n}\n',
    'src/main/java/a/Sub.java':
      'package a;\nclass Sub extends Base {\n  void run(Tool tool) {\n    tool.fix();\n  }\n}\nclass Tool {\n  void fix() {}\n}\n',
    'src/main/java/a/Far.java': 'package a;\nclass Far {\n  Tool tool;\n}\n',
  };
  expect(edges(await ask(tree, 'Base/Tool/fix'))).toEqual(['Sub.java:4 exact']);
  expect(edges(await ask(tree, 'Base/Tool', 'references'))).toEqual(['Sub.java:3 exact']);
  expect(edges(await ask(tree, 'Sub.java#Tool', 'references'))).toEqual(['Far.java:3 exact']);
});

const HEADERS: FileSpecs = {
  'src/main/java/app/http/Headers.java': 'package app.http;\npublic @interface Headers {\n}\n',
  'src/main/java/app/adapt/Headers.java':
    'package app.adapt;\nclass Headers extends app.http.Headers {\n  boolean is(Object it) { return it instanceof Headers; }\n}\n',
  'src/main/java/app/Use.java':
    'package app;\nimport okhttp3.Headers;\nclass Use {\n  Headers headers;\n  Headers.Builder builder = Headers.of(1);\n}\n',
  'src/main/java/app/Far.java': 'package app;\nclass Far {\n  okhttp3.Headers headers;\n  app.http.Headers own;\n}\n',
};

test('a type that is imported from outside is none of the project, nor one with another package before it', async () => {
  const found = await ask(HEADERS, 'app/http/Headers.java#Headers', 'references');
  expect(edges(found)).toEqual(['Far.java:4 exact', 'Headers.java:2 exact']);
  expect(found.reading).toContain('left out');
  expect(edges(await ask(HEADERS, 'app/adapt/Headers.java#Headers', 'references'))).toEqual(['Headers.java:3 exact']);
});

test('an import is not taken for one from outside where the project has files of its package', async () => {
  const tree = {
    'src/main/java/app/http/Headers.java': 'package app.http;\npublic class Headers {\n}\n',
    'src/main/kotlin/app/more/Types.kt': 'package app.more\nimport app.http.Headers\nopen class Made\n',
    'src/main/java/app/Use.java': 'package app;\nimport app.more.Headers;\nclass Use {\n  Headers headers;\n}\n',
  };
  expect(edges(await ask(tree, 'Headers', 'references'))).toEqual([
    'Types.kt:2 exact',
    'Use.java:2 name',
    'Use.java:4 name',
  ]);
});

test('an imported type means no nested one of a test, nor one that only a type from outside could hand down', async () => {
  const use = (head: string): string =>
    `package a;\nimport org.other.Nullable;\nimport org.other.Base;\n${head} {\n  @Nullable Object get();\n}\n`;
  const tree = {
    'src/main/java/a/Kept.java': 'package a;\nclass Kept {\n  @interface Nullable {}\n}\n',
    'src/main/java/a/Near.java': use('interface Near extends Own'),
    'src/main/java/a/Far.java': use('interface Far extends Base'),
    'src/test/java/a/InTest.java': use('interface InTest extends Own'),
  };
  // What the project's own types are made from is not known here: one of them may hand it down.
  expect(edges(await ask(tree, 'Nullable', 'references'))).toEqual(['InTest.java:5 name', 'Near.java:5 name']);
  const { 'src/main/java/a/Kept.java': kept, ...others } = tree;
  const ofTest = { ...others, 'src/test/java/a/Kept.java': kept };
  expect(edges(await ask(ofTest, 'Nullable', 'references'))).toEqual(['InTest.java:5 name']);
});

test('a nested type that another type has is left out where that one is named, though both are of interfaces', async () => {
  const type = (name: string): string =>
    `package net;\npublic interface ${name} {\n  abstract class Factory {\n    void go() {}\n  }\n}\n`;
  const tree = {
    'src/main/java/net/Adapter.java': type('Adapter'),
    'src/main/java/net/Converter.java': type('Converter'),
    'src/main/java/use/Both.java':
      'package use;\nimport net.Adapter;\nimport net.Converter;\nclass Both extends Adapter.Factory {\n  Converter.Factory other;\n}\n',
  };
  const found = await ask(tree, 'Converter/Factory', 'references');
  expect(edges(found)).toEqual(['Both.java:5 exact']);
  expect(found.reading).toContain('1 more of other declarations of the name left out');
});
