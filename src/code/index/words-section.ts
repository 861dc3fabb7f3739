import { MIB } from '../../base/units.ts';
import type { Section, Segment } from '../source/source-index.ts';
import type { SectionBuilder } from './indexed-text.ts';
import { makePostingLog } from './posting-log.ts';
import { encodeWordTable, openWordTable, type WordTable } from './word-table.ts';
import { makeStems, visitWords } from './word-walk.ts';

/*
 * Which words occur in which documents, and how often: words of identifiers, of comments and of strings alike, small
 * and stemmed, as `splitIdentifier` splits and `stemOf` stems. A run of letters and digits that begins with a digit is
 * a number and has no words. Whole identifiers are not kept: they would take three times the room and the time, and
 * whoever looks for one finds it by its trigrams.
 *
 *   words.*          table of the stems
 *   words.lengths    for each document the number of words in it (u32)
 */

/**
 * Texts that are gone over together, in bytes: the table of all words is larger than a core's cache, and what else is
 * done with each text between two of them would drive the common words out of it.
 */
const WAITING_BYTES_MAX = 4 * MIB;

/** Makes the builder of the section. */
export function makeWordsBuilder(): SectionBuilder {
  const words = makeStems();
  const counts = makeCounts();
  const log = makePostingLog();
  const lengths: number[] = [];
  let waiting: { readonly document: number; readonly bytes: Buffer }[] = [];
  let waitingBytes = 0;
  let length = 0;
  const visit = (stem: number): void => {
    if (stem < 0) return;
    length += 1;
    counts.add(stem);
  };
  function countWaiting(): void {
    for (const { document, bytes } of waiting) {
      length = 0;
      visitWords(bytes, words, visit);
      counts.drain((stem, frequency) => log.add(stem, document, frequency));
      lengths[document] = length;
    }
    waiting = [];
    waitingBytes = 0;
  }
  return {
    add(document, { bytes }) {
      waiting.push({ document, bytes });
      waitingBytes += bytes.length;
      if (waitingBytes >= WAITING_BYTES_MAX) countWaiting();
    },
    finish() {
      countWaiting();
      return {
        ...encodeWordTable('words', words.stems, log.byWord(words.stems.count())),
        'words.lengths': [new Uint8Array(Uint32Array.from(lengths, (length) => length ?? 0).buffer)],
      };
    },
  };
}

/** Counts the words of one document after the other. */
interface Counts {
  add(word: number): void;
  /** Hands over every word that was counted, and begins anew. */
  drain(visit: (word: number, count: number) => void): void;
}

const COUNTED_AT_FIRST = 1_024;

function makeCounts(): Counts {
  let counts = new Uint32Array(COUNTED_AT_FIRST);
  let counted = new Uint32Array(COUNTED_AT_FIRST);
  let length = 0;
  return {
    add(word) {
      if (word >= counts.length) {
        counts = withRoom(counts, 2 * word);
        counted = withRoom(counted, 2 * word);
      }
      const before = counts[word] ?? 0;
      if (before === 0) counted[length++] = word;
      counts[word] = before + 1;
    },
    drain(visit) {
      for (let at = 0; at < length; at++) {
        const word = counted[at] ?? 0;
        visit(word, counts[word] ?? 0);
        counts[word] = 0;
      }
      length = 0;
    },
  };
}

function withRoom(old: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(room);
  larger.set(old);
  return larger;
}

/** The words of a segment. */
export interface SegmentWords extends WordTable {
  /** For each document the number of words in it. */
  readonly lengths: Uint32Array;
}

/** The words of a segment, to be found by their stems; null when it has no such section. Throws `DamagedSegmentError`. */
export function openWords(segment: Segment): SegmentWords | null {
  const table = openWordTable(segment, 'words');
  const lengths = segment.section('words.lengths');
  if (table === null || lengths === null) return null;
  return segment.keep('words', () => ({ ...table, lengths: readNumbers(lengths) }));
}

function readNumbers(section: Section): Uint32Array {
  // A copy: what was read need not begin where a number may.
  const bytes = Uint8Array.from(section.read(0, section.length));
  return new Uint32Array(bytes.buffer, 0, bytes.length >>> 2);
}
