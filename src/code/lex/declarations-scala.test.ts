import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function symbols(text: string) {
  const language = languageOf('a.scala');
  return language === null ? [] : scanSymbols(language, text);
}

/** `from-to kind path`, the comments and annotations above left out. */
const scan = (text: string): string[] =>
  symbols(text).map(({ line, endLine, kind, path }) => `${line}-${endLine} ${kind} ${path}`);

test('a body without braces goes on after the braces that stand in it', () => {
  const text = `class FilterTest extends Spec with Matchers:
  "filter" should "keep" in {
    val input = List(1, 2)
    input.size
  }

  def helper(a: Int): Int =
    val local = a
    def inner(b: Int) = b
    inner(local)

  val size = 3
end FilterTest

class Next
`;
  expect(scan(text)).toEqual([
    '1-13 class FilterTest',
    '7-10 method FilterTest/helper',
    '9-9 function FilterTest/helper/inner',
    '12-12 variable FilterTest/size',
    '15-15 class Next',
  ]);
});

test('what a block without braces declares is local, be it an argument, a value or a case', () => {
  const text = `object Box:
  supervised:
    val source = 1
    source
  val outer =
    val inner = 2
    inner
  def of(a: Any) = a match
    case 1 =>
      val one = 1
      one
  list.map { a =>
    val mapped = a
    mapped
  }
trait Cake { self: Base =>
  val part: Int
}
`;
  expect(scan(text)).toEqual([
    '1-15 module Box',
    '5-7 variable Box/outer',
    '8-11 method Box/of',
    '16-18 trait Cake',
    '17-17 variable Cake/part',
  ]);
});

test('a text that begins at the margin ends no body', () => {
  const text = `object Sql:
  val query = """
select 1
"""
  def run = query
`;
  expect(scan(text)).toEqual(['1-5 module Sql', '2-4 variable Sql/query', '5-5 method Sql/run']);
});

test('a given with a body holds its members, by its name or the one that the compiler makes of its type', () => {
  const text = `object Show:
  given intShow: Show[Int] with
    def show(a: Int) = "1"
  given Show[a.b.Text] with
    def show(a: Text) = "2"
  given [A, B](using Show[A]): Reader[Map[A, B]] with {
    def show(a: A) = "3"
  }
  given Ord[Char]:
    def compare(a: Char) = 1
  given [A] => Ord[A] => Ord[List[A]]:
    def compare(a: List[A]) = 2
  given longShow: Show[Long] = new Show[Long]:
    def show(a: Long) = "4"
  given Show[A | Null] = ???
  given [F[_], G[_]]: Functor[[X] =>> F[G[X]]] = ???
  given refined: Aux { type Out = Int } = make
  def local =
    given Show[Byte] = ???
    1
`;
  expect(scan(text)).toEqual([
    '1-20 module Show',
    '2-3 module Show/intShow',
    '3-3 method Show/intShow/show',
    '4-5 module Show/given_Show_Text',
    '5-5 method Show/given_Show_Text/show',
    '6-8 module Show/given_Reader_Map',
    '7-7 method Show/given_Reader_Map/show',
    '9-10 module Show/given_Ord_Char',
    '10-10 method Show/given_Ord_Char/compare',
    '11-12 module Show/given_Ord_List',
    '12-12 method Show/given_Ord_List/compare',
    '13-14 variable Show/longShow',
    '14-14 function Show/longShow/show',
    '15-15 variable Show/given_Show_|',
    '16-16 variable Show/given_Functor_F',
    '17-17 variable Show/refined',
    '18-20 method Show/local',
  ]);
});

test('the cases of an enum are told, those with parameters as classes', () => {
  const text = `enum Color(val rgb: Int):
  case Red extends Color(1)
  case Mix(a: Int) extends Color(2)
  case Green,
    Blue
  def name = this match
    case Red => 1
    case _ => 2
enum Side { case Left, Right }
`;
  expect(scan(text)).toEqual([
    '1-8 enum Color',
    '2-2 variable Color/Red',
    '3-3 class Color/Mix',
    '4-4 variable Color/Green',
    '5-5 variable Color/Blue',
    '6-8 method Color/name',
    '9-9 enum Side',
    '9-9 variable Side/Left',
    '9-9 variable Side/Right',
  ]);
});

test('an extension is around its methods, on their line or above, and they belong to what is around it', () => {
  const text = `object Texts:
  extension (text: String) def loud: String = text
  extension [A](list: List[A])(using Show[A])
    def shown: String = ""
    def last = list
  extension (a: Int) {
    def twice = a * 2
  }
`;
  expect(scan(text)).toEqual([
    '1-8 module Texts',
    '2-2 method Texts/loud',
    '4-4 method Texts/shown',
    '5-5 method Texts/last',
    '7-7 method Texts/twice',
  ]);
});

