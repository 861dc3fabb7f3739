import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

test('parameters that take any number of values hide a field, and an array has no members of its elements', async () => {
  const tree = {
    'src/main/java/a/Range.java': 'package a;\nclass Range {\n  int length;\n  int end() { return length; }\n}\n',
    'src/main/java/a/Code.java':
      'package a;\nclass Code {\n  int[] parts;\n  Code(int... parts) {\n    this.parts = parts;\n  }\n  int f(Range[] all, Range... more) {\n    return all.length + more.length;\n  }\n}\n',
  };
  expect(await uses(tree, 'Code/parts')).toEqual(['Code.java:4 name', 'Code.java:5 exact', 'Code.java:5 name']);
  expect(await uses(tree, 'Range/length')).toEqual(['Range.java:4 exact']);
});

test('a variable of Java has the type that it is declared with, whatever it is given later or its arguments are', async () => {
  const tree = {
    'src/main/java/a/Base.java': 'package a;\nclass Base {\n  void pop() {}\n}\n',
    'src/main/java/a/Part.java': 'package a;\nclass Part extends Base {\n  void pop() {}\n}\n',
    'src/main/java/a/Use.java':
      'package a;\nimport java.util.Map;\nclass Use {\n  Base base;\n  Map<String, Map<java.util.List<String>, Part>> parts;\n  void run() {\n    base = new Part();\n    base.pop();\n    var part = new Part();\n    part.pop();\n    parts.pop();\n  }\n}\n',
  };
  expect(await uses(tree, 'Part/pop')).toEqual(['Use.java:10 exact', 'Use.java:11 name', 'Use.java:8 name']);
  expect(await uses(tree, 'Base/pop')).toEqual(['Use.java:10 name', 'Use.java:11 name', 'Use.java:8 exact']);
});

test('of parameters with types in angles each has its own type, and what a pattern names has that of the pattern', async () => {
  const tree = {
    'src/main/java/a/Map.java': 'package a;\nclass Map {\n  void go() {}\n}\n',
    'src/main/java/a/Part.java': 'package a;\nclass Part {\n  void go() {}\n}\n',
    'src/main/java/a/Use.java':
      'package a;\nclass Use {\n  void run(Map<A, B> one, Part<C> two, Object any) {\n    one.go();\n    two.go();\n    if (any instanceof Part part && any != null) {\n      part.go();\n    }\n' +
      '    Object kept = any == null ? one : Part.NONE;\n  }\n}\n',
  };
  expect(await uses(tree, 'Part/go')).toEqual(['Use.java:5 exact', 'Use.java:7 exact']);
  expect(await uses(tree, 'Map/go')).toEqual(['Use.java:4 exact']);
});

test('a parameter of a lambda of Java hides a field, be it one of several', async () => {
  const tree = {
    'src/main/java/a/Reader.java':
      'package a;\nclass Reader {\n  byte[] buf;\n  Object read() {\n    return map((buf, from) -> text(buf));\n  }\n}\n',
  };
  expect(await uses(tree, 'Reader/buf')).toEqual(['Reader.java:5 name']);
});

test('what Kotlin makes and hands to the block behind it has the type that was made', async () => {
  const tree = {
    'src/main/kotlin/a/Store.kt': 'package a\n\nclass Store(size: Int) {\n  fun writeObject(o: Any) {}\n}\n',
    'src/main/kotlin/a/Use.kt':
      'package a\n\nimport java.io.ObjectOutputStream\n\nfun run(buffer: Buffer, o: Any) {\n  ObjectOutputStream(buffer.stream()).use { out ->\n    out.writeObject(o)\n  }\n' +
      '  Store(1).also { store -> store.writeObject(o) }\n  val made = ObjectOutputStream(buffer.stream())\n  made.writeObject(o)\n  Store(1).other().use { other ->\n    other.writeObject(o)\n  }\n}\n',
  };
  expect(await uses(tree, 'Store/writeObject')).toEqual([
    'Use.kt:11 name',
    'Use.kt:13 import',
    'Use.kt:7 name',
    'Use.kt:9 exact',
  ]);
});

