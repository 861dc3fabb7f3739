import { roleOfPath } from '../../search/path-role.ts';

const TESTS_MAX = 5;

/** Test files whose name says that they test a file, the nearest first; at most 5. By name alone. */
export function relatedTests(file: string, paths: readonly string[]): readonly string[] {
  const stem = stemOf(file);
  if (stem === '' || roleOfPath(file) === 'test') return [];
  const tests = paths.filter((path) => path !== file && isTest(path) && stemOf(path) === stem);
  tests.sort((a, b) => shared(b, file) - shared(a, file) || a.length - b.length || (a < b ? -1 : 1));
  return tests.slice(0, TESTS_MAX);
}

// `package_id_spec.rs` is about a specification; only some languages call their tests so.
function isTest(path: string): boolean {
  return roleOfPath(path) === 'test' && !/[_-]spec\.(?!rb$|lua$|cr$|exs$|[jt]sx?$)[a-z]+$/.test(path);
}

/** `router` for `router.ts`, `router.test.ts`, `test_router.py`, `router_test.go` and `RouterTest.java`. */
function stemOf(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return name
    .replace(/\.[^.]+$/, '')
    .replace(/(?:[._-](?:test|tests|spec|e2e))$|^test_|(?:Tests?|IT|Spec)$/, '')
    .toLowerCase();
}

function shared(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
