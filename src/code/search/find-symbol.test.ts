import { afterAll, expect, test } from 'vitest';
import { makeRepository } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import { findSymbol } from './find-symbol.ts';

const repository = makeRepository({
  'src/lib.rs': '#[cfg(test)]\nmod tests {\n    #[test]\n    fn parse() {}\n    #[test]\n    fn alone() {}\n}\n',
  'tests/common.rs': 'pub fn parse() {}\n',
  'src/calc.ts': 'export function adds() {}\n',
  'src/calc.test.ts': "describe('calc', () => {\n  test('adds', () => {});\n});\n",
});

afterAll(() => repository.remove());

test.each([
  ['parse', 'tests/common.rs parse'],
  ['calc/adds', 'src/calc.ts adds'],
  ['alone', 'src/lib.rs tests/alone'],
  ['tests/parse', 'src/lib.rs tests/parse'],
  ['tests::parse', 'src/lib.rs tests/parse'],
  ['common/parse', 'tests/common.rs parse'],
])('a test is meant where nothing lies as near to the names before it: %s', async (wanted, found) => {
  const opened = await openSource({ location: repository.path, ref: 'HEAD', denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
  const { candidates } = await findSymbol(opened.value, wanted, context);
  await opened.value.close();
  expect(candidates.map(({ file, path }) => `${file} ${path}`)).toEqual([found]);
});
