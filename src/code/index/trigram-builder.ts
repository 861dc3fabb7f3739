import { isUtf8 } from 'node:buffer';
import { assert } from '../../base/assert.ts';
import { countLineFeeds } from '../text/count-line-feeds.ts';
import type { SectionBuilder } from './indexed-text.ts';
import {
  BUCKET_BITS_MAX,
  BUCKET_BITS_MIN,
  bitmapBytes,
  FEEDS_MAX,
  FOLD,
  partStep,
  partsOf,
  SPREAD,
  TRIGRAM_HEAD_BYTES,
  TRIGRAM_PARTS_MAX,
  TRIGRAMS,
} from './trigrams.ts';

/** Buckets are kept in pieces of this many, so that they are never copied to grow. */
const PIECE_LENGTH = 1 << 18;

/** A list of this many buckets for each distinct one seen leaves few that share a list by chance. */
const ROOM = 4;

/** Builds the trigram section of a segment, format as in trigrams.ts. */
export function makeTrigramBuilder(): SectionBuilder {
  // For part after part the buckets of its trigrams, each once, and the document that it is of.
  const pieces: Uint32Array[] = [];
  const ends: number[] = [];
  const owners: number[] = [];
  const feeds: number[] = [];
  const recoded: number[] = [];
  let documents = 0;
  let piece = new Uint32Array(0);
  let used = 0;
  let total = 0;
  function addPart(bytes: Uint8Array): void {
    const found = collectBuckets(bytes);
    let done = 0;
    while (done < found) {
      if (used === piece.length) {
        piece = new Uint32Array(ends.length === 0 ? found : PIECE_LENGTH);
        pieces.push(piece);
        used = 0;
      }
      const count = Math.min(found - done, piece.length - used);
      piece.set(collected.subarray(done, done + count), used);
      done += count;
      used += count;
    }
    total += found;
    ends.push(total);
  }
  return {
    add(document, text) {
      // Searches look at decoded texts: bytes that are not UTF-8 are decoded as Latin-1, and indexed as that in UTF-8.
      const bytes = isUtf8(text.bytes) ? text.bytes : Buffer.from(text.bytes.toString('latin1'));
      if (bytes !== text.bytes || !text.isAsStored) recoded.push(document);
      const parts = partsOf(bytes.length);
      assert(document === documents && ends.length + parts.length <= TRIGRAM_PARTS_MAX, 'in order, within 16 bits');
      documents += 1;
      const step = partStep(bytes.length);
      for (const [from, to] of parts) {
        owners.push(document);
        feeds.push(Math.min(FEEDS_MAX, countLineFeeds(bytes, from, Math.min(from + step, bytes.length))));
        addPart(bytes.subarray(from, to));
      }
    },
    finish: () => ({ [TRIGRAMS]: encodeLists({ pieces, ends }, { owners, feeds, recoded }) }),
  };
}

/** Which part last had a bucket; shared by all builders of a thread, which work one after the other. */
const stamps = new Uint16Array(1 << BUCKET_BITS_MAX);
const collected = new Uint32Array(1 << BUCKET_BITS_MAX);
let stamp = 0;

/** Puts the buckets of a part into `collected` and tells how many. The loop that indexing takes its time for. */
function collectBuckets(bytes: Uint8Array): number {
  stamp += 1;
  if (stamp > 0xffff) {
    stamps.fill(0);
    stamp = 1;
  }
  const own = stamp;
  const shift = 32 - BUCKET_BITS_MAX;
  const { length } = bytes;
  let count = 0;
  if (length < 3) return 0;
  let gram = ((FOLD[bytes[0] ?? 0] ?? 0) << 8) | (FOLD[bytes[1] ?? 0] ?? 0);
  for (let at = 2; at < length; at++) {
    // Inside of the bounds by the loop: `as` spares a check for each byte.
    gram = ((gram << 8) | (FOLD[bytes[at] as number] as number)) & 0xffffff;
    const bucket = Math.imul(gram, SPREAD) >>> shift;
    if (stamps[bucket] !== own) {
      stamps[bucket] = own;
      collected[count++] = bucket;
    }
  }
  return count;
}

// Below, places are inside of their arrays by how the loops count: `as number` spares a check for each posting.

function bytesOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(numbers).buffer);
}

interface Collected {
  readonly pieces: readonly Uint32Array[];
  /** For each part the number of buckets up to its end. */
  readonly ends: readonly number[];
}

/** Of documents: whose each part is, its line feeds, and which are not indexed as they are stored. */
interface Holders {
  readonly owners: readonly number[];
  readonly feeds: readonly number[];
  readonly recoded: readonly number[];
}

function encodeLists({ pieces, ends }: Collected, { owners, feeds, recoded }: Holders): readonly Uint8Array[] {
  const bits = bucketBits(pieces);
  const lengths = new Uint16Array(1 << bits);
  const writer = makeListWriter(ends.length);
  const lowBits = Math.min(bits, LOW_BITS);
  const { starts, packed } = partition({ pieces, ends }, { bits, lowBits });
  for (let range = 0; range + 1 < starts.length; range++) {
    const { places, holders } = sortRange(packed.subarray(starts[range], starts[range + 1]), lowBits);
    for (let low = 0; low < 1 << lowBits; low++) {
      lengths[(range << lowBits) | low] = writer.add(holders, places[low] as number, places[low + 1] as number);
    }
  }
  const head = Buffer.alloc(TRIGRAM_HEAD_BYTES);
  head.writeUInt32LE(bits, 0);
  head.writeUInt32LE(ends.length, 4);
  head.writeUInt32LE(recoded.length, 8);
  return [head, bytesOf(owners), bytesOf(feeds), bytesOf(recoded), new Uint8Array(lengths.buffer), ...writer.finish()];
}

