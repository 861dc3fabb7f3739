import type { Section } from './segment-file.ts';
import { LENGTH_MAX } from './symbols-format.ts';

/** Names of one length in the order of their numbers; holds until the next run, or another glance at a section. */
export interface NameRun {
  readonly length: number;
  /** `lettersOf` of each. */
  readonly letters: Uint32Array;
  /** The place of the first among all names, which stand by their lengths; the others follow. */
  readonly place: number;
}

/** The names of a segment by their lengths, so that what is like a name is looked for among few. */
export interface NamesByLength {
  /** How many names there are; they are numbered from 0 in the order of their small letters. */
  readonly names: number;
  /** The names of some lengths, both ends included and at most `LENGTH_MAX`, in runs of one length. */
  ofLengths(shortest: number, longest: number, visit: (run: NameRun) => void): void;
  /** The numbers of the names at some places of runs, which must ascend; these need not. */
  numbersAt(places: readonly number[]): readonly number[];
}

/** Opens the sections; only where the names of each length begin stays in memory. */
export function openNamesByLength({
  letters,
  order,
  lengths,
}: Readonly<Record<'letters' | 'order' | 'lengths', Section>>): NamesByLength {
  // Where the names of each length begin, and where the last ones end.
  const starts = new Uint32Array(LENGTH_MAX + 2);
  for (const [length, count] of glanceNumbers(lengths, 0, LENGTH_MAX + 1).entries())
    starts[length + 1] = (starts[length] ?? 0) + count;
  return {
    names: order.length / NUMBER_BYTES,
    numbersAt: (places) => readNumbersAt(order, places),
    ofLengths(shortest, longest, visit) {
      const first = Math.max(0, shortest);
      const end = starts[Math.min(longest, LENGTH_MAX) + 1] ?? 0;
      let length = first;
      for (let from = starts[first] ?? end; from < end; from += NUMBERS_A_READING) {
        const to = Math.min(from + NUMBERS_A_READING, end);
        const some = glanceNumbers(letters, from, to);
        for (let place = from; place < to; ) {
          while ((starts[length + 1] ?? end) <= place) length += 1;
          const next = Math.min(to, starts[length + 1] ?? to);
          visit({ length, letters: some.subarray(place - from, next - from), place });
          place = next;
        }
      }
    },
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
