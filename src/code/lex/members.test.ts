import { describe, expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

/** The members of a text as `startLine-endLine:column path: signature`, with what encloses them left out. */
function members(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language for ${path}`);
  return scanSymbols(language, text)
    .filter(({ kind, depth }) => kind === 'variable' && depth > 0)
    .map((symbol) => `${symbol.startLine}-${symbol.endLine}:${symbol.column} ${symbol.path}: ${symbol.signature}`);
}

describe('members of an enum are found by their names', () => {
  test('in Rust', () => {
    const text = `/// How.
pub enum SearchMode<'a, T: Fn(u8) -> u8> where T: 'a {
    /// Says.
    #[default]
    Standard,
    Count { at: u32, of: Vec<u8> },
    Json(String, u8), #[cfg(x)] r#Type = 3,
    Last
}
enum One { A, B(u8) }
enum Empty {}
enum Two
{
    X,
}
impl Two {
    fn f(&self) -> u8 { match self { Two::X => { let y = Z { Inner }; 1 } } }
}
`;
    expect(members('a.rs', text)).toEqual([
      '3-5:5 SearchMode/Standard: Standard',
      '6-6:5 SearchMode/Count: Count',
      '7-7:5 SearchMode/Json: Json(String, u8)',
      '7-7:35 SearchMode/Type: r#Type = 3',
      '8-8:5 SearchMode/Last: Last',
      '10-10:12 One/A: A',
      '10-10:15 One/B: B(u8)',
      '14-14:5 Two/X: X',
    ]);
  });

  test('in TypeScript', () => {
    const text = `export enum Color {
  /** Says. */
  Red = 1 << 2,
  'quoted-name' = 2, Green,
  Blue = 'a,b'
}
declare const enum Short { A, B }
`;
    expect(members('a.ts', text)).toEqual([
      '2-3:3 Color/Red: Red = 1 << 2',
      '4-4:22 Color/Green: Green',
      "5-5:3 Color/Blue: Blue = 'a,b'",
      '7-7:28 Short/A: A',
      '7-7:31 Short/B: B',
    ]);
  });

  test('in Kotlin', () => {
    const text = `enum class Color(val rgb: Int) : Named {
    /** Says. */
    RED(0xff) {
        override fun f() = 1
    },
    @Deprecated("x") GREEN(1), BLUE(2);

    val own = 3
}
enum class Short { A, B }
enum class None
fun f() { val local = 1 }
`;
    expect(members('a.kt', text)).toEqual([
      '1-1:22 Color/rgb: val rgb: Int',
      '2-5:5 Color/RED: RED(0xff)',
      '6-6:22 Color/GREEN: GREEN(1)',
      '6-6:32 Color/BLUE: BLUE(2)',
      '8-8:9 Color/own: val own = 3',
      '10-10:20 Short/A: A',
      '10-10:23 Short/B: B',
    ]);
  });

  test('in Swift', () => {
    const text = `public enum AFError: Error {
    /// Says.
    case invalidURL(url: any URLConvertible)
    indirect case other(
        AFError, Int
    )
    case a, b(Int), \`default\`
    static var x: Int {
        switch self { case .a: return 1
        case let .b(y): return y }
    }
}
enum Short: Int { case one = 1, two; case three }
`;
    expect(members('a.swift', text)).toEqual([
      '2-3:10 AFError/invalidURL: case invalidURL(url: any URLConvertible)',
      '4-6:19 AFError/other: case other( AFError, Int )',
      '7-7:10 AFError/a: case a',
      '7-7:13 AFError/b: b(Int)',
      '7-7:22 AFError/default: `default`',
      '8-11:16 AFError/x: static var x: Int',
      '13-13:24 Short/one: case one = 1',
      '13-13:33 Short/two: two',
      '13-13:43 Short/three: case three',
    ]);
  });

  test('in PHP', () => {
    const text = `<?php
enum Suit: string {
    /** Says. */
    case Hearts = 'H';
    #[Old]
    case Spades = 'S';
    const Wild = self::Spades;
    function f() { switch ($this) { case self::Hearts: return 1; } }
}
`;
    expect(members('a.php', text)).toEqual([
      "3-4:10 Suit/Hearts: case Hearts = 'H'",
      "5-6:10 Suit/Spades: case Spades = 'S'",
      '7-7:11 Suit/Wild: const Wild = self::Spades',
    ]);
  });
});

