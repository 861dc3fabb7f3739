import { expect, test } from 'vitest';
import { looksLikeTestFile, nearness, stemWords, testedName } from './test-names.ts';

test.each([
  ['lib/router.ts', 'router'],
  ['test/router.test.ts', 'router'],
  ['tests/test_router.py', 'router'],
  ['router_test.go', 'router'],
  ['src/test/java/x/RouterTests.java', 'router'],
  ['src/router/index.ts', 'router'],
  ['src/picker.clienttest.tsx', 'picker'],
  ['src/http.apitest.ts', 'http'],
  ['src/a.contest.ts', 'a.contest'],
  ['test/res.send.js', 'res.send'],
  ['Fit.java', 'fit'],
])('%s is named %s', (path, stem) => {
  expect(testedName(path)).toBe(stem);
});

test('names are the same words whatever parts them', () => {
  for (const path of ['handleRequest.js', 'handle-request.test.js', 'handle_request_test.go']) {
    expect(stemWords(path)).toEqual(['handle', 'request']);
  }
});

test('tests are told by their names, not by their folders', () => {
  for (const path of ['a.test.js', 'test_a.py', 'a_test.go', 'ATest.java', 'a_spec.rb'])
    expect(looksLikeTestFile(path)).toBe(true);
  for (const path of ['test/helpers.js', 'latest.js', 'contest.py', 'tests/conftest.py'])
    expect(looksLikeTestFile(path)).toBe(false);
});

test('a test whose folders mirror those of a file is near to it', () => {
  expect(nearness('packages/a/src/x.ts', 'packages/a/__tests__/x.spec.ts')).toBe(1);
  expect(nearness('packages/a/src/x.ts', 'packages/b/__tests__/x.spec.ts')).toBe(0.5);
});
