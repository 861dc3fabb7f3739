import type { Severity } from '../package.ts';

/** A severity, and whether it is only an estimate. */
export interface ReadSeverity {
  readonly severity: Severity | 'unknown';
  readonly isEstimated: boolean;
}

const LABELS: Readonly<Record<string, Severity>> = {
  LOW: 'low',
  MODERATE: 'medium',
  MEDIUM: 'medium',
  HIGH: 'high',
  IMPORTANT: 'high',
  CRITICAL: 'critical',
};

const RANK: Readonly<Record<Severity | 'unknown', number>> = { unknown: 0, low: 1, medium: 2, high: 3, critical: 4 };

/** Above zero when the first is worse; what is unknown comes last. */
export function compareSeverities(one: Severity | 'unknown', other: Severity | 'unknown'): number {
  return RANK[one] - RANK[other];
}

/**
 * The worst that the labels and vectors of an advisory say. A CVSS 3 vector is scored; a CVSS 4 vector is used only where
 * nothing else tells, and estimated by its like in CVSS 3. Source: FIRST, "CVSS v3.1 Specification", sections 7 and 5.
 */
export function readSeverity(labels: readonly string[], vectors: readonly string[]): ReadSeverity {
  const known = [
    ...labels.map((label) => LABELS[label.trim().toUpperCase()]),
    ...vectors.map((vector) => severityOfVector(vector)),
  ].filter((severity) => severity !== undefined && severity !== null);
  const estimated = vectors.map((vector) => severityOfVector(likeInCvss3(vector))).filter((found) => found !== null);
  const isEstimated = known.length === 0 && estimated.length > 0;
  const worst = (known.length > 0 ? known : estimated).toSorted(compareSeverities).at(-1);
  return { severity: worst ?? 'unknown', isEstimated };
}

function severityOfVector(vector: string): Severity | null {
  const score = scoreCvss3(vector);
  if (score === null) return null;
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

const IMPACT: Readonly<Record<string, number>> = { H: 0.56, L: 0.22, N: 0 };
const VECTOR: Readonly<Record<string, number>> = { N: 0.85, A: 0.62, L: 0.55, P: 0.2 };
const COMPLEXITY: Readonly<Record<string, number>> = { L: 0.77, H: 0.44 };
const INTERACTION: Readonly<Record<string, number>> = { N: 0.85, R: 0.62 };
const PRIVILEGES: Readonly<Record<'U' | 'C', Readonly<Record<string, number>>>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
};

/** The base score, 0 to 10; null when it is no complete CVSS 3 vector. */
export function scoreCvss3(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//.test(vector)) return null;
  const metrics = readMetrics(vector);
  const scope = metrics.S === 'C' ? 'C' : 'U';
  const [c, i, a] = [metrics.C, metrics.I, metrics.A].map((value) => IMPACT[value ?? '']);
  const exploit = [
    VECTOR[metrics.AV ?? ''],
    COMPLEXITY[metrics.AC ?? ''],
    PRIVILEGES[scope][metrics.PR ?? ''],
    INTERACTION[metrics.UI ?? ''],
  ];
  if (c === undefined || i === undefined || a === undefined || exploit.includes(undefined)) return null;
  const base = 1 - (1 - c) * (1 - i) * (1 - a);
  const impact = scope === 'U' ? 6.42 * base : 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15;
  if (impact <= 0) return 0;
  const exploitability = exploit.reduce<number>((product, factor) => product * (factor ?? 0), 8.22);
  return roundUp(Math.min((scope === 'U' ? 1 : 1.08) * (impact + exploitability), 10));
}

function readMetrics(vector: string): Readonly<Record<string, string>> {
  const pairs = vector
    .slice(0, 500)
    .split('/')
    .slice(1)
    .map((metric) => metric.split(':'));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** To one decimal, without the errors of floating point. Source: CVSS v3.1, appendix A. */
function roundUp(score: number): number {
  const scaled = Math.round(score * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

/** The nearest CVSS 3 vector to one of CVSS 4: worse for what lies behind counts as a changed scope. */
function likeInCvss3(vector: string): string {
  if (!vector.startsWith('CVSS:4.')) return '';
  const { AV = '', AC = '', AT = '', PR = '', UI = '', VC = '', VI = '', VA = '', SC, SI, SA } = readMetrics(vector);
  const isHard = AC === 'H' || AT === 'P';
  const isBehind = [SC, SI, SA].some((value) => value === 'H' || value === 'L');
  return `CVSS:3.1/AV:${AV}/AC:${isHard ? 'H' : 'L'}/PR:${PR}/UI:${UI === 'N' ? 'N' : 'R'}/S:${isBehind ? 'C' : 'U'}/C:${VC}/I:${VI}/A:${VA}`;
}
