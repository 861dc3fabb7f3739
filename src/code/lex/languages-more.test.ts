import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test('finds declarations of C, old and new, through macros and conditions', () => {
  const text = `#ifndef A_H
#define A_H
#define LIMIT 3
#define CHECK(x) do { \\
  int not_real(void); if (x) { \\
} while (0)
struct node { int (*call)(int); struct node *next; };
typedef struct { int x; } point_t, *point_p;
typedef int (*handler_t)(void *data);
enum color { RED };
static const struct node table[] = { { 0 } };
int declared(int a);
static inline struct node *
make_node(int a, char *b) __must_check;
__attribute__((noreturn)) void
stop(const char *why)
{
  struct local { int a; } x;
  if (why) { char c = '}'; }
}
int old(a, b)
  int a;
  char *b;
{
  return a;
}
#ifdef WIDE
long wide(long a) {
#else
long wide(int a) {
#endif
  return a;
}
int (*last(void))(int);
int main() { return 0; }
#endif
`;
  expect(scan('a.c', text)).toEqual([
    '3-3 macro LIMIT',
    '4-6 macro CHECK',
    '7-7 struct node',
    '8-8 type point_t',
    '8-8 type point_p',
    '9-9 type handler_t',
    '10-10 enum color',
    '10-10 variable RED',
    '11-11 variable table',
    '16-20 function stop',
    '18-18 struct stop/local',
    '21-26 function old',
    '28-33 function wide',
    '35-35 function main',
  ]);
});

test('finds declarations of C++: templates, operators, members inside and outside of their class', () => {
  const text = `namespace a::b {
template <typename T, int N = (1 < 2)>
class Box final : public Base<T> {
 public:
  explicit Box(int n) : n_{n}, m_(n) {}
  ~Box();
  bool operator()(int a) const { return a < n_; }
  Box& operator<<(const T& t);
  operator bool() const;
  virtual void draw(int) = 0;
  static int count;
 private:
  int n_, m_;
};
}  // namespace
template <>
void Box<int>::draw(int a) { auto f = [](int x) { return x; }; }
using Name = std::string;
enum class Color : int { red };
constexpr auto text = R"x(void fake() { )x";
extern "C" {
int plain(int a) { return 1'000; }
}
TEST(Suite, works) { EXPECT_TRUE(true); }
namespace { struct Hidden { int a; }; }
`;
  expect(scan('a.cc', text)).toEqual([
    '1-15 module a::b',
    '3-14 class a/b/Box',
    '5-5 method a/b/Box/Box',
    '6-6 method a/b/Box/~Box',
    '7-7 method a/b/Box/operator()',
    '8-8 method a/b/Box/operator<<',
    '9-9 method a/b/Box/operator bool',
    '10-10 method a/b/Box/draw',
    '17-17 method Box/draw',
    '18-18 type Name',
    '19-19 enum Color',
    '19-19 variable Color/red',
    '20-20 variable text',
    '22-22 function plain',
    '24-24 test Suite.works',
    '25-25 struct Hidden',
  ]);
});

test('reads a header that only C++ can mean as C++', () => {
  expect(scan('a.h', 'namespace a {\nclass B {\n public:\n  int c();\n};\n}\n')).toEqual([
    '1-6 module a',
    '2-5 class a/B',
    '4-4 method a/B/c',
  ]);
});

test('finds declarations of C#: attributes, properties, operators and verbatim strings', () => {
  const text = `using System;
namespace A.B
{
    [Serializable, Obsolete("no { ")]
    public partial class Box<T> : IBox where T : new()
    {
        private const int Max = 3;
        public string Name { get; set; } = $"{{ {Max} }}";
        public int Size => items.Count;
        string path = @"c:\\";
        public Box(int n) : base(n) { }
        [Fact]
        public async Task<List<T>> Works<U>(
            T a, (int x, int y) b)
        {
            if (a) { Call(); }
        }
        public static Box<T> operator +(Box<T> a, Box<T> b) => a;
        void IBox.Close() { }
        public event Action Changed;
        enum Color { Red }
    }
    public delegate void Handler(int a);
    record struct Point(int X, int Y);
    interface IBox { void Close(); }
}
`;
  expect(scan('a.cs', text)).toEqual([
    '2-26 module A.B',
    '5-22 class Box',
    '7-7 variable Box/Max',
    '8-8 variable Box/Name',
    '9-9 variable Box/Size',
    '10-10 variable Box/path',
    '11-11 method Box/Box',
    '13-17 test Box/Works',
    '18-18 method Box/operator+',
    '19-19 method Box/Close',
    '20-20 variable Box/Changed',
    '21-21 enum Box/Color',
    '21-21 variable Box/Color/Red',
    '23-23 type Handler',
    '24-24 struct Point',
    '24-24 variable Point/X',
    '24-24 variable Point/Y',
    '25-25 interface IBox',
    '25-25 method IBox/Close',
  ]);
});

