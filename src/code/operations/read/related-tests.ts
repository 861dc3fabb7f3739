import type { NamesOf } from '../../questions/read.types.ts';
import { roleOfPath } from '../../source/path-role.ts';

const TESTS_MAX = 5;

/** Test files whose name says that they test a file, the nearest first, of which 5 are named. By name alone. */
export function relatedTests(file: string, paths: readonly string[]): NamesOf {
  const stem = stemOf(file);
  if (stem === '') return { total: 0, first: [] };
  const tests = paths.filter((path) => path !== file && roleOfPath(path) === 'test' && stemOf(path) === stem);
  tests.sort((a, b) => foldersShared(b, file) - foldersShared(a, file) || a.length - b.length || (a < b ? -1 : 1));
  return { total: tests.length, first: tests.slice(0, TESTS_MAX) };
}

/** `router` for `router.ts`, `router.test.ts`, `test_router.py`, `router_test.go` and `RouterTest.java`. */
function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return name
    .replace(/\.[^.]+$/, '')
    .replace(/(?:[._-](?:test|tests|spec|e2e))$|^test_|(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();
}

/** How many folders from the top on two paths have in common. */
export function foldersShared(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
