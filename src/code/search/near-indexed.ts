import type { NameRun } from '../index/name-groups.ts';
import {
  behindFirstLetter,
  bitCount,
  LENGTH_MAX,
  LETTERS_MASK,
  lettersOf,
  mayBeginAlike,
} from '../index/symbols-format.ts';
import { type SegmentSymbols, segmentSymbols } from '../index/symbols-reader.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { makeNamesHolding, makeNamesWithRest, type NamedView, type NamesHolding } from './names-holding.ts';
import type { NearNames } from './near-names.ts';

/** Names of all segments that are compared letter by letter: those whose letters say that they are nearest go first. */
const COMPARED_MAX = 256;

/** Documents that may hold the whole name in any case: so few are looked at for the names that they declare. */
const DOCUMENTS_MAX = 64;

/** What is looked for, and where it goes. */
interface Wanted {
  readonly name: string;
  readonly near: NearNames;
  /** Only names of files in scope count: what else a segment holds does not exist for this source. */
  accepts(file: number): boolean;
}

/** What is looked into. */
interface Where {
  readonly index: Pick<SourceIndex, 'segments'>;
  accepts(file: number): boolean;
}

/** Offers the names of an index that may be near; which they are is told by their letters and lengths. */
export function offerIndexedNames({ index, accepts }: Where, name: string, near: NearNames): void {
  const wanted = { name, near, accepts };
  const views = index.segments.flatMap((view): readonly NamedView[] => {
    const symbols = segmentSymbols(view.segment);
    return symbols === null ? [] : [{ view, symbols }];
  });
  offerHolding(views, wanted);
  offerSlips(views, wanted);
}

/** Names that hold the whole name, in any case. */
function offerHolding(views: readonly NamedView[], wanted: Wanted): void {
  const others = offerDeclaring(views, makeNamesHolding(wanted.name, DOCUMENTS_MAX), wanted);
  offerNearest(others, longerByLetters, wanted);
}

/** Offers the names that hold a text; gives the segments of which that is not known. */
function offerDeclaring(
  views: readonly NamedView[],
  holding: NamesHolding,
  { near, accepts }: Wanted,
): readonly NamedView[] {
  return views.filter((one) => {
    const names = holding(one, accepts);
    for (const name of names ?? []) near.offer(name);
    return names === null;
  });
}

/**
 * Names with a few slips. Those that begin otherwise have only one, at the first letter: unless it was swapped with the
 * next one, all that follows is in them as it stands.
 */
function offerSlips(views: readonly NamedView[], wanted: Wanted): void {
  if (wanted.near.slipsMax === 0) return;
  offerNearest(views, slipsByLetters, wanted);
  if (wanted.near.isSettled(1)) return;
  const others = offerDeclaring(views, makeNamesWithRest(wanted.name), wanted);
  offerNearest(others, otherFirstsByLetters, wanted);
}

/**
 * Names by how near they may be by their letters, at their places among all names of the segment (`NameGroups`);
 * ascending, and no more of each kind than are compared.
 */
type Like = readonly (readonly number[])[];

/** Tells which names of a segment may be near. `slipsOf` is the least number of slips of a kind. */
interface ByLetters {
  like(symbols: SegmentSymbols, wanted: Wanted): Like;
  slipsOf(kind: number): number;
}

/** Compares the nearest names of all segments; those that could only be farther than what was found are left out. */
function offerNearest(views: readonly NamedView[], { like, slipsOf }: ByLetters, wanted: Wanted): void {
  const all = views.map(({ symbols }) => like(symbols, wanted));
  const kinds = Math.max(0, ...all.map((one) => one.length));
  let left = COMPARED_MAX;
  for (let kind = 0; kind < kinds && left > 0 && !wanted.near.isSettled(slipsOf(kind)); kind++) {
    const there = all.reduce((sum, one) => sum + (one[kind]?.length ?? 0), 0);
    for (const [at, view] of views.entries()) {
      const places = all[at]?.[kind] ?? [];
      // Of too many each segment has its share.
      const share = there <= left ? places.length : Math.ceil((left * places.length) / there);
      offerAt(view, places.slice(0, share), wanted);
    }
    left -= there;
  }
}

