import { isBorrowed } from './borrowed.ts';
import { isTestName } from './test-name.ts';

/** What a file is for, as far as its path tells. */
export type PathRole = 'source' | 'test' | 'aside';

/** Folders of tests by the customs of the languages that are scanned, with what only tests use: fixtures and mocks. */
const TEST_FOLDERS = new Set([
  'test',
  'tests',
  'Tests',
  '__tests__',
  'spec',
  'specs',
  'testing',
  'testdata',
  'testData',
  'test-data',
  'test_data',
  'testcases',
  'test-cases',
  'test_cases',
  'test-files',
  'test_files',
  'testsuite',
  'sbt-test',
  '__tests_dts__',
  'testFixtures',
  '.tests',
  'e2e',
  'fixtures',
  '.fixtures',
  '__fixtures__',
  '__testfixtures__',
  '__mocks__',
]);
/**
 * Those of Perl's tests, by its manual (`prove` runs `t/`), and of the BSDs' (bsd.regress.mk(5)), and the custom of others;
 * deeper such a name may mean anything.
 */
const TOP_TEST_FOLDER = /^(?:t|regress)$/;
/** What a project is tried with, application by application; below its sources it may be a part of it. */
const PLAYGROUND = /^playgrounds?$/;
/** What tests run on, or from end to end: `test-app/`, `ecosystem-e2e/`, and the modules that are a suite: `testsuite-http2/`. */
const TRIED =
  /^testsuite[-_]|^test[-_](?:apps?|applications?|projects?|packages?|sites?|workspaces?)$|[a-z0-9][-_]e2e$/;
/** Packages that measure, by their names: `micro-benchmark/`, `microbench/`. */
const MEASURING = /[a-z0-9]-benchmarks?$|^microbench(?:marks?)?$/;
/** Projects of .NET that do, wherever they lie: `Log.Benchmarks`, `Log.Tests.Benchmarks`. */
const MEASURING_PROJECT = /^\w[\w.]*\.\w*Benchmarks?$/;
/** Examples of one kind, a whole that is one, or a site of documents, by their names: `js-examples/`, `docs-site/`. */
const SHOWN =
  /^sample[-_]code$|^(?:docs?|documentation)[-_](?:web)?site$|[a-z0-9][-_](?:examples|samples)$|(?:^|[-_])(?:app|application|project|monorepo|workspace|package|server|client)[-_](?:example|sample)$/;
/** Of the folders aside the ones whose manifests are aside, too: a project may begin in `docs/` or `demo/`. */
const MEASURED_OR_SHOWN = new Set([
  '_example',
  '_examples',
  'demos',
  'showcase',
  'showcases',
  'bench',
  'benches',
  'benchmark',
  'benchmarks',
  '__benchmarks__',
]);
/**
 * Packages of tests by a name of their own: `node-integration-tests`, `e2e-tests`, .NET's `Log.Tests` and `UnitTests`, and
 * in small letters as NUnit and bundles of Eclipse have it, `log.tests`.
 */
const TEST_PACKAGE =
  /(?:^|[-_])(?:integration|functional|smoke|stress|e2e|acceptance|regression)[-_]?tests?(?:uite)?$|^(?:unit|api|ui|system|bundler|runtime|module|maven|gradle|browser|conformance|contract|compat|compatibility|interop|packaging|wasm)[-_]tests$|^\w[\w.]*\.(?:\w*Tests?|tests?)$|^[A-Z]\w*Tests$/;
/** What tests share: `test-helpers/`, `test_support/`. With sources of its own, or among packages, it is a package. */
const TEST_HELPERS = /^(?:tests?[-_]?(?:helpers?|support)|testHelpers?|testSupport)$/;
const PACKAGES = /^(?:packages|crates|modules|libs|addons)$/;
/** What Gradle calls the sources of tests, below `src/`: `jvmTest`, `integrationTest`. */
const TEST_SOURCES = /^[a-z]\w*Test$/;
/** What lies in them where they are right in a module: `commonTest/src/`. */
const IN_SOURCES_OF_TESTS = /^(?:src|kotlin|java|resources)$/;

/** Folders whose content is rarely what a search for code is after, beside what is borrowed: generated, or told in prose. */
const ASIDE_FOLDERS = new Set([
  'docs',
  'doc',
  'documentation',
  'docs_src',
  'examples',
  '_example',
  '_examples',
  'example',
  'samples',
  'demo',
  'demos',
  'showcase',
  'showcases',
  'bench',
  'benches',
  'benchmark',
  'benchmarks',
  '__benchmarks__',
  'dist',
  'build',
  'generated',
  'gen',
  // As packages of Swift and solutions of .NET call them.
  'Examples',
  'Example',
  'Samples',
  'Demos',
  'Benchmarks',
]);
/**
 * Catalogues of documentation of Swift, whose code shows the steps of a tutorial and belongs to no target. Source: DocC,
 * "Documenting a Swift framework or package"; Swift Package Manager, rules of `.docc`.
 */
const CATALOGUE = /\.docc$/;
/** Of those the ones that name a part of a program as well, below its sources: what builds, documents, makes code. */
const ASIDE_OUTSIDE_OF_SOURCES = new Set(
  'doc,demo,demos,showcase,showcases,bench,benchmark,dist,build,gen,Examples,Example,Samples,Demos,Benchmarks'.split(
    ',',
  ),
);
/** Where pages of a site and their parts lie: what it shows there is its own. */
const SHOWCASE = /^showcases?$/;
const PAGES = /^(?:app|pages|components|routes|views)$/;
/** Folders below which everything is a part of the program. */
const SOURCE_FOLDERS = new Set(['src', 'source', 'lib', 'pkg', 'internal']);
/** Files aside by name: packed, locked, recorded, told in prose, translated, made by a generator or measured with (Vitest's `bench`). */
const ASIDE_NAME =
  /(?:\.(?:bench|benchmark|perf)\.[cm]?[jt]sx?$)|(?:\.min\.[a-z]+$)|(?:\.(?:lock|snap|md|rst|adoc|txt|svg|map|po|pot|xlf|xliff)$)|(?:[._-](?:pb|generated|gen)\.[a-z]+$)|(?:(?:^|-)lock\.(?:json|yaml)$)/;