describe('members of an enum or record, and fields, are found by their names', () => {
  test('in Java', () => {
    const text = `public enum Strictness {
  /** Says. */
  LENIENT,
  @Deprecated LEGACY(1) {
    @Override int f() { return 1; }
  }, STRICT;

  private final int own = 1;
  Strictness(int... of) {}
}
enum Short { A, B }
record Point(int x, @Nullable Map<String, Integer> y) implements Named {
  static int made;
}
class Gson {
  static final boolean DEFAULT = false;
  /** Says. */
  @Since(1.2)
  private final Map<String, List<Integer>> cache = new HashMap<>();
  final List<Factory> factories;
  volatile int a, b[] = {1, 2}, c = f(1, 2);
  int[] rows;
  Factory of = new Factory() {
    int inner;
    int make() { int local = 1; return local; }
  };
  void run() { int local; String other = ""; }
  static { int local = 1; }
}
interface I { int COUNT = 1; void f(); }
`;
    expect(members('a.java', text)).toEqual([
      '2-3:3 Strictness/LENIENT: LENIENT',
      '4-6:15 Strictness/LEGACY: LEGACY(1)',
      '6-6:6 Strictness/STRICT: STRICT',
      '8-8:21 Strictness/own: private final int own = 1',
      '11-11:14 Short/A: A',
      '11-11:17 Short/B: B',
      '12-12:18 Point/x: int x',
      '12-12:52 Point/y: @Nullable Map<String, Integer> y',
      '13-13:14 Point/made: static int made',
      '16-16:24 Gson/DEFAULT: static final boolean DEFAULT = false',
      '17-19:44 Gson/cache: private final Map<String, List<Integer>> cache = new HashMap<>()',
      '20-20:23 Gson/factories: final List<Factory> factories',
      '21-21:16 Gson/a: volatile int a, b[] = {1, 2}, c = f(1, 2)',
      '21-21:19 Gson/b: volatile int a, b[] = {1, 2}, c = f(1, 2)',
      '21-21:33 Gson/c: volatile int a, b[] = {1, 2}, c = f(1, 2)',
      '22-22:9 Gson/rows: int[] rows',
      '23-26:11 Gson/of: Factory of = new Factory() { int inner; int make() { int local = 1; return local; } }',
      '24-24:9 Gson/inner: int inner',
      '30-30:19 I/COUNT: int COUNT = 1',
    ]);
  });

  test('in C#', () => {
    const text = `public enum MemberList
{
    /// <summary>Says.</summary>
    Destination,
#if NEW
    [Obsolete("x")] Source = 2,
#endif
    None
}
enum Short : byte { A, B }
public record Point(int X, Dictionary<string, int> Y = null);
record struct Size<T>([Old] T Width) where T : new() { public int Height { get; } }
class Plain(int none);
`;
    expect(members('a.cs', text)).toEqual([
      '3-4:5 MemberList/Destination: Destination',
      '6-6:21 MemberList/Source: Source = 2',
      '8-8:5 MemberList/None: None',
      '10-10:21 Short/A: A',
      '10-10:24 Short/B: B',
      '11-11:25 Point/X: int X',
      '11-11:52 Point/Y: Dictionary<string, int> Y = null',
      '12-12:31 Size/Width: [Old] T Width',
      '12-12:67 Size/Height: public int Height',
    ]);
  });

  test('in TypeScript, by classes and interfaces', () => {
    const text = `export interface Options {
  /** Says. */
  readonly name?: string
  nested: {
    inner: number
  }
  list: Array<
    Foo
  >, f(x: number): void
  run(): void
  'quoted': number; last: boolean
}
class Store<T> extends Base {
  #secret = 1
  static count: number = 0;
  private readonly cache = new Map<string, { a: number }>()
  declare x
  @Input() input!: string;
  plain;
  choice = this.cond
    ? yes
    : no
  union: A
    | B
  handle = async () => {
    label: for (;;) {}
    const local: number = 1;
  }
  constructor(private readonly foo: Foo, plain: number, @Inject(X) public bar = 1) {
    super();
  }
  method(
    param: string,
  ) { switch (1) { default: local = 1 } }
  get size(): number { return 1 }
}
const object = { key: 1 };
type Alias = { a: string };
`;
    expect(members('a.ts', text)).toEqual([
      '2-3:12 Options/name: readonly name?: string',
      '4-6:3 Options/nested: nested: { inner: number }',
      '7-9:3 Options/list: list: Array< Foo >, f(x: number): void',
      '14-14:3 Store/#secret: #secret = 1',
      '15-15:10 Store/count: static count: number = 0',
      '16-16:20 Store/cache: private readonly cache = new Map<string, { a: number }>()',
      '17-17:11 Store/x: declare x',
      '18-18:12 Store/input: @Input() input!: string',
      '19-19:3 Store/plain: plain',
      '20-22:3 Store/choice: choice = this.cond ? yes : no',
      '23-24:3 Store/union: union: A | B',
      '29-29:32 Store/foo: private readonly foo: Foo',
      '29-29:75 Store/bar: @Inject(X) public bar = 1',
    ]);
  });

  test('in Python', () => {
    const text = `class Mode(Enum):
    """Says."""

    _ignore_ = []
    FAST = 1
    SLOW = (
        2
    )

    def f(self):
        local: int = 1


@dataclass
class Options:
    # Says.
    magic_trailing_comma: bool = True
    names: dict[
        str, int
    ]
    plain = 1
    if X:
        y: int = 1

    class Inner(enum.IntFlag):
        A = 1

    lower: str
    def g(self): pass


class Color(str, Enum): RED = 1
`;
    expect(members('a.py', text)).toEqual([
      '4-4:5 Mode/_ignore_: _ignore_ = []',
      '5-5:5 Mode/FAST: FAST = 1',
      '6-8:5 Mode/SLOW: SLOW = ( 2 )',
      '16-17:5 Options/magic_trailing_comma: magic_trailing_comma: bool = True',
      '18-20:5 Options/names: names: dict[ str, int ]',
      '21-21:5 Options/plain: plain = 1',
      '23-23:9 Options/y: y: int = 1',
      '26-26:9 Options/Inner/A: A = 1',
      '28-28:5 Options/lower: lower: str',
    ]);
  });

  test('in PHP', () => {
    const text = `<?php
class Cart {
    /** Says. */
    private ?array $items = [];
    public static int $count = 0;
    var $old;
    public readonly Foo|Bar $union;
    public string $hooked { get => 'x'; }
    const A = 1;
    public function __construct(
        private readonly Foo $promoted,
        #[Old] protected ?int $second = null,
        int $plain = 0,
    ) {
        $local = 1;
        static $kept = 2;
    }
}
class Short {
    public function __construct(private int $a, public array $b = []) {}
    function f(int $c) {}
}
$top = 1;
`;
    expect(members('a.php', text)).toEqual([
      '3-4:21 Cart/items: private ?array $items = []',
      '5-5:24 Cart/count: public static int $count = 0',
      '6-6:10 Cart/old: var $old',
      '7-7:30 Cart/union: public readonly Foo|Bar $union',
      '8-8:20 Cart/hooked: public string $hooked',
      '9-9:11 Cart/A: const A = 1',
      '11-11:31 Cart/promoted: private readonly Foo $promoted',
      '12-12:32 Cart/second: #[Old] protected ?int $second = null',
      '20-20:46 Short/a: private int $a',
      '20-20:63 Short/b: public array $b = []',
    ]);
  });
});

