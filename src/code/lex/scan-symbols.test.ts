import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(file: string, text: string): string[] {
  return scanSymbols(languageOf(file) ?? never(), text).map(
    ({ kind, path, line, endLine }) => `${line}-${endLine} ${kind} ${path}`,
  );
}

function never(): never {
  throw new Error('no language');
}

const LANGUAGES = Object.keys(LEX_RULES) as ScannedLanguage[];
const FILES = 'x.ts x.py x.go x.rs x.java x.kt x.scala x.swift x.c x.cc x.cs x.php x.rb x.sh'.split(' ');
const PIECES = [
  '"',
  "'",
  '`',
  '${',
  '}',
  '{',
  '/*',
  '*/',
  '//',
  '#',
  '"""',
  "'''",
  'r#"',
  '\\',
  '\n',
  '\r\n',
  '/',
  '(',
  ')',
  '[',
];
const WORDS = [
  'class A',
  'function f',
  'def g',
  'fn h',
  'func i',
  'impl X for Y',
  ' ',
  'a',
  '=',
  ';',
  ':',
  '=>',
  '<',
  '@x',
  'é😀',
];
const hostileText = fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 200 }).map((parts) => parts.join(''));

describe('masking', () => {
  test.each(LANGUAGES)('of %s keeps every offset and line break, whatever the text', (name) => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const mask = maskCode(text, LEX_RULES[name]);
        expect(mask.length).toBe(text.length);
        expect(mask.replace(/[^\n]/g, '.')).toBe(text.replace(/[^\n]/g, '.'));
      }),
    );
  });

  test('takes comments, strings, templates and regular expressions of script for what they are', () => {
    const text = `a /* { */ "}" '{' \`{$` + '{b}{` / 2 = /[/}]{/ // }';
    expect(maskCode(text, LEX_RULES.script).replaceAll('\u001a', '_')).toBe(
      `a         "_" '_' \`__{b}_\` / 2 = /_____/     `,
    );
  });

  test('tells lifetimes from characters and ends raw strings at their own mark', () => {
    const text = `fn f<'a>(x: &'a str) { '{'; '\\''; r#"}"{"#; "\\"}"; }`;
    expect(maskCode(text, LEX_RULES.rust).replaceAll('\u001a', '_')).toBe(
      `fn f<'a>(x: &'a str) { '_'; '__'; r#"___"#; "___"; }`,
    );
  });
});

test.each([
  ['quotes', '"\n'.repeat(500_000)],
  ['unclosed quotes on one line', `'${"\\'".repeat(500_000)}`],
  ['open brackets', '{'.repeat(1_000_000)],
  ['mixed brackets', '([{)]}'.repeat(170_000)],
  ['slashes', '/[ '.repeat(330_000)],
  ['template openers', '`${'.repeat(330_000)],
  ['raw openers', 'r##"\n'.repeat(200_000)],
  ['unended statements', 'const a =\n'.repeat(100_000)],
  ['nested classes', 'class A {\n'.repeat(100_000)],
  ['methods without end', `class A {\n${'foo(\n'.repeat(200_000)}`],
  ['one long line', 'function f('.repeat(90_000)],
  ['decorators', '@a\n'.repeat(330_000)],
  ['indented defs', 'def f():\n '.repeat(100_000)],
  ['triple quotes', '"""\n'.repeat(250_000)],
  ['spaces', `${' '.repeat(399)}\n`.repeat(2_500)],
  ['names', `${'a'.repeat(399)}\n`.repeat(2_500)],
  ['conditions', '{(\n#if A\n)\n#else\n}\n'.repeat(60_000)],
  ['heredocs', '<<A <<B <<C\n'.repeat(80_000)],
  ['holes', '"${"#{"\\('.repeat(100_000)],
  ['angles', 'a<b(c)<'.repeat(150_000)],
  ['colons', 'a(b):c{'.repeat(150_000)],
  ['names of one statement', `var a${',\nb'.repeat(330_000)}`],
  ['names before blank lines', `var ${'a,\n'.repeat(600)}b${' '.repeat(700)}${'\n'.repeat(2_500)}`.repeat(200)],
  ['statements before blanks', `var a${' '.repeat(700)}\n`.repeat(1_400)],
  ['percents', 'x = %w[ %q( '.repeat(80_000)],
  ['interfaces', 'type A interface{ m(); n('.repeat(40_000)],
  ['methods of one line', `type A interface{${' m();'.repeat(200_000)}`],
  ['methods that do not end', `type A interface {\n${'\tm(\n'.repeat(250_000)}`],
  ['generics', `public ${'a<'.repeat(150)}\n`.repeat(3_000)],
])('a megabyte of %s is scanned in time linear in it', (_, text) => {
  for (const file of FILES) {
    const started = process.cpuUsage();
    scan(file, text);
    // Generous, since other work shares the machine; what is not linear takes minutes here.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000);
  }
});

