import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const FILES = {
  'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nbytes = "1"\n',
  'src/lib.rs': 'pub mod cell;\npub mod user;\npub mod own;\n',
  'src/own.rs':
    'pub enum Own {\n    Vec(u8),\n    Bytes(bytes::Bytes),\n}\nfn f(own: Own, other: bytes::Bytes) {\n    Own::Bytes(other);\n}\n',
  'src/cell.rs':
    'pub struct Cell;\nimpl Cell {\n    pub fn swap(&self, value: u8) -> u8 {\n        value\n    }\n    pub fn replant(&self) {}\n}\n\n' +
    'unsafe impl bytes::BufMut for Cell {\n    fn chunk_mut(&mut self) -> u8 {\n        1\n    }\n}\n',
  'src/user.rs':
    'use crate::cell::Cell;\nfn f(all: &All) {\n    all.woken.swap(1);\n    all.made().replant();\n    all.bytes.chunk_mut();\n}\n',
};

const uses = async (query: string): Promise<string[]> => {
  const { rows } = await askCode(FILES, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
};

test('what values of the standard library of Rust have as well is known by its name alone', async () => {
  expect(await uses('Cell/swap')).toEqual(['src/user.rs:3 name']);
  expect(await uses('Cell/replant')).toEqual(['src/user.rs:4 import']);
});

test('a method that a trait from outside gives a type of Rust is one that types from outside have as well', async () => {
  expect(await uses('Cell/chunk_mut')).toEqual(['src/user.rs:5 name']);
});

test('what stands behind a module or a crate of Rust is no value of an enum', async () => {
  expect(await uses('Own/Bytes')).toEqual(['src/own.rs:6 exact', 'src/own.rs:3 name', 'src/own.rs:5 name']);
});
