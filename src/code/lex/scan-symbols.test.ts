import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

test.each([
  [
    'x.hpp',
    'OPEN_NAMESPACE\n\n/// what it is\ntemplate <class T> // for all\nclass Map : public Base<T> {};',
    'template <class T> class Map : public Base<T>',
  ],
  ['x.cs', 'class Reader\n#if HAS_DISPOSE\n  : IDisposable\n#endif\n{ }', 'class Reader : IDisposable'],
  [
    'x.cs',
    '#if HAS_SERIAL\n[Serializable]\n#endif\npublic class Fault : Exception { }',
    'public class Fault : Exception',
  ],
  [
    'x.ts',
    'function join(a: string, /* what parts */ by = "/* # */", url = `http://x`): string {}',
    'function join(a: string, by = "/* # */", url = `http://x`): string',
  ],
  ['x.c', 'VALUE\nmake(void)\n{\n}', 'VALUE make(void)'],
  ['x.c', 'int f(int/* a */ b)\n#ifdef A\n  __a\n#else\n  __b\n#endif\n{\n}', 'int f(int b) __a'],
  ['x.c', 'int f(int a,\n#define TWICE(b) \\\n  ((b) + 1)\n  int c)\n{\n}', 'int f(int a, int c)'],
  ['x.c', '#define LIMIT 8 // bytes\n', '#define LIMIT 8'],
  ['x.py', 'def f(a,  # first\n      b="# no"):\n    pass', 'def f(a, b="# no")'],
])('a signature in %s is code without comments and directives', (file, text, signature) => {
  const signatures = scanSymbols(languageOf(file) ?? expect.fail(), text).map((one) => one.signature);
  expect(signatures[0]).toBe(signature);
});

test('finds declarations of Python by their indentation, and none in docstrings', () => {
  const text = `"""Module.
def not_real(): pass
"""
LIMIT: int = 3
TABLE = {
    'a': 1,
}
@decorator(
    a=1,
)
class Foo(Base):
    """Doc
out of line
    """
    attr = 1

    @property
    def bar(self) -> str:
        def inner():
            return 1
        return f"{x}"

    # about baz
    async def baz(self,
                  a):
        return '''
no indent
'''


def test_top(a):
    return (
a
)
`;
  expect(scan('x.py', text)).toEqual([
    '4-4 variable LIMIT',
    '5-7 variable TABLE',
    '11-28 class Foo',
    '15-15 variable Foo/attr',
    '18-21 method Foo/bar',
    '19-20 function Foo/bar/inner',
    '24-28 method Foo/baz',
    '31-34 test test_top',
  ]);
  const [limit, , foo] = scanSymbols(languageOf('x.py') ?? expect.fail(), text);
  expect(limit?.startLine).toBe(4);
  expect(foo).toMatchObject({ startLine: 8, line: 11, column: 7, signature: 'class Foo(Base)' });
});

test('heads of Ruby are whole: a scope is not cut at its colons, and what stands behind a semicolon is no head', () => {
  const text =
    'class Node < Arel::Nodes::Node # :nodoc:\nend\nclass Failed < Base; end\ndef build a:, b: 1\nend\ndef get(key); @all[key]; end\n';
  const heads = scanSymbols(languageOf('x.rb') ?? expect.fail(), text).map(({ signature }) => signature);
  expect(heads).toEqual([
    'class Node < Arel::Nodes::Node',
    'class Failed < Base',
    'def build a:, b: 1',
    'def get(key)',
  ]);
});

test('finds declarations of Go: methods by their receivers, each of a group, not the text of raw strings', () => {
  const text = `package x
const (
	A = iota
	B
)
var x, y = 1, 2
type Router struct {
	a int
}
type (
	Inner struct {
		x int
	}
	Alias = map[string]interface{}
)
type I interface {
	Do(x int) error
}
func (r *Router) Add(a map[string]interface{}) (interface{}, error) {
	s := \`
func fake() {}
\`
	return nil, nil
}
func (r Gen[T]) M() struct{} { return struct{}{} }
func (größe *Maß) Über() {}
func Map[T any](xs []T) []T {
	return nil
}
func TestX(t *testing.T) {}
func asm(x int) int
func last() {}
`;
  expect(scan('x.go', text)).toEqual([
    '3-3 variable A',
    '4-4 variable B',
    '6-6 variable x',
    '6-6 variable y',
    '7-9 struct Router',
    '11-13 struct Inner',
    '14-14 type Alias',
    '16-18 interface I',
    '17-17 method I/Do',
    '19-24 method Router/Add',
    '25-25 method Gen/M',
    '26-26 method Maß/Über',
    '27-29 function Map',
    '30-30 test TestX',
    '31-31 function asm',
    '32-32 function last',
  ]);
});

test('finds declarations of Rust: methods by the type of their impl block, tests, nothing inside of macros', () => {
  const text = `pub const MAX: usize = 3;
#[derive(Debug)]
pub struct Router<'a> { x: &'a str }
struct Unit;
impl<'a> fmt::Display for Router<'a>
where
    Self: Sized,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = r#"} fn fake() {}"#;
        const LOCAL: i32 = 1;
        Ok(())
    }
}
pub(crate) trait Do { fn go(&self) -> [u8; 4]; type Out; }
macro_rules! make {
    () => { fn not_real() {} };
}
mod tests {
    #[test]
    fn works() {}
}
pub async unsafe fn top() {}
enum E { A, B }
`;
  expect(scan('x.rs', text)).toEqual([
    '1-1 variable MAX',
    '3-3 struct Router',
    '4-4 struct Unit',
    '5-14 impl impl fmt::Display for Router',
    '9-13 method Router/fmt',
    '15-15 trait Do',
    '15-15 method Do/go',
    '15-15 type Do/Out',
    '16-18 macro make',
    '19-22 module tests',
    '21-21 test tests/works',
    '23-23 function top',
    '24-24 enum E',
    '24-24 variable E/A',
    '24-24 variable E/B',
  ]);
});

test('finds declarations of Java: nested types, constructors and fields, not the text of text blocks', () => {
  const text = `package a;
@Service
public class A<T extends Map<String, Integer>> extends B {
  private static final int MAX = 3;
  String s = """
     void fake() {}
  """;
  public A(int x) { this.x = x; }
  @Override
  public <R> List<R> map(Function<T, R> f)
      throws IOException {
    if (x) { foo(); }
    return new ArrayList<>();
  }
  abstract void nope();
  @Test void works() {}
  interface In {
    void m();
  }
  enum E { X; }
  record P(int x, int y) {}
  int[] arr(String... s) { char c = '}'; return null; }
}
`;
  expect(scan('A.java', text)).toEqual([
    '3-23 class A',
    '4-4 variable A/MAX',
    '5-7 variable A/s',
    '8-8 method A/A',
    '10-14 method A/map',
    '15-15 method A/nope',
    '16-16 test A/works',
    '17-19 interface A/In',
    '18-18 method A/In/m',
    '20-20 enum A/E',
    '20-20 variable A/E/X',
    '21-21 class A/P',
    '21-21 variable A/P/x',
    '21-21 variable A/P/y',
    '22-22 method A/arr',
  ]);
});

test('a function of Rust is a test by the attribute above it, not by a comment that speaks of one', () => {
  const text = `/// Like \`#[test]\`:
/// #[test]
pub fn test_server() {}
#[allow(dead_code)] #[tokio::test]
async fn serves() {}
`;
  expect(scan('x.rs', text)).toEqual(['3-3 function test_server', '5-5 test serves']);
});
