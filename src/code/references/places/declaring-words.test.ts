import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const linesOf = async (path: string, code: string, query: string): Promise<readonly (number | null)[]> => {
  const { rows } = await askCode({ [path]: code }, { mode: 'references', query });
  return rows.map(({ line }) => line);
};

test.each([
  ['a.go', 'package a\n\nfunc lock() {}\n\nfunc set(fn func()) {\n\tcallback = fn\n\tlock()\n}\n', 'a variable of Go'],
  [
    'a.go',
    'package a\n\nfunc lock() {}\n\nfunc set(record int) {\n\tlast = record\n\tlock()\n}\n',
    'one called record',
  ],
  ['a.py', 'def lock():\n    pass\n\n\ndef put(fn):\n    last = fn\n    lock()\n', 'a variable of Python'],
  [
    'a.py',
    'def lock():\n    pass\n\n\ndef put(a, type):\n    last = type\n    lock()\n',
    'one called as a type begins',
  ],
  ['a.ts', 'function lock() {}\n\nexport function put(def) {\n  let last\n  last = def\n  lock()\n}\n', 'a script'],
  ['a.ts', 'function lock() {}\n\nexport function put(type) {\n  let last\n  last = type\n  lock()\n}\n', 'its words'],
  [
    'a.rb',
    'def lock\nend\n\ndef put(a)\n  a.last =\n    @module\n  lock\nend\n',
    'a variable of Ruby with a word as its name',
  ],
  ['a.sh', 'lock() {\n  :\n}\n\nput() {\n  local a\n  type lock\n}\n', 'a command of a shell'],
])('what stands behind a word that declares nothing there is a use: %s %#', async (path, code) => {
  const line = code.split('\n').findLastIndex((text) => text.includes('lock')) + 1;
  expect(await linesOf(path, code, 'lock')).toEqual([line]);
});

test.each([
  ['a.go', 'package a\n\nfunc lock() {}\n\nfunc put() {\n\ttype lock struct{}\n}\n'],
  ['a.py', 'def lock():\n    pass\n\n\ndef put():\n    def lock():\n        pass\n'],
  ['a.ts', 'export function lock() {}\n\nexport function put() {\n  type lock = 1;\n}\n'],
  ['a.rs', 'fn lock() {}\n\nfn put() {\n    union lock {}\n}\n'],
])('a word declares what stands behind it: %s', async (path, code) => {
  expect(await linesOf(path, code, 'lock').catch(() => [])).toEqual([]);
});

test('a constant or type within a function of Rust is none that is declared around it', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': 'mod a;\nconst MAX: u8 = 1;\nstruct Kind;\n',
    'src/a.rs':
      'use super::*;\nfn put() {\n    const MAX: u8 = 2;\n    go(MAX);\n    type Kind = u8;\n    let a: Kind = 1;\n}\nfn set(a: *const Kind) {\n    go(MAX);\n}\n',
  };
  const rows = async (query: string): Promise<readonly string[]> =>
    (await askCode(files, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await rows('src/lib.rs#MAX')).toEqual(['9 import', '4 name']);
  expect(await rows('src/lib.rs#Kind')).toEqual(['8 import']);
});
