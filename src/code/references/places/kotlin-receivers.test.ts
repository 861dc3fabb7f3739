import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const spec = (body: string): string =>
  `package a\n\nclass Spec {\n  val name = 1\n  fun copy() = this\n  ${body.replaceAll('\n', '\n  ')}\n}\n`;

const evidenceOf = async (body: string, query: string): Promise<(string | undefined)[]> => {
  const { rows } = await askCode({ 'src/main/kotlin/a/Spec.kt': spec(body) }, { mode: 'references', query });
  return rows.map(({ edge }) => edge?.evidence);
};

test.each([
  'fun make(other: Other) = other.apply { go(name) }',
  'fun make(other: Other?) = other?.run {\n  if (true) {\n    list.map { it + name }\n  }\n}',
  'fun make() = Other().apply copy@{ go(name) }',
  'fun make(other: Other) = with(other) { go(name) }',
  'fun Other.make() = go(name)',
])('what a nearer receiver of Kotlin may have is no sure use of a member of the type around: %s', async (body) => {
  expect(await evidenceOf(body, 'Spec/name')).toEqual(['name']);
});

test.each([
  'fun make() = apply { go(name) }',
  'fun make() = this.apply { go(name) }',
  'fun make(other: Other) = other.let { go(name) }',
  'fun make() = with(this) { go(name) }',
  'fun make(other: Other) = other.apply { this@Spec.name }',
])('a member of the type around is used for sure where no other receiver is nearer: %s', async (body) => {
  expect(await evidenceOf(body, 'src/main/kotlin/a/Spec.kt#Spec/name')).toEqual(['exact']);
});

test('what a class of Kotlin adds to another type is what its own code asks values for, whatever the class derives from', async () => {
  const tree = {
    'src/Files.kt':
      'package a\n\nclass Files : Base() {\n  fun sink(file: Path, other: Files) {\n    if (one) file.requireCreate()\n    two.requireCreate()\n    three.close(1)\n  }\n  private fun Path.requireCreate() {}\n  fun close(one: Int) {}\n}\n',
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await uses('requireCreate')).toEqual(['5 import', '6 import']);
  expect(await uses('close')).toEqual(['7 name']);
});
