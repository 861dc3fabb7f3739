/** Remembers a number for each word. */
export interface WordKeys {
  /** The number of an ASCII word in any case; `NEW_WORD` when it has none. */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** Gives a number, from -1 on, to the word that was asked for last. */
  learn(number: number): void;
}

/** Says that a word was not met before. */
export const NEW_WORD = -2;

/** Words that there is room for at first. */
const WORDS_AT_FIRST = 1_024;
/** The bit that parts small letters from capitals; digits have it anyway. */
const SMALL = 0x20;

/**
 * Makes an empty memory. A word is known by 64 bits, the last four letters as they are and the others mixed: to compare
 * letters takes twice the time, and should two words ever fall together, one is ranked as the other.
 */
export function makeWordKeys(): WordKeys {
  let lows = new Int32Array(2 * WORDS_AT_FIRST);
  let highs = new Int32Array(2 * WORDS_AT_FIRST);
  // A slot holds the number and two more, since numbers begin at -1 and 0 is an empty slot. At most half are taken.
  let numbers = new Int32Array(2 * WORDS_AT_FIRST);
  let count = 0;
  let lastLow = 0;
  let lastHigh = 0;

  function place(low: number, high: number): number {
    const mask = numbers.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (numbers[slot] !== 0 && (lows[slot] !== low || highs[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }
  function grow(): void {
    const [oldLows, oldHighs, oldNumbers] = [lows, highs, numbers];
    lows = new Int32Array(2 * oldLows.length);
    highs = new Int32Array(2 * oldLows.length);
    numbers = new Int32Array(2 * oldLows.length);
    for (let at = 0; at < oldNumbers.length; at++) {
      if (oldNumbers[at] !== 0) put(oldLows[at] ?? 0, oldHighs[at] ?? 0, oldNumbers[at] ?? 0);
    }
  }
  function put(low: number, high: number, number: number): void {
    const slot = place(low, high);
    lows[slot] = low;
    highs[slot] = high;
    numbers[slot] = number;
  }
  return {
    find(bytes, from, to) {
      let low = 0;
      let high = 0;
      for (let at = from; at < to; at++) {
        high = Math.imul(high, 0x01000193) ^ (low >>> 24);
        low = (low << 8) | (bytes[at] ?? 0) | SMALL;
      }
      lastLow = low;
      lastHigh = high;
      return (numbers[place(low, high)] ?? 0) + NEW_WORD;
    },
    learn(number) {
      put(lastLow, lastHigh, number - NEW_WORD);
      count += 1;
      if (2 * count > numbers.length) grow();
    },
  };
}
