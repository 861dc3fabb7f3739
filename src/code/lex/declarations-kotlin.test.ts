import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(text: string): readonly string[] {
  const language = languageOf('a.kt');
  if (language === null) throw new Error('no language');
  return scanSymbols(language, text).map(
    ({ startLine, endLine, kind, path }) => `${startLine}-${endLine} ${kind} ${path}`,
  );
}

test('a property of Kotlin holds who may set it and how it is got, annotated or not', () => {
  const text = `class A {
  var a: Int = 0
    private set

  val b: Int
    @JvmName("b")
    get

  var c = 1
    @Synchronized
    internal set
  val d: Int @Inject get() = 1
  val e: Int
    by lazy { 1 }
  fun set() {}
}
`;
  expect(scan(text)).toEqual([
    '1-16 class A',
    '2-3 variable A/a',
    '5-7 variable A/b',
    '9-11 variable A/c',
    '12-12 variable A/d',
    '13-14 variable A/e',
    '15-15 method A/set',
  ]);
});

test('an expression of Kotlin goes on behind an infix function and behind an annotation, behind a condition, and ends before a reference', () => {
  const text = `fun a(x: Int) = (x shl 8) or
  (x and 3)
fun b(x: Any) =
  @Suppress("X")
  when (x) {
    else -> 1
  }
val c = run {
  fun inner() = 1
  ::inner
}
fun d(x: Int) =
  if (x > (1))
    a(x)
  else
    b(x)
val e =
  ::d
fun f() = if (e(1)) 1
  else 2
fun g() = $$"""\${ """
fun h() = 1
`;
  expect(scan(text)).toEqual([
    '1-2 function a',
    '3-7 function b',
    '8-11 variable c',
    '9-9 function c/inner',
    '12-16 function d',
    '17-18 variable e',
    '19-20 function f',
    '21-21 function g',
    '22-22 function h',
  ]);
});

test('receivers of Kotlin may be annotated, and contexts stand before what they are of', () => {
  const text = `fun @receiver:StringRes Int.asText(): Text = Text(this)
private fun @receiver:Language("yaml") String.toConfig(a: Int) = 1
context(session: Session)
fun first(): Int = 1
context(_: A, b: B)
private val second: Int get() = 1
context(a: A)
class Third
`;
  expect(scan(text)).toEqual([
    '1-1 function asText',
    '2-2 function toConfig',
    '3-4 function first',
    '5-6 variable second',
    '7-8 class Third',
  ]);
});

test('types of Kotlin in backticks are called by what stands in them', () => {
  const text = `class \`a b\` {
  inner class \`c d\`
  fun \`e f\`() {}
}
typealias \`g h\` = Int
`;
  expect(scan(text)).toEqual(['1-4 class a b', '2-2 class a b/c d', '3-3 method a b/e f', '5-5 type g h']);
});

test('bodies of enum members and of objects in Kotlin hold properties; blocks of code hold values', () => {
  const text = `enum class Factory {
  First {
    override val size: Int
      get() = 1
  },
  Second(1) {
    val kept = 2
  };
  val own by lazy {
    val local = 1
    local
  }
}
val a = object : Base(1), Other {
  val b = 1
}
fun c() {
  val table = object {
    val column = 1
  }
  val other = object : Base(1) {
  }.map {
    val local = it
  }
  Second(1) {
    val deep = 1
  }
}
`;
  expect(scan(text)).toEqual([
    '1-13 enum Factory',
    '2-5 variable Factory/First',
    '3-4 variable Factory/First/size',
    '6-8 variable Factory/Second',
    '7-7 variable Factory/Second/kept',
    '9-12 variable Factory/own',
    '14-16 variable a',
    '15-15 variable a/b',
    '17-28 function c',
    '19-19 variable c/column',
  ]);
});

test('what stands behind an object of Kotlin without a body is no member of that', () => {
  const text = `class A {
  companion object : Base()

  init {
    val local = 1
  }
}
class B {
  companion object : Base(), Other
  val foo = run {
    val local = 2
  }
  fun go() = use(object : Base()) {
    val local = 3
  }
  val own = object :
    Base(),
    Other
  {
    val member = 1
  }
}
`;
  expect(scan(text)).toEqual([
    '1-7 class A',
    '2-2 class A/Companion',
    '8-22 class B',
    '9-9 class B/Companion',
    '10-12 variable B/foo',
    '13-15 method B/go',
    '16-21 variable B/own',
    '20-20 variable B/own/member',
  ]);
});
