import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, query: string, more: Partial<FindInput> = {}): Promise<FoundOutput> =>
  askCode(files, { mode: 'implementations', query, ...more });

/** Rows as `file:line container/name`. */
const rows = ({ rows: all }: FoundOutput): string[] =>
  all.map(({ file, line, symbol }) => `${file}:${line} ${symbol?.container ?? ''}/${symbol?.name ?? ''}`).sort();

const HELPERS: FileSpecs = {
  'Helper/HelperInterface.php':
    '<?php\nnamespace App\\Helper;\ninterface HelperInterface\n{\n    public function getName();\n}\n',
  'Helper/Helper.php': '<?php\nnamespace App\\Helper;\nabstract class Helper implements HelperInterface\n{\n}\n',
  'Helper/Table.php':
    "<?php\nnamespace App\\Helper;\nclass Table extends Helper\n{\n    public function getName()\n    {\n        return 'table';\n    }\n}\n",
  'Input.php':
    "<?php\nnamespace App;\nclass Input\n{\n    public function getName()\n    {\n        return 'input';\n    }\n}\n",
};

test('a method asked for by its name alone is answered with all that stands for another one of that name', async () => {
  expect(rows(await ask(HELPERS, 'getName'))).toEqual(['Helper/Table.php:5 Table/getName']);
  expect(rows(await ask(HELPERS, 'Helper/getName'))).toEqual(['Helper/Table.php:5 Table/getName']);
});

test('of several types of one name the ones that derive from another of them are shown', async () => {
  const tree = {
    'a.py': 'class Base:\n    pass\n',
    'b.py': 'import a\n\nclass Base(a.Base):\n    pass\n\nclass Leaf(Base):\n    pass\n',
  };
  expect(rows(await ask(tree, 'Base'))).toEqual(['b.py:3 /Base', 'b.py:6 /Leaf']);
});

/** Rows as `line name`, whatever file they are in. */
const named = ({ rows: all }: FoundOutput): string[] => all.map(({ line, symbol }) => `${line} ${symbol?.name}`).sort();

test('a type without a name implements what it is made from, and its methods stand for those of that', async () => {
  const java = {
    'A.java':
      'class A {\n  interface Reader<T> {\n    int read(int a);\n  }\n  Object one() {\n    return new Reader<Map<String, Integer>>() {\n      @Override public int read(int a) {\n        return new Other() {\n          public int read(int a) {\n            return 1;\n          }\n        }.read(a);\n      }\n    };\n  }\n  static final A.Reader<String> TWO = new A.Reader<>() {\n    public int read(int a) {\n      return 2;\n    }\n  };\n  Object three = new Reader<String>();\n}\n',
  };
  expect(named(await ask(java, 'A/Reader'))).toEqual(['16 (anonymous)', '6 (anonymous)']);
  expect(named(await ask(java, 'Reader/read'))).toEqual(['17 read', '7 read']);
  const kotlin = {
    'A.kt':
      'interface Reader {\n    fun read(): Int\n}\nfun one(): Reader {\n    return object : Base(1), Reader {\n        override fun read() = 1\n    }\n}\n',
  };
  expect(named(await ask(kotlin, 'Reader'))).toEqual(['5 (anonymous)']);
  expect(named(await ask(kotlin, 'Reader/read'))).toEqual(['6 read']);
  const scala = {
    'A.scala':
      'trait Reader[T] {\n  def read(a: Int): Int\n}\ntrait Other\nclass A {\n  def one = new Base[Int](1) with Reader[List[Int]] {\n    def read(a: Int) = 1\n  }\n  implicit val two: Reader[Int] = new Reader[Int] {\n    def read(a: Int) = 2\n  }\n  val three = new Reader[Int] with Other\n  val four = new Plain\n}\n',
  };
  expect(named(await ask(scala, 'Reader'))).toEqual(['12 (anonymous)', '6 (anonymous)', '9 (anonymous)']);
  expect(named(await ask(scala, 'Reader/read'))).toEqual(['10 read', '7 read']);
  const php = {
    'a.php':
      '<?php\ninterface Reader\n{\n    public function read();\n}\nfunction one()\n{\n    return new class(1) extends Base implements \\Countable, Reader {\n        public function read()\n        {\n        }\n    };\n}\n',
  };
  expect(named(await ask(php, 'Reader'))).toEqual(['8 (anonymous)']);
  expect(named(await ask(php, 'Reader/read'))).toEqual(['9 read']);
  const script = {
    'a.ts':
      'export class Reader {}\nconst Named = class extends Reader {};\nexport const mix = () => class Inner extends Reader {};\nexport function one() {\n  return class extends Reader {};\n}\n',
  };
  expect(named(await ask(script, 'Reader'))).toEqual(['2 Named', '3 (anonymous)', '5 (anonymous)']);
  const given = {
    'a.ts':
      'export class Reader {\n  read(a: number) {\n    return a;\n  }\n}\nexport function one() {\n  return start({\n    reader: class extends Reader {\n      override async read(\n        a: number,\n      ) {\n        return super.read(a);\n      }\n    },\n    two: class extends Reader { read() { return read(1); } },\n    three: class extends Reader {\n      size = read();\n      read = (a: number) => a;\n    },\n  });\n}\n',
  };
  expect(named(await ask(given, 'Reader/read'))).toEqual(['15 read', '18 read', '9 read']);
});