test('finds declarations of Kotlin: extensions, companions, expression bodies, quoted names', () => {
  const text = `package a
const val LIMIT = 3
typealias Handler = (Int) -> Unit
data class Point(val x: Int, val y: Int)
sealed interface Shape {
  val area: Double
}
class Box<T : Any>(private val n: Int) : Base(), Shape {
  override val area: Double
    get() = 1.0
  val text = """
    fun fake() {}
  """
  companion object {
    fun make(): Box<Int> = Box(1)
  }
  constructor(a: String) : this(1)
  suspend fun <R> List<R>.firstOr(other: R): R =
    firstOrNull()
      ?: other
  @Test fun \`it's fine\`() {
    val local = "\${if (a) { "}" } else ""}"
    fun inner() {}
  }
}
enum class Color { RED; fun next() = RED }
object Single { fun go() {} }
fun String?.orDash() = this ?: "-"
`;
  expect(scan('a.kt', text)).toEqual([
    '2-2 variable LIMIT',
    '3-3 type Handler',
    '4-4 class Point',
    '4-4 variable Point/x',
    '4-4 variable Point/y',
    '5-7 interface Shape',
    '6-6 variable Shape/area',
    '8-25 class Box',
    '8-8 variable Box/n',
    '9-10 variable Box/area',
    '11-13 variable Box/text',
    '14-16 class Box/Companion',
    '15-15 method Box/make',
    '17-17 method Box/constructor',
    '18-20 method Box/firstOr',
    "21-24 test Box/it's fine",
    "23-23 function Box/it's fine/inner",
    '26-26 enum Color',
    '26-26 variable Color/RED',
    '26-26 method Color/next',
    '27-27 class Single',
    '27-27 method Single/go',
    '28-28 function orDash',
  ]);
});

test('finds declarations of Scala, with braces and without', () => {
  const text = `package a
sealed trait Shape[+A] {
  def area: Double
  type Out <: Any
  val name: String = s"\${a} {"
}
case class Circle(r: Double) extends Shape[Int] {
  override def area = math.Pi * r
  private[a] def +(other: Circle): Circle = {
    val local = 1
    other
  }
}
object Main extends App:
  lazy val limit = 3
  def run(a: Int): Unit =
    println(a)
    println(a)
enum Color { case Red }
given ordering: Ordering[Int] = ???
`;
  expect(scan('a.scala', text)).toEqual([
    '2-6 trait Shape',
    '3-3 method Shape/area',
    '4-4 type Shape/Out',
    '5-5 variable Shape/name',
    '7-13 class Circle',
    '8-8 method Circle/area',
    '9-12 method Circle/+',
    '14-18 module Main',
    '15-15 variable Main/limit',
    '16-18 method Main/run',
    '19-19 enum Color',
    '19-19 variable Color/Red',
    '20-20 variable ordering',
  ]);
});

test('finds declarations of Swift: extensions, operators, initialisers, raw strings', () => {
  const text = `public protocol Shape { var area: Double { get }; func draw() }
public final class Box<T>: Base, Shape where T: Equatable {
  private(set) lazy var items: [T]!
  class func make() -> Box { Box() }
  init?(from text: String = #"func fake() { "# ) { }
  deinit { print("\\(name { "}" })") }
  subscript(at: Int) -> T { items[at] }
}
extension Box.Inner: CustomStringConvertible {
  static func == (a: Box, b: Box) -> Bool { true }
}
enum Color { case red; indirect case other(Color) }
typealias Handler = (Int) -> Void
func top() { let local = 1 }
`;
  expect(scan('a.swift', text)).toEqual([
    '1-1 interface Shape',
    '1-1 variable Shape/area',
    '1-1 method Shape/draw',
    '2-8 class Box',
    '3-3 variable Box/items',
    '4-4 method Box/make',
    '5-5 method Box/init',
    '6-6 method Box/deinit',
    '7-7 method Box/subscript',
    '9-11 impl extension Box.Inner',
    '10-10 method Box/Inner/==',
    '12-12 enum Color',
    '12-12 variable Color/red',
    '12-12 variable Color/other',
    '13-13 type Handler',
    '14-14 function top',
  ]);
});

