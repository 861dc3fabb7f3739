import { compareTexts } from '../../base/compare-texts.ts';
import type { ExternalUse, ImportGraph } from '../imports/import-graph.ts';
import { languageOf } from '../lex/languages.ts';
import type { ExternalRow, StandardRow } from '../questions/structure-rows.types.ts';
import { roleOfPath } from '../source/path-role.ts';
import { isTestName } from '../source/test-name.ts';
import { nameOf } from '../text/paths.ts';
import { packageFamilyOf } from './package-family.ts';

/** Names of a standard library that are given. */
const STANDARD_NAMES_MAX = 12;

/** Packages of others by how many files of the code itself import them; what only examples or tests use comes last. */
export function externalRows({ externals }: ImportGraph): readonly ExternalRow[] {
  const groups = Map.groupBy(
    externals.filter(({ isStandard }) => !isStandard),
    ({ file, language, name }) => `${packageFamilyOf(file, language)}\0${name}`,
  );
  const rows = [...groups.values()].flatMap((uses) => {
    const row = rowOf(uses);
    // What only examples use goes behind what the code itself needs.
    return row === null
      ? []
      : [{ row, core: countFiles(uses.filter(({ file, isTest }) => !isTest && roleOfPath(file) === 'source')) }];
  });
  rows.sort(
    (a, b) =>
      b.core - a.core ||
      b.row.files - a.row.files ||
      b.row.testFiles - a.row.testFiles ||
      compareTexts(a.row.name, b.row.name),
  );
  return rows.map(({ row }) => row);
}

/**
 * What is left of the uses without those of fixtures: files among tests of a language in which nothing else of the project
 * is written, and of which none has the name of a test. What they import is there to be read and not to be run, and so is
 * a package that no file imports but data of tests.
 */
export function withoutFixtures({ externals, units }: Pick<ImportGraph, 'externals' | 'units'>): {
  readonly kept: readonly ExternalUse[];
  /** Languages of what is left out, in order, and how many packages it names. */
  readonly languages: readonly string[];
  readonly packages: number;
} {
  const written = new Set(
    units.flatMap(({ path, language, isTest }) =>
      isTest && !isNamedAsTest(path) ? [] : [packageFamilyOf(path, language)],
    ),
  );
  const packageOf = ({ file, language, name }: ExternalUse): string => `${packageFamilyOf(file, language)}\0${name}`;
  const own = new Set(externals.filter((use) => !isDataOfTests(use)).map(packageOf));
  const isFixture = (use: ExternalUse): boolean =>
    !written.has(packageFamilyOf(use.file, use.language)) || (!use.isStandard && !own.has(packageOf(use)));
  const left = externals.filter((use) => !use.isStandard && isFixture(use));
  return {
    kept: left.length === 0 ? externals : externals.filter((use) => !isFixture(use)),
    languages: [...new Set(left.map(({ language }) => language))].sort(),
    packages: new Set(left.map(packageOf)).size,
  };
}

/** Folders in which tests keep what they read. */
const DATA = /(?:^|\/)(?:data|test[-_]?data|\.?fixtures?|__fixtures__)\//;

/** Whether a file of tests is no test by its name, and lies where these keep what they read. */
function isDataOfTests({ file, isTest }: ExternalUse): boolean {
  return isTest && DATA.test(file) && !isTestName('', nameOf(file));
}

/** A file that is called `test` and nothing more may be a sample of any kind. */
function isNamedAsTest(path: string): boolean {
  const name = nameOf(path);
  return !/^tests?\./.test(name) && isTestName('', name);
}

/** The proof is in a file that is no test, where there is one. */
function rowOf(uses: readonly ExternalUse[]): ExternalRow | null {
  const sorted = [...uses].sort(byPlace);
  const own = sorted.filter(({ isTest }) => !isTest);
  const first = own[0] ?? sorted[0];
  if (first === undefined) return null;
  const files = countFiles(own);
  return {
    name: first.name,
    language: languagesOf(uses),
    files,
    testFiles: countFiles(sorted) - files,
    file: first.file,
    line: first.line,
    known: 'import',
  };
}

/** What is used of the standard libraries outside of tests, for each language. */
export function standardRows({ externals }: ImportGraph): readonly StandardRow[] {
  const own = externals.filter(({ isStandard, isTest }) => isStandard && !isTest);
  const rows = [...Map.groupBy(own, ({ file, language }) => standardFamilyOf(file, language)).values()].map(
    (uses): StandardRow => {
      const language = languagesOf(uses);
      const names = [...Map.groupBy(uses, ({ name }) => name)].map(([name, all]) => ({ name, files: countFiles(all) }));
      names.sort((a, b) => b.files - a.files || compareTexts(a.name, b.name));
      const [first] = uses.filter(({ name }) => name === names[0]?.name).sort(byPlace);
      return {
        language,
        names: names.slice(0, STANDARD_NAMES_MAX).map(({ name }) => name),
        total: names.length,
        file: first?.file ?? '',
        line: first?.line ?? null,
        known: 'import',
      };
    },
  );
  return rows.sort((a, b) => b.total - a.total || compareTexts(a.language, b.language));
}

/** Languages of one virtual machine share packages, and each has a standard library of its own. */
function standardFamilyOf(file: string, language: string): string {
  const family = packageFamilyOf(file, language);
  return family === 'java' ? (languageOf(file)?.id ?? language) : family;
}

function languagesOf(uses: readonly ExternalUse[]): string {
  return [...new Set(uses.map(({ language }) => language))].sort().join(', ');
}

function byPlace(a: ExternalUse, b: ExternalUse): number {
  return compareTexts(a.file, b.file) || a.line - b.line;
}

function countFiles(uses: readonly ExternalUse[]): number {
  return new Set(uses.map(({ file }) => file)).size;
}
