import { compareTexts } from '../../base/compare-texts.ts';
import { lettersOf, mayBeginAlike } from '../index/symbols-format.ts';
import { decodeText } from '../source/searched-text.ts';
import { editDistance } from '../text/words.ts';
import { NEAR_NAMES_MAX } from './limits.ts';
import { offerIndexedNames } from './near-indexed.ts';
import { scanTexts } from './scan.ts';
import { makeGaps } from './scope.ts';
import type { Search } from './search.ts';
import { filesToScan } from './symbol-lookup.ts';
import { mayHaveSymbols, symbolsOf } from './symbols-of.ts';

/** Names whose distance is greater have nothing to do with the query. */
const NEAR_DISTANCE_MAX = 3;

/** Bounds what a query of one letter keeps. */
const CANDIDATES_MAX = 1_000;

/** Collects declared names that are like a given one. */
export interface NearNames {
  /** `isThere` is asked last, since it may take longer than to compare; left out when it is known. */
  offer(name: string, isThere?: () => boolean): void;
  /** How many slips a near name may have; it may also hold the whole name, and be so many letters longer. */
  readonly slipsMax: number;
  readonly longerByMax: number;
  /** Whether no name with so many slips can be listed any more. */
  isSettled(slips: number): boolean;
  /** At most three, the nearest first. */
  list(): readonly string[];
}

/** Makes an empty collection for a name. */
export function makeNearNames(name: string): NearNames {
  // One slip in three letters at most, or short names would be near to nearly all.
  const slipsMax = Math.min(NEAR_DISTANCE_MAX, Math.floor(name.length / 3));
  const distanceTo = makeDistance(name.toLowerCase(), slipsMax);
  const near = new Map<string, number>();
  return {
    slipsMax,
    longerByMax: LONGER_BY_MAX,
    isSettled: (slips) => [...near.values()].filter((distance) => distance < slips).length >= NEAR_NAMES_MAX,
    offer(found, isThere) {
      if (near.size > CANDIDATES_MAX || near.has(found)) return;
      const distance = distanceTo(found);
      if (distance !== null && (isThere?.() ?? true)) near.set(found, distance);
    },
    list() {
      const ordered = [...near].sort(
        ([a, x], [b, y]) =>
          x - y || Number(b === name) - Number(a === name) || a.length - b.length || compareTexts(a, b),
      );
      return ordered.slice(0, NEAR_NAMES_MAX).map(([found]) => found);
    },
  };
}

/**
 * Declared names like the given one, out of the index, and for what it does not know by a pass over the contents; fewer
 * when the deadline is too near. Its gaps go nowhere: the pass before has told of the same ones.
 */
export async function findNearNames({ scope }: Pick<Search, 'scope'>, name: string): Promise<readonly string[]> {
  const near = makeNearNames(name);
  const { source, context, cpu, indexed } = scope;
  if (indexed !== null) offerIndexedNames(indexed, name, near);
  const files = filesToScan(scope);
  await scanTexts({ source, context, cpu, files, gaps: makeGaps() }, (file, bytes, blobId) => {
    if (!mayHaveSymbols(file.path)) return;
    const text = decodeText(bytes);
    for (const symbol of symbolsOf({ path: file.path, blobId, text })) near.offer(symbol.name);
  });
  return near.list();
}

/** Names much longer than what they contain are no slips of the pen. */
const LONGER_BY_MAX = 40;

/**
 * The distance of a name; null when it is not near. Who gets the first letter wrong makes no other slip. A name with the
 * query as a part of its words is as near as one with a single slip; somewhere within a word it may have come about by
 * chance.
 */
function makeDistance(wanted: string, slipsMax: number): (name: string) => number | null {
  const letters = lettersOf(wanted);
  return (name) => {
    if (name.length > wanted.length + LONGER_BY_MAX) return null;
    const small = name.toLowerCase();
    if (small === wanted) return 0;
    const at = small.indexOf(wanted);
    if (at !== -1) return beginsWord(name, at) ? 1 : 2;
    const distance = editDistance(wanted, small, slipsMax);
    const most = mayBeginAlike(letters, lettersOf(name)) ? slipsMax : Math.min(slipsMax, 1);
    return distance > most ? null : distance;
  };
}

/** Whether a word begins at a place of a name: at its first letter, a capital, or after a sign. */
function beginsWord(name: string, at: number): boolean {
  return at === 0 || /\p{Lu}/u.test(name.charAt(at)) || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));
}
