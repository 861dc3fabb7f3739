import { compareTexts } from '../../../base/compare-texts.ts';
import { type Interval, isInside, parseBrackets } from './interval.ts';
import { compareDigits, overAllTexts, type VersionScheme } from './scheme.ts';

/**
 * Semantic versions with up to four numbers, without regard to case. A bare version means that one or newer. Source:
 * NuGet, "Package versioning".
 */
export const NUGET_SCHEME: VersionScheme = {
  isVersion: (text) => read(text) !== null,
  compare: overAllTexts((text) => read(text) !== null, compareNuget),
  fitting(versions, range) {
    const intervals = readRange(range.trim());
    if (intervals === null) return null;
    return versions.filter((version) => intervals.some((one) => isInside(NUGET_SCHEME.compare, one, version)));
  },
  isPrerelease: (version) => (read(version)?.labels.length ?? 0) > 0,
  majorOf: (version) => read(version)?.numbers[0]?.replace(/^0+(?=\d)/, '') ?? null,
};

interface NugetVersion {
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
}

function read(text: string): NugetVersion | null {
  if (text.length > 200) return null;
  const parts = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z.-]+))?(?:\+[0-9a-z.-]*)?$/i.exec(text);
  if (parts?.[1] === undefined) return null;
  return { numbers: parts[1].split('.'), labels: parts[2]?.toLowerCase().split('.') ?? [] };
}

function compareNuget(one: string, other: string): number {
  const [a, b] = [read(one), read(other)];
  if (a === null || b === null) return 0;
  for (let index = 0; index < 4; index++) {
    const order = compareDigits(a.numbers[index] ?? '0', b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return compareLabels(a.labels, b.labels);
}

/** Semantic Versioning 2.0.0, section 11: none at all is the newest, numbers come before words. */
function compareLabels(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length) - Math.sign(one.length);
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const [a, b] = [one[index] ?? '', other[index] ?? ''];
    const [isA, isB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
    if (isA !== isB) return isA ? -1 : 1;
    const order = isA ? compareDigits(a, b) : compareTexts(a, b);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function readRange(range: string): Interval[] | null {
  const brackets = parseBrackets(range);
  if (brackets !== null) return brackets;
  if (range === '*' || range === '*-*') return [{ low: null, high: null }];
  const [, floating, before] = /^(\d+(?:\.\d+){0,2})\.\*(-\*)?$/.exec(range) ?? [];
  if (floating !== undefined) {
    const numbers = floating.split('.');
    const next = [...numbers.slice(0, -1), String(BigInt(numbers.at(-1) ?? '0') + 1n)].join('.');
    // The first label there is: what comes before the release of the next number is still the next number.
    const first = before === undefined ? floating : `${floating}-0`;
    return [{ low: { version: first, isIncluded: true }, high: { version: `${next}-0`, isIncluded: false } }];
  }
  return read(range) === null ? null : [{ low: { version: range, isIncluded: true }, high: null }];
}
