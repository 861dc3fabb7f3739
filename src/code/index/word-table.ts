import { KIB } from '../../base/units.ts';
import type { Section, Segment } from '../source/source-index.ts';
import { documentOf, frequencyOf, type WordPostings } from './posting-log.ts';
import { type ByteReader, type ByteWriter, makeByteReader, makeByteWriter } from './varints.ts';
import type { WordSet } from './word-set.ts';

/*
 * A table of words, each with the documents that it occurs in and how often. Words stand in byte order in blocks, each
 * written as what it does not share with the word before it; the few postings that most words have stand beside the
 * word, so that one block is all that has to be read for them.
 *
 *   .blocks    4 KiB each: {shared, rest, bytes, postings << 1 | far, (postings | at, length)}, numbers as varints
 *   .firsts    for each block the length (one byte) and the bytes of its first word
 *   .far       longer lists of postings
 *
 * A posting is the distance to the document before it, shifted by two; the low bits hold a frequency of 1 to 3, or say
 * that a larger one follows.
 */

/** As the blocks under a checksum, so that a look-up reads and checks one of them. */
const BLOCK_BYTES = 4 * KIB;
/** Frequencies from here on have a number of their own. */
const FREQUENCY_FOLLOWS = 4;
/** Postings of more bytes stand on their own: some hundred words then fit into a block. */
const NEAR_BYTES_MAX = 24;
/** The longest word: its length has to fit into a byte, and an entry into a block. */
const WORD_BYTES_MAX = 255;

/** Where a word occurs: document by document, ascending, with how often. */
export interface Postings {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
}

const NONE: Postings = { documents: new Uint32Array(0), frequencies: new Uint32Array(0) };

/** A table in a segment. */
export interface WordTable {
  /** Where exactly this word occurs, byte for byte; nothing when it does not. */
  find(word: string): Postings;
}

/** The pieces of a table's section. */
export function encodeWordTable(
  name: string,
  words: WordSet,
  { starts, packed }: WordPostings,
): Readonly<Record<string, readonly Uint8Array[]>> {
  const blocks = makeByteWriter();
  const firsts = makeByteWriter();
  const far = makeByteWriter();
  const postings = makeByteWriter();
  const entry = makeByteWriter();
  let before: Uint8Array = new Uint8Array(0);
  for (const word of words.sorted()) {
    const bytes = words.bytes(word);
    const list = packed.subarray(starts[word] ?? 0, starts[word + 1] ?? 0);
    postings.clear();
    writePostings(postings, list);
    const isFar = postings.length > NEAR_BYTES_MAX;
    const writeEntry = (shared: number): void => {
      entry.clear();
      entry.varint(shared);
      entry.varint(bytes.length - shared);
      entry.bytes(bytes.subarray(shared));
      entry.varint(list.length * 2 + (isFar ? 1 : 0));
      if (isFar) {
        entry.varint(far.length);
        entry.varint(postings.length);
      } else entry.bytes(postings.finish());
    };
    writeEntry(sharedLength(before, bytes));
    const room = BLOCK_BYTES - (blocks.length % BLOCK_BYTES);
    if (room === BLOCK_BYTES || entry.length > room) {
      // A block begins with a whole word; what is left of the one before stays zero, which no word begins with.
      blocks.bytes(ZEROS.subarray(0, room % BLOCK_BYTES));
      writeEntry(0);
      firsts.byte(bytes.length);
      firsts.bytes(bytes);
    }
    blocks.bytes(entry.finish());
    if (isFar) far.bytes(postings.finish());
    before = bytes;
  }
  return {
    [`${name}.blocks`]: [blocks.finish()],
    [`${name}.firsts`]: [firsts.finish()],
    [`${name}.far`]: [far.finish()],
  };
}

const ZEROS = new Uint8Array(BLOCK_BYTES);

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  return shared;
}

