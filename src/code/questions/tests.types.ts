import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { EarlierProblem } from './project-problem.types.ts';

/** What may be asked about tests. */
export type TestsPart = 'tests' | 'gaps' | 'quality' | 'coverage' | 'command';

/** Asks about the tests of a project, or of a part of it. */
export interface TestsInput {
  readonly source: SourceSelector;
  /** Only files in this folder of the source; null for all. */
  readonly prefix: string | null;
  /** A file, `file#symbol`, directory or symbol; null for the whole project. */
  readonly target: string | null;
  /** A ref: the target is what changed since then. */
  readonly since: string | null;
  readonly parts: readonly TestsPart[];
  /** What a test runner printed; null when nothing was pasted. At most 200,000 characters. */
  readonly testOutput: string | null;
  /** Path of a coverage report in the project, or the report itself. */
  readonly coverage: string | null;
}

/**
 * What ties a test to code. `self`: the test file is itself what was asked about; `coverage`: a report says that it ran
 * the code; `call`: its code uses a name that the target declares; `import`: imports lead from it to the target's file; `name`:
 * it is called like the target; `cochange`: commits changed both.
 */
export type LinkKind = 'self' | 'coverage' | 'call' | 'import' | 'name' | 'cochange';

/** One reason to tie a test file to the target, true as it stands. */
export interface LinkEvidence {
  readonly kind: LinkKind;
  readonly detail: string;
}

/** A case by its name and the line where it stands. */
export interface CaseAt {
  readonly name: string;
  readonly line: number;
}

/** A test file and why it is tied to the target. */
export interface TestLink {
  readonly file: string;
  /** Cases whose code uses a name of the target, in order of line; of a whole test file all its cases. At most 40. */
  readonly cases: readonly CaseAt[];
  readonly casesTotal: number;
  /** Symbols of the target that the file uses by name; `file` paths where only the file as a whole is tied. */
  readonly covers: readonly string[];
  /** Strongest first. */
  readonly evidence: readonly LinkEvidence[];
  /** From 0 to 1: how the evidence is weighed against that of the other rows; no probability. */
  readonly confidence: number;
  /** Imports between the test and the target's file; null when none were followed to it. */
  readonly hops: number | null;
}

/** A public symbol that no test file names. */
export interface GapRow {
  readonly symbol: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
  /** Commits that changed its file, of those that were walked; null without history. */
  readonly churn: number | null;
  /** Other files, no tests, whose code has its name. */
  readonly callers: number;
}

/** A smell of a test. */
export interface QualityRow {
  /** Name of the case. */
  readonly test: string;
  readonly file: string;
  readonly line: number;
  readonly smell: SmellKind;
  readonly detail: string;
}

/** Lines of a file that a report says were not run. */
export interface UncoveredFile {
  readonly file: string;
  /** `12` or `12-18`, of lines that the report lists: between two of them there may be lines it does not. */
  readonly ranges: readonly string[];
  readonly lines: number;
}

/** A symbol with lines that were not run. */
export interface UncoveredSymbol {
  readonly symbol: string;
  readonly file: string;
  readonly line: number;
  /** Lines of it that the report lists as not run, and all of its lines that the report lists. */
  readonly uncovered: number;
  readonly listed: number;
  readonly churn: number | null;
  readonly importers: number;
}

/** What a coverage report says. */
export interface CoverageFacts {
  readonly outcome: 'ok';
  readonly format: string;
  /** Path in the project; null when it was pasted. */
  readonly file: string | null;
  readonly linesCovered: number;
  readonly linesTotal: number;
  /** Null when the report lists no line. */
  readonly linesPct: number | null;
  /** Of the target's files alone; null without a target. */
  readonly target: { readonly linesCovered: number; readonly linesTotal: number } | null;
  /** Whether the project has newer commits for files of the report; null when its time is not known. */
  readonly stale: boolean | null;
  readonly staleWhy: string;
  readonly filesMatched: number;
  /** Files of the report that the project does not have. */
  readonly filesUnmatched: readonly string[];
  readonly uncovered: readonly UncoveredFile[];
  readonly symbols: readonly UncoveredSymbol[];
  /** What of the report was not used. */
  readonly notes: readonly string[];
}

/** A test that failed, by what a runner printed. */
export interface FailureRow {
  readonly test: string;
  readonly message: string;
  /** Places of the project that the failure names. */
  readonly frames: readonly { readonly file: string; readonly line: number }[];
}

