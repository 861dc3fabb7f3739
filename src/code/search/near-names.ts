import { NEAR_NAMES_MAX } from './limits.ts';
import { decodeText, scannedBefore, scanTexts } from './scan.ts';
import type { Search } from './search.ts';
import { hasSymbols, symbolsOf } from './symbols-of.ts';
import { editDistance } from './words.ts';

/** Names whose distance is greater have nothing to do with the query. */
const NEAR_DISTANCE_MAX = 3;

/** Bounds what a query of one letter keeps. */
const CANDIDATES_MAX = 1_000;

/** Collects declared names that are like a given one. */
export interface NearNames {
  offer(name: string): void;
  /** At most three, the nearest first. */
  list(): readonly string[];
}

/** Makes an empty collection for a name. */
export function makeNearNames(name: string): NearNames {
  const distanceTo = makeDistance(name.toLowerCase());
  const near = new Map<string, number>();
  return {
    offer(found) {
      if (near.size > CANDIDATES_MAX || near.has(found)) return;
      const distance = distanceTo(found.toLowerCase());
      if (distance !== null) near.set(found, distance);
    },
    list() {
      const ordered = [...near].sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1));
      return ordered.slice(0, NEAR_NAMES_MAX).map(([found]) => found);
    },
  };
}

/**
 * Declared names like the given one, by a pass over all files; fewer when the deadline is too near. Its gaps go
 * nowhere: the pass before has told of the same ones.
 */
export async function findNearNames(search: Search, name: string): Promise<readonly string[]> {
  const near = makeNearNames(name);
  await scanTexts(scannedBefore(search.scope), (file, bytes, blobId) => {
    if (!hasSymbols(file.path)) return;
    const text = decodeText(bytes);
    for (const symbol of symbolsOf({ path: file.path, blobId, text })) near.offer(symbol.name);
  });
  return near.list();
}

/** Names much longer than what they contain are no slips of the pen. */
const LONGER_BY_MAX = 40;

/**
 * The distance of a name in small letters; null when it is not near. One slip in three letters at most, or short names would
 * be near to nearly all. A name that contains the query is as near as one with a single slip.
 */
function makeDistance(wanted: string): (name: string) => number | null {
  const distanceMax = Math.min(NEAR_DISTANCE_MAX, Math.floor(wanted.length / 3));
  return (name) => {
    if (name.length > wanted.length + LONGER_BY_MAX) return null;
    if (name.includes(wanted)) return 1;
    const distance = editDistance(wanted, name, distanceMax);
    return distance > distanceMax ? null : distance;
  };
}
