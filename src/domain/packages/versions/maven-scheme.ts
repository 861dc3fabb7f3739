import { compareTexts } from '../../../base/compare-texts.ts';
import { isInside, parseBrackets } from './interval.ts';
import { compareDigits, overAllTexts, type VersionScheme } from './scheme.ts';

/**
 * Maven's order: numbers by value, known qualifiers in their order, other words after them, and trailing zeros mean
 * nothing. A bare version is taken as that version, since it is Maven's recommendation to itself. Source: Maven, POM
 * Reference, "Version Order Specification" and "Dependency Version Requirement Specification".
 */
export const MAVEN_SCHEME: VersionScheme = {
  isVersion: isMavenVersion,
  compare: overAllTexts(isMavenVersion, compareMaven),
  fitting(versions, range) {
    const { compare } = MAVEN_SCHEME;
    const intervals = parseBrackets(range);
    if (intervals !== null)
      return versions.filter((version) => intervals.some((one) => isInside(compare, one, version)));
    const only = range.trim();
    return isMavenVersion(only) ? versions.filter((version) => compare(version, only) === 0) : null;
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
/** What a shorter version is filled up with. */
const RELEASE: Item = { word: '' };
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
    lists.push([]);
  }
  // A list stands at the end of the one around it, so that the innermost comes first.
  return lists.reduceRight<Item[]>((inner, list) => normalize(list, inner), []);
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

/**
 * Takes away what means nothing: at the end and before anything but a number, so that `1.0.0-rc` is `1-rc`. A list that
 * begins with a word is as if it were no list, since `1.rc` and `1-rc` are one. Without both the order would go in
 * circles: Maven's first comparison had `1 < 1.sp < 1-alpha < 1` (MNG-7644).
 */
function normalize(list: readonly Item[], inner: readonly Item[]): Item[] {
  const [first] = inner;
  const kept = [...(first === undefined || isWord(first) ? inner : [inner])];
  for (const item of list.toReversed()) {
    const [next] = kept;
    const isBeforeNumber = next !== undefined && !isList(next) && !isWord(next);
    if (!isNothing(item) || isBeforeNumber) kept.unshift(item);
  }
  return kept;
}

function isList(item: Item): item is readonly Item[] {
  return Array.isArray(item);
}

function isWord(item: Item): item is { readonly word: string } {
  return 'word' in item;
}

function isNothing(item: Item): boolean {
  if (isList(item)) return item.length === 0;
  return isWord(item) ? item.word === '' : /^0+$/.test(item.digits);
}

/** Words come before lists and lists before numbers; nothing, which is the release, stands among the words. */
function compareItem(one: Item | null, other: Item | null): number {
  const [a, b] = [one ?? RELEASE, other ?? RELEASE];
  if (isList(a)) return isList(b) ? compareItems(a, b) : isWord(b) ? 1 : -1;
  if (isWord(a)) return !isList(b) && isWord(b) ? compareWords(a.word, b.word) : -1;
  return !isList(b) && !isWord(b) ? compareDigits(a.digits, b.digits) : 1;
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
