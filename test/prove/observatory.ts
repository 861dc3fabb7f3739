import { type Evidence, gradeEvidence, readPastedHeaders } from '../../src/domain/headers/index.ts';
import { generateSet, type HeaderSet, HOST, ORIGIN } from './observatory/generate.ts';
import { loadOracle, type Verdict } from './observatory/oracle.ts';
import { makeRandom } from './support/random.ts';

/** Share of sets on which ours must agree in everything: each test's result and modifier, the score, the grade. */
const AGREEMENT_MIN = 0.95;

/** What came of the comparison. */
export interface AgreementReport {
  readonly sets: number;
  readonly agreeing: number;
  readonly agreement: number;
  /** Per test, the share of sets with the same result. */
  readonly tests: Readonly<Record<string, number>>;
  /** Result ids that occurred. */
  readonly results: number;
  readonly differences: readonly string[];
  readonly isEnough: boolean;
}

/**
 * Grades made-up header sets by our rules and by the Observatory's analyzers. Ours reads them as a pasted block, so that
 * the reading of pasted headers is compared as well.
 */
export async function compareWithObservatory(sets: number, seed: number): Promise<AgreementReport> {
  const oracle = await loadOracle();
  const random = makeRandom(seed);
  const same = new Map<string, number>();
  const seen = new Set<string>();
  const differences: string[] = [];
  let agreeing = 0;
  for (let at = 0; at < sets; at++) {
    const set = generateSet(random);
    const theirs = oracle.judge(set);
    const different = compare(gradeOurs(set), theirs, same);
    for (const { result } of Object.values(theirs.tests)) seen.add(result);
    if (different.length === 0) agreeing += 1;
    else if (differences.length < 10) differences.push(`set ${at}: ${different.join('; ')} in ${JSON.stringify(set)}`);
  }
  const agreement = agreeing / sets;
  const tests = Object.fromEntries([...same].map(([test, count]) => [test, count / sets]));
  return { sets, agreeing, agreement, tests, results: seen.size, differences, isEnough: agreement >= AGREEMENT_MIN };
}

function gradeOurs(set: HeaderSet): Verdict {
  const lines = set.headers.flatMap(([name, values]) => values.map((value) => `${name}: ${value}`));
  const { fields } = readPastedHeaders(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`);
  const url = `${set.scheme}://${HOST}/`;
  const grading = gradeEvidence({ ...reached(set, fields), fields, url, html: set.html }, 'page');
  const tests = grading.tests.map(({ test, result, modifier }) => [test, { result, modifier }] as const);
  return { tests: Object.fromEntries(tests), score: grading.score, grade: grading.grade };
}

function reached(set: HeaderSet, fields: Evidence['fields']): Pick<Evidence, 'https' | 'http' | 'cors' | 'cookies'> {
  const url = `${set.scheme}://${HOST}/`;
  const isValid = set.isCertificateValid;
  return {
    cookies: fields.filter(([name]) => name === 'set-cookie').map(([, value]) => ({ value, url })),
    https:
      set.scheme === 'http'
        ? { kind: 'none' }
        : isValid
          ? { kind: 'verified', fields }
          : { kind: 'invalid_certificate' },
    http:
      set.route === null
        ? { kind: 'no_http' }
        : isValid
          ? { kind: 'answered', route: set.route.map((address) => ({ url: address, status: 301 })) }
          : { kind: 'invalid_certificate' },
    cors: {
      fields: (set.cors ?? []).map(([name, value]) => [name.toLowerCase(), value] as const),
      origin: ORIGIN,
    },
  };
}

function compare(ours: Verdict, theirs: Verdict, same: Map<string, number>): readonly string[] {
  const different: string[] = [];
  for (const [test, their] of Object.entries(theirs.tests)) {
    const own = ours.tests[test];
    const isSame = own?.result === their.result && own.modifier === their.modifier;
    same.set(test, (same.get(test) ?? 0) + (isSame ? 1 : 0));
    if (!isSame) different.push(`${test}: ours ${own?.result}, theirs ${their.result}`);
  }
  if (ours.score !== theirs.score || ours.grade !== theirs.grade) {
    different.push(`score: ours ${ours.score} ${ours.grade}, theirs ${theirs.score} ${theirs.grade}`);
  }
  return different;
}
