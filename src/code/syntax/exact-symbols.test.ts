import { describe, expect, test } from 'vitest';
import { languageOf } from '../lex/languages.ts';
import { scanSymbols } from '../lex/scan-symbols.ts';
import { exactSymbols } from './exact-symbols.ts';

function scan(path: string, text: string) {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language for ${path}`);
  return scanSymbols(language, text);
}

/** The symbols of a text as `from-to signature`. */
async function linesOf(path: string, text: string): Promise<readonly string[]> {
  const { symbols } = await exactSymbols({ path, blobId: null, text, symbols: scan(path, text) });
  return symbols.map(({ startLine, endLine, signature }) => `${startLine}-${endLine} ${signature}`);
}

describe('exact symbols', () => {
  test('of TypeScript end where they end, without semicolons too', async () => {
    const text = `/** Says. */
@Injectable()
export abstract class A<T> extends B {
  abstract f(): void
  async g(
    x: number,
  ): Promise<T> {
    return x
  }
}
export type Short = { a: 1 }
export const f = async <T>(x: T): Promise<T> => {
  return x
}
`;
    expect(await linesOf('a.ts', text)).toEqual([
      '1-10 export abstract class A<T> extends B',
      '4-4 abstract f(): void',
      '5-9 async g( x: number, ): Promise<T>',
      '11-11 export type Short = { a: 1 }',
      '12-14 export const f = async <T>(x: T): Promise<T> =>',
    ]);
  });

  test('of a program that its first line tells the language of are told as in a file of that language', async () => {
    const text = '#!/usr/bin/env python3\ndef f(\n    a,  # first\n    b,\n):\n    return a\n';
    const symbols = scan('tool.py', text);
    const heads = async (path: string) =>
      (await exactSymbols({ path, blobId: null, text, symbols })).symbols.map(({ signature }) => signature);
    expect(await heads('bin/tool')).toEqual(await heads('tool.py'));
    expect(await heads('bin/tool')).toEqual(['def f( a, b, )']);
  });

  test('that one pattern binds are told by their statement', async () => {
    const text = 'export const {\n  a,\n  b = 1,\n  c: { d = 2 },\n} = make()\nconst [x = 3] = list\n';
    const whole = '1-5 export const { a, b = 1, c: { d = 2 }, } = make()';
    expect(await linesOf('a.ts', text)).toEqual([whole, whole, whole, '6-6 const [x = 3] = list']);
  });

  test('of a specialised type of C++ that the parser does not follow do not end with its head', async () => {
    const text = `template <> struct formatter<code> {
  void f() {
#if A
    if (a) {
#else
    if (b) {
#endif
    }
  }
};
`;
    expect(await linesOf('a.cc', text)).toEqual(['1-10 template <> struct formatter<code>', '2-9 void f()']);
  });

  test('of a test of C++ have its body, whatever stands before it', async () => {
    const text = `      EXPECT_MSG(throw error("a"), error, "b"), "");
  int n = 0;
TEST(a_test, works) {
    EXPECT_IT(f(), std::exception, "");
}
`;
    expect(await linesOf('a.cc', text)).toContain('3-5 TEST(a_test, works)');
  });

  test('of Go are the methods of interfaces, too', async () => {
    const text = `package a

type Reader interface {
	// Read fills p.
	Read(
		p []byte, // what is filled
	) (n int, err error)
	Any() interface{}
}

type Closer interface{ Close() error; Set() struct{} }
`;
    expect(await linesOf('a.go', text)).toEqual([
      '3-9 type Reader interface',
      '4-7 Read( p []byte, ) (n int, err error)',
      '8-8 Any() interface{}',
      '11-11 type Closer interface',
      '11-11 Close() error',
      '11-11 Set() struct{}',
    ]);
  });

  test('of TypeScript have whole types as signatures, and literals with slashes in them', async () => {
    const fields = Array.from({ length: 20 }, (_, at) => `  field${at}: string\n`).join('');
    const text = `export type Options = readonly Alias[] | { [find: string]: string }
export type Long = Short & {
${fields}}
export type Error = Register extends { error: infer E } ? E : unknown
const url = 'https://a.b/c' // Says.
const regex = /^\\/\\//
function f(a /* first */ = 'http://a', b = 1) {}
const g = (n) => \`count is \${n}\`
type Names = ${Array.from({ length: 200 }, (_, at) => `'${at}'`).join(`${' '.repeat(9)}| `)}
`;
    const signatures = (await linesOf('a.ts', text)).map((line) => line.replace(/^\S+ /, ''));
    expect(signatures.slice(0, -1)).toEqual([
      'export type Options = readonly Alias[] | { [find: string]: string }',
      'export type Long = Short & {…}',
      'export type Error = Register extends { error: infer E } ? E : unknown',
      "const url = 'https://a.b/c'",
      'const regex = /^\\/\\//',
      "function f(a = 'http://a', b = 1)",
      'const g = (n) =>',
    ]);
    expect(signatures.at(-1)).toMatch(/…$/);
  });

  test('of Python divide where Python divides', async () => {
    expect(await linesOf('a.py', "half = size // 2\nurl = 'https://a.b'\n")).toEqual([
      '1-1 half = size // 2',
      "2-2 url = 'https://a.b'",
    ]);
  });

  test('of Python begin with their decorators', async () => {
    const text =
      '@cache\n@other(\n    1,\n)\ndef f(a):\n    """\n    def g(): pass\n    """\n    return a\n\n\nx = 1\n';
    expect(await linesOf('a.py', text)).toEqual(['1-9 def f(a)', '12-12 x = 1']);
  });

  test('of C are whole declarations, macros too', async () => {
    const text = `#define ADD(a, b) \\
  ((a) + (b))
typedef void (*handler)(int fd, void *data);
static const char *
name_of(int kind)
{
  return "}";
}
`;
    const lines = await linesOf('a.c', text);
    expect(lines).toContainEqual(expect.stringMatching(/^1-2 #define ADD\(a, b\)/));
    expect(lines).toContainEqual(expect.stringMatching(/^3-3 typedef void \(\*handler\)/));
    expect(lines).toContainEqual('4-8 static const char * name_of(int kind)');
  });

  test('of enums are their members one by one', async () => {
    const script = 'export enum Color {\n  /** Says. */\n  Red,\n  Green = 2,\n}\n';
    expect(await linesOf('a.ts', script)).toEqual(['1-5 export enum Color', '2-3 Red', '4-4 Green = 2']);
    const rust = 'pub enum A {\n    #[default]\n    One(\n        u8,\n    ),\n    Two { at: u32 },\n}\n';
    expect(await linesOf('a.rs', rust)).toEqual(['1-7 pub enum A', '2-5 One( u8, )', '6-6 Two']);
  });

  test('of a text that no grammar takes are as the scanner has them', async () => {
    const broken = 'class A {\n  f() {\n';
    const scanned = {
      path: 'a.ts',
      blobId: null,
      text: broken,
      symbols: scan('a.ts', broken),
    };
    expect((await exactSymbols(scanned)).symbols).toEqual(scanned.symbols);
    const kotlin = { ...scanned, path: 'a.kt' };
    expect(await exactSymbols(kotlin)).toEqual({ symbols: scanned.symbols, isParsed: false });
  });
});