test('never throws and gives ranges inside the text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), hostileText, (file, text) => {
      const language = languageOf(file);
      const lines = text.split('\n').length;
      for (const symbol of language ? scanSymbols(language, text) : []) {
        expect(symbol.startLine).toBeGreaterThanOrEqual(1);
        expect(symbol.startLine).toBeLessThanOrEqual(symbol.line);
        expect(symbol.endLine).toBeGreaterThanOrEqual(symbol.line);
        expect(symbol.endLine).toBeLessThanOrEqual(lines);
      }
    }),
  );
});

test('a name is a function by its own value, whatever follows its type', () => {
  const text = `declare global {
  var cache: number;
  interface Window { cache: string }
}
let later!: Later, done: boolean, go = () => 1;
let untyped
function next() {}
let open: string
open = () => 1;
const callback: (a: number) => void = (a) => {};
const table: Map<string, () => void> = new Map();
const either:
  | A
  | B = async () => 2;
declare const vnode: VNode
test('one', () => {});
`;
  expect(scan('x.ts', text)).toEqual([
    '2-2 variable cache',
    '3-3 interface Window',
    '5-5 variable later',
    '5-5 variable done',
    '5-5 function go',
    '6-6 variable untyped',
    '7-7 function next',
    '8-8 variable open',
    '10-10 function callback',
    '11-11 variable table',
    '12-14 function either',
    '15-15 variable vnode',
    '16-16 test one',
  ]);
});

test('lists every name of a statement that declares several, each with its own lines', () => {
  const text = `var express = require('../')
  , request = require('supertest'), url = 'a, b = c';
var run = function () {
  var local = 1, inner = () => {
    return [local, 2];
  };
}, stop = false, Queue = class {
  push(item) {}
};
const { p, q } = options, rest = (1, 2);
declare module 'x' {
  let exports: { a: 1, b: 2 }, more: number;
}
const element = <p>one, two = </p>, map: Map<A, B, C> = new Map();
var
  // what it is for
  first = 1,
  second = function () {
  };
`;
  expect(scan('x.tsx', text)).toEqual([
    '1-1 variable express',
    '2-2 variable request',
    '2-2 variable url',
    '3-7 function run',
    '4-6 function run/inner',
    '7-7 variable stop',
    '7-9 class Queue',
    '8-8 method Queue/push',
    '10-10 variable rest',
    '12-12 variable exports',
    '12-12 variable more',
    '14-14 variable element',
    '17-17 variable first',
    '18-19 function second',
  ]);
  const found = scanSymbols(languageOf('x.tsx') ?? never(), text).find(({ name }) => name === 'stop');
  expect(found).toMatchObject({ column: 4, signature: 'stop = false' });
});

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
  const signatures = scanSymbols(languageOf(file) ?? never(), text).map((one) => one.signature);
  expect(signatures[0]).toBe(signature);
});

test('what stands before a further name on its line is read, too', () => {
  const text = 'const a = class {\n  run() {} }, d = 2;\nfor (\n  let i = 0, g = () => 1;;\n) {}\n';
  expect(scan('x.js', text)).toEqual(['1-2 class a', '2-2 method a/run', '2-2 variable d']);
});

test('a head goes on behind a long comment', () => {
  const text = `interface Request<A = 1,\n  B = 2\n${'// why it is so\n'.repeat(30)}> {\n  send(): void\n}\n`;
  expect(scan('x.ts', text)).toEqual(['1-35 interface Request', '34-34 method Request/send']);
});

