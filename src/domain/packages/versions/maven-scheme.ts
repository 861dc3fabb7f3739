import { isInside, parseBrackets } from './interval.ts';
import { compareDigits, compareTexts, overAllTexts, type VersionScheme } from './scheme.ts';

/**
 * Maven's order: numbers by value, known qualifiers in their order, other words after them, and trailing zeros mean
 * nothing. A bare version is taken as that version, since it is Maven's recommendation to itself. Source: Maven, POM
 * Reference, "Version Order Specification" and "Dependency Version Requirement Specification".
 */
export const MAVEN_SCHEME: VersionScheme = {
  isVersion: isMavenVersion,
  compare: overAllTexts(isMavenVersion, compareMaven),
  satisfies(version, range) {
    const intervals = parseBrackets(range);
    if (intervals !== null) return intervals.some((interval) => isInside(MAVEN_SCHEME.compare, interval, version));
    return isMavenVersion(range.trim()) ? MAVEN_SCHEME.compare(version, range.trim()) === 0 : null;
  },
  isPrerelease: (version) => /(?:^|[^a-z])(?:alpha|beta|milestone|rc|cr|snapshot|[abm]\d)/i.test(version),
  majorOf: (version) => /^\d+/.exec(version)?.[0] ?? null,
};

function isMavenVersion(text: string): boolean {
  return /^\d[0-9A-Za-z._+-]{0,199}$/.test(text);
}

/** A number, a word, or what follows a hyphen or a change between digits and letters. */
type Item = { readonly digits: string } | { readonly word: string } | readonly Item[];

function compareMaven(one: string, other: string): number {
  return compareItems(parse(one), parse(other));
}

/** The order of known words, the release itself being the empty one. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const ALIASES: Readonly<Record<string, string>> = { ga: '', final: '', release: '', cr: 'rc' };
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };

/** Lists open at hyphens and at changes between digits and letters, and reach to the end. */
function parse(version: string): Item[] {
  const lists: Item[][] = [[]];
  const pieces = withHyphens(version.toLowerCase()).split(/([.\-_])/);
  for (let index = 0; index < pieces.length; index += 2) {
    const [piece = '', separator = ''] = pieces.slice(index, index + 2);
    // Nothing before a separator is a zero; nothing at the end is nothing.
    if (piece !== '' || separator !== '') lists.at(-1)?.push(readItem(piece));
    if (separator !== '-') continue;
    const list: Item[] = [];
    lists.at(-1)?.push(list);
    lists.push(list);
  }
  for (const list of lists.reverse()) trimEnd(list);
  return lists.at(-1) ?? [];
}

/** `a`, `b` and `m` are short words only where a number follows at once, so they are read before hyphens are added. */
function withHyphens(version: string): string {
  const long = version.replace(/(?<![^\d.\-_])[abm](?=\d)/g, (letter) => SHORT[letter] ?? letter);
  return long.replace(/(?<=\d)(?=[^\d.\-_])|(?<=[^\d.\-_])(?=\d)/g, '-');
}

function readItem(piece: string): Item {
  if (piece === '' || /^\d/.test(piece)) return { digits: piece || '0' };
  return { word: ALIASES[piece] ?? piece };
}

/** Takes away what means nothing at the end, also before a list: `1.0.0-rc` is `1-rc`. */
function trimEnd(list: Item[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    const item = list[index];
    if (item === undefined) return;
    if (isNothing(item)) list.splice(index, 1);
    else if (!isList(item)) return;
  }
}

function isList(item: Item): item is readonly Item[] {
  return Array.isArray(item);
}

function isNothing(item: Item): boolean {
  if (isList(item)) return item.length === 0;
  return 'digits' in item ? /^0+$/.test(item.digits) : item.word === '';
}

/** Of different kinds, words come before lists and lists before numbers. */
function compareItem(one: Item | null, other: Item | null): number {
  if (one === null || other === null) return compareWithNothing(one) - compareWithNothing(other);
  if (isList(one) || isList(other)) {
    return isList(one) && isList(other) ? compareItems(one, other) : kindOf(one) - kindOf(other);
  }
  if ('digits' in one) return 'digits' in other ? compareDigits(one.digits, other.digits) : 1;
  return 'word' in other ? compareWords(one.word, other.word) : -1;
}

function kindOf(item: Item): number {
  if (isList(item)) return 1;
  return 'word' in item ? 0 : 2;
}

/** Nothing is the release, which some words come before. */
function compareWithNothing(item: Item | null): number {
  if (item === null) return 0;
  if (isList(item)) return compareItems(item, []);
  return 'digits' in item ? Number(!isNothing(item)) : compareWords(item.word, '');
}

function compareItems(one: readonly Item[], other: readonly Item[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const order = compareItem(one[index] ?? null, other[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWords(one: string, other: string): number {
  const [a, b] = [QUALIFIERS.indexOf(one), QUALIFIERS.indexOf(other)];
  if (a === -1 && b === -1) return compareTexts(one, other);
  if (a === -1 || b === -1) return a === -1 ? 1 : -1;
  return a - b;
}
