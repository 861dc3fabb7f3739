import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Lines that surely use what a query names. */
const surely = async (files: FileSpecs, query: string): Promise<number[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.filter(({ edge }) => edge?.evidence !== 'name').map(({ line }) => line ?? 0);
};

test('a parameter of a class of Kotlin hides members in its head, properties and init blocks, and in no function', async () => {
  const tree = {
    'src/main/kotlin/a/Spec.kt':
      'package a\n\nclass Spec private constructor(\n  builder: Spec.Builder,\n  private val tags: Tags = builder.tags()\n) : Base(builder) {\n' +
      '  val name = builder.name\n  init {\n    check(builder)\n  }\n  fun again() = builder("b")\n  class Inner {\n    val made = builder("c")\n  }\n' +
      '  companion object {\n    fun builder(name: String) = Builder(name)\n    val first = builder("d")\n  }\n}\n',
  };
  expect(await surely(tree, 'Spec/builder')).toEqual([11, 13, 17]);
});

test('a property that has its value from the parameter of its name is meant where functions use it', async () => {
  const tree = {
    'src/main/kotlin/a/List.kt':
      'package a\n\nclass Names(\n  names: List<String>,\n  vararg others: String\n) {\n  val names = names.toList()\n  val others = others.toList()\n' +
      '  fun all() = names + others\n}\n',
  };
  expect(await surely(tree, 'Names/names')).toEqual([9]);
  expect(await surely(tree, 'Names/others')).toEqual([9]);
});

test('what a constructor declares as a property is used in the head as well', async () => {
  const tree = {
    'src/main/kotlin/a/Box.kt':
      'package a\n\nclass Box(val size: Int, private val area: Int = size * size) {\n  val twice = 2 * size\n}\n',
  };
  expect(await surely(tree, 'Box/size')).toEqual([3, 4]);
});

test('a parameter of a class of Scala hides what is around the class', async () => {
  const tree = {
    'src/main/scala/a/Outer.scala':
      'package a\n\nclass Outer {\n  def name: String = "a"\n  class Inner(name: String) {\n    val first = name\n    def second = name\n  }\n  def third = name\n}\n',
  };
  expect(await surely(tree, 'Outer/name')).toEqual([9]);
});

test('a parameter of a class of C# hides what is around the class', async () => {
  const tree = {
    'src/Outer.cs':
      'namespace A;\n\nclass Outer\n{\n  static string name() => "a";\n  class Inner(Map<Outer, Item> names, string name)\n  {\n    string first = name;\n    string Second() => name;\n  }\n  string Third() => name();\n}\n',
  };
  expect(await surely(tree, 'Outer/name')).toEqual([11]);
  expect(await surely(tree, 'src/Outer.cs#Outer')).toEqual([6]);
});