/** The role by folder and file names alone; a test in the middle of a source file is not seen. */
export function roleOfPath(shown: string): PathRole {
  const path = withoutQuotes(shown);
  const nameAt = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, nameAt);
  return roleOfName(path.slice(nameAt), folder, roleOfFolder(folder));
}

/** `roleOfPath` for many paths one after the other, quicker where a path lies in the folder of the one before it. */
export function makeRoleReader(): (path: string) => PathRole {
  let folder = '';
  let role = roleOfFolder(folder);
  return (shown) => {
    const path = withoutQuotes(shown);
    const nameAt = path.lastIndexOf('/') + 1;
    if (nameAt !== folder.length || !path.startsWith(folder)) {
      folder = path.slice(0, nameAt);
      role = roleOfFolder(folder);
    }
    return roleOfName(path.slice(nameAt), folder, role);
  };
}

/** A path that is shown in quotes has escapes for odd bytes alone: no name that is known here has one. */
function withoutQuotes(shown: string): string {
  return shown.startsWith('"') ? shown.slice(1, -1) : shown;
}

/** The folder's path ends in a slash, or is empty. */
function roleOfFolder(folder: string): PathRole {
  const outside = outsideOfPackages(folder);
  const segments = outside.split('/').slice(0, -1);
  const isTest = (segment: string, at: number): boolean =>
    isTestFolder(segment, at, segments) ||
    TEST_PACKAGE.test(segment) ||
    isOfHelpers(segment, segments[at - 1], segments[at + 1]) ||
    (TEST_SOURCES.test(segment) && (segments[at - 1] === 'src' || IN_SOURCES_OF_TESTS.test(segments[at + 1] ?? '')));
  if (segments.some(isTest)) return 'test';
  return isBorrowed(outside) || segments.some(isAside) ? 'aside' : 'source';
}

/**
 * Whether a file lies in a folder of tests, benchmarks or examples whatever kind of file it is: neither code nor manifests
 * in one speak for the project. Packages of tests with names of their own (`Log.Tests`) do: they say what it is tested with.
 */
export function isInSampleFolder(path: string): boolean {
  const segments = outsideOfPackages(path).split('/').slice(0, -1);
  return segments.some(
    (segment, at) =>
      isTestFolder(segment, at, segments) ||
      (TEST_SOURCES.test(segment) && segments[at - 1] === 'src') ||
      MEASURING_PROJECT.test(segment) ||
      CATALOGUE.test(segment) ||
      ((MEASURED_OR_SHOWN.has(segment) || MEASURING.test(segment) || SHOWN.test(segment)) &&
        isAside(segment, at, segments)),
  );
}

/**
 * Whether a file lies in a folder of settings (`.github/`, `.agents/`, `.devcontainer/`): what is built there helps those who
 * work on the project.
 */
export function isInSettings(path: string): boolean {
  return /(?:^|\/)\.[\w-][^/]*\//.test(path);
}

/** Folders of documents, whose programs show or make these. */
const DOCUMENTS = /^(?:docs?|documentation|docs_src)$/;

/** Whether a file lies in a folder of documents, which below sources may be a part of the program. */
export function isAmongDocuments(path: string): boolean {
  const segments = outsideOfPackages(path).split('/').slice(0, -1);
  return segments.some((segment, at) => DOCUMENTS.test(segment) && !isInSources(at, segments));
}

function isTestFolder(segment: string, at: number, segments: readonly string[]): boolean {
  if (TEST_FOLDERS.has(segment) || (at === 0 && TOP_TEST_FOLDER.test(segment)) || TRIED.test(segment)) return true;
  return PLAYGROUND.test(segment) && !isInSources(at, segments);
}

function isInSources(at: number, segments: readonly string[]): boolean {
  return segments.slice(0, at).some((name) => SOURCE_FOLDERS.has(name));
}

function isOfHelpers(segment: string, around: string | undefined, inner: string | undefined): boolean {
  if (!TEST_HELPERS.test(segment) || (around !== undefined && PACKAGES.test(around))) return false;
  return inner === undefined || !SOURCE_FOLDERS.has(inner);
}

/** Whether a folder is aside, with the folders that it lies in. */
function isAside(segment: string, at: number, segments: readonly string[]): boolean {
  if (MEASURING_PROJECT.test(segment) || CATALOGUE.test(segment)) return true;
  if (MEASURING.test(segment) || SHOWN.test(segment)) return !isInSources(at, segments);
  if (!ASIDE_FOLDERS.has(segment)) return false;
  if (SHOWCASE.test(segment) && segments.slice(0, at).some((name) => PAGES.test(name))) return false;
  return !(ASIDE_OUTSIDE_OF_SOURCES.has(segment) && isInSources(at, segments));
}

function roleOfName(name: string, folder: string, role: PathRole): PathRole {
  if (role === 'test' || isTestName(folder, name)) return 'test';
  return role === 'aside' || ASIDE_NAME.test(name) ? 'aside' : 'source';
}

/** The folders of a path down to `src/main/`: below it Java's have the names of packages, such as `samples`. */
export function outsideOfPackages(path: string): string {
  const main = /(?:^|\/)src\/main\//.exec(path);
  return main === null ? path : path.slice(0, main.index + main[0].length);
}