/** What a runner printed. */
export interface RunnerFacts {
  /** Null when no format was recognised. */
  readonly format: string | null;
  /** As the runner's own last line says; null where it says nothing. */
  readonly totals: { readonly passed: number | null; readonly failed: number | null; readonly skipped: number | null };
  readonly failures: readonly FailureRow[];
}

/** A command that runs the tests. */
export interface CommandRow {
  /** For a POSIX shell. */
  readonly command: string;
  /** Folder of the project to run it in; empty for the top. */
  readonly directory: string;
  /** What proves it. */
  readonly file: string;
  readonly line: number | null;
  readonly why: string;
}

/** What the question was understood to be about. */
export interface TestsTarget {
  readonly kind: 'project' | 'file' | 'directory' | 'symbol' | 'diff';
  /** As it is called in an answer. */
  readonly name: string;
  /** Files without tests that it takes in, and test files. */
  readonly files: readonly string[];
  readonly testFiles: readonly string[];
  readonly symbols: number;
}

/** How many tests a project has, by their texts: a parameterised case is one. */
export interface TestCounts {
  readonly testFiles: number;
  /** All cases, those inside of other cases and benchmarks included. */
  readonly cases: number;
  readonly inner: number;
  readonly benchmarks: number;
  /** Test files by name alone, in languages that are not read for cases. */
  readonly unread: number;
}

/** A list and how long it is without bounds. */
export interface Counted<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The answer to a question that was understood. */
export interface TestsFound {
  readonly outcome: 'found';
  readonly status: 'ok' | 'partial';
  readonly identity: SourceIdentity;
  readonly target: TestsTarget;
  readonly frameworks: readonly FrameworkFact[];
  readonly counts: TestCounts;
  /** Null when not asked for. */
  readonly tests: Counted<TestLink> | null;
  readonly gaps: (Counted<GapRow> & { readonly publicSymbols: number }) | null;
  readonly quality: (Counted<QualityRow> & { readonly byKind: Readonly<Record<string, number>> }) | null;
  readonly coverage: CoverageFacts | { readonly outcome: 'refused'; readonly why: string } | null;
  readonly commands: readonly CommandRow[] | null;
  readonly output: RunnerFacts | null;
  /** What was not read or not known, a sentence each. */
  readonly notes: readonly string[];
}

/** What was found, or why nothing could be looked for. */
export type TestsOutput =
  | { readonly outcome: 'no_source'; readonly problem: EarlierProblem }
  | { readonly outcome: 'no_target'; readonly searched: number; readonly near: readonly string[] }
  | { readonly outcome: 'ambiguous'; readonly candidates: readonly string[]; readonly total: number }
  | TestsFound;

/** The frameworks that are told apart. `go test`, `cargo test` and `unittest` come with their language. */
export type TestFramework =
  | 'jest'
  | 'vitest'
  | 'mocha'
  | 'node:test'
  | 'ava'
  | 'tap'
  | 'tape'
  | 'jasmine'
  | 'qunit'
  | 'playwright'
  | 'cypress'
  | 'deno'
  | 'bun'
  | 'pytest'
  | 'unittest'
  | 'doctest'
  | 'go test'
  | 'testify'
  | 'ginkgo'
  | 'cargo test'
  | 'rstest'
  | 'proptest'
  | 'junit4'
  | 'junit5'
  | 'testng'
  | 'kotest'
  | 'rspec'
  | 'minitest'
  | 'phpunit'
  | 'pest'
  | 'xunit'
  | 'nunit'
  | 'mstest';

/** A framework and the place that proves it. */
export interface FrameworkFact {
  readonly name: TestFramework;
  readonly file: string;
  /** 1-based; null when the file as a whole proves it, such as `vitest.config.ts`. */
  readonly line: number | null;
  /** What stands there, short: `devDependencies.mocha`, `import "node:test"`. */
  readonly evidence: string;
}

/** What may be wrong with a test. Only what can be told without running it. */
export type SmellKind =
  | 'no_assertion'
  | 'skipped'
  | 'focused'
  | 'empty'
  | 'sleep'
  | 'snapshot_only'
  | 'mock_only'
  | 'tautology'
  | 'duplicate'
  | 'missing_await'
  | 'conditional_assertion'
  | 'swallowed_exception'
  | 'assertion_after_return'
  | 'network'
  | 'time';
