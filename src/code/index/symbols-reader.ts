import { zstdDecompressSync } from 'node:zlib';
import { KIB } from '../../base/units.ts';
import type { Section, Segment } from '../source/source-index.ts';
import { type NameGroups, openNameGroups } from './name-groups.ts';
import { type IndexedName, makeBeginning, openNamePage } from './name-page.ts';
import { type IndexedSymbol, PAGE_NAMES, SYMBOL_SECTIONS, type SymbolUse, unpackUse } from './symbols-format.ts';
import { readSymbol, readSymbols } from './symbols-record.ts';
import { type ByteReader, makeByteReader } from './varints.ts';

/** The symbols of a segment. All methods throw `DamagedSegmentError` when the file is not as written. */
export interface SegmentSymbols extends NameGroups {
  /** The names whose small letters begin with `small`, in order, until `visit` is false. */
  withPrefix(small: string, visit: (name: IndexedName) => boolean): void;
  /** The names of some numbers, which must ascend. */
  named(numbers: readonly number[]): readonly IndexedName[];
  /** The symbols of a name: documents ascend, and the numbers within a document. */
  uses(name: IndexedName, visit: (document: number, use: SymbolUse) => void): void;
  /** The symbols of a document, or those of one name, in the order of their lines; empty when it has none. */
  ofDocument(document: number, name?: string): readonly IndexedSymbol[];
  /** One symbol of a document by its number; null when it has not so many. */
  symbol(document: number, number: number): IndexedSymbol | null;
}

/** Null when the segment's symbols are not built yet. Made once for each segment and thread. */
export function segmentSymbols(segment: Segment): SegmentSymbols | null {
  // Symbols come later than texts: what is not there yet must not be remembered as missing.
  if (segment.section(SYMBOL_SECTIONS.names) === null) return null;
  return segment.keep('symbols', openSymbols);
}

/** A name as it is written; null when nothing in the segment has it. */
export function findName(symbols: SegmentSymbols, wanted: string): IndexedName | null {
  const small = wanted.toLowerCase();
  let found: IndexedName | null = null;
  symbols.withPrefix(small, (name) => {
    if (name.name === wanted) found = name;
    return found === null && name.name.toLowerCase() === small;
  });
  return found;
}

function openSymbols(segment: Segment): SegmentSymbols {
  const section = (name: string): Section => {
    const found = segment.section(name);
    if (found === null) throw new Error(`the segment has no section ${name}`);
    return found;
  };
  const names = openNames(section(SYMBOL_SECTIONS.names), section(SYMBOL_SECTIONS.pages));
  const readUses = makeReadAhead(section(SYMBOL_SECTIONS.uses));
  return {
    ...names,
    ...openNameGroups({
      letters: section(SYMBOL_SECTIONS.letters),
      order: section(SYMBOL_SECTIONS.order),
      groups: section(SYMBOL_SECTIONS.groups),
    }),
    uses(name, visit) {
      const reader = makeByteReader(readUses(name.at, name.bytes));
      let document = 0;
      for (let left = name.symbols; left > 0; left--) {
        document += reader.varint();
        visit(document, unpackUse(reader.varint()));
      }
    },
    ...openRecords(section(SYMBOL_SECTIONS.records), section(SYMBOL_SECTIONS.blocks)),
  };
}

/** Bytes of uses that are read together: names with one beginning stand together, and so do their uses. */
const USES_BYTES = 16 * KIB;

/** Reads a section with some of what follows, which is kept until something else is read; what is longer is not. */
function makeReadAhead(section: Section): (at: number, length: number) => Buffer {
  let from = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return (at, length) => {
    if (length > USES_BYTES) return section.read(at, length);
    if (at < from || at + length > from + bytes.length) {
      bytes = section.read(at, Math.max(length, Math.min(USES_BYTES, section.length - at)));
      from = at;
    }
    return bytes.subarray(at - from, at - from + length);
  };
}

/** A page of names: its place, and its first name, which is what stays in memory. */
interface Page {
  readonly head: string;
  readonly at: number;
  readonly bytes: number;
  readonly usesAt: number;
}

function readPages(section: Section): readonly Page[] {
  const bytes = section.read(0, section.length);
  const reader = makeByteReader(bytes);
  const pages: Page[] = [];
  let at = 0;
  let usesAt = 0;
  while (reader.at < bytes.length) {
    const head = reader.bytes(reader.varint()).toString().toLowerCase();
    const length = reader.varint();
    pages.push({ head, at, bytes: length, usesAt });
    at += length;
    usesAt += reader.varint();
  }
  return pages;
}

