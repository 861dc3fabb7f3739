import type { Grading } from './grade.ts';

/** What two audits differ in. */
export interface GradingChange {
  readonly from: { readonly grade: string; readonly score: number };
  readonly to: { readonly grade: string; readonly score: number };
  /** Tests with another result, `null` where a test was not made. */
  readonly tests: readonly { readonly test: string; readonly from: string | null; readonly to: string | null }[];
  /** Whether both graded the same tests; otherwise the scores are not of the same thing. */
  readonly isComparable: boolean;
}

/** Compares an audit with an earlier one. */
export function compareGradings(before: Grading, after: Grading): GradingChange {
  const results = (grading: Grading): ReadonlyMap<string, string> =>
    new Map(grading.tests.map(({ test, result }) => [test, result]));
  const [old, own] = [results(before), results(after)];
  const names = [...new Set([...old.keys(), ...own.keys()])];
  const tests = names
    .map((test) => ({ test, from: old.get(test) ?? null, to: own.get(test) ?? null }))
    .filter(({ from, to }) => from !== to);
  return {
    from: { grade: before.grade, score: before.score },
    to: { grade: after.grade, score: after.score },
    tests,
    isComparable: before.profile === after.profile && names.every((name) => old.has(name) && own.has(name)),
  };
}
