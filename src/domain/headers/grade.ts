import { testCookies } from './cookies-test.ts';
import { testCsp } from './csp-test.ts';
import type { Evidence, Outcome, Profile, TestId } from './evidence.ts';
import { meaningOf, type ResultMeaning } from './results.ts';
import {
  testContentTypeOptions,
  testFrameOptions,
  testReferrerPolicy,
  testResourcePolicy,
  testResourceSharing,
} from './single-header-tests.ts';
import { testIntegrity } from './sri-test.ts';
import { testHsts, testRedirection } from './transport-tests.ts';

/** One test with its outcome. */
export interface GradedTest extends ResultMeaning {
  readonly result: string;
  readonly found: string | null;
}

/** A test that was not made, and why. */
export interface SkippedTest {
  readonly test: TestId;
  readonly why: string;
}

/** The grade, and all that it is made of. */
export interface Grading {
  readonly profile: Profile;
  readonly grade: string;
  /** 0 or more; above 100 by bonuses. */
  readonly score: number;
  readonly tests: readonly GradedTest[];
  readonly skipped: readonly SkippedTest[];
}

/** Bonuses count only from this score on. */
const BONUS_FROM = 90;

/** Least score of each grade, from the top. Source: MDN HTTP Observatory, algorithm 4. */
const GRADES: readonly (readonly [scoreMin: number, grade: string])[] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

/** Tests about what a browser does with a page: an answer without HTML is neither better nor worse for them. */
const PAGE_ONLY: ReadonlySet<TestId> = new Set([
  'content-security-policy',
  'referrer-policy',
  'subresource-integrity',
  'x-frame-options',
]);

/** Runs the tests that the profile has. Those that could not be made count 0, as the Observatory's neutral results do. */
export function gradeEvidence(evidence: Evidence, profile: Profile): Grading {
  const tests: GradedTest[] = [];
  const skipped: SkippedTest[] = [];
  for (const [test, outcome] of runTests(evidence)) {
    if (profile === 'api' && PAGE_ONLY.has(test)) skipped.push({ test, why: 'only for pages' });
    else if (outcome === null) skipped.push({ test, why: whySkipped(test, evidence) });
    else {
      const meaning = meaningOf(outcome.result);
      if (meaning !== null) tests.push({ ...meaning, ...outcome });
    }
  }
  const score = scoreOf(tests);
  return { profile, grade: gradeOf(score), score, tests, skipped };
}

/** In the Observatory's order. */
function runTests(evidence: Evidence): readonly (readonly [TestId, Outcome | null])[] {
  const csp = testCsp(evidence);
  return [
    ['content-security-policy', csp],
    ['cookies', testCookies(evidence)],
    ['cross-origin-resource-sharing', testResourceSharing(evidence)],
    ['redirection', testRedirection(evidence)],
    ['referrer-policy', testReferrerPolicy(evidence)],
    ['strict-transport-security', testHsts(evidence)],
    ['subresource-integrity', testIntegrity(evidence)],
    ['x-content-type-options', testContentTypeOptions(evidence)],
    ['x-frame-options', testFrameOptions(evidence, csp.namesFrameAncestors)],
    ['cross-origin-resource-policy', testResourcePolicy(evidence)],
  ];
}

function whySkipped(test: TestId, { http, https }: Evidence): string {
  if (test === 'redirection' && http.kind === 'not_tested') return http.why;
  if (test === 'strict-transport-security' && https.kind === 'not_tested') return https.why;
  return 'the body of the page is not known';
}

/** 100 and the deductions; bonuses are added only to a score that is good without them. */
export function scoreOf(tests: readonly Pick<GradedTest, 'modifier'>[]): number {
  const deductions = tests.reduce((sum, { modifier }) => sum + Math.min(modifier, 0), 0);
  const bonuses = tests.reduce((sum, { modifier }) => sum + Math.max(modifier, 0), 0);
  const plain = 100 + deductions;
  return Math.max(0, plain >= BONUS_FROM ? plain + bonuses : plain);
}

/** The letter of a score. */
export function gradeOf(score: number): string {
  return GRADES.find(([scoreMin]) => score >= scoreMin)?.[1] ?? 'F';
}
