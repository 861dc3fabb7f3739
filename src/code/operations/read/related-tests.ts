import { literalMatcher } from '../../search/matcher.ts';
import { roleOfPath } from '../../search/path-role.ts';
import { openScope } from '../../search/scope.ts';
import { searchText } from '../../search/text-search.ts';
import type { Source } from '../../source/source.ts';
import type { OperationContext } from '../context.ts';
import type { FindInput } from '../find.types.ts';

const TESTS_MAX = 5;

/** Test files whose name says that they test a file, the nearest first; at most 5. By name alone. */
export function relatedTests(file: string, paths: readonly string[]): readonly string[] {
  const stem = stemOf(file);
  if (stem === '' || roleOfPath(file) === 'test') return [];
  const tests = paths.filter((path) => path !== file && isTest(path) && stemOf(path) === stem);
  tests.sort((a, b) => shared(b, file) - shared(a, file) || a.length - b.length || (a < b ? -1 : 1));
  return tests.slice(0, TESTS_MAX);
}

/**
 * Test files that hold a name as a word, in the order of a search; at most 5, and fewer when the time of a search was
 * not enough.
 */
export async function filesMentioning(
  source: Source,
  name: string,
  context: OperationContext,
): Promise<readonly string[]> {
  const input = { ...WORD_IN_TESTS, query: name };
  const scope = await openScope(
    source,
    { accepts: (_, role) => role === 'test', key: 'tests', usesPath: false },
    context,
  );
  const query = { mode: 'text', matcher: literalMatcher(name, input), guard: null, name: null } as const;
  const { rows } = await searchText({ scope, input }, query);
  return rows.map(({ file }) => file);
}

const WORD_IN_TESTS = {
  source: { location: '', ref: null, denied: [] },
  prefix: null,
  mode: 'text',
  include: [],
  exclude: [],
  kind: null,
  case: 'sensitive',
  word: true,
  tests: 'only',
  context: 0,
  group: 'count',
  depth: 1,
  offset: 0,
  limit: TESTS_MAX,
} as const satisfies Partial<FindInput>;

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
