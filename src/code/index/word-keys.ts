/** Remembers a number for each word, which it knows by the key that `mixLow` and `mixHigh` make of its letters. */
export interface WordKeys {
  /** The number of a word; `NEW_WORD` when it has none. */
  find(low: number, high: number): number;
  /** Gives a number, from -1 on, to the word that was asked for last. */
  learn(number: number): void;
}

/** Says that a word was not met before. */
export const NEW_WORD = -2;

/** Words that there is room for at first. */
const WORDS_AT_FIRST = 1_024;
/** The bit that parts small letters from capitals; digits have it anyway. */
const SMALL = 0x20;
/** Numbers of an entry: the halves of the key, the word's number, and one more, so that an entry is in one cache line. */
const ENTRY = 4;

/*
 * A word is known by 64 bits, in any case: the last four letters as they are and the others mixed. To compare letters
 * takes twice the time, and should two words ever fall together, one is ranked as the other. Both halves begin as 0.
 */

/** The lower half of a key with one more ASCII letter or digit. */
export function mixLow(low: number, byte: number): number {
  return (low << 8) | byte | SMALL;
}

/** The upper half of a key with one more letter, made from both halves before it. */
export function mixHigh(low: number, high: number): number {
  return Math.imul(high, 0x01000193) ^ (low >>> 24);
}

/** Makes an empty memory. */
export function makeWordKeys(): WordKeys {
  // An entry holds the number and two more, since numbers begin at -1 and 0 is an empty entry. At most half are taken.
  let entries = new Int32Array(2 * WORDS_AT_FIRST * ENTRY);
  let mask = 2 * WORDS_AT_FIRST - 1;
  let count = 0;
  let lastLow = 0;
  let lastHigh = 0;

  function place(low: number, high: number): number {
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    let at = ((mixed ^ (mixed >>> 15)) & mask) * ENTRY;
    while (entries[at + 2] !== 0 && (entries[at] !== low || entries[at + 1] !== high)) {
      at = at + ENTRY === entries.length ? 0 : at + ENTRY;
    }
    return at;
  }
  function grow(): void {
    const old = entries;
    entries = new Int32Array(2 * old.length);
    mask = 2 * mask + 1;
    for (let at = 0; at < old.length; at += ENTRY) {
      if (old[at + 2] !== 0) put(old[at] ?? 0, old[at + 1] ?? 0, old[at + 2] ?? 0);
    }
  }
  function put(low: number, high: number, number: number): void {
    const at = place(low, high);
    entries[at] = low;
    entries[at + 1] = high;
    entries[at + 2] = number;
  }
  return {
    find(low, high) {
      lastLow = low;
      lastHigh = high;
      return (entries[place(low, high) + 2] ?? 0) + NEW_WORD;
    },
    learn(number) {
      put(lastLow, lastHigh, number - NEW_WORD);
      count += 1;
      if (2 * count > mask) grow();
    },
  };
}