/**
 * Postings are sorted by their buckets in two steps, first by the upper bits and then by these lower ones: each step
 * writes to so few places that they stay in a core's cache, which takes a fifth of the time of one step.
 */
const LOW_BITS = 9;

/** Fewer buckets for a small segment: most lists would be empty, and their lengths most of the section. */
function bucketBits(pieces: readonly Uint32Array[]): number {
  const seen = new Uint8Array(1 << BUCKET_BITS_MAX);
  let distinct = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at++) {
      const bucket = piece[at] as number;
      if (seen[bucket] === 0) {
        seen[bucket] = 1;
        distinct += 1;
      }
    }
  }
  let bits = BUCKET_BITS_MIN;
  while (bits < BUCKET_BITS_MAX && 1 << bits < distinct * ROOM) bits += 1;
  return bits;
}

/** Postings by the upper bits of their buckets: the lower bits, shifted by 16, with the part. */
function partition(
  { pieces, ends }: Collected,
  { bits, lowBits }: { readonly bits: number; readonly lowBits: number },
): { readonly starts: Uint32Array; readonly packed: Uint32Array } {
  const shift = BUCKET_BITS_MAX - bits;
  const total = ends.at(-1) ?? 0;
  const starts = new Uint32Array((1 << (bits - lowBits)) + 2);
  let left = total;
  for (const piece of pieces) {
    const length = Math.min(left, piece.length);
    for (let at = 0; at < length; at++) {
      const slot = ((piece[at] as number) >>> (shift + lowBits)) + 2;
      starts[slot] = (starts[slot] as number) + 1;
    }
    left -= length;
  }
  addUp(starts);
  const packed = new Uint32Array(total);
  const lowMask = (1 << lowBits) - 1;
  let part = 0;
  let index = 0;
  left = total;
  for (const piece of pieces) {
    const length = Math.min(left, piece.length);
    for (let at = 0; at < length; at++, index++) {
      while (index >= (ends[part] as number)) part += 1;
      const bucket = (piece[at] as number) >>> shift;
      const slot = (bucket >>> lowBits) + 1;
      const place = starts[slot] as number;
      starts[slot] = place + 1;
      packed[place] = ((bucket & lowMask) << 16) | part;
    }
    left -= length;
  }
  return { starts: starts.subarray(0, starts.length - 1), packed };
}

/** The parts that hold each bucket of a range of them, in their order, and where those of each begin. */
function sortRange(packed: Uint32Array, lowBits: number): { places: Uint32Array; holders: Uint16Array } {
  const places = new Uint32Array((1 << lowBits) + 2);
  for (let at = 0; at < packed.length; at++) {
    const slot = ((packed[at] as number) >>> 16) + 2;
    places[slot] = (places[slot] as number) + 1;
  }
  addUp(places);
  const holders = new Uint16Array(packed.length);
  for (let at = 0; at < packed.length; at++) {
    const posting = packed[at] as number;
    const slot = (posting >>> 16) + 1;
    const place = places[slot] as number;
    places[slot] = place + 1;
    holders[place] = posting & 0xffff;
  }
  return { places, holders };
}

/** Counts, from the third place on, become the sums of all before. */
function addUp(counts: Uint32Array): void {
  for (let at = 2; at < counts.length; at++) counts[at] = (counts[at] as number) + (counts[at - 1] as number);
}

/** Bytes that lists are collected in before a new piece begins. */
const LISTS_BYTES = 1 << 20;

/** Writes lists one after the other; `add` tells the bytes of one. Buckets that were put together repeat parts. */
function makeListWriter(parts: number) {
  const bitmap = bitmapBytes(parts);
  // A list that is longer than a bitmap is thrown away for one, so there is room for each that is begun.
  const roomMax = bitmap + 4;
  const pieces: Uint8Array[] = [];
  let piece = new Uint8Array(0);
  let used = 0;
  function writeBitmap(holders: Uint16Array, from: number, to: number): number {
    piece.fill(0, used, used + bitmap);
    for (let at = from; at < to; at++) {
      const part = holders[at] as number;
      const place = used + (part >>> 3);
      piece[place] = (piece[place] as number) | (1 << (part & 7));
    }
    used += bitmap;
    return bitmap;
  }
  return {
    add(holders: Uint16Array, from: number, to: number): number {
      if (from === to) return 0;
      if (piece.length - used < roomMax) {
        pieces.push(piece.subarray(0, used));
        piece = new Uint8Array(Math.max(LISTS_BYTES, roomMax));
        used = 0;
      }
      let at = used;
      let previous = -1;
      for (let index = from; index < to; index++) {
        const part = holders[index] as number;
        let distance = part - previous - 1;
        if (distance < 0) continue;
        previous = part;
        for (; distance >= 0x80; distance >>>= 7) piece[at++] = (distance & 0x7f) | 0x80;
        piece[at++] = distance;
        if (at - used >= bitmap) return writeBitmap(holders, from, to);
      }
      const length = at - used;
      used = at;
      return length;
    },
    finish: () => [...pieces, piece.subarray(0, used)],
  };
}
