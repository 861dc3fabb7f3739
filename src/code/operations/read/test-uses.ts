import { namesOf } from '../../lex/symbol-path.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { FindInput } from '../../questions/find.types.ts';
import type { TestUses } from '../../questions/read.types.ts';
import { searchUses } from '../../references/search-uses.ts';
import { openScope } from '../../search/scope.ts';
import type { LightRow } from '../../search/search.ts';
import type { TargetQuery } from '../../search/target-query.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source } from '../../source/source.ts';
import { foldersShared } from './related-tests.ts';

/** Test files of each sort that are named. */
const FILES_MAX = 5;
/** Places that are sorted by file; more are told to be cut. */
const ROWS_MAX = 2_000;

const IN_TESTS = {
  source: { location: '', ref: null, denied: [] },
  prefix: null,
  mode: 'references',
  include: [],
  exclude: [],
  kind: null,
  case: 'sensitive',
  word: true,
  tests: 'only',
  context: 0,
  group: 'symbol',
  depth: 1,
  offset: 0,
  limit: ROWS_MAX,
} as const satisfies Partial<FindInput>;

/**
 * Which tests use a symbol of a file, as references are known: in files of tests, and in tests of its own file. Null for
 * a symbol of a test.
 */
export async function findTestUses(
  source: Source,
  { file, symbol }: { readonly file: string; readonly symbol: string },
  context: OperationContext,
): Promise<TestUses | null> {
  if (roleOfPath(file) === 'test') return null;
  const accepts = (path: string, role: string): boolean => role === 'test' || path === file;
  const target = targetOf(file, symbol);
  const scope = await openScope(source, { accepts, key: `tests ${file}`, usesPath: true }, context);
  const search = { scope, input: { ...IN_TESTS, query: target.name } };
  const { rows, totals, isComplete } = await searchUses(search, { mode: 'references', target, accepts });
  const isKnown = ({ edge }: LightRow): boolean => edge?.evidence === 'exact' || edge?.evidence === 'import';
  const own = rows.filter((row) => row.file === file && row.symbol?.kind === 'test' && isKnown(row));
  const others = rows.filter((row) => row.file !== file);
  const nearest = (paths: readonly string[]): readonly string[] =>
    paths.toSorted((a, b) => foldersShared(b, file) - foldersShared(a, file));
  const known = new Set(filesOf(others.filter(isKnown)));
  const using = nearest([...known]);
  const named = nearest(filesOf(others).filter((path) => !known.has(path)));
  return {
    own: firstOf([...new Set(own.map((row) => row.symbol?.name ?? ''))]),
    using: firstOf(using),
    named: firstOf(named),
    name: target.name,
    isWhole: isComplete && scope.limit === null && totals.rows === rows.length,
  };
}

/** The very symbol, by its file and all names around it. */
function targetOf(file: string, symbol: string): TargetQuery {
  const names = namesOf(symbol);
  const inFile = names.slice(0, -1);
  const places = file.replace(/\.[^./]*$/, '').split('/');
  return { name: names.at(-1) ?? symbol, containers: [...places, ...inFile], file, inFile, number: null };
}

function filesOf(rows: readonly LightRow[]): readonly string[] {
  return [...new Set(rows.map(({ file }) => file))];
}

function firstOf(names: readonly string[]): TestUses['using'] {
  return { total: names.length, first: names.slice(0, FILES_MAX) };
}
