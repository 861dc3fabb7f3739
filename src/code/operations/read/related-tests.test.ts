import { expect, test } from 'vitest';
import { relatedTests } from './related-tests.ts';

const PATHS = [
  'packages/git/src/index.ts',
  'packages/git/src/index.test.ts',
  'packages/read/src/index.test.ts',
  'packages/git/test/index.test.ts',
  'packages/git/src/router.ts',
  'test/router.test.ts',
  'tests/test_router.py',
  'packages/git/src/router.spec.ts',
];

test.each([
  ['packages/git/src/router.ts', ['packages/git/src/router.spec.ts', 'test/router.test.ts', 'tests/test_router.py']],
  // Every package has an index: those of others test something else.
  ['packages/git/src/index.ts', ['packages/git/src/index.test.ts', 'packages/git/test/index.test.ts']],
  ['packages/empty/src/index.ts', []],
])('the tests of %s by their names are %j', (file, tests) => {
  expect(relatedTests(file, PATHS)).toEqual({ total: tests.length, first: tests });
});
