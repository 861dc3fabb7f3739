import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function paths(file: string, text: string): readonly string[] {
  const language = languageOf(file);
  return language === null ? [] : scanSymbols(language, text).map(({ line, kind, path }) => `${line} ${kind} ${path}`);
}

test('a body of Rust on one line has its items, in an impl by the name of its type', () => {
  const text = [
    'struct P;',
    'impl P { const A: u8 = 1; pub fn f(&self) {} fn g() -> u8 { 1 } }',
    'impl<T> From<T> for P { fn from(_: T) -> Self { P } }',
    'trait T { fn a(); fn b() { let c = 1; } }',
    'mod m { pub fn y() {} }',
  ].join('\n');
  expect(paths('a.rs', text)).toEqual([
    '1 struct P',
    '2 impl impl P',
    '2 variable P/A',
    '2 method P/f',
    '2 method P/g',
    '3 impl impl From for P',
    '3 method P/from',
    '4 trait T',
    '4 method T/a',
    '4 method T/b',
    '5 module m',
    '5 function m/y',
  ]);
});

test('a body of Swift on one line has its members', () => {
  const text = [
    'struct A { var x: Int { 1 }; func f() { let y = 1 } }',
    'extension A { func g() {} }',
    'enum E { case a, b; func h() {} }',
  ].join('\n');
  expect(paths('a.swift', text)).toEqual([
    '1 struct A',
    '1 variable A/x',
    '1 method A/f',
    '2 impl extension A',
    '2 method A/g',
    '3 enum E',
    '3 variable E/a',
    '3 variable E/b',
    '3 method E/h',
  ]);
});

test('what a block of Rust links to is listed, on one line and on several', () => {
  const text = [
    'extern "C" { static A: u8; fn a(); }',
    'unsafe extern {',
    '    pub static mut B: u8;',
    '    pub safe fn b();',
    '}',
    'pub extern "C" fn c() { let d = 1; static E: u8 = 1; }',
  ].join('\n');
  expect(paths('a.rs', text)).toEqual(['1 variable A', '1 function a', '3 variable B', '4 function b', '6 function c']);
});
