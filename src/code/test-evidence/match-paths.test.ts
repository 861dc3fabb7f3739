import { expect, test } from 'vitest';
import { makePathMatcher } from './match-paths.ts';

const { find } = makePathMatcher(
  ['index.js', 'lib/a.js', 'pkg/lib/a.js', 'src/app/main.py', 'src/main/java/org/x/A.java'],
  ['shop', 'x.org/shop'],
);

test.each([
  ['lib/a.js', 'lib/a.js'],
  ['./lib/a.js', 'lib/a.js'],
  ['/ci/work/lib/a.js', 'lib/a.js'],
  ['/ci/work/pkg/lib/a.js', 'pkg/lib/a.js'],
  ['file:///ci/pkg/lib/a.js', 'pkg/lib/a.js'],
  ['C:\\ci\\lib\\a.js', 'lib/a.js'],
  ['/home/me/shop/index.js', 'index.js'],
  ['x.org/shop/index.js', 'index.js'],
  ['app/main.py', 'src/app/main.py'],
  ['org/x/A.java', 'src/main/java/org/x/A.java'],
])('%s is %s', (path, file) => {
  expect(find(path)).toBe(file);
});

test.each([
  '/ci/elsewhere/index.js',
  '/ci/node_modules/x/lib/a.js',
  'node:internal/lib/a.js',
  '/usr/lib/python3.12/lib/a.js',
  'other.js',
  '/a.js',
])('%s is none of the project', (path) => {
  expect(find(path)).toBeNull();
});
