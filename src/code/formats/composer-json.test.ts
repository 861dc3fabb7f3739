import { expect, test } from 'vitest';
import { parseComposerJson } from './composer-json.ts';

test('packages are read with their lines, the language and its extensions are none', () => {
  const text =
    '{"name": "a/b", "require": {"php": ">=8",\n"ext-json": "*", "c/d": "^1",\n"e/f": null},\n"require-dev": {"g/h": "*"}}';
  expect(parseComposerJson(text)).toMatchObject({
    name: 'a/b',
    requests: [
      { name: 'c/d', requested: '^1', isDev: false, line: 2 },
      { name: 'e/f', requested: null, isDev: false, line: 3 },
      { name: 'g/h', requested: '*', isDev: true, line: 4 },
    ],
  });
});

test('what is no object of JSON is not read', () => {
  expect(['[]', '{', ''].map(parseComposerJson)).toEqual([null, null, null]);
});
