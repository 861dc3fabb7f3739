import { KIB } from '../../base/units.ts';

/*
 * The trigram section of a segment: for three bytes that follow each other, the parts of documents that hold them. It
 * answers which documents MAY hold a text; whoever asks looks at their contents, so a document too many costs time and
 * nothing else, and a document too few would be a hit that nobody sees. Letters of ASCII are kept in one case, so that one
 * index serves searches in either.
 *
 * A long document has several parts, since all of its trigrams together would be found in it for nearly any text. Parts
 * overlap, so that a text that is no longer than the overlap lies whole in the part that it begins in. Source: ADR 0036.
 *
 *   head     bits (u32), parts (u32), recoded documents (u32)
 *   owners   u16 for each part: its document, ascending
 *   feeds    u16 for each part: its line feeds as far as the next part of the document begins
 *   recoded  u16 for each document whose parts are not of the bytes that are stored, ascending
 *   lengths  u16 for each of 2^bits buckets: bytes of its list
 *   lists    one after the other: ascending parts as varints of their distances, or, where that would be longer, a
 *            bitmap of all parts; a list that is as long as a bitmap is one
 */

/** The name of the section, and of what is kept of it. */
export const TRIGRAMS = 'trigrams';

/** Bytes before the owners. */
export const TRIGRAM_HEAD_BYTES = 12;

/**
 * Bytes from the beginning of one part to that of the next, at the most: smaller ones tell more and take more room, some
 * 30 MB in a gigabyte of source at this size.
 */
const PART_BYTES = 16 * KIB;

/** Parts of one document at the most; those of a larger one are larger. */
const PARTS_MAX = 1_024;

/** Bytes of a text by which it is looked for; parts are so much longer that it never lies in two of them alone. */
export const WANTED_BYTES_MAX = 128;

const OVERLAP_BYTES = WANTED_BYTES_MAX - 1;

/**
 * Buckets of a large segment: 2^18 lists of 128 MB of source hold some 25 documents each, and the table of what was
 * seen in a document while building stays in a core's own cache.
 */
export const BUCKET_BITS_MAX = 18;

/** A segment of one small document has no more than this. */
export const BUCKET_BITS_MIN = 6;

/** Parts and documents have 16 bits. */
export const TRIGRAM_PARTS_MAX = 0xffff;

/** Bytes as they are indexed: ASCII letters in small, all others as they are. */
export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/** Spreads 24 bits over 32; its upper bits are the bucket (Knuth's multiplicative hashing, by the golden ratio). */
export const SPREAD = 0x9e3779b1;

/** Where a part begins and ends, in bytes. */
export type PartRange = readonly [from: number, to: number];

/** Where the parts of a document begin and end, all of one length; one that is empty has one, too. */
export function partsOf(bytes: number): readonly PartRange[] {
  return Array.from({ length: partCount(bytes) }, (_, part) => partRange(bytes, part));
}

/** How many parts a document has. */
export function partCount(bytes: number): number {
  return Math.min(PARTS_MAX, Math.max(1, Math.ceil((bytes - OVERLAP_BYTES) / PART_BYTES)));
}

/** One of the parts of a document. */
export function partRange(bytes: number, part: number): PartRange {
  const step = partStep(bytes);
  return [part * step, Math.min(bytes, (part + 1) * step + OVERLAP_BYTES)];
}

/** Bytes from the beginning of one part of a document to that of the next. */
export function partStep(bytes: number): number {
  return Math.ceil(bytes / partCount(bytes));
}

/** So many line feeds of a part, or more, are not told: a part that may have them is of a text of 64 MB. */
export const FEEDS_MAX = 0xffff;

/** The buckets of the trigrams of a text's beginning at the most bits, each once; none for less than three bytes. */
export function bucketsOf(bytes: Uint8Array): readonly number[] {
  const buckets = new Set<number>();
  let gram = 0;
  for (const [at, byte] of bytes.subarray(0, WANTED_BYTES_MAX).entries()) {
    gram = ((gram << 8) | (FOLD[byte] ?? 0)) & 0xffffff;
    if (at >= 2) buckets.add(Math.imul(gram, SPREAD) >>> (32 - BUCKET_BITS_MAX));
  }
  return [...buckets];
}

/** Bytes of a list as a bitmap. */
export function bitmapBytes(parts: number): number {
  return Math.ceil(parts / 8);
}
