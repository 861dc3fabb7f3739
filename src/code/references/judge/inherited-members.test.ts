import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

const VISITORS: FileSpecs = {
  'src/main/java/a/Visitor.java':
    'package a;\npublic class Visitor {\n  protected int depth;\n  public void visit(Node node) {}\n  private void hide() {}\n}\n',
  'src/main/java/a/Scanner.java': 'package a;\npublic class Scanner extends Visitor {\n}\n',
  'src/main/java/b/Printer.java':
    'package b;\nimport a.Scanner;\nimport a.Node;\nclass Printer {\n  void visit(Node node) {}\n  void hide() {}\n  class Inner extends Scanner {\n    void run(Node node) {\n      visit(node);\n' +
    '      this.visit(node);\n      super.visit(node);\n      Printer.this.visit(node);\n      hide();\n      depth = 1;\n    }\n  }\n' +
    '  void start(Inner inner, Node node) {\n    inner.visit(node);\n    visit(node);\n    new Scanner() {\n      void go() {\n        visit(node);\n      }\n    };\n    new Inner().visit(node);\n  }\n}\n',
};

test('what a type of Java inherits goes before what is around it, over several files', async () => {
  expect(await uses(VISITORS, 'Visitor/visit')).toEqual(
    ['10', '11', '18', '22', '25', '9'].map((line) => `Printer.java:${line} exact`),
  );
  expect(await uses(VISITORS, 'Printer/visit')).toEqual(['Printer.java:12 exact', 'Printer.java:19 exact']);
  expect(await uses(VISITORS, 'Visitor/depth')).toEqual(['Printer.java:14 exact']);
});

test('what is private is not inherited', async () => {
  expect(await uses(VISITORS, 'Printer/hide')).toEqual(['Printer.java:13 exact']);
  expect(await uses(VISITORS, 'Visitor/hide')).toEqual([]);
});

test('a method of a type without a name is that of no other one in its function', async () => {
  const tree = {
    'src/main/java/a/Jobs.java':
      'package a;\nclass Jobs {\n  void go() {}\n  void run() {\n    use(new Job() {\n      void go() {}\n      void call() {\n        go();\n      }\n    });\n' +
      '    use(new Job() {\n      void call() {\n        go();\n      }\n    });\n    go();\n  }\n}\n',
  };
  expect(await uses(tree, 'src/main/java/a/Jobs.java#Jobs/go')).toEqual(['Jobs.java:13 exact', 'Jobs.java:16 exact']);
  expect(await uses(tree, 'Jobs/run/go')).toEqual(['Jobs.java:8 exact']);
});

test('methods of one name are told apart by how many values they take, and else none is said to be the one', async () => {
  const tree = {
    'src/main/java/a/Type.java':
      'package a;\nclass Type {\n  static boolean contains(List<Type> all, Type one) { return true; }\n  boolean contains(Type one) { return true; }\n  void mark(String text) {}\n}\n',
    'src/main/java/a/Method.java':
      'package a;\nclass Method extends Type {\n  boolean contains(Type one) {\n    return contains(all, one) || contains(one);\n  }\n  void mark(int number) {\n    mark(number);\n  }\n}\n',
  };
  expect(await uses(tree, 'src/main/java/a/Type.java#Type/contains')).toContain('Method.java:4 exact');
  // The call with two values means what is static, which nothing stands in for.
  expect(await uses(tree, 'Method/contains')).toEqual(['Method.java:4 exact']);
  expect(await uses(tree, 'Type/mark')).toEqual(['Method.java:7 name']);
  expect(await uses(tree, 'Method/mark')).toEqual(['Method.java:7 name']);
});

test("a method that an interface of Java gives is called by its bare name, in Kotlin's classes too", async () => {
  const tree = {
    'src/main/java/a/Named.java': 'package a;\npublic interface Named {\n  default String label() { return ""; }\n}\n',
    'src/main/java/a/Item.java':
      'package a;\nclass Item implements Named {\n  String text() {\n    return label();\n  }\n}\n',
    'src/main/kotlin/a/Part.kt':
      'package a\nclass Part : Named {\n  fun text() = label()\n  fun other(item: Item) = item.label()\n}\n',
    'src/main/java/a/Other.java': 'package a;\nclass Other {\n  String label() { return label(); }\n}\n',
  };
  expect(await uses(tree, 'Named/label')).toEqual(['Item.java:4 exact', 'Part.kt:3 exact', 'Part.kt:4 exact']);
});

