import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(file: string, text: string): string[] {
  const language = languageOf(file);
  if (!language) throw new Error(`no language for ${file}`);
  return scanSymbols(language, text).map(
    ({ kind, path, startLine, line, endLine }) => `${startLine}/${line}-${endLine} ${kind} ${path}`,
  );
}

test('a declaration of Kotlin with annotations or modifiers above it is listed once, and begins with them', () => {
  const text = `package a
@Suppress("b")
@Deprecated("c", ReplaceWith("d()"))
fun one() { }

@Volatile
private var two = 1

class Box {
  @JvmField
  // Why it is so.
  @Deprecated(
    "e",
  )
  val three = 3
  @Test
  @Ignore fun four() { }
  override
  fun five() = 5
  @Inject @Named("f") lateinit var six: Any
}
`;
  expect(scan('a.kt', text)).toEqual([
    '2/4-4 function one',
    '6/7-7 variable two',
    '9/9-21 class Box',
    '10/15-15 variable Box/three',
    '16/17-17 test Box/four',
    '18/19-19 method Box/five',
    '20/20-20 variable Box/six',
  ]);
});

test('a property of Kotlin whose type its getter on the same line tells is a declaration as well', () => {
  const text = `class Box {
  val simple get() = 1
  val String.first @JvmName("a") get() = 2
  var later private set
  val getter = 3
  val get: Int = 4
}
val <T> List<T>.last inline get() = this[0]
`;
  expect(scan('a.kt', text)).toEqual([
    '1/1-7 class Box',
    '2/2-2 variable Box/simple',
    '3/3-3 variable Box/first',
    '4/4-4 variable Box/later',
    '5/5-5 variable Box/getter',
    '6/6-6 variable Box/get',
    '8/8-8 variable last',
  ]);
});

test('a primary constructor of Kotlin on a line of its own is a part of its class, a secondary one is a member', () => {
  const text = `class Server<
  E : Engine,
  >
internal constructor(
  private val make: (E) -> Unit,
) {
  val monitor = 1
  constructor() : this({}) {
    fun local() {}
  }
  constructor(other: Any) {
    monitor.log()
  }
  constructor(a: Int)
  class Inner<
    T
    >
  @Inject constructor(a: T) : Base(a), Shape {
    fun inner() {}
  }

  class Other<
    T
    > private constructor(a: T) : Base(a) {
    fun other() {}
  }
  class Third<
    T
    >
  constructor(a: T) {
    // It begins with a member.
    private val third = a
  }
  fun start() {}
}
fun stop() {}
`;
  expect(scan('a.kt', text)).toEqual([
    '1/1-35 class Server',
    '5/5-5 variable Server/make',
    '7/7-7 variable Server/monitor',
    '8/8-10 method Server/constructor',
    '9/9-9 function Server/constructor/local',
    '11/11-13 method Server/constructor[1]',
    '14/14-14 method Server/constructor[2]',
    '15/15-20 class Server/Inner',
    '19/19-19 method Server/Inner/inner',
    '22/22-26 class Server/Other',
    '25/25-25 method Server/Other/other',
    '27/27-33 class Server/Third',
    '31/32-32 variable Server/Third/third',
    '34/34-34 method Server/start',
    '36/36-36 function stop',
  ]);
});

test('modifiers on lines of their own belong to what is declared below', () => {
  const kotlin = languageOf('a.kt');
  const text = `class Job : Task() {
  /** Runs. */
  @Slow
  override
  @Suppress("a")
  fun run() {}
  @Fast
  fun plain() {}
  val open = 1
  fun after() {}
}
internal abstract
class Base
`;
  const symbols = kotlin === null ? [] : scanSymbols(kotlin, text);
  expect(symbols.map(({ startLine, line, signature }) => `${startLine}/${line} ${signature}`)).toEqual([
    '1/1 class Job : Task()',
    '2/6 override @Suppress("a") fun run()',
    '7/8 fun plain()',
    '9/9 val open = 1',
    '10/10 fun after()',
    '12/13 internal abstract class Base',
  ]);
  const scala = languageOf('a.scala');
  const [, value] = scala === null ? [] : scanSymbols(scala, 'class A {\n  override\n  lazy val a = 1\n}\n');
  expect(value).toMatchObject({ startLine: 2, line: 3, signature: 'override lazy val a = 1' });
});

test('methods of a class of Java without a name are listed, be it made with an array as its type', () => {
  const text = `class Use {
  void f() {
    g(new Answer<Integer, String[]>() {
      public Integer answer(String[] all) {
        return all.length;
      }
    });
    int[] some = new int[size(2)];
    int[][] more = new int[][] { make(3) };
  }
}
`;
  expect(scan('Use.java', text)).toEqual(['1/1-11 class Use', '2/2-10 method Use/f', '4/4-6 method Use/f/answer']);
});
