import type { Section } from '../source/source-index.ts';
import { DamagedSegmentError } from './segment-file.ts';
import {
  BUCKET_BITS_MAX,
  BUCKET_BITS_MIN,
  bitmapBytes,
  bucketsOf,
  TRIGRAM_HEAD_BYTES,
  TRIGRAM_PARTS_MAX,
  TRIGRAMS,
} from './trigrams.ts';

// The lists of a segment, as they lie in its file: see trigrams.ts.

/** A list has a byte or more for each part, but for a bitmap, which may hold all. */
export function shortestList({ bits, parts, documents, lengths }: Trigrams, bytes: Uint8Array): number {
  let shortest = bitmapBytes(parts);
  for (const bucket of bucketsIn(bytes))
    shortest = Math.min(shortest, lengths[bucket >>> (BUCKET_BITS_MAX - bits)] ?? 0);
  return shortest === bitmapBytes(parts) ? documents : Math.min(documents, shortest);
}

/** Of the texts of one question, which every segment is asked for. */
const bucketsOfTexts = new WeakMap<Uint8Array, readonly number[]>();

function bucketsIn(bytes: Uint8Array): readonly number[] {
  const known = bucketsOfTexts.get(bytes);
  if (known !== undefined) return known;
  const found = bucketsOf(bytes);
  bucketsOfTexts.set(bytes, found);
  return found;
}

/** Where the lists of a segment lie: half a megabyte for a large one, so that a list takes one reading. */
export interface Trigrams {
  readonly section: Section;
  readonly bits: number;
  readonly parts: number;
  readonly documents: number;
  /** The document of each part, and the first part of each document with one more number for the end of all. */
  readonly owners: Uint16Array;
  readonly firsts: Uint16Array;
  /** Of each part its line feeds. */
  readonly feeds: Uint16Array;
  readonly recoded: ReadonlySet<number>;
  readonly lengths: Uint16Array;
  /** Where the lists of each `STEP` buckets begin. */
  readonly bases: Uint32Array;
}

/** Buckets whose lengths are added up to find a list. */
const STEP = 64;

/** Throws `DamagedSegmentError`. */
export function openTrigrams(section: Section): Trigrams {
  const head = section.read(0, TRIGRAM_HEAD_BYTES);
  const bits = head.readUInt32LE(0);
  const parts = head.readUInt32LE(4);
  if (bits < BUCKET_BITS_MIN || bits > BUCKET_BITS_MAX || parts > TRIGRAM_PARTS_MAX)
    throw new DamagedSegmentError(TRIGRAMS, 'its number of buckets or parts');
  const owners = readNumbers(section, TRIGRAM_HEAD_BYTES, parts);
  const feeds = readNumbers(section, TRIGRAM_HEAD_BYTES + owners.byteLength, parts);
  const recodedAt = TRIGRAM_HEAD_BYTES + owners.byteLength + feeds.byteLength;
  const recoded = readNumbers(section, recodedAt, head.readUInt32LE(8));
  const lengthsAt = recodedAt + recoded.byteLength;
  const lengths = readNumbers(section, lengthsAt, 1 << bits);
  const bases = new Uint32Array(lengths.length / STEP);
  let at = lengthsAt + lengths.byteLength;
  for (const [bucket, length] of lengths.entries()) {
    if (bucket % STEP === 0) bases[bucket / STEP] = at;
    at += length;
  }
  const documents = parts === 0 ? 0 : (owners[parts - 1] ?? 0) + 1;
  const firsts = firstParts(owners, documents);
  return { section, bits, parts, documents, owners, firsts, feeds, recoded: new Set(recoded), lengths, bases };
}

/** Copied, so that the numbers lie where an array of 16 bits may begin. */
function readNumbers(section: Section, at: number, count: number): Uint16Array {
  return new Uint16Array(new Uint8Array(section.read(at, 2 * count)).buffer);
}

function firstParts(owners: Uint16Array, documents: number): Uint16Array {
  const firsts = new Uint16Array(documents + 1).fill(owners.length);
  for (let part = owners.length - 1; part >= 0; part--) firsts[owners[part] ?? 0] = part;
  return firsts;
}

/** Trigrams of one text that are asked for: a long one is found by the rarest of them. */
const LISTS_MAX = 24;

/** The list of a bucket; its length is in bytes. */
export interface List {
  readonly bucket: number;
  readonly length: number;
}

/** Those of the trigrams of a text, the shortest first. */
export function rarestLists({ bits, lengths }: Trigrams, bytes: Uint8Array): readonly List[] {
  const shift = BUCKET_BITS_MAX - bits;
  const wanted = new Set<number>();
  for (const bucket of bucketsIn(bytes)) wanted.add(bucket >>> shift);
  return [...wanted]
    .map((bucket) => ({ bucket, length: lengths[bucket] ?? 0 }))
    .sort((a, b) => a.length - b.length)
    .slice(0, LISTS_MAX);
}

/** Holds until the next list is read. */
function readList({ section, lengths, bases }: Trigrams, { bucket, length }: List): Buffer {
  const first = bucket - (bucket % STEP);
  let at = bases[first / STEP] ?? 0;
  for (let before = first; before < bucket; before++) at += lengths[before] ?? 0;
  return section.glance(at, length);
}

/** One room for the parts of one list at a time: to have it made for each takes memory that is soon to be collected. */
let partsRoom: Uint16Array | null = null;

/** All parts of a list; holds until the next one is decoded. */
export function decode(trigrams: Trigrams, list: List): Uint16Array {
  const bytes = readList(trigrams, list);
  partsRoom ??= new Uint16Array(TRIGRAM_PARTS_MAX + 1);
  const found = partsRoom;
  if (list.length === bitmapBytes(trigrams.parts)) return decodeBitmap(bytes, found);
  let count = 0;
  let at = 0;
  for (let part = -1; at < bytes.length; ) {
    let distance = 0;
    let byte = 0x80;
    for (let shift = 0; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    part += distance + 1;
    found[count++] = part;
  }
  return found.subarray(0, count);
}

function decodeBitmap(bytes: Buffer, found: Uint16Array): Uint16Array {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    for (let bits = bytes[at] ?? 0; bits !== 0; bits &= bits - 1)
      found[count++] = at * 8 + (31 - Math.clz32(bits & -bits));
  }
  return found.subarray(0, count);
}

/** Those of the parts that a list holds, in their own room. */
export function narrow(trigrams: Trigrams, found: Uint16Array, list: List): Uint16Array {
  const bytes = readList(trigrams, list);
  if (list.length !== bitmapBytes(trigrams.parts)) return narrowByList(found, bytes);
  let count = 0;
  for (const part of found) {
    if (((bytes[part >>> 3] ?? 0) >>> (part & 7)) % 2 === 1) found[count++] = part;
  }
  return found.subarray(0, count);
}

/** Goes through both together, so that no room is made for the list. */
function narrowByList(found: Uint16Array, bytes: Buffer): Uint16Array {
  let count = 0;
  let at = 0;
  let held = -1;
  for (const part of found) {
    while (held < part && at < bytes.length) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      held += distance + 1;
    }
    if (held === part) found[count++] = part;
  }
  return found.subarray(0, count);
}