test('of what a class of Kotlin inherits the nearest is meant, in whatever order its head names it', async () => {
  const tree = {
    'src/main/kotlin/a/Base.kt':
      'package a\ninterface Kind {\n  val label: String\n}\nabstract class Base : Kind {\n  override val label = ""\n}\n',
    'src/main/kotlin/a/Item.kt': 'package a\nobject Item : Kind, Base() {\n  fun text() = print(label)\n}\n',
    'src/main/kotlin/a/Other.kt': 'package a\nobject Other : Base(), Kind {\n  fun text() = print(label)\n}\n',
  };
  expect(await uses(tree, 'Base/label')).toEqual(['Item.kt:3 exact', 'Other.kt:3 exact']);
  expect(await uses(tree, 'Kind/label')).toEqual(['Item.kt:3 name', 'Other.kt:3 name']);
});

test.each([
  ['A.java', 'import b.Base;\nclass A extends Base {\n  void close() { super.close(); }\n}\n'],
  ['A.kt', 'import b.Base\nclass A : Base() {\n  override fun close() { super.close() }\n}\n'],
  ['A.scala', 'import b.Base\nclass A extends Base {\n  override def close(): Unit = super.close()\n}\n'],
  ['A.swift', 'import B\nclass A: Base {\n  override func close() { super.close() }\n}\n'],
  ['A.cs', 'using B;\nclass A : Base {\n  public override void close() { base.close(); }\n}\n'],
  ['a.ts', "import { Base } from 'b';\nexport class A extends Base {\n  close() { super.close(); }\n}\n"],
  ['a.py', 'from b import Base\nclass A(Base):\n    def close(self): super().close()\n'],
  ['a.php', '<?php use B\\Base;\nclass A extends Base {\n  function close() { parent::close(); }\n}\n'],
])('in %s a method that calls what its type derives from is not led to itself', async (file, text) => {
  expect(await uses({ [file]: text }, 'A/close')).toEqual([`${file}:3 name`]);
});

test('what a type of the same file has is called by super for sure', async () => {
  const two = 'class B {\n  void close() {}\n}\nclass A extends B {\n  void close() { super.close(); }\n}\n';
  expect(await uses({ 'A.java': two }, 'B/close')).toEqual(['A.java:5 exact']);
});

test('what `super` gives back in Ruby is a value, whose methods need not be those of the class', async () => {
  const files = {
    'a.rb':
      'class Base\n  def merge(more); end\n  def foldAll; end\nend\nclass Opts < Base\n  def to_h\n    super.merge(1)\n  end\n  def all\n    super.foldAll\n  end\nend\n',
  };
  expect(await uses(files, 'Base/merge')).toEqual(['a.rb:7 name']);
  expect(await uses(files, 'Base/foldAll')).toEqual(['a.rb:10 name']);
});

test('what a trait gives a class of PHP may be meant by `$this`, and not what the class extends', async () => {
  const files = {
    'Base.php': '<?php\nnamespace X;\nclass Base { function go() {} }\n',
    'Goes.php': '<?php\nnamespace X;\ntrait Goes { function go() {} }\n',
    'A.php':
      '<?php\nnamespace X;\nclass A extends Base {\n  use Goes;\n  function run() {\n    $this->go();\n    parent::go();\n  }\n}\n',
  };
  expect(await uses(files, 'Goes/go')).toEqual(['A.php:6 name']);
  expect(await uses(files, 'Base/go')).toEqual(['A.php:6 name', 'A.php:7 exact']);
});

test('where a class of Scala mixes in what has the method as well, neither is told to be the one for sure', async () => {
  const files = {
    'Base.scala': 'package a\nclass Base {\n  def go(): Int = 1\n  def stay(): Int = 1\n}\n',
    'Goes.scala':
      'package a\ntrait Goes {\n  def go(): Int = 2\n}\ntrait More extends Base {\n  override def stay(): Int = 2\n}\n',
    'A.scala':
      'package a\nclass A extends Base with Goes with More {\n  def run(): Int = super.go()\n  def rest(): Int = super.stay()\n}\n',
  };
  for (const type of ['Base', 'Goes']) expect(await uses(files, `${type}/go`)).toEqual(['A.scala:3 import']);
  expect(await uses(files, 'More/stay')).toEqual(['A.scala:4 exact']);
});

test('what the object beside a class of Scala declares is asked of it by the name of both', async () => {
  const files = {
    'Flag.scala':
      'package a\nfinal class Flag(val bits: Long) {\n  def all: Long = bits ^ Flag.Open.bits\n}\n' +
      'object Flag {\n  val Open = new Flag(1)\n  def of(one: Int) = 1\n}\n',
    'Use.scala': 'package a\nobject Use {\n  def f = Flag.Open\n  def g = Flag.of(1)\n}\n',
  };
  expect(await uses(files, 'Flag/Open')).toEqual(['Flag.scala:3 exact', 'Use.scala:3 exact']);
  expect(await uses(files, 'Flag/of')).toEqual(['Use.scala:4 exact']);
});