test('names with signs, values whose type stands on the next line and types with more in braces are read', () => {
  const text = `class Num {
  def unary_- : Num = this
  def size_=(a: Int): Unit = ()
  implicit val order
    : Order[Num] = new Order[Num] {
      def compare = 1
    }
  def ops(a: Num): Ops[Num] {
    type Of = Num
  } = new Ops[Num] {
    type Of = Num
  }
  val index = 1

  {
    val local = 2
  }
}
`;
  expect(scan(text)).toEqual([
    '1-18 class Num',
    '2-2 method Num/unary_-',
    '3-3 method Num/size_=',
    '4-7 variable Num/order',
    '6-6 function Num/order/compare',
    '8-12 method Num/ops',
    '11-11 type Num/ops/Of',
    '13-13 variable Num/index',
  ]);
});

test('the members of a body on one line are told', () => {
  const text = `object Names { def one = 1; val two = List(1).map { a => a } }
package object inside { implicit class Rich(a: Int) { def plus = 1 } }
enum Side { case Left, Right; def turned = Left }
`;
  expect(scan(text)).toEqual([
    '1-1 module Names',
    '1-1 method Names/one',
    '1-1 variable Names/two',
    '2-2 module inside',
    '3-3 enum Side',
    '3-3 variable Side/Left',
    '3-3 variable Side/Right',
    '3-3 method Side/turned',
  ]);
});

test('a declaration behind its annotation on one line belongs to no other', () => {
  const [run, inside, tested] = symbols(
    '@main def run(): Unit = println(1)\npackage object inside {\n}\n@deprecated\n@tailrec\ndef tested = 1\n',
  );
  expect([run?.startLine, inside?.startLine, tested?.startLine]).toEqual([1, 2, 4]);
});

test('a pattern declares the names that it binds, and a list each of its names', () => {
  const text = `object Pair {
  val (left, right) = make()
  lazy val Some(inner: List[Int]) = find()
  private val head :: (Rest(tail @ _*)) = list
  val a, B = 1
  val Array(x, _, Q.y, Z, \`w\`) = parts
  val first -> (second, third: Map[K, V]) =
    both
  val s"text" = word
  val one: (Int, Int) = (1, 2)
  def local = {
    val (no, more) = make()
    no
  }
}
val (top, Box(
  under)) = pair
trait Both { self =>
  val c, d: Int
}
`;
  expect(scan(text)).toEqual([
    '1-15 module Pair',
    '2-2 variable Pair/left',
    '2-2 variable Pair/right',
    '3-3 variable Pair/inner',
    '4-4 variable Pair/head',
    '4-4 variable Pair/tail',
    '5-5 variable Pair/a',
    '5-5 variable Pair/B',
    '6-6 variable Pair/x',
    '7-8 variable Pair/first',
    '7-8 variable Pair/second',
    '7-8 variable Pair/third',
    '10-10 variable Pair/one',
    '11-14 method Pair/local',
    '16-17 variable top',
    '17-17 variable under',
    '18-20 trait Both',
    '19-19 variable Both/c',
    '19-19 variable Both/d',
  ]);
  expect(symbols(text)[2]?.signature).toBe('val (left, right) = make()');
});

test('bodies of nameless classes of Scala hold members; blocks of code on a new object hold values', () => {
  const text = `class A {
  def a = new Rules {
    val name = "x"
    type T = Int
  }
  def b = new (F ~> G) with Other[Int](1) {
    var c = 1
  }
  def d = new List(1).map { x =>
    val local = 1
  }
  def e = new List(1) map { x =>
    val local = 2
  }
}
`;
  expect(scan(text)).toEqual([
    '1-15 class A',
    '2-5 method A/a',
    '3-3 variable A/a/name',
    '4-4 type A/a/T',
    '6-8 method A/b',
    '7-7 variable A/b/c',
    '9-11 method A/d',
    '12-14 method A/e',
  ]);
});

test('a declaration of Scala goes on before `else` and behind operators, not before a call of `get` or behind `???`', () => {
  const text = `class A {
  case class Form(a: String)

  get("/") { 1 }
  val b = if (x) 1
  else 2
  def c = one >>
    two
  def go(in: Int) = in
  in => go(in)
  def d: Int = ???
  @deprecated("x")
  def e: Int = 1
  def f =
    if (x)
      1
    else 2
  var \`final\`: Int = 1
}
`;
  expect(scan(text)).toEqual([
    '1-19 class A',
    '2-2 class A/Form',
    '5-6 variable A/b',
    '7-8 method A/c',
    '9-9 method A/go',
    '11-11 method A/d',
    '13-13 method A/e',
    '14-17 method A/f',
    '18-18 variable A/final',
  ]);
});