function openNames(table: Section, heads: Section): Pick<SegmentSymbols, 'withPrefix' | 'named'> {
  const pages = readPages(heads);
  return {
    withPrefix(small, visit) {
      const beginning = makeBeginning(small);
      for (let at = Math.max(0, lowerBound(pages, small) - 1); at < pages.length; at++) {
        const page = pages[at];
        if (page === undefined) return;
        // Not at a glance, since who is shown a name may read on.
        const names = openNamePage(table.read(page.at, page.bytes), page.usesAt);
        while (names.next()) {
          const order = names.compare(beginning);
          if (order > 0 || (order === 0 && !visit(names.name()))) return;
        }
      }
    },
    named(numbers) {
      const found: IndexedName[] = [];
      let opened: Page | undefined;
      let names = NO_NAMES;
      let at = -1;
      for (const number of numbers) {
        const pageNumber = Math.floor(number / PAGE_NAMES);
        const page = pages[pageNumber];
        if (page === undefined) break;
        if (page !== opened) {
          names = openNamePage(table.glance(page.at, page.bytes), page.usesAt);
          opened = page;
          at = pageNumber * PAGE_NAMES - 1;
        }
        while (at < number && names.next()) at += 1;
        if (at === number) found.push(names.name());
      }
      return found;
    },
  };
}

const NO_NAMES = openNamePage(Buffer.alloc(0), 0);

/** The first page whose first name is not before a text. */
function lowerBound(pages: readonly Page[], small: string): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle]?.head ?? '') < small) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Blocks that a segment keeps unpacked, some 30 KB each: the rows of an answer often lie in few of them. */
const BLOCKS_KEPT = 8;

/** Room that is taken to unpack into, and kept with the block: what is longer takes two of them. */
const UNPACKED = { chunkSize: 32 * KIB };

/** An unpacked block: its bytes, and where the record of each document begins; one more than there are documents. */
interface Block {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
}

function openRecords(records: Section, blocks: Section): Pick<SegmentSymbols, 'ofDocument' | 'symbol'> {
  const { firsts, offsets } = readBlocks(blocks);
  // Insertion order is age.
  const kept = new Map<number, Block>();
  function blockAt(number: number): Block {
    const known = kept.get(number);
    if (known !== undefined && kept.delete(number)) {
      kept.set(number, known);
      return known;
    }
    const from = offsets[number] ?? 0;
    const bytes = zstdDecompressSync(records.read(from, (offsets[number + 1] ?? from) - from), UNPACKED);
    const block = startsIn(bytes, (firsts[number + 1] ?? 0) - (firsts[number] ?? 0));
    kept.set(number, block);
    for (const oldest of kept.keys()) {
      if (kept.size <= BLOCKS_KEPT) break;
      kept.delete(oldest);
    }
    return block;
  }
  /** Null for a document without symbols. */
  function recordOf(document: number): ByteReader | null {
    if (document >= (firsts.at(-1) ?? 0)) return null;
    const number = blockOf(firsts, document);
    const { bytes, starts } = blockAt(number);
    const at = document - (firsts[number] ?? 0);
    const from = starts[at] ?? 0;
    const to = starts[at + 1] ?? from;
    return from === to ? null : makeByteReader(bytes.subarray(from, to));
  }
  return {
    ofDocument(document, name) {
      const record = recordOf(document);
      return record === null ? [] : readSymbols(record, name === undefined ? null : Buffer.from(name));
    },
    symbol(document, number) {
      const record = recordOf(document);
      return record === null ? null : readSymbol(record, number);
    },
  };
}

/** The first document and the place of each block; both lists have one more at their end. */
function readBlocks(section: Section): { readonly firsts: Uint32Array; readonly offsets: Uint32Array } {
  const bytes = section.read(0, section.length);
  const reader = makeByteReader(bytes);
  const firsts = [0];
  const offsets = [0];
  while (reader.at < bytes.length) {
    firsts.push((firsts.at(-1) ?? 0) + reader.varint());
    offsets.push((offsets.at(-1) ?? 0) + reader.varint());
  }
  return { firsts: Uint32Array.from(firsts), offsets: Uint32Array.from(offsets) };
}

function startsIn(bytes: Buffer, documents: number): Block {
  const reader = makeByteReader(bytes);
  const starts = new Uint32Array(documents + 1);
  for (let at = 0; at < documents; at++) starts[at + 1] = (starts[at] ?? 0) + reader.varint();
  const from = reader.at;
  return { bytes, starts: starts.map((start) => start + from) };
}

/** The block that a document lies in: the last one that begins at or before it. */
function blockOf(firsts: Uint32Array, document: number): number {
  let low = 0;
  let high = firsts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0) <= document) low = middle;
    else high = middle;
  }
  return low;
}
