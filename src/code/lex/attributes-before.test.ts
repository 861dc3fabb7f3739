import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function symbolsOf(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === null) throw new Error(path);
  return scanSymbols(language, text).map(({ kind, path: name, signature }) => `${kind} ${name}: ${signature}`);
}

test('a declaration behind decorators on its line is found with its members', () => {
  const text = `@Injectable() export class Foo {
  @Input() name: string;
  @Output() bare;
  @Get('/a') async list(): Promise<void> {}
}
@a.b({ x: [1] }) @c export default class Bar {}
@none
@Injectable() someCall();
`;
  expect(symbolsOf('a.ts', text)).toEqual([
    'class Foo: export class Foo',
    'variable Foo/name: @Input() name: string',
    'variable Foo/bare: @Output() bare',
    "method Foo/list: @Get('/a') async list(): Promise<void>",
    'class Bar: export default class Bar',
  ]);
});

test('items of Rust behind attributes on their line are found, and tests are told by them', () => {
  const text = `#[inline] pub fn foo() {}
#[derive(Debug)] #[repr(C)] pub struct Bar { a: u8 }
impl Bar {
    #[inline(always)] fn baz(&self) {}
}
#[test] fn holds() {}
fn plain() { /* #[test] */ }
#[cfg(test)] mod tests {}
#![allow(dead_code)]
`;
  expect(symbolsOf('a.rs', text)).toEqual([
    'function foo: pub fn foo()',
    'struct Bar: pub struct Bar',
    'impl impl Bar: impl Bar',
    'method Bar/baz: fn baz(&self)',
    'test holds: fn holds()',
    'function plain: fn plain()',
    'module tests: mod tests',
  ]);
});

test('attributes without end are read in time linear in the text', () => {
  // Who looks through the rest of a text for each of them takes minutes for these.
  for (const [path, sign] of [
    ['a.ts', '@a('],
    ['a.rs', '#['],
    ['a.ts', '@a() '],
    ['a.rs', '#[a] '],
    ['a.ts', '@a(\n'],
    ['a.rs', '#[\n'],
  ])
    expect(symbolsOf(path ?? '', (sign ?? '').repeat(100_000))).toEqual([]);
});
