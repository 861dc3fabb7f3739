import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const TYPE = 'pub struct X;\n\nimpl X {\n    pub fn new() -> X {\n        X\n    }\n}\n';
const FILES: FileSpecs = {
  'Cargo.toml': '[package]\nname = "app"\n[dependencies]\noutside = "1"\n',
  'src/lib.rs': 'mod one;\nmod two;\nmod user;\nmod own;\n',
  'src/one.rs': `${TYPE}mod tests {\n    fn t() {\n        super::X::new();\n        crate::two::X::new();\n    }\n}\n`,
  'src/two.rs': TYPE,
  'src/user.rs': 'use crate::two::X;\nuse outside::Y;\nfn f() {\n    X::new();\n    Y::new();\n}\n',
  'src/own.rs':
    'use crate::one::{self, X};\nfn f() {\n    X::new();\n    one::X::new();\n    let a = crate::two::X::new();\n    let b: X = make();\n}\n',
};

const edgesOf = async (query: string): Promise<string[]> => {
  const { rows } = await askCode(FILES, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('a path of Rust leads to the type that it names, whatever type of the name the file imports', async () => {
  expect(await edgesOf('src/one.rs#X/new')).toEqual([
    'src/one.rs:10 exact',
    'src/own.rs:3 exact',
    'src/own.rs:4 exact',
  ]);
  expect(await edgesOf('src/two.rs#X/new')).toEqual([
    'src/one.rs:11 exact',
    'src/own.rs:5 exact',
    'src/user.rs:4 exact',
  ]);
});

test('what a module of the standard library gives is no method of the project, nor what any module gives an import of one', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nshell = "1"\n',
    'src/lib.rs': 'mod job;\nmod user;\n',
    'src/job.rs':
      'pub struct Job;\n\nimpl Job {\n    pub fn spill(&self) {}\n}\n\npub trait Len {\n    fn len_of(&self) {}\n}\n',
    'src/user.rs':
      'use crate::job::Job;\nuse crate::job::Len;\nfn f(job: &Job) {\n    job.spill();\n    std::io::spill();\n    shell::spill();\n' +
      '    std::string::String::len_of(&text);\n    std::primitive::str::len_of(text);\n}\n',
  };
  const rows = async (query: string): Promise<string[]> => {
    const found = await askCode(files, { mode: 'references', query });
    return found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort();
  };
  expect(await rows('Job/spill')).toEqual(['4 exact', '6 name']);
  expect((await rows('Len/len_of')).map((row) => row.split(' ')[0])).toEqual(['7', '8']);
});

test('what stands behind a type of Rust is a value or a type of that, and nothing at the top of a module', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod custom;\nmod error;\nmod kind;\nmod user;\npub mod Win;\n',
    'src/custom.rs': 'pub struct Custom;\n',
    'src/error.rs': 'pub struct Error;\n',
    'src/kind.rs': 'use crate::custom::Custom;\npub enum Repr {\n    Custom(Custom),\n}\n',
    'src/Win.rs': 'pub struct Pane;\n',
    'src/user.rs':
      'use crate::{kind::{self, Repr}, custom::Custom};\nuse crate::error::Error;\nfn f(repr: Repr) -> Custom {\n    match repr {\n' +
      '        Repr::Custom(it) => it,\n        kind::Repr::Custom(it) => it,\n    }\n}\nfn g<T>() where\n    <T as TryFrom<u8>>::Error: Copy,\n' +
      '    T::Error: Copy,\n    T: From<crate::Win::Pane>,\n{}\n',
  };
  const rows = async (query: string): Promise<string[]> => {
    const found = await askCode(files, { mode: 'references', query });
    return found.rows.filter(({ file }) => file === 'src/user.rs').map(({ line, edge }) => `${line} ${edge?.evidence}`);
  };
  expect(await rows('src/custom.rs#Custom')).toEqual(['1 exact', '3 exact']);
  expect(await rows('src/kind.rs#Repr/Custom')).toEqual(['5 exact', '6 exact']);
  expect(await rows('src/error.rs#Error')).toEqual(['2 exact']);
  expect(await rows('src/Win.rs#Pane')).toEqual(['12 exact']);
});

test('a type that an import of Rust has from the standard library is none of the project where that import holds', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod error;\nmod uri;\npub use error::Error;\n',
    'src/error.rs': 'pub struct Error;\n',
    'src/uri.rs':
      'use std::error::Error;\npub struct Bad;\nimpl Error for Bad {}\nmod tests {\n    use super::super::*;\n    fn f() -> Error {\n        Error\n    }\n}\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'src/error.rs#Error' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual([
    'src/lib.rs:3 exact',
    'src/uri.rs:6 name',
    'src/uri.rs:7 name',
  ]);
  const implementations = await askCode(files, { mode: 'implementations', query: 'src/error.rs#Error' });
  expect(implementations.rows).toEqual([]);
});

test('a type that a module of Rust has itself goes before what it gives out of others, and a function beside a module is called', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod hir;\nmod unicode;\nmod user;\nmod fill;\nuse crate::fill::fill;\nfn f() {\n    fill(1);\n}\n',
    'src/fill.rs': 'pub fn fill(size: u8) {}\n',
    'src/hir.rs': 'pub use crate::unicode::CaseFold;\npub struct Error;\n',
    'src/unicode.rs': 'pub struct CaseFold;\npub struct Error;\n',
    'src/user.rs': 'use crate::hir::{CaseFold, Error};\nfn f() -> Error {\n    Error\n}\n',
  };
  const rows = async (query: string): Promise<string[]> => {
    const found = await askCode(files, { mode: 'references', query });
    return found.rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
  };
  expect(await rows('src/hir.rs#Error')).toEqual(['src/user.rs:1 exact', 'src/user.rs:2 exact', 'src/user.rs:3 exact']);
  expect(await rows('src/unicode.rs#Error')).toEqual([]);
  expect(await rows('src/fill.rs#fill')).toEqual(['src/lib.rs:5 exact', 'src/lib.rs:7 exact']);
});

test('types that are given to a type of Rust leave the path the same', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod list;\nmod user;\n',
    'src/list.rs': 'pub struct List<T>(T);\nimpl<T> List<T> {\n    pub fn uninit() -> List<T> {}\n}\n',
    'src/user.rs':
      'use crate::list::List;\nuse std::mem::MaybeUninit;\nfn f() {\n    List::<Vec<u8>>::uninit();\n    MaybeUninit::<u8>::uninit();\n' +
      '    crate::list::List::<fn(u8) -> u8>::uninit();\n}\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'List/uninit' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['4 exact', '6 exact']);
});
