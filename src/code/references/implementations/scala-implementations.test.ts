import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const ask = (text: string, query: string): Promise<FoundOutput> =>
  askCode({ 'src/main/scala/A.scala': text }, { mode: 'implementations', query });

/** Rows as `line name`. */
const named = ({ rows }: FoundOutput): string[] =>
  rows
    .map(({ line, symbol }) => `${line} ${symbol?.name}`)
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));

const GIVENS = `trait Ord[A] {
  def compare(a: A): Int
}
trait Base
object Givens:
  given intOrd: Ord[Int] with
    def compare(a: Int) = 1
  given Ord[Char] with {
    def compare(a: Char) = 2
  }
  given Ord[Byte] with Base with
    def compare(a: Byte) = 3
  given [A](using Ord[A]): Ord[List[A]] with
    def compare(a: List[A]) = 4
  given Ord[Short]:
    def compare(a: Short) = 5
  given listOrd: [A] => Ord[A] => Ord[Set[A]]:
    def compare(a: Set[A]) = 6
  given longOrd: Ord[Long] = new Ord[Long]:
    def compare(a: Long) = 7
  given Ord[String] = new Ord[String]:
    def compare(a: String) = 8
  val plain = new Ord[Float] with Base:
    def compare(a: Float) = 9
  def made(a: Int): Ord[Double] = new Ord:
    def compare(a: Double) =
      val inner = new Base:
        def compare(b: Int) = 0
      10
  implicit object Unit extends Ord[Unit] { def compare(a: Unit) = 11 }
  given Base = ???
`;

test('a given implements what it is of, in each form that the language has, and its methods stand for those of that', async () => {
  expect(named(await ask(GIVENS, 'Ord'))).toEqual([
    '6 intOrd',
    '8 given_Ord_Char',
    '11 given_Ord_Byte_Base',
    '13 given_Ord_List',
    '15 given_Ord_Short',
    '17 listOrd',
    '19 (anonymous)',
    '21 (anonymous)',
    '23 (anonymous)',
    '25 (anonymous)',
    '30 Unit',
  ]);
  expect((await ask(GIVENS, 'Ord/compare')).rows.map(({ line }) => line).sort((a, b) => Number(a) - Number(b))).toEqual(
    [7, 9, 12, 14, 16, 18, 20, 22, 24, 26, 30],
  );
  expect(named(await ask(GIVENS, 'Base'))).toEqual(['11 given_Ord_Byte_Base', '23 (anonymous)', '27 (anonymous)']);
});

test('a head without braces ends before its body, and what a type derives is no base of it', async () => {
  const text = `trait Shape
trait Show
trait Area
class Circle(r: Double)(using Show)
    extends Shape
    derives Show:
  val area: Area = make
  def show: Show = other
enum Color derives Show:
  case Red extends Color with Area
  case Mix(a: Int) extends Color, Shape
  case Plain
object Main:
  type Area = Shape
trait Fun extends (Area => Show)
trait Arrow extends Area => Shape
`;
  expect(named(await ask(text, 'Shape'))).toEqual(['4 Circle', '11 Mix']);
  expect(named(await ask(text, 'Show'))).toEqual([]);
  expect(named(await ask(text, 'Color'))).toEqual(['10 Red', '11 Mix']);
});

test('an object may be called like the type that it derives from', async () => {
  const text = 'trait Dialect\nobject Dialect extends Dialect\nclass Done\ncase object Done extends Done\n';
  expect(named(await ask(text, 'Dialect'))).toEqual(['2 Dialect']);
  expect(named(await ask(text, 'Done'))).toEqual(['4 Done']);
});

const MEMBERS = `trait Codec {
  def size: Int
  type Out
  val label: String
}
object Codecs {
  val one = new Codec { def size = 1; type Out = Int; val label = "one" }
  def two: Codec = new Codec {
    override lazy val size: Int = 2
    type Out = Char
    val label = {
      val size = 3
      "two"
    }
  }
  val three = new Codec:
    val size = 3
    type Out = Byte
    val label = call(size, size = 4)
  val size = 5
}
`;