test('members of an enum are found in C and C++, those without a scope as what they are called', () => {
  const text = `enum color {
	/* Says. */
	RED = 1,
#ifdef B
	GREEN,
#endif
	MACRO(A, B)
	BLUE };
typedef enum { ONE, TWO } number;
enum { LONE };
`;
  expect(members('a.c', text)).toEqual(['2-3:2 RED: RED = 1', '5-5:2 GREEN: GREEN']);
  const top = (path: string, given: string) =>
    scanSymbols(languageOf(path) ?? expect.fail(), given).map((one) => `${one.kind} ${one.path}`);
  expect(top('b.c', text).slice(3)).toEqual(['variable ONE', 'variable TWO', 'type number', 'variable LONE']);
  const scoped = 'class A {\n  enum class B : int { C };\n  enum D { E };\n};\n';
  expect(top('a.cpp', scoped)).toEqual(['class A', 'enum A/B', 'variable A/B/C', 'enum A/D', 'variable A/E']);
});

test('enums without end give no more members than a file may, in as many steps as the text is long', () => {
  const heads = 'enum A\n'.repeat(200);
  const unit = `${heads}{\n${'B,\n'.repeat(4_000)}}\n`;
  for (const path of ['a.rs', 'a.kt', 'a.ts', 'a.swift', 'a.php', 'A.java', 'a.cs', 'a.c']) {
    const language = languageOf(path) ?? expect.fail();
    for (const text of [unit.repeat(20), 'enum A { case B, '.repeat(20_000), 'enum A { B( '.repeat(20_000)])
      expect(scanSymbols(language, text).length).toBeLessThan(30_000);
  }
});

test('one case of an enum lists no more members than an enum has', () => {
  const names = Array.from({ length: 6_000 }, (_, at) => `a${at}`).join(',\n');
  expect(scanSymbols(languageOf('a.swift') ?? expect.fail(), `enum A {\n  case ${names}\n}\n`)).toHaveLength(5_001);
});
