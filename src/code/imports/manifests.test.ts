import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';

function rows(count: number, row: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => row(at)).join('');
}

function files(count: number, row: (at: number) => string, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [row(at), text]));
}

test.each([
  ['a.py', `import importlib\n${rows(5_200, (at) => `importlib.import_module('m${at}')\n`)}`, 'imports'],
  ['a.go', `package a\nimport (\n${rows(5_200, (at) => `"example.com/m${at}"\n`)})\n`, 'imports'],
  ['src/lib.rs', `use far::{${rows(5_200, (at) => `m${at}, `)}};\n`, 'imports'],
])('a list of imports that is cut is told: %s', async (path, text, word) => {
  const graph = await graphOf({ [path]: text, 'Cargo.toml': '[package]\nname = "a"\n' });
  expect(graph.gaps).toEqual([`${path} ${word} more than is read; the rest was left out`]);
});

test('names of one use by thousands are all read', async () => {
  const graph = await graphOf({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': `mod last;\nuse crate::{${rows(2_500, (at) => `m${at}, `)} last};\n`,
    'src/last.rs': '',
  });
  expect(graph.gaps).toEqual([]);
});

test.each([
  ['files *.def were not read: more than 300', 'a.kt', files(301, (at) => `defs/a${at}.def`, 'package = a\n')],
  ['files conftest.py were not read: more than 200', 'a.py', files(201, (at) => `t${at}/conftest.py`, '')],
  ['files ng-package.json were not read: more than 500', 'a.ts', files(501, (at) => `p${at}/ng-package.json`, '{}')],
])('manifests that there is no room for are told: %s', async (gap, path, manifests) => {
  const graph = await graphOf({ [path]: '', ...manifests });
  expect(graph.gaps).toEqual([`1 ${gap}`]);
});
