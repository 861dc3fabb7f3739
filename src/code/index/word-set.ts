/** Different words, numbered from 0 in the order of their first coming. Made for a million of them: no object for a word. */
export interface WordSet {
  /** The number of the word, which is put in when it is new. `hash` is `hashOf` the same bytes. */
  intern(bytes: Uint8Array, from: number, to: number, hash: number): number;
  count(): number;
  /** The word's bytes, to be read at once: they move when words are put in. */
  bytes(word: number): Uint8Array;
  /** Numbers of all words in the byte order of the words; or, first of all, of their bytes by this table. */
  sorted(fold?: Uint8Array): Uint32Array;
}

/** Every byte as it is. */
const AS_IT_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** FNV-1a: two operations a byte, and spread well enough. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** The hash of some bytes. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), HASH_PRIME);
  return hash;
}

/** Words that there is room for at first: a segment of one small file is made in no time. */
const WORDS_AT_FIRST = 512;
const BYTES_A_WORD = 12;

/** Makes an empty set. */
export function makeWordSet(): WordSet {
  // A slot holds the number of a word and one more; 0 is an empty slot. At most half of them are taken.
  let slots = new Int32Array(2 * WORDS_AT_FIRST);
  let hashes = new Int32Array(WORDS_AT_FIRST);
  let ends = new Uint32Array(WORDS_AT_FIRST + 1);
  let arena = new Uint8Array(WORDS_AT_FIRST * BYTES_A_WORD);
  let count = 0;

  function intern(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const word = (slots[slot] ?? 0) - 1;
      if (word < 0) return insert(slot, bytes.subarray(from, to), hash);
      if (hashes[word] === hash && isWord(word, bytes, from, to)) return word;
      slot = (slot + 1) & mask;
    }
  }
  function isWord(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = ends[word] ?? 0;
    if ((ends[word + 1] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (arena[start + at - from] !== bytes[at]) return false;
    return true;
  }
  function insert(slot: number, bytes: Uint8Array, hash: number): number {
    const start = ends[count] ?? 0;
    if (start + bytes.length > arena.length) arena = grown(arena, new Uint8Array(2 * arena.length + bytes.length));
    if (count === hashes.length) {
      hashes = grown(hashes, new Int32Array(2 * count));
      ends = grown(ends, new Uint32Array(2 * count + 1));
    }
    arena.set(bytes, start);
    ends[count + 1] = start + bytes.length;
    hashes[count] = hash;
    slots[slot] = count + 1;
    count += 1;
    if (2 * count > slots.length) rehash();
    return count - 1;
  }
  function rehash(): void {
    slots = new Int32Array(2 * slots.length);
    const mask = slots.length - 1;
    for (let word = 0; word < count; word++) {
      const hash = hashes[word] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
  }
  return {
    intern,
    count: () => count,
    bytes: (word) => arena.subarray(ends[word], ends[word + 1]),
    sorted(fold = AS_IT_IS) {
      const words = Uint32Array.from({ length: count }, (_, word) => word);
      sortWords(words, { arena, ends, fold });
      return words;
    },
  };
}

function grown<Numbers extends Uint8Array | Uint32Array | Int32Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}

interface Names {
  readonly arena: Uint8Array;
  readonly ends: Uint32Array;
  readonly fold: Uint8Array;
}

/** Ranges this small are sorted by putting each word in its place. */
const INSERTION_MAX = 12;

/**
 * Sorts words by their bytes: a quicksort in three parts by one byte, which goes on to the next byte only among words
 * that are equal so far. A million names with long common beginnings take a third of the time of comparing whole ones.
 */
function sortWords(words: Uint32Array, names: Names): void {
  const ranges: Range[] = [{ from: 0, to: words.length, depth: 0 }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { from, to, depth } = range;
    if (to - from <= INSERTION_MAX) {
      insertionSort(words, range, names);
      continue;
    }
    const pivot = byteAt(names, words[(from + to) >>> 1] ?? 0, depth);
    const { less, more } = partition(words, range, (word) => byteAt(names, word, depth) - pivot);
    ranges.push({ from, to: less, depth }, { from: more, to, depth });
    // Words that have ended are equal but for what the table makes equal.
    if (pivot >= 0) ranges.push({ from: less, to: more, depth: depth + 1 });
    else if (more - less > 1) insertionSort(words, { from: less, to: more, depth: 0 }, { ...names, fold: AS_IT_IS });
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** Bytes that all words of the range have in common, from their beginning. */
  readonly depth: number;
}

/** Puts what is less to the front of the range and what is more to its end, and says where the two begin and end. */
function partition(words: Uint32Array, { from, to }: Range, order: (word: number) => number) {
  let less = from;
  let more = to;
  for (let at = from; at < more; ) {
    const word = words[at] ?? 0;
    const side = order(word);
    if (side < 0) {
      words[at++] = words[less] ?? 0;
      words[less++] = word;
    } else if (side > 0) {
      words[at] = words[--more] ?? 0;
      words[more] = word;
    } else at += 1;
  }
  return { less, more };
}

function insertionSort(words: Uint32Array, { from, to, depth }: Range, names: Names): void {
  for (let next = from + 1; next < to; next++) {
    const word = words[next] ?? 0;
    let at = next;
    for (; at > from && isBefore(names, word, words[at - 1] ?? 0, depth); at--) words[at] = words[at - 1] ?? 0;
    words[at] = word;
  }
}

function isBefore(names: Names, a: number, b: number, depth: number): boolean {
  for (let at = depth; ; at++) {
    const byteA = byteAt(names, a, at);
    const byteB = byteAt(names, b, at);
    if (byteA !== byteB) return byteA < byteB;
    if (byteA >= 0) continue;
    return names.fold !== AS_IT_IS && isBefore({ ...names, fold: AS_IT_IS }, a, b, 0);
  }
}

/** -1 at the word's end, so that a word comes before its continuations. */
function byteAt({ arena, ends, fold }: Names, word: number, depth: number): number {
  const at = (ends[word] ?? 0) + depth;
  return at < (ends[word + 1] ?? 0) ? (fold[arena[at] ?? 0] ?? 0) : -1;
}
