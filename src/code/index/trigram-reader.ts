import type { Section, Segment } from '../source/source-index.ts';
import type { Needs } from './needs.ts';
import { DamagedSegmentError } from './segment-file.ts';
import {
  BUCKET_BITS_MAX,
  BUCKET_BITS_MIN,
  bitmapBytes,
  bucketsOf,
  type PartRange,
  partCount,
  partRange,
  TRIGRAM_HEAD_BYTES,
  TRIGRAM_PARTS_MAX,
  TRIGRAMS,
  WANTED_BYTES_MAX,
} from './trigrams.ts';

/** What a segment knows of a query. */
export interface FoundDocuments {
  /** Those that may fulfil the needs, ascending; none that does is missing. */
  readonly documents: Uint16Array;
  /**
   * The parts of a document, of so many bytes, that alone may hold the text which is needed; null where it is to be looked
   * at whole.
   */
  partsOf(document: number, bytes: number): readonly PartRange[] | null;
}

/**
 * The documents of a segment that may fulfil the needs, ascending; null when every document may. None that does is
 * ever missing. Throws `DamagedSegmentError`.
 */
export function findDocuments(segment: Segment, needs: Needs): Uint16Array | null {
  const trigrams = trigramsOf(segment);
  return trigrams === null ? null : evaluate(trigrams, needs);
}

/** The same with the places in them. */
export function findParts(segment: Segment, needs: Needs): FoundDocuments | null {
  const trigrams = trigramsOf(segment);
  if (trigrams === null) return null;
  // The rest of a longer text may stand in the next part, and each of several texts in another one.
  if (needs.type !== 'text' || needs.bytes.length > WANTED_BYTES_MAX) {
    const documents = evaluate(trigrams, needs);
    return documents === null ? null : { documents, partsOf: () => null };
  }
  const parts = partsWithText(trigrams, null, needs.bytes);
  if (parts === null) return null;
  const partsOf = (document: number, bytes: number) => rangesOf(trigrams, parts, { document, bytes });
  return { documents: ownersOf(trigrams, parts.slice()), partsOf };
}

function trigramsOf(segment: Segment): Trigrams | null {
  const section = segment.section(TRIGRAMS);
  return section === null ? null : segment.keep(TRIGRAMS, () => openTrigrams(section));
}

/** Null also where they are most of a document, or where the file has other bytes. */
function rangesOf(
  { firsts, recoded }: Trigrams,
  parts: Uint16Array,
  { document, bytes }: { readonly document: number; readonly bytes: number },
): readonly PartRange[] | null {
  const first = firsts[document] ?? 0;
  const count = (firsts[document + 1] ?? 0) - first;
  if (count < 2 || count !== partCount(bytes) || recoded.has(document)) return null;
  const ranges: PartRange[] = [];
  for (let at = firstAtLeast(parts, first); at < parts.length && (parts[at] ?? 0) < first + count; at++) {
    if (2 * ranges.length >= count) return null;
    ranges.push(partRange(bytes, (parts[at] ?? 0) - first));
  }
  return ranges.length === 0 ? null : ranges;
}

