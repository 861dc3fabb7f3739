import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGlob } from './glob.ts';

function matching(pattern: string, paths: readonly string[]): readonly string[] {
  const glob = parseGlob(pattern);
  return glob === null ? [] : paths.filter((path) => glob.matches(path));
}

const paths = ['a.ts', 'src/a.ts', 'src/a.js', 'src/deep/b.ts', 'lib/src/c.ts', 'app/[id]/page.tsx'];

test('a pattern without a slash matches names at any depth, files and folders', () => {
  expect(matching('*.ts', paths)).toEqual(['a.ts', 'src/a.ts', 'src/deep/b.ts', 'lib/src/c.ts']);
  expect(matching('src', paths)).toEqual(['src/a.ts', 'src/a.js', 'src/deep/b.ts', 'lib/src/c.ts']);
  expect(matching('?.js', paths)).toEqual(['src/a.js']);
});

test('a pattern with a slash before its end starts at the root; a folder stands for all in it', () => {
  expect(matching('src/deep', paths)).toEqual(['src/deep/b.ts']);
  expect(matching('./src/', paths)).toEqual(['src/a.ts', 'src/a.js', 'src/deep/b.ts']);
  expect(matching('/*.ts', paths)).toEqual(['a.ts']);
  expect(matching('src/', paths)).toEqual(['src/a.ts', 'src/a.js', 'src/deep/b.ts', 'lib/src/c.ts']);
  expect(matching('src/*.ts', paths)).toEqual(['src/a.ts']);
  expect(matching('src/**', paths)).toEqual(['src/a.ts', 'src/a.js', 'src/deep/b.ts']);
  expect(matching('**/src/*.ts', paths)).toEqual(['src/a.ts', 'lib/src/c.ts']);
  expect(matching('src/**/b.ts', paths)).toEqual(['src/deep/b.ts']);
});

test('braces give alternatives', () => {
  expect(matching('src/*.{ts,js}', paths)).toEqual(['src/a.ts', 'src/a.js']);
  expect(matching('{src,lib/{src,x}}/*.ts', paths)).toEqual(['src/a.ts', 'lib/src/c.ts']);
});

test('brackets are a class, and stand for themselves in paths that have them', () => {
  const names = ['a.ts', 'c1.ts', 'd.ts', 'i.ts', '[id].ts', '[...all].ts', '-.ts', ']x.ts', '[a-c].ts'];
  expect(matching('[a-c]*.ts', names)).toEqual(['a.ts', 'c1.ts', '[a-c].ts']);
  expect(matching('[!a-m].ts', names)).toEqual(['-.ts']);
  expect(matching('[^a-m].ts', names)).toEqual(['-.ts']);
  expect(matching('[id].ts', names)).toEqual(['d.ts', 'i.ts', '[id].ts']);
  expect(matching('[...all].ts', names)).toEqual(['a.ts', '[...all].ts']);
  expect(matching('[]-]*.ts', names)).toEqual(['-.ts', ']x.ts']);
  expect(matching('[c-a].ts', ['a.ts', '[c-a].ts'])).toEqual(['[c-a].ts']);
  expect(matching('[a.ts', ['a.ts', '[a.ts'])).toEqual(['[a.ts']);
  expect(matching('app/[id]/*', paths)).toEqual(['app/[id]/page.tsx']);
  expect(matching('**/[r-t]*/[ab].ts', paths)).toEqual(['src/a.ts']);
});

test('a path in quotes is matched by the name that it stands for', () => {
  const names = ['"src/new\\nline.py"', '"src/lat\\351.py"', '"a\\tb/c/d.ts"', 'src/a.py'];
  expect(matching('*.py', names)).toEqual(['"src/new\\nline.py"', '"src/lat\\351.py"', 'src/a.py']);
  expect(matching('src/', names)).toEqual(['"src/new\\nline.py"', '"src/lat\\351.py"', 'src/a.py']);
  expect(matching('a?b/*/*.ts', names)).toEqual(['"a\\tb/c/d.ts"']);
  expect(matching('"src/new\\nline.py"', names)).toEqual(['"src/new\\nline.py"']);
  expect(matching('"a\\tb"', names)).toEqual(['"a\\tb/c/d.ts"']);
});

test('a question mark and a class stand for one character of any alphabet', () => {
  expect(matching('?.py', ['🙂.py', '🙂🙂.py', 'é.py'])).toEqual(['🙂.py', 'é.py']);
  expect(matching('[🙁-🙃]*.py', ['🙂.py', '🙂🙂.py', 'é.py', '🚀.py'])).toEqual(['🙂.py', '🙂🙂.py']);
  expect(matching('🙂[a]?.py', ['🙂a🙂.py', '🙂[a]b.py', '🚀a🙂.py'])).toEqual(['🙂a🙂.py', '🙂[a]b.py']);
});

test('braces that unfold without end are refused', () => {
  expect(parseGlob('{a,b}'.repeat(20))).toBeNull();
});

test('globs agree with the regular expression that they stand for', () => {
  const piece = fc.constantFrom('a', 'b', '*', '?', '/', '**/', '.');
  const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `x/${pieces.join('')}`);
  const path = fc
    .array(fc.array(fc.constantFrom('a', 'b', '.'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((names) => `x/${names.map((name) => name.join('')).join('/')}`);
  fc.assert(
    fc.property(glob, path, (pattern, file) => {
      fc.pre(!/\/\/|\*\*[^/]|[^/]\*\*|\/$/.test(pattern));
      const expression = pattern
        .split('/')
        .map((segment) =>
          segment === '**' ? '**' : segment.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replaceAll('?', '[^/]'),
        )
        .join('/')
        .replace(/\*\*$/, '.+')
        .replaceAll('**/', '(?:[^/]+/)*');
      expect(matching(pattern, [file]).length > 0).toBe(new RegExp(`^${expression}(?:/.*)?$`).test(file));
    }),
    { numRuns: 2_000 },
  );
});

// The walk is greedy with one point of return; a backtracking one would not end here before the test's time is over.
test('a pattern of hundreds of stars is judged in bounded time', () => {
  const path = `${'a'.repeat(4_000)}/${'a/'.repeat(60)}a`;
  expect(matching(`${'a*'.repeat(400)}b`, [path])).toEqual([]);
  expect(matching(`${'**/a/'.repeat(150)}b`, [path])).toEqual([]);
  expect(matching(`${'[a-c]*'.repeat(400)}b`, [path])).toEqual([]);
  expect(matching('['.repeat(4_000), [path])).toEqual([]);
});
