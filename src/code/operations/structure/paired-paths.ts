import { compareTexts } from '../../../base/compare-texts.ts';
import { folderOf, nameOf } from '../../text/paths.ts';

/** A path that is gone, and a new one. */
export interface PathPair {
  readonly from: string;
  readonly to: string;
}

/** Pairs of paths of one content whose likeness is compared; of more only the names tell. */
const PAIRS_MAX = 1_000;

/** Each path once, with the one that is likest to it, as far as there are as many on the other side. */
export function pairPaths(before: readonly string[], after: readonly string[]): readonly PathPair[] {
  if (before.length * after.length > PAIRS_MAX) return pairNames(before, after);
  const pairs = before.flatMap((from) => after.map((to) => ({ from, to, like: likenessOf(from, to) })));
  pairs.sort((a, b) => b.like - a.like || comparePairs(a, b));
  return eachOnce(pairs).map(({ from, to }) => ({ from, to }));
}

/** Of some pairs, the best first, those that leave each file in one. Paths of the two sides are never the same. */
export function eachOnce<Pair extends PathPair>(pairs: readonly Pair[]): readonly Pair[] {
  const taken = new Set<string>();
  return pairs.filter(({ from, to }) => {
    if (taken.has(from) || taken.has(to)) return false;
    taken.add(from).add(to);
    return true;
  });
}

/** The order of pairs of which nothing else tells. */
export function comparePairs(a: PathPair, b: PathPair): number {
  return compareTexts(a.to, b.to) || compareTexts(a.from, b.from);
}

/** How like two paths are: one name before all else, then what their names and their folders share, each up to 1. */
export function likenessOf(from: string, to: string): number {
  const [name, otherName] = [nameOf(from), nameOf(to)];
  const folders = sharedShare(folderOf(from).split('/'), folderOf(to).split('/'));
  return (name === otherName ? 2 : 0) + sharedShare([...name], [...otherName]) + folders;
}

/** How much of the longer of two lists both have at their beginning and end. */
function sharedShare(one: readonly string[], other: readonly string[]): number {
  const shortest = Math.min(one.length, other.length);
  let first = 0;
  while (first < shortest && one[first] === other[first]) first += 1;
  let last = 0;
  while (last < shortest - first && one.at(-1 - last) === other.at(-1 - last)) last += 1;
  return (first + last) / Math.max(one.length, other.length, 1);
}

/** Those of one name first, the others by their order. */
function pairNames(before: readonly string[], after: readonly string[]): readonly PathPair[] {
  const byName = new Map(before.map((path) => [nameOf(path), path]));
  const named = after.flatMap((to) => {
    const from = byName.get(nameOf(to));
    byName.delete(nameOf(to));
    return from === undefined ? [] : [{ from, to }];
  });
  const taken = new Set(named.flatMap(({ from, to }) => [from, to]));
  const rest = after.filter((path) => !taken.has(path));
  const left = before.filter((path) => !taken.has(path)).slice(0, rest.length);
  return [...named, ...left.map((from, at) => ({ from, to: rest[at] ?? '' }))];
}
