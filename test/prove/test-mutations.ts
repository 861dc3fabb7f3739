import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../src/code/lex/languages.ts';
import { roleOfPath } from '../../src/code/source/path-role.ts';
import { analyseTestFile } from '../../src/code/test-evidence/analyse-test-file.ts';
import { makeLoadHelpers } from '../../src/code/test-evidence/load-helpers.ts';
import type { TestFileFacts } from '../../src/code/test-evidence/test-file.types.ts';
import { type Mutant, mutantsOf } from '../support/mutate-tests.ts';

/** Mutants found of those seeded, by kind, and what is reported of the untouched suite. */
export interface MutationReport {
  readonly repository: string;
  readonly files: number;
  readonly cases: number;
  readonly found: Readonly<Record<string, string>>;
  readonly isEnough: boolean;
  /** Smells of the untouched suite by kind: to be read by hand. */
  readonly untouched: Readonly<Record<string, number>>;
  readonly missed: readonly string[];
}

/** The share of each kind that has to be found. */
const FOUND_SHARE_MIN = 0.95;
/** Mutants of one kind that are tried per file. */
const PER_FILE_MAX = 6;
/** Missed mutants that are printed. */
const MISSED_MAX = 25;

/**
 * Seeds mutants in the tests of a repository and counts those that the analysis reports at the mutated case, and did not
 * report before. The choice among the mutants of a file depends on nothing but its path.
 */
export async function proveTestMutations(repository: string): Promise<MutationReport> {
  const list = execFileSync('git', ['-C', repository, 'ls-files', '-z'], { maxBuffer: 64 * 1_024 * 1_024 });
  const paths = list.toString('utf8').split('\0').filter(Boolean);
  const read = (path: string): string | null => readText(join(repository, path));
  const load = makeLoadHelpers({ paths: new Set(paths), text: async (path) => read(path) });
  const tally = makeTally();
  for (const path of paths.filter(isTest)) {
    const text = read(path);
    if (text === null) continue;
    const deps = await load({ path, text });
    const facts = analyseTestFile({ path, text }, deps);
    tally.addUntouched(facts);
    for (const mutant of choose(path, mutantsOf(path, text, facts.cases))) {
      if (!has(facts, mutant))
        tally.addMutant(path, mutant, has(analyseTestFile({ path, text: mutant.text }, deps), mutant));
    }
  }
  return tally.report(repository);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function makeTally() {
  const found = new Map<string, [number, number]>();
  const untouched: Record<string, number> = {};
  const missed: string[] = [];
  let [files, cases] = [0, 0];
  return {
    addUntouched(facts: TestFileFacts): void {
      const own = facts.cases.filter(({ kind }) => kind === 'case').length;
      files += own === 0 ? 0 : 1;
      cases += own;
      for (const { kind } of facts.cases.flatMap(({ smells }) => smells)) untouched[kind] = (untouched[kind] ?? 0) + 1;
    },
    addMutant(path: string, { kind, line }: Mutant, isFound: boolean): void {
      const [hits, seeded] = found.get(kind) ?? [0, 0];
      found.set(kind, [hits + Number(isFound), seeded + 1]);
      if (!isFound && missed.length < MISSED_MAX) missed.push(`${kind} ${path}:${line}`);
    },
    report(repository: string): MutationReport {
      const counts = [...found.values()];
      const isEnough = counts.length > 0 && counts.every(([hits, seeded]) => hits >= FOUND_SHARE_MIN * seeded);
      const shares = Object.fromEntries([...found].map(([kind, [hits, seeded]]) => [kind, `${hits}/${seeded}`]));
      return { repository, files, cases, found: shares, isEnough, untouched, missed };
    },
  };
}

function isTest(path: string): boolean {
  return roleOfPath(path) === 'test' && (languageOf(path)?.scanner ?? null) !== null;
}

/** Whether the smell is reported for the case on that line, or for a line within it. */
function has(facts: TestFileFacts, { kind, line }: Mutant): boolean {
  return facts.cases.some((one) =>
    one.smells.some(
      (smell) => smell.kind === kind && (smell.line === line || (one.line === line && kind !== 'missing_await')),
    ),
  );
}

/** A few of each kind, spread over the file. */
function choose(path: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const offset = [...path].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  return Object.values(Object.groupBy(mutants, ({ kind }) => kind)).flatMap((group = []) => {
    const step = Math.max(1, Math.floor(group.length / PER_FILE_MAX));
    return group.filter((_, index) => (index + offset) % step === 0).slice(0, PER_FILE_MAX);
  });
}
