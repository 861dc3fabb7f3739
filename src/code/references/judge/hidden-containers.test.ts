import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
async function edges(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
}

test('what a variable of a written type is given is a member of that type, wherever it is read', async () => {
  const files = {
    'keeper.ts': 'export interface Keeper {\n  remove: () => void\n}\n',
    'keeper.test.ts':
      "import type { Keeper } from './keeper';\ndescribe('it', () => {\n  let keeper: Keeper;\n" +
      "  test('fails', () => {\n    keeper.remove = () => {\n      throw 1;\n    };\n  });\n" +
      "  test('removes', () => {\n    expect(keeper.remove).toHaveBeenCalled();\n  });\n});\n",
  };
  expect(await edges(files, 'Keeper/remove')).toEqual(['keeper.test.ts:10 exact', 'keeper.test.ts:5 exact']);
});

test('what one function gives a value is not what another one has by that name', async () => {
  const files = {
    'app.js':
      'let app;\nfunction first() {\n  app.runTwice = () => 1;\n  app.runTwice();\n}\nfunction second() {\n  app.runTwice();\n}\n' +
      'app.stop = () => 2;\nfunction third() {\n  app.stop();\n}\n',
  };
  expect(await edges(files, 'runTwice')).toEqual(['app.js:4 exact', 'app.js:7 import']);
  expect(await edges(files, 'stop')).toEqual(['app.js:11 exact']);
});

test('what a value of TypeScript is given leaves no member of its type out, unless it is a function', async () => {
  const files = {
    'shapes.ts':
      'export interface Shape { unwrapAll(): void }\nexport const Shape = make<Shape>((inst, def) => {\n' +
      '  inst.unwrapAll = () => def;\n  inst.other = inst.unwrapAll;\n});\n' +
      'function tool() {}\ntool.unwrapTool = () => 1;\ntool.unwrapTool();\n',
  };
  expect(await edges(files, 'Shape/unwrapAll')).toEqual(['shapes.ts:4 name']);
  expect(await edges(files, 'unwrapTool')).toEqual(['shapes.ts:8 exact']);
});

test('a parameter of Kotlin or Scala hides a value or an object that is called like it', async () => {
  const files = {
    'src/main/kotlin/a/A.kt':
      'package a\n\nclass Other {\n  val own = 2\n}\nprivate val helper = object {\n  val own = 1\n}\nfun ask(helper: Other) = helper.own\nfun use() = helper.own\nfun all() = list.map { helper -> helper.own }\n',
    'src/main/scala/a/B.scala':
      'package a\n\nclass One {\n  def two = 1\n}\nobject ops {\n  def two = 2\n}\nobject B {\n  def ask(ops: One) = ops.two\n  def use = ops.two\n}\n',
  };
  const exact = async (query: string) => (await edges(files, query)).filter((edge) => edge.endsWith(' exact'));
  expect(await exact('Other/own')).toEqual(['src/main/kotlin/a/A.kt:9 exact']);
  expect(await exact('helper/own')).toEqual(['src/main/kotlin/a/A.kt:10 exact']);
  expect(await exact('One/two')).toEqual(['src/main/scala/a/B.scala:10 exact']);
  expect(await exact('ops/two')).toEqual(['src/main/scala/a/B.scala:11 exact']);
});
