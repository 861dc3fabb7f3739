import { expect, test } from 'vitest';
import { parseJson } from '../../formats/json.ts';
import { targetsOf } from './exports-field.ts';

function pathsOf(field: object, subpath: string): readonly string[] | null {
  const json = parseJson(JSON.stringify(field));
  return json && (targetsOf(json, subpath)?.map(({ path }) => path) ?? null);
}

test('of patterns that begin alike the longest counts, in whatever order they stand', () => {
  const [any, js] = [{ './*': './src/*.ts' }, { './*.js': './lib/*.ts' }];
  expect(pathsOf({ ...any, ...js }, './a.js')).toEqual(['./lib/a.ts']);
  expect(pathsOf({ ...js, ...any }, './a.js')).toEqual(['./lib/a.ts']);
  expect(pathsOf({ ...js, ...any }, './a')).toEqual(['./src/a.ts']);
  expect(pathsOf({ './*.js': './lib/*.ts', './in/*': './src/*.ts' }, './in/a.js')).toEqual(['./src/a.js.ts']);
});