/** The place of the first number that is no smaller, among ascending ones. */
function firstAtLeast(numbers: Uint16Array, wanted: number): number {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many documents of a segment may fulfil the needs at the most, told by the lengths of lists: nothing is read. */
export function documentsAtMost(segment: Segment, needs: Needs): number {
  const trigrams = trigramsOf(segment);
  return trigrams === null ? segment.documents : atMost(trigrams, needs);
}

function atMost(trigrams: Trigrams, needs: Needs): number {
  const { documents } = trigrams;
  switch (needs.type) {
    case 'text':
      return shortestList(trigrams, needs.bytes);
    case 'all':
      return Math.min(documents, ...needs.of.map((one) => atMost(trigrams, one)));
    case 'any':
      return Math.min(
        documents,
        needs.of.reduce((sum, one) => sum + atMost(trigrams, one), 0),
      );
  }
}

/** A list has a byte or more for each part, but for a bitmap, which may hold all. */
function shortestList({ bits, parts, documents, lengths }: Trigrams, bytes: Uint8Array): number {
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
interface Trigrams {
  readonly section: Section;
  readonly bits: number;
  readonly parts: number;
  readonly documents: number;
  /** The document of each part, and the first part of each document with one more number for the end of all. */
  readonly owners: Uint16Array;
  readonly firsts: Uint16Array;
  readonly recoded: ReadonlySet<number>;
  readonly lengths: Uint16Array;
  /** Where the lists of each `STEP` buckets begin. */
  readonly bases: Uint32Array;
}

/** Buckets whose lengths are added up to find a list. */
const STEP = 64;

function openTrigrams(section: Section): Trigrams {
  const head = section.read(0, TRIGRAM_HEAD_BYTES);
  const bits = head.readUInt32LE(0);
  const parts = head.readUInt32LE(4);
  if (bits < BUCKET_BITS_MIN || bits > BUCKET_BITS_MAX || parts > TRIGRAM_PARTS_MAX)
    throw new DamagedSegmentError(TRIGRAMS, 'its number of buckets or parts');
  const owners = readNumbers(section, TRIGRAM_HEAD_BYTES, parts);
  const recoded = readNumbers(section, TRIGRAM_HEAD_BYTES + owners.byteLength, head.readUInt32LE(8));
  const lengthsAt = TRIGRAM_HEAD_BYTES + owners.byteLength + recoded.byteLength;
  const lengths = readNumbers(section, lengthsAt, 1 << bits);
  const bases = new Uint32Array(lengths.length / STEP);
  let at = lengthsAt + lengths.byteLength;
  for (const [bucket, length] of lengths.entries()) {
    if (bucket % STEP === 0) bases[bucket / STEP] = at;
    at += length;
  }
  const documents = parts === 0 ? 0 : (owners[parts - 1] ?? 0) + 1;
  const firsts = firstParts(owners, documents);
  return { section, bits, parts, documents, owners, firsts, recoded: new Set(recoded), lengths, bases };
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

function evaluate(trigrams: Trigrams, needs: Needs): Uint16Array | null {
  switch (needs.type) {
    case 'text':
      return holdText(trigrams, null, needs.bytes);
    case 'all':
      return intersectAll(trigrams, needs.of);
    case 'any':
      return unite(trigrams, needs.of);
  }
}

/** Texts first, and of them the one with the rarest trigram; each may stand in another part of a document. */
function intersectAll(trigrams: Trigrams, needs: readonly Needs[]): Uint16Array | null {
  const texts = needs.flatMap((one) => (one.type === 'text' ? [one.bytes] : []));
  const rarest = texts.map((bytes) => ({ bytes, length: shortestList(trigrams, bytes) }));
  let found: Uint16Array | null = null;
  for (const { bytes } of rarest.sort((a, b) => a.length - b.length)) {
    if (found !== null && found.length <= FEW) return found;
    found = holdText(trigrams, found, bytes);
  }
  for (const one of needs) {
    if (one.type === 'text') continue;
    if (found !== null && found.length <= FEW) return found;
    const other = evaluate(trigrams, one);
    found = found === null || other === null ? (found ?? other) : found.filter(contains(other));
  }
  return found;
}

/** Whether ascending documents hold one; to be asked in rising order. */
function contains(documents: Uint16Array): (document: number) => boolean {
  let at = 0;
  return (document) => {
    while (at < documents.length && (documents[at] ?? 0) < document) at += 1;
    return documents[at] === document;
  };
}

function unite(trigrams: Trigrams, needs: readonly Needs[]): Uint16Array | null {
  const isIn = new Uint8Array(trigrams.documents);
  for (const one of needs) {
    const found = evaluate(trigrams, one);
    if (found === null) return null;
    for (const document of found) isIn[document] = 1;
  }
  let count = 0;
  const united = new Uint16Array(trigrams.documents);
  for (let document = 0; document < isIn.length; document++) if (isIn[document] === 1) united[count++] = document;
  return united.subarray(0, count);
}

/** So few documents or parts are looked at sooner than one more list that is not small. */
const FEW = 2;

/** To look at one part takes as long as to decode so many bytes of lists. */
const BYTES_PER_PART = 8_192;

/** Those of the documents, or of all where they are null, that may hold a text; null for a text without trigrams. */
function holdText(trigrams: Trigrams, documents: Uint16Array | null, bytes: Uint8Array): Uint16Array | null {
  const parts = partsWithText(trigrams, documents, bytes);
  return parts === null ? documents : ownersOf(trigrams, parts);
}

/** The parts of them that may hold it. */
function partsWithText(trigrams: Trigrams, documents: Uint16Array | null, bytes: Uint8Array): Uint16Array | null {
  const [first, ...others] = rarestLists(trigrams, bytes);
  if (first === undefined) return null;
  if (first.length === 0) return new Uint16Array(0);
  let found = documents === null ? decode(trigrams, first) : narrow(trigrams, partsIn(trigrams, documents), first);
  for (const [at, list] of others.entries()) {
    const isSettled = found.length === 0 || (found.length <= FEW && at >= LISTS_READ);
    if (isSettled || list.length > found.length * BYTES_PER_PART) break;
    found = narrow(trigrams, found, list);
  }
  return found;
}

/** Lists that are read before few parts are few enough. */
const LISTS_READ = 3;

/** All parts of documents. */
function partsIn({ firsts }: Trigrams, documents: Uint16Array): Uint16Array {
  let count = 0;
  for (const document of documents) count += (firsts[document + 1] ?? 0) - (firsts[document] ?? 0);
  const parts = new Uint16Array(count);
  let at = 0;
  for (const document of documents)
    for (let part = firsts[document] ?? 0; part < (firsts[document + 1] ?? 0); part++) parts[at++] = part;
  return parts;
}

/** The documents of parts, each once, in the room of the parts. */
function ownersOf({ owners }: Trigrams, parts: Uint16Array): Uint16Array {
  let count = 0;
  let last = -1;
  for (const part of parts) {
    const owner = owners[part] ?? 0;
    if (owner === last) continue;
    parts[count++] = owner;
    last = owner;
  }
  return parts.subarray(0, count);
}

/** Trigrams of one text that are asked for: a long one is found by the rarest of them. */
const LISTS_MAX = 24;

interface List {
  readonly bucket: number;
  readonly length: number;
}

function rarestLists({ bits, lengths }: Trigrams, bytes: Uint8Array): readonly List[] {
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

function decode(trigrams: Trigrams, list: List): Uint16Array {
  const bytes = readList(trigrams, list);
  const found = new Uint16Array(Math.min(trigrams.parts, 8 * bytes.length));
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
  for (const [at, byte] of bytes.entries()) {
    for (let bits = byte; bits !== 0; bits &= bits - 1) found[count++] = at * 8 + (31 - Math.clz32(bits & -bits));
  }
  return found.subarray(0, count);
}

/** Those of the parts that a list holds, in their own room. */
function narrow(trigrams: Trigrams, found: Uint16Array, list: List): Uint16Array {
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