test('values, types and functions of one line in what has no name stand for those that it derives', async () => {
  expect(named(await ask(MEMBERS, 'Codec/size'))).toEqual(['7 size', '9 size', '17 size']);
  expect(named(await ask(MEMBERS, 'Codec/Out'))).toEqual(['7 Out', '10 Out', '18 Out']);
  expect(named(await ask(MEMBERS, 'Codec/label'))).toEqual(['7 label', '11 label', '19 label']);
});

test('a property of an object of Kotlin without a name stands for the one that it overrides', async () => {
  const text = `interface Codec {
    val size: Int
    fun code(): Int
}
val one = object : Codec { override val size = 1; override fun code() = 1 }
fun two() = object : Codec {
    override val size: Int
        get() = 2
    override
    fun code(): Int {
        val size = 3
        return size
    }
}
val three = object : Codec {
    override
    val size = 3
    val code = 3
}
`;
  const inKotlin = (query: string): Promise<FoundOutput> =>
    askCode({ 'src/main/kotlin/A.kt': text }, { mode: 'implementations', query });
  expect(named(await inKotlin('Codec/size'))).toEqual(['5 size', '7 size', '17 size']);
  expect(named(await inKotlin('Codec/code'))).toEqual(['5 code', '10 code']);
});

test('a base may be written between its two types, in brackets, or by another name that it has', async () => {
  const text = `trait Or[A, B] { def side: Int }
trait +:[A, B]
class Left[A](a: A) extends (A Or Nothing) { def side = 1 }
object Made {
  type Either[A, B] = Or[A, B]
  type <>[A, B] = Made.Either[A, B]
  type Both[A, B] = Or[A, B] with Serializable
  val one = new (Int Or List[(Int, Int)]) { def side = 2 }
  val two = new (Int <> Int):
    val side = 3
  class Right[B](b: B) extends Either[Int, B] { val side = 4 }
  class Fun extends (Int => Or)
  class Mixed extends (Int Or Int +: Int)
  class Many extends (Int +: Int +: Or)
  class Plain extends (Or[Int, Int]) with Serializable
}
`;
  expect(named(await ask(text, 'Or'))).toEqual(['3 Left', '8 (anonymous)', '9 (anonymous)', '11 Right', '15 Plain']);
  expect(named(await ask(text, 'Or/side'))).toEqual(['3 side', '8 side', '10 side', '11 side']);
});

test('what derives from a name of Kotlin for a type derives from that', async () => {
  const files = {
    'src/main/kotlin/a/A.kt': 'package a\n\nopen class Base { open fun run() {} }\ntypealias Task = Base\n',
    'src/main/kotlin/a/B.kt': 'package a\n\nclass Job : Task() {\n    override fun run() {}\n}\n',
    'src/main/kotlin/a/C.kt': 'package a\n\nclass Other {\n    fun run() {}\n}\n\nfun use(job: Job) = job.run()\n',
  };
  expect(named(await askCode(files, { mode: 'implementations', query: 'Base' }))).toEqual(['3 Job']);
  expect(named(await askCode(files, { mode: 'implementations', query: 'Base/run' }))).toEqual(['4 run']);
  // A call of the one may be one of the other.
  const { rows } = await askCode(files, { mode: 'references', query: 'Base/run' });
  expect(rows.map(({ file, line }) => `${file}:${line}`)).toContain('src/main/kotlin/a/C.kt:7');
});

test('an object of Scala that is called like the trait that it has implements only what stands in it', async () => {
  const files = {
    'Shop.scala':
      'trait Shop {\n  def open: Int = 1\n  def close: Int\n}\nobject Shop extends Shop {\n  def close: Int = 2\n}\n',
  };
  const rowsOf = async (query: string) =>
    (await askCode(files, { mode: 'implementations', query })).rows.map(({ line }) => line);
  expect(await rowsOf('Shop/open')).toEqual([]);
  expect(await rowsOf('Shop/close[0]')).toEqual([6]);
});
