import { assert } from '../../base/assert.ts';

/** Which words occur in which documents, noted document by document. */
export interface PostingLog {
  /** Notes that the word occurs so often; documents come in ascending order, each with a word once at the most. */
  add(word: number, document: number, frequency: number): void;
  /** The same by words, of which there are `words`: those of a word ascend by document. */
  byWord(words: number): WordPostings;
}

/** All postings, ordered by word and then by document. */
export interface WordPostings {
  /** Where the postings of a word begin in `packed`; they end where those of the next one begin. */
  readonly starts: Uint32Array;
  /** `documentOf` and `frequencyOf` take them apart. */
  readonly packed: Uint32Array;
}

/** Bits of a posting that hold the frequency, which stops counting at their end; the others hold the document. */
const FREQUENCY_BITS = 17;
const FREQUENCY_MAX = 2 ** FREQUENCY_BITS - 1;
/** Documents that a segment has room for. */
const DOCUMENTS_MAX = 2 ** (32 - FREQUENCY_BITS);

/** The document of a packed posting. */
export function documentOf(packed: number): number {
  return packed >>> FREQUENCY_BITS;
}

/** The frequency of a packed posting. */
export function frequencyOf(packed: number): number {
  return packed & FREQUENCY_MAX;
}

const POSTINGS_AT_FIRST = 1_024;

/** Makes an empty log. It takes eight bytes a posting, and four more while it is turned round. */
export function makePostingLog(): PostingLog {
  let words = new Uint32Array(POSTINGS_AT_FIRST);
  let packed = new Uint32Array(POSTINGS_AT_FIRST);
  let count = 0;
  return {
    add(word, document, frequency) {
      assert(document < DOCUMENTS_MAX, 'a segment holds no more documents');
      if (count === words.length) {
        words = doubled(words);
        packed = doubled(packed);
      }
      words[count] = word;
      packed[count] = ((document << FREQUENCY_BITS) | Math.min(frequency, FREQUENCY_MAX)) >>> 0;
      count += 1;
    },
    byWord(wordCount) {
      const starts = new Uint32Array(wordCount + 1);
      for (let at = 0; at < count; at++) {
        const after = (words[at] ?? 0) + 1;
        starts[after] = (starts[after] ?? 0) + 1;
      }
      for (let word = 1; word <= wordCount; word++) starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
      const next = starts.slice();
      const ordered = new Uint32Array(count);
      for (let at = 0; at < count; at++) {
        const word = words[at] ?? 0;
        const place = next[word] ?? 0;
        ordered[place] = packed[at] ?? 0;
        next[word] = place + 1;
      }
      return { starts, packed: ordered };
    },
  };
}

function doubled(old: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * old.length);
  larger.set(old);
  return larger;
}