test('finds declarations of PHP between its text, not in heredocs', () => {
  const text = `<p>function fake() {}</p>
<?php
namespace A\\B;
#[Attribute(flags: 1)]
abstract class Box extends Base implements \\Countable
{
    use Helper;
    private const MAX = 3;
    public function __construct(private readonly string $a = "{$b["x"]}") {}
    abstract protected static function &make(): ?self;
    public function testWorks(): void {
        $x = <<<SQL
          function fake() {
        SQL;
        $f = function () { return new class { public function inner() {} }; };
    }
}
interface Shape { public function area(): float; }
trait Helper {}
enum Color: string { case Red = 'r'; }
function top($a) { }
`;
  expect(scan('a.php', text)).toEqual([
    '3-3 module A\\B',
    '5-17 class Box',
    '8-8 variable Box/MAX',
    '9-9 method Box/__construct',
    '9-9 variable Box/a',
    '10-10 method Box/make',
    '11-16 test Box/testWorks',
    '18-18 interface Shape',
    '18-18 method Shape/area',
    '19-19 trait Helper',
    '20-20 enum Color',
    '20-20 variable Color/Red',
    '21-21 function top',
  ]);
});

test('a heredoc of Ruby begins behind a keyword of a call, and `:<<` is a symbol', () => {
  const text = `class A
  def b
    send(:<<, to: c, text: <<~TEXT)
      class Fake
      def fake
    TEXT
  end

  def d = inject(:<<A)
end
`;
  expect(scan('a.rb', text)).toEqual(['1-10 class A', '2-7 method A/b', '9-9 method A/d']);
});

test('what stands out of the depth of Ruby ends no class: heredocs, and an `end` within parentheses', () => {
  const text = `module A
  class B
    def b(c)
<<-EOF
  c
EOF
    end

    KEYS = union(
      /a{1}
       b/x,
      /c'/x)

TEMPLATE = <<'HTML'
<p>
HTML
    prepend(
      Module.new do
        def log(env)
          env
        end
      end
    )
  end

  def last
    each { |a|
      <<~TEXT
        #{a}
      TEXT
    }
  end
end
X = <<~TEXT
TEXT
`;
  expect(scan('a.rb', text)).toEqual([
    '1-33 module A',
    '2-24 class A/B',
    '3-7 method A/B/b',
    '9-12 variable A/B/KEYS',
    '14-16 variable A/B/TEMPLATE',
    '19-21 method A/B/log',
    '26-32 method A/last',
    '34-35 variable X',
  ]);
});

test('finds declarations of Ruby by its ends, not in heredocs, regular expressions or lists of words', () => {
  const text = `module A
  LIMIT = %w[def class]
  class B::Box < Base
    PATTERN = %r{def \\d{3}/}
    def initialize(a, b = {})
      sql = <<~SQL
        def fake
      SQL
      @a = a =~ /"#{b}"/
    rescue Error
      nil
    end

    # About it.
    private def self.make?(x) = new(x)
    def [](at); @a[at]; end
    def name=(value)
      @name = "#{value} end"
    end
    def ==(other) other end
  end
end
describe 'a box' do
  it "works / well" do
  end
end
__END__
def never
end
`;
  expect(scan('a.rb', text)).toEqual([
    '1-22 module A',
    '2-2 variable A/LIMIT',
    '3-21 class A/B/Box',
    '4-4 variable A/B/Box/PATTERN',
    '5-12 method A/B/Box/initialize',
    '15-15 method A/B/Box/make?',
    '16-16 method A/B/Box/[]',
    '17-19 method A/B/Box/name=',
    '20-20 method A/B/Box/==',
    '23-26 test a box',
    '24-25 test a box/works   well',
  ]);
});

test('finds functions of shells, and none in heredocs', () => {
  const text = `#!/bin/bash
one() {
  echo "\${#x} $(two "}")" # }
  cat <<-EOF
	fake() {
	EOF
}
function two
{
  case $1 in a) echo 'it
s' ;; esac
}
lib::three () ( exit 1 )
one two
`;
  expect(scan('a.sh', text)).toEqual(['2-7 function one', '8-12 function two', '13-13 function lib::three']);
});
