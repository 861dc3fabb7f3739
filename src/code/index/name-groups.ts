import type { Section } from '../source/source-index.ts';
import { mayBeginWith } from './symbols-format.ts';
import { makeByteReader } from './varints.ts';

/** Names of one length in the order of their numbers; holds until the next run, or another glance at a section. */
export interface NameRun {
  readonly length: number;
  /** `lettersOf` of each. */
  readonly letters: Uint32Array;
  /** The place of the first among all names, which stand by their groups; the others follow. */
  readonly place: number;
}

/** Which names are to be gone through. */
export interface WantedNames {
  /** Both ends included; what is longer than `LENGTH_MAX` counts as that long. */
  readonly shortest: number;
  readonly longest: number;
  /** `lettersOf` of a name: only those that may have its first letter. Null for all. */
  readonly beginAs: number | null;
}

/** The names of a segment by first letters and lengths, so that what is like a name is looked for among few. */
export interface NameGroups {
  /** How many names there are; they are numbered from 0 in the order of their small letters. */
  readonly names: number;
  /** Visits names in runs of one length, whose places ascend. */
  visitRuns(wanted: WantedNames, visit: (run: NameRun) => void): void;
  /** The numbers of the names at some places of runs, which must ascend; these need not. */
  numbersAt(places: readonly number[]): readonly number[];
}

/** Opens the sections; only where the groups begin stays in memory. */
export function openNameGroups(sections: Readonly<Record<'letters' | 'order' | 'groups', Section>>): NameGroups {
  const { letters, order } = sections;
  const groups = readGroups(sections.groups);
  const { lengths, starts } = groups;
  return {
    names: order.length / NUMBER_BYTES,
    numbersAt: (places) => readNumbersAt(order, places),
    visitRuns(wanted, visit) {
      let group = 0;
      // The groups of one letter stand together: what is wanted of them is read together.
      const visitSome = (from: number, to: number): void => {
        const some = glanceNumbers(letters, from, to);
        for (let place = from; place < to; ) {
          while ((starts[group + 1] ?? to) <= place) group += 1;
          const next = Math.min(to, starts[group + 1] ?? to);
          visit({ length: lengths[group] ?? 0, letters: some.subarray(place - from, next - from), place });
          place = next;
        }
      };
      for (const [begin, end] of wantedPlaces(groups, wanted))
        for (let from = begin; from < end; from += NUMBERS_A_READING)
          visitSome(from, Math.min(from + NUMBERS_A_READING, end));
    },
  };
}

/** Where the names that are wanted stand, from which place to which one: those of one first letter stand by length. */
function wantedPlaces(groups: Groups, { shortest, longest, beginAs }: WantedNames): readonly [number, number][] {
  const places: [number, number][] = [];
  for (let first = 0; first < FIRSTS; first++) {
    if (beginAs !== null && !mayBeginWith(beginAs, first)) continue;
    const begin = placeOf(groups, first, shortest);
    const end = placeOf(groups, first, longest + 1);
    const last = places.at(-1);
    if (last?.[1] === begin) last[1] = end;
    else places.push([begin, end]);
  }
  return places;
}

/** The place of the first name with a first letter that has a length or is longer, or behind the last one. */
function placeOf({ lengths, starts, begins }: Groups, first: number, length: number): number {
  const end = begins[first + 1] ?? lengths.length;
  let group = begins[first] ?? end;
  while (group < end && (lengths[group] ?? 0) < length) group += 1;
  return starts[group] ?? 0;
}

/** The groups that have names, in order; `starts` has one more at its end. `begins` tells for each first letter its first group. */
interface Groups {
  readonly firsts: Uint8Array;
  readonly lengths: Uint8Array;
  readonly starts: Uint32Array;
  readonly begins: Uint16Array;
}

/** Numbers that `firstOf` may tell. */
const FIRSTS = 32;

function readGroups(section: Section): Groups {
  const bytes = section.read(0, section.length);
  const reader = makeByteReader(bytes);
  const firsts: number[] = [];
  const lengths: number[] = [];
  const starts = [0];
  while (reader.at < bytes.length) {
    firsts.push(reader.byte());
    lengths.push(reader.byte());
    starts.push((starts.at(-1) ?? 0) + reader.varint());
  }
  const begins = Uint16Array.from({ length: FIRSTS + 1 }, (_, wanted) => {
    const group = firsts.findIndex((first) => first >= wanted);
    return group === -1 ? firsts.length : group;
  });
  return {
    firsts: Uint8Array.from(firsts),
    lengths: Uint8Array.from(lengths),
    starts: Uint32Array.from(starts),
    begins,
  };
}

function readNumbersAt(order: Section, places: readonly number[]): readonly number[] {
  const numbers: number[] = [];
  for (let at = 0; at < places.length; ) {
    const from = places[at] ?? 0;
    let next = at;
    while (next < places.length && (places[next] ?? 0) < from + NUMBERS_A_READING) next += 1;
    const some = glanceNumbers(order, from, (places[next - 1] ?? from) + 1);
    for (; at < next; at++) numbers.push(some[(places[at] ?? 0) - from] ?? 0);
  }
  return numbers;
}

const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Numbers that are read together: with the rest of their blocks they fit into the room that glances share. */
const NUMBERS_A_READING = 15 * 1_024;

/** Holds until the next reading. */
function glanceNumbers(section: Section, from: number, to: number): Uint32Array {
  const bytes = section.glance(from * NUMBER_BYTES, (to - from) * NUMBER_BYTES);
  // Blocks and numbers begin at multiples of four; a buffer of its own does so, too.
  return new Uint32Array(bytes.buffer, bytes.byteOffset, to - from);
}
