const LINE_FEED = 10;

/** The same in each byte of a word. */
const LINE_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080;
const ONES = 0x01010101;

/** To look at four bytes at once is worth it from so many on. */
const WORDS_BYTES_MIN = 64;

/**
 * Line feeds from one position to another. To ask for each of them, or to look at each byte, takes five times as long,
 * which was a twentieth of a search.
 */
export function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < WORDS_BYTES_MIN) return countByBytes(bytes, from, to);
  const first = from + (-(bytes.byteOffset + from) & 3);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + first, (to - first) >> 2);
  const rest = first + words.length * 4;
  return countByBytes(bytes, from, first) + countByWords(words) + countByBytes(bytes, rest, to);
}

function countByBytes(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === LINE_FEED) count += 1;
  return count;
}

function countByWords(words: Int32Array): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    // Inside of the words by the loop: `as` spares a check for each of them. A byte is 0 where a line feed stood.
    const word = (words[at] as number) ^ LINE_FEEDS;
    // The highest bit of each byte says whether it is 0; the sum of these bits comes into the highest byte.
    const found = ~(((word & LOW_BITS) + LOW_BITS) | word) & HIGH_BITS;
    if (found !== 0) count += Math.imul(found >>> 7, ONES) >>> 24;
  }
  return count;
}
