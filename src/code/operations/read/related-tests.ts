import { compareTexts } from '../../../base/compare-texts.ts';
import type { NamesOf } from '../../questions/read.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { folderOf, nameOf } from '../../text/paths.ts';

const TESTS_MAX = 5;

/** Test files whose name says that they test a file, the nearest first, of which 5 are named. By name alone. */
export function relatedTests(file: string, paths: readonly string[]): NamesOf {
  const stem = bareName(file);
  if (stem === '') return { total: 0, first: [] };
  const isNear = (path: string): boolean => !OF_FOLDER.test(stem) || placeOf(path) === placeOf(file);
  const tests = paths.filter(
    (path) => path !== file && roleOfPath(path) === 'test' && bareName(path) === stem && isNear(path),
  );
  tests.sort((a, b) => foldersShared(b, file) - foldersShared(a, file) || a.length - b.length || compareTexts(a, b));
  return { total: tests.length, first: tests.slice(0, TESTS_MAX) };
}

/** Names that files have in every folder: of these only tests of the same folder are meant. */
const OF_FOLDER = /^(?:index|main|mod|lib|__init__)$/;

/** The folder of a file without those that only part sources from tests: `packages/git/test` is beside `packages/git/src`. */
function placeOf(path: string): string {
  const folders = folderOf(path).split('/');
  return folders.filter((folder) => !/^(?:src|lib|tests?|__tests__|spec)$/.test(folder)).join('/');
}

/** `router` for `router.ts`, `router.test.ts`, `test_router.py`, `router_test.go` and `RouterTest.java`. */
function bareName(path: string): string {
  return nameOf(path)
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
