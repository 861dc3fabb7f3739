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
