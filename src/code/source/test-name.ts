// Which files are tests by their names. Languages differ: what runs tests looks for other names in each, and
// `package_id_spec.rs` is about a specification, `cargo_test.rs` a command, `promqltest/test.go` no test of Go's.

/** A mark at the end of a name's stem, with all endings after it: `a.test.ts`, `a_test.go`, `a-e2e.spec.d.ts`. */
const TEST_MARK = /[._](?:test|tests|e2e)\.[a-z0-9.]+$/;
const DASHED_MARK = /-(?:test|tests|e2e)\.[a-z0-9.]+$/;
const SCRIPT_MARK = /[._-](?:test|tests|test-d|spec|e2e)\.[a-z0-9.]+$/;
/** The kind of the test in the mark, by the custom of some scripts: `a.clienttest.ts`, `a.integrationtest.ts`; also without the ending. */
export const KIND_MARK = /\.(?:unit|int|integration|client|server|browser|e2e|api)tests?(?=\.[a-z0-9.]+$|$)/;
/** What is run before the tests of scripts, by the customs of their runners: `test-setup.ts`, `jest.setup.js`, `setupTests.ts`. */
const SCRIPT_SETUP = /^(?:(?:tests?|vitest|jest)[._-]setup|setup[._-]?[tT]ests?)\.[cm]?[jt]sx?$/;
/** What TSTyche looks for, and what is tried with random input. Source: TSTyche, "Config Options", `testFileMatch`. */
const SCRIPT_TRIAL = /\.(?:tst|fuzz)\.[cm]?[jt]sx?$/;
const SPEC_MARK = /[._-](?:test|tests|spec|e2e)\.[a-z0-9.]+$/;
const CAPITAL_MARK = /(?:Tests?|(?<=[a-z0-9])IT)\.[a-z]+$/;
const CAPITAL_SPEC = /(?:Tests?|(?<=[a-z0-9])(?:IT|Spec))\.[a-z]+$/;
const PYTHON_MARK = /^(?:test_|conftest\.)|_(?:test|tests|e2e)\.[a-z]+$/;

/** What marks a test in a language, by the ending of its files; a file called `test` alone is judged by its folder. */
const MARKS: Readonly<Record<string, readonly RegExp[]>> = {
  ...same(
    ['js', 'jsx', 'ts', 'tsx', 'mjs', 'cjs', 'mts', 'cts', 'vue', 'svelte', 'astro', 'coffee'],
    [SCRIPT_MARK, KIND_MARK, SCRIPT_SETUP, SCRIPT_TRIAL],
  ),
  ...same(['rb', 'lua', 'cr', 'exs'], [SPEC_MARK]),
  ...same(['py', 'pyi'], [PYTHON_MARK]),
  ...same(['go'], [/_test\.go$/]),
  // `x_test.rs` is as often a command or a tool: whether a module is for tests its `#[cfg(test)]` says.
  ...same(['rs'], [/(?:^|_)tests\.rs$/]),
  ...same(['java', 'cs'], [TEST_MARK, DASHED_MARK, CAPITAL_MARK]),
  ...same(['kt', 'scala', 'groovy', 'php', 'swift'], [TEST_MARK, DASHED_MARK, CAPITAL_SPEC]),
  // In C++ `death-test.h` is what tests use.
  ...same(['c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp'], [TEST_MARK]),
};
const OTHER_MARKS = [TEST_MARK, DASHED_MARK];

function same(endings: readonly string[], marks: readonly RegExp[]): Record<string, readonly RegExp[]> {
  return Object.fromEntries(endings.map((ending) => [ending, marks]));
}

/** Sources that Maven and Gradle keep apart from tests, whatever their files are called: `SpringBootTest.java`. */
const MAIN_SOURCES = /(?:^|\/)src\/(?:main|[a-z]\w*Main)\//;

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** What holds values or prose: a workflow called `test.yml` runs the tests and is none. */
const DATA = /\.(?:ya?ml|toml|jsonc?|json5|ini|cfg|conf|xml|mdx?|rst|txt|lock)$/;
/** Folders in which `test` is a command or a script of this name. */
const COMMANDS = /(?:^|\/)(?:commands?|cmds?|cli|subcommands?|scripts?|tools?|bin)\/$/;
const SCRIPT_SOURCES = /(?:^|\/)(?:src|source|lib)\//;
/** A package of scripts keeps its one test beside its manifest, which lies no deeper than `packages/a/`. */
const PACKAGE_DEPTH_MAX = 2;

/** Whether a file is a test by its name; of its folder (ending in a slash, or empty) no name of a test folder counts. */
export function isTestName(folder: string, name: string): boolean {
  if (MAIN_SOURCES.test(folder)) return false;
  const plain = name.endsWith('.snap') ? name.slice(0, -'.snap'.length) : name;
  const ending = plain.slice(plain.lastIndexOf('.') + 1);
  const marks = Object.hasOwn(MARKS, ending) ? MARKS[ending] : OTHER_MARKS;
  return (
    (marks ?? OTHER_MARKS).some((mark) => mark.test(plain)) ||
    (/^tests?\.[a-z]+$/.test(name) && isBareTest(folder, name))
  );
}

/** A file called `test` or `tests`, without a word for what it tests. */
function isBareTest(folder: string, name: string): boolean {
  if (/\.(?:rs|go)$/.test(name) || DATA.test(name) || COMMANDS.test(folder)) return false;
  if (!SCRIPT.test(name)) return true;
  return folder.split('/').length - 1 <= PACKAGE_DEPTH_MAX && !SCRIPT_SOURCES.test(folder);
}
