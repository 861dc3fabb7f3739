import { expect, test } from 'vitest';
import { isBuiltAside } from './built-aside.ts';

test.each([
  'BUILD_TESTING',
  'JSON_BuildTests',
  'build_tests',
  'BUILD_UNITTESTS',
  'TESTS',
  'A AND BUILD_EXAMPLES',
  'NOT WIN32 AND TESTS',
])('what stands under %s is built aside', (condition) => {
  expect(isBuiltAside([condition])).toBe(true);
});

test.each(['USE_LATEST', 'CONTEST', 'NOT BUILD_TESTING', '!TESTS', 'Fastest', 'RESAMPLE', ''])(
  'what stands under "%s" is built with the rest',
  (condition) => {
    expect(isBuiltAside([condition])).toBe(false);
  },
);
