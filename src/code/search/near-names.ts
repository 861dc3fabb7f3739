import { bitCount, LETTERS_MASK, lettersOf } from '../index/symbols-format.ts';
import { type SegmentSymbols, segmentSymbols } from '../index/symbols-reader.ts';
import { NEAR_NAMES_MAX } from './limits.ts';
import { decodeText, scanTexts } from './scan.ts';
import { type IndexedScope, makeGaps, type ScannedFile } from './scope.ts';
import type { Search } from './search.ts';
import { filesWithoutSymbols } from './symbol-lookup.ts';
import { hasSymbols, symbolsOf } from './symbols-of.ts';
import { editDistance } from './words.ts';

/** Names whose distance is greater have nothing to do with the query. */
const NEAR_DISTANCE_MAX = 3;

/** Bounds what a query of one letter keeps. */
const CANDIDATES_MAX = 1_000;

/** Collects declared names that are like a given one. */
export interface NearNames {
  /** `isThere` is asked last, since it may take longer than to compare; left out when it is known. */
  offer(name: string, isThere?: () => boolean): void;
  /** At most three, the nearest first. */
  list(): readonly string[];
}

/** Makes an empty collection for a name. */
export function makeNearNames(name: string): NearNames {
  const distanceTo = makeDistance(name.toLowerCase());
  const near = new Map<string, number>();
  return {
    offer(found, isThere) {
      if (near.size > CANDIDATES_MAX || near.has(found)) return;
      const distance = distanceTo(found);
      if (distance !== null && (isThere?.() ?? true)) near.set(found, distance);
    },
    list() {
      const ordered = [...near].sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1));
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
  if (indexed !== null) offerIndexed(indexed, name, near);
  const files = indexed === null ? scope.files : filesToRead(indexed);
  await scanTexts({ source, context, cpu, files, gaps: makeGaps() }, (file, bytes, blobId) => {
    if (!hasSymbols(file.path)) return;
    const text = decodeText(bytes);
    for (const symbol of symbolsOf({ path: file.path, blobId, text })) near.offer(symbol.name);
  });
  return near.list();
}

function filesToRead({ index, accepts }: IndexedScope): readonly ScannedFile[] {
  return filesWithoutSymbols(index)
    .filter(accepts)
    .map((file) => ({ path: index.files.path(file), role: index.files.role(file) }));
}

/** Names that are compared letter by letter, of all segments: those whose letters differ least go first. */
const COMPARED_MAX = 256;

/** Only names of files in scope count: what else a segment holds does not exist for this source. */
function offerIndexed({ index, accepts }: IndexedScope, wanted: string, near: NearNames): void {
  const views = index.segments.flatMap((view) => {
    const symbols = segmentSymbols(view.segment);
    return symbols === null ? [] : [{ view, symbols, like: likeByLetters(symbols, wanted) }];
  });
  for (const { view, symbols, like } of views) {
    const numbers = nearest(like, views);
    for (const name of symbols.named(numbers)) {
      near.offer(name.name, () => {
        let isThere = false;
        symbols.uses(name, (document) => {
          isThere ||= view.files(document).some(accepts);
        });
        return isThere;
      });
    }
  }
}

/** Numbers of a segment's names by the letters in which they differ, ascending, no more of each than are compared. */
type Like = readonly (readonly number[])[];

/** A segment's share of the names that are compared: what has the fewest different letters anywhere. Ascending. */
function nearest(own: Like, all: readonly { readonly like: Like }[]): readonly number[] {
  const numbers: number[] = [];
  let left = COMPARED_MAX;
  for (const [difference, names] of own.entries()) {
    const there = all.reduce((sum, { like }) => sum + (like[difference]?.length ?? 0), 0);
    const share = there <= left ? names.length : Math.ceil((left * names.length) / there);
    numbers.push(...names.slice(0, share));
    left -= Math.min(left, there);
  }
  return numbers.sort((a, b) => a - b);
}

/** Names with nearly the letters and length of a name, or with all its letters and some more. */
function likeByLetters(symbols: SegmentSymbols, wanted: string): Like {
  const { letters, lengths } = symbols.letters();
  const own = lettersOf(wanted) & LETTERS_MASK;
  const like: number[][] = Array.from({ length: 2 * NEAR_DISTANCE_MAX + 1 }, () => []);
  const add = (difference: number, at: number): void => {
    const names = like[difference];
    if (names !== undefined && names.length < COMPARED_MAX) names.push(at);
  };
  const [shortest, longest] = [wanted.length - NEAR_DISTANCE_MAX, wanted.length + LONGER_BY_MAX];
  for (let at = 0; at < letters.length; at++) {
    const length = lengths[at] ?? 0;
    // Most names are told by their length alone.
    if (length < shortest || length > longest) continue;
    const other = (letters[at] ?? 0) & LETTERS_MASK;
    // What is little longer goes first. A wrong letter in place of a right one is two letters' difference.
    if (length > wanted.length && (other & own) === own)
      add(Math.min(like.length - 1, (length - wanted.length) >> 2), at);
    else if (length <= wanted.length + NEAR_DISTANCE_MAX) add(bitCount(own ^ other), at);
  }
  return like;
}

/** Names much longer than what they contain are no slips of the pen. */
const LONGER_BY_MAX = 40;

/**
 * The distance of a name; null when it is not near. One slip in three letters at most, or short names would be near to
 * nearly all. A name with the query as a part of its words is as near as one with a single slip; somewhere within a word
 * it may have come about by chance.
 */
function makeDistance(wanted: string): (name: string) => number | null {
  const distanceMax = Math.min(NEAR_DISTANCE_MAX, Math.floor(wanted.length / 3));
  return (name) => {
    if (name.length > wanted.length + LONGER_BY_MAX) return null;
    const small = name.toLowerCase();
    const at = small.indexOf(wanted);
    if (at !== -1) return beginsWord(name, at) ? 1 : 2;
    const distance = editDistance(wanted, small, distanceMax);
    return distance > distanceMax ? null : distance;
  };
}

/** Whether a word begins at a place of a name: at its first letter, a capital, or after a sign. */
function beginsWord(name: string, at: number): boolean {
  return at === 0 || /\p{Lu}/u.test(name.charAt(at)) || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));
}
