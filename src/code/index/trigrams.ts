/*
 * The trigram section of a segment: for three bytes that follow each other, the documents that hold them. It answers
 * which documents MAY hold a text; whoever asks looks at their contents, so a document too many costs time and nothing
 * else, and a document too few would be a hit that nobody sees. Letters of ASCII are kept in one case, so that one
 * index serves searches in either.
 *
 *   head     bits (u32), documents (u32)
 *   lengths  u16 for each of 2^bits buckets: bytes of its list
 *   lists    one after the other: ascending documents as varints of their distances, or, where that would be longer, a
 *            bitmap of all documents; a list that is as long as a bitmap is one
 */

/** The name of the section, and of what is kept of it. */
export const TRIGRAMS = 'trigrams';

/** Bytes before the lengths. */
export const TRIGRAM_HEAD_BYTES = 8;

/**
 * Buckets of a large segment: 2^18 lists of 128 MB of source hold some 25 documents each, and the table of what was
 * seen in a document while building stays in a core's own cache.
 */
export const BUCKET_BITS_MAX = 18;

/** A segment of one small document has no more than this. */
export const BUCKET_BITS_MIN = 6;

/** Documents have 16 bits while a segment is built. */
export const TRIGRAM_DOCUMENTS_MAX = 0xffff;

/** Bytes as they are indexed: ASCII letters in small, all others as they are. */
export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Spreads 24 bits over 32; its upper bits are the bucket (Knuth's multiplicative hashing, by the golden ratio). */
export const SPREAD = 0x9e3779b1;

/** The buckets of a text's trigrams at the most bits, each once; none for a text of less than three bytes. */
export function bucketsOf(bytes: Uint8Array): readonly number[] {
  const buckets = new Set<number>();
  let gram = 0;
  for (const [at, byte] of bytes.entries()) {
    gram = ((gram << 8) | (FOLD[byte] ?? 0)) & 0xffffff;
    if (at >= 2) buckets.add(Math.imul(gram, SPREAD) >>> (32 - BUCKET_BITS_MAX));
  }
  return [...buckets];
}

/** Bytes of a list as a bitmap. */
export function bitmapBytes(documents: number): number {
  return Math.ceil(documents / 8);
}