function offerAt({ view, symbols }: NamedView, places: readonly number[], { near, accepts }: Wanted): void {
  const numbers = symbols.numbersAt(places).toSorted((a, b) => a - b);
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

/** Names with all letters of a name that are as long or longer, by their lengths: what is little longer is nearer. */
const longerByLetters: ByLetters = {
  like(symbols, { name, near }) {
    const own = lettersOf(name) & LETTERS_MASK;
    const ownLength = Math.min(name.length, LENGTH_MAX);
    const like = makeLike(near.longerByMax + 1);
    const lengths = { shortest: ownLength, longest: ownLength + near.longerByMax, beginAs: null };
    symbols.visitRuns(lengths, ({ length, letters, place }) => {
      const places = like[length - ownLength] ?? [];
      for (let at = 0; at < letters.length; at++)
        if (((letters[at] ?? 0) & own) === own && places.length < COMPARED_MAX) places.push(place + at);
    });
    return like;
  },
  slipsOf: () => 1,
};

/**
 * Names with nearly the letters and the length of a name that begin alike, or with its first two letters swapped; by the
 * least number of slips.
 */
const slipsByLetters: ByLetters = {
  like(symbols, { name, near: { slipsMax } }) {
    const own = lettersOf(name);
    const swapped = lettersOf(behindFirstLetter(name));
    const ownLength = Math.min(name.length, LENGTH_MAX);
    const like = makeLike(2 * slipsMax + 2);
    const lengths = { shortest: ownLength - slipsMax, longest: ownLength + slipsMax };
    symbols.visitRuns({ ...lengths, beginAs: own }, (run) => {
      const beyond = Math.abs(run.length - ownLength);
      // A letter too many or too few is one letter's difference, a wrong one in place of a right one two, a swap none.
      sortByDifference(run, { own, beyond, differentMax: 2 * slipsMax - beyond }, like);
    });
    if (!mayBeginAlike(own, swapped)) {
      const sameLength = { shortest: ownLength, longest: ownLength, beginAs: swapped };
      symbols.visitRuns(sameLength, (run) => sortByDifference(run, { own, beyond: 0, differentMax: 0 }, like));
    }
    return like;
  },
  slipsOf: (kind) => kind >> 1,
};

/** Names that may have one slip, whatever they begin with. */
const otherFirstsByLetters: ByLetters = {
  like(symbols, { name }) {
    const own = lettersOf(name);
    const ownLength = Math.min(name.length, LENGTH_MAX);
    const like = makeLike(4);
    symbols.visitRuns({ shortest: ownLength - 1, longest: ownLength + 1, beginAs: null }, (run) => {
      const beyond = Math.abs(run.length - ownLength);
      sortByDifference(run, { own, beyond, differentMax: 2 - beyond }, like);
    });
    return like;
  },
  slipsOf: (kind) => kind >> 1,
};

/** The look at every name of plausible length, kept apart so that nothing else slows it down. */
function sortByDifference(
  { letters, place }: NameRun,
  { own, beyond, differentMax }: { readonly own: number; readonly beyond: number; readonly differentMax: number },
  like: readonly number[][],
): void {
  for (let at = 0; at < letters.length; at++) {
    const other = letters[at] ?? 0;
    const different = bitCount((own ^ other) & LETTERS_MASK);
    if (different > differentMax) continue;
    const slips = Math.max(beyond, (different + beyond + 1) >> 1);
    const places = like[2 * slips + (mayBeginAlike(own, other) ? 0 : 1)] ?? [];
    if (places.length < COMPARED_MAX) places.push(place + at);
  }
}

function makeLike(kinds: number): number[][] {
  const like: number[][] = [];
  while (like.length < kinds) like.push([]);
  return like;
}