test('a variable of Kotlin that was made has the type of what was made', async () => {
  const tree = {
    'src/main/kotlin/a/Store.kt':
      'package a\n\nclass Store(size: Int) {\n  fun put(o: Any) {}\n}\n\nclass Other { fun put(o: Any) {} }\n',
    'src/main/kotlin/a/Use.kt':
      'package a\n\nfun run(o: Any) {\n  val store = Store(1)\n  store.put(o)\n  val third = Store(1).next()\n  third.put(o)\n}\n',
  };
  expect(await uses(tree, 'Store/put')).toEqual(['Use.kt:5 exact', 'Use.kt:7 name']);
});

test('what a function of Kotlin is added to has it, be that a type of others', async () => {
  const tree = {
    'src/main/kotlin/a/Paths.kt':
      'package a\n\nimport java.io.File\n\nclass Path(file: File) {\n  companion object {\n    fun File.toPath(normalize: Boolean): Path = Path(this)\n  }\n}\n',
    'src/main/kotlin/a/Use.kt':
      'package a\n\nimport a.Path.Companion.toPath\nimport java.io.File\n\nfun run(given: File, other: Thing) {\n  val file = File("a")\n  file.toPath(true)\n  given.toPath(true)\n  other.toPath(true)\n}\n',
  };
  expect(await uses(tree, 'toPath')).toEqual([
    'Use.kt:10 name',
    'Use.kt:3 exact',
    'Use.kt:8 import',
    'Use.kt:9 import',
  ]);
});

test('a function of Kotlin that is called like a class and gives something else makes nothing of that class', async () => {
  const files = {
    'src/main/kotlin/a/Bar.kt': 'package a\n\nclass Bar(val a: Int) {\n  fun go() {}\n}\n',
    'src/main/kotlin/a/Baz.kt':
      'package a\n\nclass Baz(val a: Int, val b: Int) {\n  fun go() {}\n}\n\nfun Baz(n: Int): Bar = Bar(n)\n\nfun Bar(text: String): Bar = Bar(1)\n',
    'src/main/kotlin/a/Use.kt':
      'package a\n\nfun run(given: Baz) {\n  Baz(1).go()\n  val baz = Baz(1)\n  baz.go()\n  given.go()\n  Bar("").go()\n}\n',
  };
  expect(await uses(files, 'Baz/go')).toEqual(['Use.kt:4 name', 'Use.kt:6 name', 'Use.kt:7 exact']);
  expect(await uses(files, 'Bar/go')).toEqual(['Use.kt:4 name', 'Use.kt:6 name', 'Use.kt:8 exact']);
});

test('what Kotlin adds to every map is no method of the project for sure', async () => {
  const files = {
    'src/main/kotlin/a/A.kt':
      'package a\n\nclass Names {\n  fun getOrPut(key: String) = key\n  fun ask(key: String) = key\n}\n\nfun run(names: Names) {\n  load().getOrPut("a") { 1 }\n  load().ask("a")\n  names.getOrPut("a")\n}\n',
  };
  expect(await uses(files, 'Names/getOrPut')).toEqual(['A.kt:11 exact', 'A.kt:9 name']);
  expect(await uses(files, 'Names/ask')).toEqual(['A.kt:10 import']);
});

test('what stands behind a value that a nameless object of Kotlin or Scala is put into is of the type that it has', async () => {
  const kotlin = {
    'src/main/kotlin/a/A.kt':
      'package a\n\ninterface Base { val name: String }\n\nclass A {\n  val made: Base = object : Base {\n    override val name = "x"\n    fun twice() = name + name\n  }\n  fun run() = made.name\n  fun ask(made: Base) = made.name\n}\n',
  };
  expect(await uses(kotlin, 'Base/name')).toEqual(['A.kt:10 exact', 'A.kt:11 exact']);
  expect(await uses(kotlin, 'A/made/name')).toEqual(['A.kt:10 name', 'A.kt:11 name', 'A.kt:8 exact']);
  const scala = {
    'src/main/scala/a/A.scala':
      'package a\n\ntrait Base { def name: String }\n\nclass A {\n  val made = new Base {\n    val name = "x"\n  }\n  def ask = made.name\n}\n',
  };
  expect(await uses(scala, 'Base/name')).toEqual(['A.scala:9 exact']);
});
