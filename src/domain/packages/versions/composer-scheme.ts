import { compareTexts } from '../../../base/compare-texts.ts';
import { fromOperator, type Interval, isInside } from './interval.ts';
import { compareDigits, overAllTexts, type VersionScheme } from './scheme.ts';

/**
 * Up to four numbers and a stability; branches (`dev-main`) have no order. Source: Composer, "Versions and
 * constraints".
 */
export const COMPOSER_SCHEME: VersionScheme = {
  isVersion: (text) => read(text) !== null,
  compare: overAllTexts((text) => read(text) !== null, compareComposer),
  fitting(versions, range) {
    const sets = readRange(range);
    if (sets === null) return null;
    const { compare } = COMPOSER_SCHEME;
    const isIn = (version: string, all: readonly Condition[]): boolean =>
      all.every((one) => ('not' in one ? compare(version, one.not) !== 0 : isInside(compare, one, version)));
    return versions.filter((version) => sets.some((all) => isIn(version, all)));
  },
  isPrerelease: (version) => (read(version)?.stability ?? STABLE) < STABLE,
  majorOf: (version) => read(version)?.numbers[0] ?? null,
};

const STABILITIES = ['dev', 'alpha', 'beta', 'rc', '', 'patch'];
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', p: 'patch', pl: 'patch', stable: '' };
const STABLE = STABILITIES.indexOf('');

interface ComposerVersion {
  readonly numbers: readonly string[];
  /** Index of STABILITIES. */
  readonly stability: number;
  /** What follows the stability's word. */
  readonly count: string;
}

function read(text: string): ComposerVersion | null {
  if (text.length > 200) return null;
  const form = /^v?(\d+(?:\.\d+){0,3})(?:[._-]?(dev|alpha|a|beta|b|rc|patch|pl|p|stable)[.-]?(\d*))?(?:\+\S*)?$/i;
  const parts = form.exec(text);
  if (parts?.[1] === undefined) return null;
  const word = parts[2]?.toLowerCase() ?? '';
  return {
    numbers: parts[1].split('.').map((number) => number.replace(/^0+(?=\d)/, '')),
    stability: STABILITIES.indexOf(SHORT[word] ?? word),
    count: parts[3] ?? '',
  };
}

function compareComposer(one: string, other: string): number {
  const [a, b] = [read(one), read(other)];
  if (a === null || b === null) return compareTexts(one, other);
  for (let index = 0; index < 4; index++) {
    const order = compareDigits(a.numbers[index] ?? '0', b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  return a.stability - b.stability || compareDigits(a.count, b.count);
}

/** What a version must be in, or must not be. */
type Condition = Interval | { readonly not: string };

/** Any of the lists, each of which must hold as a whole. */
function readRange(range: string): Condition[][] | null {
  if (range.length > 1_000) return null;
  const sets = range.split(/\|\|?/).map((part) => readAll(part.trim()));
  return sets.includes(null) ? null : sets.filter((set) => set !== null);
}

function readAll(text: string): Condition[] | null {
  const span = /^(\S+) +- +(\S+)$/.exec(text);
  if (span?.[1] !== undefined && span[2] !== undefined) return readSpan(span[1], span[2]);
  const parts = text.replace(/(>=|<=|!=|<>|==|[<>=^~]) +/g, '$1').split(/[\s,]+/);
  const intervals = parts.map((part) => readOne(part.replace(/@[a-z]+$/i, '')));
  return intervals.includes(null) ? null : intervals.filter((interval) => interval !== null);
}

function readSpan(low: string, high: string): Interval[] | null {
  const last = read(high);
  if (read(low) === null || last === null) return null;
  const end: Interval = last.numbers.length < 3 ? below(bump(last.numbers, last.numbers.length - 1)) : atMost(high);
  return [{ low: { version: low, isIncluded: true }, high: end.high }];
}

function readOne(text: string): Condition | null {
  if (text === '*') return { low: null, high: null };
  const wildcard = /^v?(\d+(?:\.\d+){0,2})\.[*x]$/i.exec(text)?.[1]?.split('.');
  if (wildcard !== undefined) return between(wildcard.join('.'), bump(wildcard, wildcard.length - 1));
  const [, operator = '', version = ''] = /^(>=|<=|==|!=|<>|[<>=^~])?(.*)$/.exec(text) ?? [];
  const parsed = read(version);
  if (parsed === null) return null;
  if (operator === '!=' || operator === '<>') return { not: version };
  if (operator === '^') return between(version, bump(parsed.numbers, firstNotZero(parsed.numbers)));
  if (operator === '~') return between(version, bump(parsed.numbers, Math.max(0, parsed.numbers.length - 2)));
  if (operator === '>=' || operator === '<') return fromOperator(operator, withDev(version, parsed));
  return fromOperator(operator === '' ? '=' : operator, version);
}

/** `>=2.0` begins with, and `<2.0` ends before, what comes before 2.0, unless a stability is written. */
function withDev(version: string, { stability }: ComposerVersion): string {
  return stability === STABLE && !/stable/i.test(version) ? `${version}-dev` : version;
}

/** The first version that differs at that place: `1.2.3` at 1 gives `1.3`. */
function bump(numbers: readonly string[], place: number): string {
  return [...numbers.slice(0, place), String(BigInt(numbers[place] ?? '0') + 1n)].join('.');
}

function firstNotZero(numbers: readonly string[]): number {
  const place = numbers.findIndex((number) => number !== '0');
  return place === -1 ? numbers.length - 1 : place;
}

function between(low: string, high: string): Interval {
  const parsed = read(low);
  const first = parsed === null ? low : withDev(low, parsed);
  return { low: { version: first, isIncluded: true }, high: below(high).high };
}

/** Composer counts what comes before the release of the bound as beyond it: `<2.0` has no `2.0-beta`. */
function below(version: string): Interval {
  return { low: null, high: { version: `${version}-dev`, isIncluded: false } };
}

function atMost(version: string): Interval {
  return { low: null, high: { version, isIncluded: true } };
}
