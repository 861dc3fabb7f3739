import { expect, test } from 'vitest';
import { parseGoMod, parseGoWork } from './go-mod.ts';

test('a go.mod is read with its lines, in blocks and out of them, quoted or not', () => {
  const text = [
    '// Deprecated: use another',
    'module "example.org/shop" // ours',
    '',
    'go 1.22',
    'require example.org/one v1.0.0',
    'require(',
    '\texample.org/two v2.0.0+incompatible',
    '\t// example.org/off v1.0.0',
    '\t`example.org/three` v0.1.0 // indirect; for tests',
    ')',
    'exclude example.org/one v0.9.0',
  ].join('\r\n');
  expect(parseGoMod(text)).toEqual({
    module: { path: 'example.org/shop', line: 2 },
    go: '1.22',
    requires: [
      { path: 'example.org/one', version: 'v1.0.0', isIndirect: false, line: 5 },
      { path: 'example.org/two', version: 'v2.0.0+incompatible', isIndirect: false, line: 7 },
      { path: 'example.org/three', version: 'v0.1.0', isIndirect: true, line: 9 },
    ],
    replaces: [],
  });
});

test('a replacement says of which version it is and what it leads to', () => {
  const text = 'replace a.org/a => ../a\nreplace (\n a.org/b v1.0.0 => b.org/b v1.2.0\n a.org/c =>\n => a.org/d\n)\n';
  expect(parseGoMod(text).replaces).toEqual([
    { path: 'a.org/a', version: null, target: '../a', targetVersion: null },
    { path: 'a.org/b', version: 'v1.0.0', target: 'b.org/b', targetVersion: 'v1.2.0' },
  ]);
});

test('what is no go.mod names nothing', () => {
  expect(parseGoMod('hello (\nworld\n')).toEqual({ module: null, go: null, requires: [], replaces: [] });
  expect(parseGoMod('module\n').module).toBeNull();
});

test('a go.work gives the folders that it uses', () => {
  expect(parseGoWork('go 1.22\n\nuse "./a" // first\nuse (\n\t.\n\t../b\n)\nreplace x.org/x => ./x\n')).toEqual([
    './a',
    '.',
    '../b',
  ]);
});