test('finds declarations of TypeScript with their extent and nesting', () => {
  const text = `import x from 'y';
export class Router<T extends { a: string }> extends Base<{}> {
  private readonly routes = new Map();
  constructor(private a: string) { super(); }
  add(
    path: string,
  ): { ok: boolean } {
    if (path) { call(path); }
    const local = 1;
    return { ok: true };
  }
  add(path: string): void;
  handler = async (req: Request): Promise<void> => {
    function inner() {}
  };
  get size() { return 1; }
  #secret() {}
}
/** Doc. */
export interface Shape { a: string }
export type Kind =
  | 'a'
  | 'b';
const enum Color { Red }
export const limit = 5, other = 6;
export const make = (a: number) => {
  return a;
};
declare module Foo.Bar { const inside: string; }
export default function () {}
const text = \`
function notReal() {}
\`;
describe('a suite', () => {
  it("does it's thing", () => { const x = () => 1; });
});
`;
  expect(scan('x.ts', text)).toEqual([
    '2-18 class Router',
    '3-3 variable Router/routes',
    '4-4 method Router/constructor',
    '4-4 variable Router/a',
    '5-11 method Router/add',
    '12-12 method Router/add[1]',
    '13-15 method Router/handler',
    '14-14 function Router/handler/inner',
    '16-16 method Router/size',
    '17-17 method Router/#secret',
    '20-20 interface Shape',
    '21-23 type Kind',
    '24-24 enum Color',
    '24-24 variable Color/Red',
    '25-25 variable limit',
    '25-25 variable other',
    '26-28 function make',
    '29-29 module Foo.Bar',
    '30-30 function default',
    '31-33 variable text',
    '34-36 test a suite',
    "35-35 test a suite/does it's thing",
  ]);
});

test('finds what older JavaScript assigns, and is not led astray by JSX', () => {
  const text = `var app = exports = module.exports = {};
app.init = function init() {
  this.x = 1;
};
Router.prototype.add = (a) => a;
exports.later = async function () {};
function View() {
  return <p>Don't {a} / {b} <a href="http://x">it's</a></p>;
}
function next() {}
`;
  expect(scan('x.jsx', text)).toEqual([
    '1-1 variable app',
    '2-4 function app/init',
    '5-5 function Router/add',
    '6-6 function later',
    '7-9 function View',
    '10-10 function next',
  ]);
});

test('finds declarations of Python by indentation, not in docstrings', () => {
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
    '18-21 method Foo/bar',
    '19-20 function Foo/bar/inner',
    '24-28 method Foo/baz',
    '31-34 test test_top',
  ]);
  const [limit, , foo] = scanSymbols(languageOf('x.py') as never, text);
  expect(limit?.startLine).toBe(4);
  expect(foo).toMatchObject({ startLine: 8, line: 11, column: 7, signature: 'class Foo(Base)' });
});

test('heads of Ruby are whole: a scope is not cut at its colons, and what stands behind a semicolon is no head', () => {
  const text =
    'class Node < Arel::Nodes::Node # :nodoc:\nend\nclass Failed < Base; end\ndef build a:, b: 1\nend\ndef get(key); @all[key]; end\n';
  const heads = scanSymbols(languageOf('x.rb') as never, text).map(({ signature }) => signature);
  expect(heads).toEqual([
    'class Node < Arel::Nodes::Node',
    'class Failed < Base',
    'def build a:, b: 1',
    'def get(key)',
  ]);
});

test('finds declarations of Go with receivers and in groups', () => {
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
    '7-9 struct Router',
    '11-13 struct Inner',
    '14-14 type Alias',
    '16-18 interface I',
    '17-17 method I/Do',
    '19-24 method Router/Add',
    '25-25 method Gen/M',
    '26-28 function Map',
    '29-29 test TestX',
    '30-30 function asm',
    '31-31 function last',
  ]);
});

test('finds declarations of Rust with impl blocks, tests and macros', () => {
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
    '16-18 macro make',
    '19-22 module tests',
    '21-21 test tests/works',
    '23-23 function top',
    '24-24 enum E',
    '24-24 variable E/A',
    '24-24 variable E/B',
  ]);
});

test('finds declarations of Java', () => {
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

test('tells languages by extension and by name', () => {
  expect(
    ['a/b.TS', 'Dockerfile', 'dockerfile.dev', 'go.mod', 'x.unknown', 'none', '"odd\\n.py"'].map(
      (path) => languageOf(path)?.id ?? null,
    ),
  ).toEqual(['ts', 'dockerfile', 'dockerfile', 'gomod', null, null, 'py']);
});
