import { expect, test } from 'vitest';
import { parseVersionCatalog } from './version-catalog.ts';

test('libraries are named as scripts name them, with the versions that the catalog keeps apart', () => {
  const text = [
    '[versions]',
    'x = "1.0"',
    'rich = { strictly = "2.0" }',
    '[libraries]',
    'a-one = "g:a:3"',
    'b = { module = "g:b", version.ref = "x" }',
    'c_two = { group = "g", name = "c", version.ref = "rich" }',
    'd = { module = "g:d" }',
    'odd = { name = "e" }',
    'f = { module = "g:f", version = { ref = "x" } }',
    'g = { module = "g:g", version = { prefer = "3", strictly = "2" } }',
    'h = { module = "g:h", version.require = "4" }',
  ].join('\n');
  expect(parseVersionCatalog(text)).toEqual([
    { alias: 'a.one', name: 'g:a', version: '3', line: 5 },
    { alias: 'b', name: 'g:b', version: '1.0', line: 6 },
    { alias: 'c.two', name: 'g:c', version: '2.0', line: 7 },
    { alias: 'd', name: 'g:d', version: null, line: 8 },
    { alias: 'f', name: 'g:f', version: '1.0', line: 10 },
    { alias: 'g', name: 'g:g', version: '2', line: 11 },
    { alias: 'h', name: 'g:h', version: '4', line: 12 },
  ]);
  expect(parseVersionCatalog('[versions')).toMatch(/^not TOML/);
});
