/** What a file is for, as far as its path tells. */
export type PathRole = 'source' | 'test' | 'aside';

const TEST_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'spec',
  'specs',
  'testing',
  'testdata',
  'testsuite',
  'e2e',
  'fixtures',
  '__fixtures__',
  '__mocks__',
]);
const TEST_NAME =
  /(?:[._-](?:test|tests|spec|e2e)\.[a-z0-9.]+$)|(?:^(?:test_|conftest\.)[^/]*py$)|(?:(?:Test|Tests|IT|Spec)\.(?:java|kt|cs|scala|php|swift)$)|(?:^tests?\.[a-z]+$)/;

/** Folders whose content is rarely what a search for code is after: borrowed, generated or told in prose. */
const ASIDE_FOLDERS = new Set([
  'vendor',
  'third_party',
  'node_modules',
  'docs',
  'doc',
  'documentation',
  'examples',
  'example',
  'samples',
  'demo',
  'dist',
  'build',
  'generated',
  'gen',
]);
const ASIDE_NAME =
  /(?:\.min\.[a-z]+$)|(?:\.(?:lock|snap|md|rst|adoc|txt|svg|map)$)|(?:[._-](?:pb|generated|gen)\.[a-z]+$)|(?:(?:^|-)lock\.(?:json|yaml)$)/;

/** The role by folder and file names alone; a test in the middle of a source file is not seen. */
export function roleOfPath(path: string): PathRole {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  if (TEST_NAME.test(name) || segments.some((segment) => TEST_FOLDERS.has(segment))) return 'test';
  if (ASIDE_NAME.test(name) || segments.some((segment) => ASIDE_FOLDERS.has(segment))) return 'aside';
  return 'source';
}
