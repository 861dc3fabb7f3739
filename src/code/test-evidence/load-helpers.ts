import { roleOfPath } from '../source/path-role.ts';
import { readTestFile } from './analyse-test-file.ts';
import { helperCandidates } from './helper-paths.ts';
import type { Reading } from './reading.ts';
import { resolveHelpers } from './resolve-helpers.ts';
import type { TestFileDeps, TestFileText } from './test-file.types.ts';

/** The files of a project, as far as helpers are looked for in them. */
export interface HelperFiles {
  /** Every path of the project. */
  readonly paths: ReadonlySet<string>;
  /** Text of a file of bounded size; null when it cannot be read. */
  text(path: string): Promise<string | null>;
}

/** What one file's declarations do. */
interface Declared {
  readonly asserting: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Whether nothing that the file has or passes on can assert; so too all that is no test and no help of tests. */
  readonly isSilent: boolean;
}

/** Parts of paths of what stands outside of the tests' folders and helps them all the same. */
const HELPING =
  /(?:^|[/._-])(?:helpers?|test|tests|testing|testutils?|spec|assert\w*|expect\w*|fixtures?|harness|mocks?)(?=$|[/._-])/i;
/** Names of other files that a file hands on as its own. */
const PASSES_ON =
  /\bexport\s*(?:\*|\{[^}]*\}\s*from\b)|\bexports\s*=\s*(?:module\.exports\s*=\s*)?require\b|\bpub\s+use\b/;

/** Files that are read for one test file. */
const FILES_MAX = 40;
/** Helpers that use helpers of further files. */
const DEPTH_MAX = 2;

/**
 * Answers for test files what the helpers that they import do, reading each file of the project once. The paths of
 * imports are followed by the customs of the languages; what does not lead to a file is not known.
 */
export function makeLoadHelpers(files: HelperFiles): (file: TestFileText) => Promise<TestFileDeps> {
  const readings = new Map<string, Promise<Reading | null>>();
  // Settled answers only: to wait for one under way could be to wait for oneself, where files import each other.
  const settled = new Map<string, Declared | null>();

  async function declaredIn(path: string, depth: number): Promise<Declared | null> {
    const key = `${depth} ${path}`;
    const known = settled.get(key);
    if (known !== undefined) return known;
    const declared = await readDeclared(path, depth);
    settled.set(key, declared);
    return declared;
  }

  async function readDeclared(path: string, depth: number): Promise<Declared | null> {
    const underway = readings.get(path) ?? read(path);
    readings.set(path, underway);
    const reading = await underway;
    if (reading === null) return null;
    // Code under test may check itself by `assert`; nobody but a test expects.
    const isSource = roleOfPath(path) === 'source' && !HELPING.test(path) && !/\bexpect\s*\(/.test(reading.code.mask);
    if (isSource) return { asserting: new Set(), names: new Set(), isSilent: true };
    const { functions } = resolveHelpers(reading, depth >= DEPTH_MAX ? {} : await depsOf(reading, depth + 1));
    return {
      asserting: new Set([...functions].map(({ name }) => name)),
      names: new Set(reading.functions.map(({ name }) => name)),
      isSilent: reading.assertions.length === 0 && functions.size === 0 && !PASSES_ON.test(reading.code.mask),
    };
  }

  async function read(path: string): Promise<Reading | null> {
    const text = await files.text(path);
    return text === null ? null : readTestFile({ path, text });
  }

  async function depsOf(reading: Reading, depth: number): Promise<TestFileDeps> {
    const answers = new Map<string, readonly (Declared | null)[]>();
    let left = FILES_MAX;
    for (const specifier of new Set(reading.outside.map((call) => call.specifier))) {
      const paths = helperCandidates(files.paths, reading.code.path, specifier).slice(0, left);
      left -= paths.length;
      const all: (Declared | null)[] = [];
      for (const path of paths) all.push(path === reading.code.path ? null : await declaredIn(path, depth));
      answers.set(specifier, all);
    }
    return { assertsIn: (specifier, name) => answer(answers.get(specifier) ?? [], name) };
  }

  return async (file) => {
    const reading = readTestFile(file);
    return reading === null ? {} : depsOf(reading, 0);
  };
}

/** A module as a whole asserts only if nothing of it does not: otherwise which part is meant is not known. */
function answer(all: readonly (Declared | null)[], name: string): boolean | null {
  const isOne = all.length === 1;
  for (const declared of all) {
    if (declared === null) continue;
    if (declared.asserting.has(name)) return true;
    if (declared.names.has(name)) return false;
    if (declared.isSilent && isOne) return false;
  }
  return null;
}