function writePostings(writer: ByteWriter, list: Uint32Array): void {
  let before = -1;
  for (const packed of list) {
    const document = documentOf(packed);
    const frequency = frequencyOf(packed);
    const isLarge = frequency >= FREQUENCY_FOLLOWS;
    writer.varint((document - before - 1) * 4 + (isLarge ? 0 : frequency));
    if (isLarge) writer.varint(frequency);
    before = document;
  }
}

/**
 * The table of that name in a segment, null when the segment has none. Of it only the first words of the blocks stay in
 * memory, some 0.4 % of the table.
 */
export function openWordTable(segment: Segment, name: string): WordTable | null {
  const blocks = segment.section(`${name}.blocks`);
  const firsts = segment.section(`${name}.firsts`);
  const far = segment.section(`${name}.far`);
  // Not kept while there is none: the file that holds it may come later.
  if (blocks === null || firsts === null || far === null) return null;
  return segment.keep(`${name} table`, () => makeTable({ blocks, far }, readFirsts(firsts)));
}

/** The first words of all blocks, one after another, and where each begins. */
interface Firsts {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
}

function readFirsts(section: Section): Firsts {
  // A copy, since what was read may be a part of a larger buffer, which would stay in memory with it.
  const bytes = Buffer.from(section.read(0, section.length));
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) starts.push(at);
  return { bytes, starts: Uint32Array.from(starts) };
}

function makeTable({ blocks, far }: { readonly blocks: Section; readonly far: Section }, firsts: Firsts): WordTable {
  return {
    find(word) {
      const wanted = Buffer.from(word);
      if (wanted.length === 0 || wanted.length > WORD_BYTES_MAX) return NONE;
      const block = blockOf(firsts, wanted);
      if (block < 0) return NONE;
      const at = block * BLOCK_BYTES;
      return findInBlock(blocks.read(at, Math.min(BLOCK_BYTES, blocks.length - at)), wanted, far);
    },
  };
}

/** The last block whose first word is not after the wanted one; -1 when every word is. */
function blockOf({ bytes, starts }: Firsts, wanted: Buffer): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = starts[middle] ?? 0;
    const end = start + 1 + (bytes[start] ?? 0);
    if (bytes.compare(wanted, 0, wanted.length, start + 1, end) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function findInBlock(block: Buffer, wanted: Buffer, far: Section): Postings {
  const cursor = makeByteReader(block);
  // How much of the wanted word the word before has in common with it, from its beginning.
  let common = 0;
  while (cursor.at < block.length) {
    const shared = cursor.varint();
    const rest = cursor.varint();
    if (shared + rest === 0) break;
    const from = cursor.at;
    cursor.at += rest;
    // A word that shares less than was in common differs earlier, and one that shares more differs as the one before.
    if (shared < common) return NONE;
    if (shared === common) {
      while (common < shared + rest && wanted[common] === block[from + common - shared]) common += 1;
      if (common === wanted.length && common === shared + rest) return readEntry(cursor, far);
    }
    skipEntry(cursor);
  }
  return NONE;
}

function readEntry(cursor: ByteReader, far: Section): Postings {
  const head = cursor.varint();
  const count = head >>> 1;
  if (head % 2 === 0) return readPostings(cursor, count);
  const at = cursor.varint();
  return readPostings(makeByteReader(far.read(at, cursor.varint())), count);
}

function skipEntry(cursor: ByteReader): void {
  const head = cursor.varint();
  if (head % 2 === 1) {
    cursor.varint();
    cursor.varint();
    return;
  }
  for (let left = head >>> 1; left > 0; left--) if (cursor.varint() % 4 === 0) cursor.varint();
}

function readPostings(cursor: ByteReader, count: number): Postings {
  const documents = new Uint32Array(count);
  const frequencies = new Uint32Array(count);
  let before = -1;
  for (let at = 0; at < count; at++) {
    const step = cursor.varint();
    before += (step >>> 2) + 1;
    documents[at] = before;
    frequencies[at] = step % 4 || cursor.varint();
  }
  return { documents, frequencies };
}
