/** An end of an interval of versions; null is no end at all. */
interface End {
  readonly version: string;
  readonly isIncluded: boolean;
}

/** All versions between two ends. */
export interface Interval {
  readonly low: End | null;
  readonly high: End | null;
}

/** Whether a version lies between the ends, by the order of its ecosystem. */
export function isInside(
  compare: (one: string, other: string) => number,
  { low, high }: Interval,
  version: string,
): boolean {
  if (low !== null) {
    const order = compare(version, low.version);
    if (order < 0 || (order === 0 && !low.isIncluded)) return false;
  }
  if (high === null) return true;
  const order = compare(version, high.version);
  return order < 0 || (order === 0 && high.isIncluded);
}

/** One comparison such as `>=` and its version as an interval; null for an operator that is none. */
export function fromOperator(operator: string, version: string): Interval | null {
  const included: End = { version, isIncluded: true };
  const excluded: End = { version, isIncluded: false };
  switch (operator) {
    case '=':
    case '==':
      return { low: included, high: included };
    case '>=':
      return { low: included, high: null };
    case '>':
      return { low: excluded, high: null };
    case '<=':
      return { low: null, high: included };
    case '<':
      return { low: null, high: excluded };
    default:
      return null;
  }
}

const BRACKETS = /([[(])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])])/g;

/**
 * The notation of Maven and NuGet, `[1.0,2.0)`, also several in a row; null when it is something else. Source: Maven,
 * "Dependency Version Requirement Specification"; NuGet, "Version ranges".
 */
export function parseBrackets(range: string): Interval[] | null {
  const text = range.replace(/\s+/g, '');
  if (text.length > 1_000 || text.replace(BRACKETS, '').replace(/,/g, '') !== '') return null;
  const intervals = [...text.matchAll(BRACKETS)].map(readBracket);
  return intervals.length === 0 || intervals.includes(null) ? null : intervals.filter((interval) => interval !== null);
}

function readBracket([, open, low = '', comma, high = '', close]: RegExpMatchArray): Interval | null {
  if (comma === undefined) {
    const only: End = { version: low, isIncluded: true };
    return open === '[' && close === ']' && low !== '' ? { low: only, high: only } : null;
  }
  return {
    low: low === '' ? null : { version: low, isIncluded: open === '[' },
    high: high === '' ? null : { version: high, isIncluded: close === ']' },
  };
}