test('the bodies of constants are types without names that derive from their enum', async () => {
  const java = {
    'Sign.java':
      'enum Sign implements Named {\n  @Deprecated\n  ROCK("a {") {\n    @Override\n    Sign beats() { return SCISSORS; }\n  },\n  PAPER /* { */ {\n    Sign beats() { return ROCK; }\n  }, SCISSORS { Sign beats() { return PAPER; } }, NONE;\n  Sign(String... a) {}\n  Sign beats() { return null; }\n}\n',
  };
  expect(named(await ask(java, 'Sign'))).toEqual(['3 (anonymous)', '7 (anonymous)', '9 (anonymous)']);
  expect(named(await ask(java, 'Sign/beats'))).toEqual(['5 beats', '8 beats', '9 beats']);
  const kotlin = {
    'Op.kt':
      'enum class Op(val sign: String) {\n    PLUS("+") {\n        override fun of(a: Int) = a\n    },\n    MINUS("-") { override fun of(a: Int) = -a };\n    abstract fun of(a: Int): Int\n    val x: Int get() { return 1 }\n}\n',
  };
  expect(named(await ask(kotlin, 'Op'))).toEqual(['2 (anonymous)', '5 (anonymous)']);
  expect(named(await ask(kotlin, 'Op/of'))).toEqual(['3 of', '5 of']);
});

test('a method of Rust is implemented for what a reference or a box leads to as well', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      "pub trait Sink {\n    fn put(&mut self);\n}\n\nimpl<'a, S: Sink> Sink for &'a mut S {\n    fn put(&mut self) {}\n}\n\nimpl<S: Sink + ?Sized> Sink for Box<S> {\n    fn put(&mut self) {}\n}\n\npub struct S;\n\nimpl S {\n    pub fn put(&self) {}\n}\n",
  };
  const found = await ask(tree, 'Sink/put');
  expect(found.rows.map(({ line }) => line)).toEqual([6, 10]);
});

test('a type that asks whether another one extends a third is no implementation of that', async () => {
  const tree = {
    'a.ts':
      'export interface Column {}\nexport class Text implements Column {}\n' +
      'export type Meta<T> = T extends Column ? 1 : 0;\n' +
      'type Of<T> = T extends { a: infer Col extends Column }\n  ? Col\n  : never;\n',
  };
  expect(rows(await ask(tree, 'Column'))).toEqual(['a.ts:2 /Text']);
});

test('what derives from a type from outside is found by name, though a field is called like it', async () => {
  const found = await askCode(
    {
      'src/log.ts': "export enum Prefix {\n  Error = 'error',\n}\n",
      'src/refused.ts': 'export class Refused extends Error {}\n',
    },
    { mode: 'implementations', query: 'Error' },
  );
  expect(found.rows.map(({ file, symbol, edge }) => `${file} ${symbol?.name} ${edge?.evidence}`)).toEqual([
    'src/refused.ts Refused name',
  ]);
  expect(found.reading).toContain('of a type from outside only what names it in its head is found');
});

