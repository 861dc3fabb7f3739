import type { PackageName } from '../sources.ts';
import { POPULAR_NAMES } from './popular-names.ts';

/** A popular name that another one resembles, and how: a half sentence such as `looks like`, which the popular name ends. */
export interface NearName {
  readonly popular: string;
  readonly how: string;
}

/** Names shorter than this are all near one another: only a look-alike or other separators count. */
const ONE_EDIT_LENGTH_MIN = 5;
const TWO_EDITS_LENGTH_MIN = 8;
const NAME_LENGTH_MAX = 214;

/**
 * The popular name that this one could be mistaken for; null when there is none, or when it is a popular name itself.
 * Compares names only: whether it is a squat also depends on its age and use.
 */
export function findNearName({ ecosystem, name }: PackageName): NearName | null {
  const own = comparable({ ecosystem, name });
  if (own.length > NAME_LENGTH_MAX) return null;
  const popular = POPULAR_NAMES[ecosystem].map((text) => ({ text, form: comparable({ ecosystem, name: text }) }));
  if (popular.some(({ form }) => form === own)) return null;
  for (const compare of COMPARISONS) {
    for (const { text, form } of popular) {
      const how = compare(own, form);
      if (how !== null) return { popular: text, how };
    }
  }
  return null;
}

/** The spelling by which an ecosystem tells packages apart. */
function comparable({ ecosystem, name }: PackageName): string {
  const lower = name.toLowerCase();
  if (ecosystem === 'pypi') return lower.replace(/[-_.]+/g, '-');
  return ecosystem === 'cargo' ? lower.replaceAll('_', '-') : lower;
}

/** From the surest to the weakest; the first that holds is told. */
const COMPARISONS: readonly ((own: string, popular: string) => string | null)[] = [
  (own, popular) => (looks(own) === looks(popular) ? 'looks like' : null),
  (own, popular) => (bare(own) === bare(popular) ? 'differs only in separators or scope from' : null),
  (own, popular) => (isOneEdit(own, popular) ? 'is one letter away from' : null),
  (own, popular) => (isWithSuffix(own, popular) ? 'adds a common word to' : null),
  (own, popular) => (isTwoEdits(own, popular) ? 'is two letters away from' : null),
];

const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1|!і]/gu, 'l'],
  [/5/g, 's'],
  [/а/gu, 'a'],
  [/е/gu, 'e'],
  [/о/gu, 'o'],
  [/р/gu, 'p'],
  [/с/gu, 'c'],
  [/у/gu, 'y'],
  [/х/gu, 'x'],
];

function looks(name: string): string {
  return LOOK_ALIKES.reduce((text, [from, to]) => text.replace(from, to), name.normalize('NFKC'));
}

/** Without separators; only of names that keep enough letters to be told apart. */
function bare(name: string): string {
  const letters = name.replace(/[-_.@/:]/g, '');
  return letters.length < 4 ? name : letters;
}

function isOneEdit(own: string, popular: string): boolean {
  return distinctPart(popular).length >= ONE_EDIT_LENGTH_MIN && isWithinEdits(own, popular, 1);
}

function isTwoEdits(own: string, popular: string): boolean {
  return distinctPart(popular).length >= TWO_EDITS_LENGTH_MIN && isWithinEdits(own, popular, 2);
}

/** The host of a Go module is the same for thousands and tells nothing apart. */
function distinctPart(name: string): string {
  return name.replace(/^[^/@]+\.[^/@]+\//, '');
}

const SUFFIX =
  /^[-_.]?(?:js|node|npm|cli|core|lib|libs|util|utils|helper|helpers|dev|api|sdk|client|latest|official|new|pro|plus|next|security|py|python|python3|rs|rb|2|3)$/;
const PREFIX = /^(?:node|js|npm|py|python|rust|ruby|go|the|real|official|new)[-_.]?$/;

function isWithSuffix(own: string, popular: string): boolean {
  if (popular.length < 4) return false;
  if (own.startsWith(popular)) return SUFFIX.test(own.slice(popular.length));
  return own.endsWith(popular) && PREFIX.test(own.slice(0, -popular.length));
}

/**
 * Whether so many insertions, deletions, replacements and swaps of neighbours make one name of the other
 * (Damerau-Levenshtein, optimal string alignment).
 */
export function isWithinEdits(one: string, other: string, editsMax: number): boolean {
  if (Math.abs(one.length - other.length) > editsMax) return false;
  let [older, last] = [[] as readonly number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const current = nextRow({ one, other, row }, last, older);
    if (Math.min(...current) > editsMax) return false;
    [older, last] = [last, current];
  }
  return (last[other.length] ?? editsMax + 1) <= editsMax;
}

/** Edits between the first `row` letters of the one and each beginning of the other. */
function nextRow(
  { one, other, row }: { one: string; other: string; row: number },
  last: readonly number[],
  older: readonly number[],
): number[] {
  const current = [row];
  for (let column = 1; column <= other.length; column++) {
    const replaced = (last[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
    const isSwap = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
    const swapped = isSwap ? (older[column - 2] ?? 0) + 1 : replaced;
    current[column] = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped);
  }
  return current;
}
