import { isTestName, KIND_MARK } from '../../source/test-name.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { splitIdentifier } from '../../text/words.ts';

/** Whether a file is a test by its name; folders do not count, since they hold fixtures, too. */
export function looksLikeTestFile(path: string): boolean {
  const name = nameOf(path);
  if (name === 'conftest.py') return false;
  return /TestCase\.(?:java|kt|cs|scala|php|swift|groovy)$/.test(name) || isTestName(path.slice(0, -name.length), name);
}

/** Languages whose tests are known by the names of their files alone. */
const UNREAD = /\.(?:kt|scala|groovy|cs|php|swift|rb|exs|dart|cc|cpp)$/;

/** Whether a file is a test by its name, in a language that is not read for cases. */
export function isUnreadTest(path: string): boolean {
  return UNREAD.test(path) && looksLikeTestFile(path);
}

/**
 * What a file is called without its ending and the marks of a test, in small letters: `router` for `router.ts`,
 * `router.test.ts`, `test_router.py`, `router_test.go` and `RouterTests.java`. The folder's name stands in for `index`,
 * `mod` and `__init__`.
 */
export function testedName(path: string): string {
  return testedNameAsWritten(path).toLowerCase();
}

function testedNameAsWritten(path: string): string {
  const stem = nameOf(path)
    .replace(/\.(?:d\.)?[a-z0-9]+$/i, '')
    .replace(KIND_MARK, '')
    .replace(/[._-](?:test|tests|spec|e2e|int|integration|unit|browser)$/i, '')
    .replace(/[._-](?:test|tests|spec)$/i, '')
    .replace(/^(?:test|tests)[_-]/i, '')
    .replace(/(?<=[a-z0-9])(?:IntegrationTests?|Tests?|IT|Spec|TestCase)$/, '');
  if (!/^(?:index|mod|main|lib|__init__|test|tests)$/i.test(stem)) return stem;
  const folder = folderOf(path)
    .split('/')
    .findLast((name) => !/^(?:|src|lib|test|tests|__tests__|spec)$/.test(name));
  return folder ?? stem;
}

/** Words of a stem in small letters: `req_ctx`, `reqCtx` and `req-ctx` have two. */
export function stemWords(path: string): readonly string[] {
  return wordsOf(testedNameAsWritten(path));
}

/** Words of a name in small letters, by its capitals and separators. */
export function wordsOf(name: string): readonly string[] {
  return name
    .split(/[._\- $]+/)
    .flatMap((part) => splitIdentifier(part))
    .map((word) => word.toLowerCase());
}

/** Leading folders that two paths share, after the words for sources and tests are taken out; from 0 to 1. */
export function nearness(a: string, b: string): number {
  const left = placeOf(a);
  const right = placeOf(b);
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared += 1;
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 1 : shared / longest;
}

function placeOf(path: string): readonly string[] {
  return folderOf(path)
    .split('/')
    .filter((name) => !/^(?:|src|lib|test|tests|__tests__|spec|specs|main|java|kotlin|unit|testsuite)$/.test(name));
}