test('a method that a type of Rust has of itself is no implementation of a trait, whatever it is called', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      "pub trait Message {\n    fn head(&self) -> u8;\n}\n\npub struct Request;\n\nimpl Request {\n    pub fn head(&self) -> u8 { 1 }\n}\n\nimpl Message for Request {\n    fn head(&self) -> u8 { 2 }\n}\n\npub struct Reply<T>(T);\n\nimpl<T: for<'a> Fn(&'a u8)> Reply<T> {\n    pub fn head(&self) -> u8 { 3 }\n}\n\nimpl<T> Message for Reply<T>\nwhere\n    T: Copy,\n{\n    fn head(&self) -> u8 { 4 }\n}\n",
  };
  const found = await ask(tree, 'Message/head');
  expect(found.rows.map(({ line }) => line)).toEqual([12, 25]);
});

test('what a trait of Rust is implemented for is told as it is written where that has no name', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      "pub trait Body {\n    fn size(&self) -> u8;\n}\n\nimpl<R: Body> Body for (R, u8) {\n    fn size(&self) -> u8 { 1 }\n}\n\nimpl Body for () {\n    fn size(&self) -> u8 { 2 }\n}\n\nimpl Body for &'static [u8] {\n    fn size(&self) -> u8 { 3 }\n}\n\nimpl<T> Body for [T; 2]\nwhere\n    T: Copy,\n{\n    fn size(&self) -> u8 { 4 }\n}\n\nimpl Body for fn(u8) -> u8 {\n    fn size(&self) -> u8 { 5 }\n}\n\nimpl Body for ! {\n    fn size(&self) -> u8 { 6 }\n}\n",
  };
  const found = await ask(tree, 'Body');
  expect(found.rows.map(({ line, symbol }) => `${line} ${symbol?.name}`)).toEqual([
    '5 (R, u8)',
    '9 ()',
    "13 &'static [u8]",
    '17 [T; 2]',
    '24 fn(u8) -> u8',
    '28 !',
  ]);
  const methods = await ask(tree, 'Body/size');
  expect(methods.rows.map(({ line }) => line)).toEqual([6, 10, 14, 21, 25, 29]);
});

test('a class of Kotlin derives from what stands behind a constructor on a line of its own, and not from what follows it', async () => {
  const tree = {
    'a/Step.kt':
      'package a\ninterface Step\nclass Log\n  @JvmOverloads\n  constructor(\n    val level: Int = 1,\n  ) : Step {\n  }\n' +
      'class Plain\n  internal constructor(val a: Int) : Step\n' +
      'class Marker\nprivate val first: Step = Plain(1)\nclass Noted\n@JvmField val second: Step = Plain(2)\n',
  };
  expect(rows(await ask(tree, 'Step'))).toEqual(['a/Step.kt:3 /Log', 'a/Step.kt:9 /Plain']);
});

test('what a companion object of Kotlin or a static method of Java has stands for no method that is asked for', async () => {
  const tree = {
    'a/Named.kt': 'package a\ninterface Named {\n  fun isOn(): Boolean\n  val name: String\n}\n',
    'a/Kin.kt':
      'package a\nclass Kin(override val name: String) : Named {\n  override fun isOn() = isOn\n  companion object {\n    val isOn = true\n    fun isOn() = true\n    val name = ""\n  }\n}\n',
    'a/Java.java':
      'package a;\nclass Java implements Named {\n  public boolean isOn() { return true; }\n  static boolean isOn(int a) { return true; }\n}\n',
  };
  expect(rows(await ask(tree, 'Named/isOn'))).toEqual(['a/Java.java:3 Java/isOn', 'a/Kin.kt:3 Kin/isOn']);
  expect(rows(await ask(tree, 'Named/name'))).toEqual(['a/Kin.kt:2 Kin/name']);
});
