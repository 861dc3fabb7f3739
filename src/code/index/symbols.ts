import { zstdCompressSync } from 'node:zlib';
import type { PlainSymbol } from '../lex/symbol.ts';
import type { IndexedText, SectionBuilder } from './indexed-text.ts';
import {
  firstOf,
  LENGTH_MAX,
  lettersOf,
  PAGE_NAMES,
  packUse,
  RECORD_BLOCK_BYTES,
  SYMBOL_SECTIONS,
} from './symbols-format.ts';
import { writeSymbols } from './symbols-record.ts';
import { makeByteWriter } from './varints.ts';
import { hashOf, makeWordSet, type WordSet } from './word-set.ts';

/** Collects the symbols of a segment's documents. A document that is left out has none. */
export function makeSymbolsBuilder(): SectionBuilder {
  const names = makeNameTable();
  const records = makeRecords();
  return {
    add(document, text: IndexedText) {
      const symbols = text.symbols();
      records.add(document, symbols);
      for (const [number, symbol] of symbols.entries()) names.add(symbol, document, number);
    },
    finish: () => ({ ...names.finish(), ...records.finish() }),
  };
}

/** Numbers that grow: an array of them has no object for each. */
function makeNumbers() {
  let numbers = new Int32Array(1_024);
  let length = 0;
  return {
    push(value: number): void {
      if (length === numbers.length) {
        const grown = new Int32Array(length * 2);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[length++] = value;
    },
    taken: () => numbers.subarray(0, length),
  };
}

/** Names with their uses, three numbers each: there are some 200,000 in a segment. */
function makeNameTable() {
  const names = makeWordSet();
  const ids = makeNumbers();
  const documents = makeNumbers();
  const uses = makeNumbers();
  let isAscii = true;
  return {
    add({ name, kind, depth }: PlainSymbol, document: number, number: number): void {
      const length = asciiOf(name);
      if (length === -1) isAscii = false;
      // UTF-8 is as it will be read again: half of a surrogate pair has no bytes of its own.
      const bytes = length === -1 ? Buffer.from(name) : NAME;
      const end = length === -1 ? bytes.length : length;
      ids.push(names.intern(bytes, 0, end, hashOf(bytes, 0, end)));
      documents.push(document);
      uses.push(packUse({ kind, depth, number }));
    },
    finish() {
      const grouped = groupUses(names.count(), ids.taken(), documents.taken(), uses.taken());
      return writeNames(names, isAscii ? names.sorted(SMALL) : sortTexts(names), grouped);
    },
  };
}

/** Room for the bytes of one name. */
const NAME = Buffer.alloc(128);

/** Writes a short name into `NAME` and answers its length; -1 for a long one, or one beyond ASCII. */
function asciiOf(name: string): number {
  const { length } = name;
  if (length > NAME.length) return -1;
  for (let at = 0; at < length; at++) {
    const code = name.charCodeAt(at);
    if (code >= 0x80) return -1;
    NAME[at] = code;
  }
  return length;
}

/** Capitals as small letters. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

/** The order of the reader's comparisons, by UTF-16 units, where not all names are ASCII: it must be the same there. */
function sortTexts(names: WordSet): Uint32Array {
  const texts = Array.from({ length: names.count() }, (_, id) => Buffer.from(names.bytes(id)).toString());
  const small = texts.map((name) => name.toLowerCase());
  return Uint32Array.from(texts.keys()).sort(
    (a, b) => compareTexts(small[a], small[b]) || compareTexts(texts[a], texts[b]),
  );
}

function compareTexts(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The uses of each name, one name after the other. */
interface Grouped {
  /** Where the uses of a name begin; one more than there are names. */
  readonly starts: Uint32Array;
  readonly documents: Int32Array;
  readonly uses: Int32Array;
}

/** Sorts by counting: uses come in the order of documents and stay so. */
function groupUses(count: number, ids: Int32Array, documents: Int32Array, uses: Int32Array): Grouped {
  const starts = new Uint32Array(count + 1);
  for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  for (let id = 0; id < count; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const next = starts.slice();
  const grouped = { starts, documents: new Int32Array(ids.length), uses: new Int32Array(ids.length) };
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const to = next[id] ?? 0;
    next[id] = to + 1;
    grouped.documents[to] = documents[at] ?? 0;
    grouped.uses[to] = uses[at] ?? 0;
  }
  return grouped;
}

/** In order of small letters, so that one page answers for a name in any case and for its beginnings. */
function writeNames(
  names: WordSet,
  order: Uint32Array,
  grouped: Grouped,
): Readonly<Record<string, readonly Uint8Array[]>> {
  const table = makeByteWriter();
  const pages = makeByteWriter();
  const uses = makeByteWriter();
  const letters = new Uint32Array(order.length);
  const lengths = new Uint8Array(order.length);
  let page = { table: 0, uses: 0 };
  let before: Uint8Array = Buffer.alloc(0);
  for (let at = 0; at < order.length; at++) {
    const id = order[at] ?? 0;
    const bytes = names.bytes(id);
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    const isHead = at % PAGE_NAMES === 0;
    if (isHead) {
      if (at > 0) endPage(pages, table.length - page.table, uses.length - page.uses);
      page = { table: table.length, uses: uses.length };
      pages.varint(bytes.length);
      pages.bytes(bytes);
    }
    const shared = isHead ? 0 : sharedLength(before, bytes);
    table.varint(shared);
    table.varint(bytes.length - shared);
    table.bytes(bytes.subarray(shared));
    const from = uses.length;
    const count = writeUses(uses, grouped, id);
    table.varint(count);
    table.varint(uses.length - from);
    letters[at] = lettersOf(name);
    lengths[at] = Math.min(name.length, LENGTH_MAX);
    before = bytes;
  }
  if (order.length > 0) endPage(pages, table.length - page.table, uses.length - page.uses);
  return {
    [SYMBOL_SECTIONS.names]: [table.finish()],
    [SYMBOL_SECTIONS.pages]: [pages.finish()],
    [SYMBOL_SECTIONS.uses]: [uses.finish()],
    ...sortByGroup(letters, lengths),
  };
}

/** Sorts by counting: names of one first letter and one length keep their order. */
function sortByGroup(letters: Uint32Array, lengths: Uint8Array): Readonly<Record<string, readonly Uint8Array[]>> {
  const groupOf = (number: number): number => firstOf(letters[number] ?? 0) * (LENGTH_MAX + 1) + (lengths[number] ?? 0);
  const next = new Uint32Array(GROUPS + 1);
  for (let number = 0; number < letters.length; number++)
    next[groupOf(number) + 1] = (next[groupOf(number) + 1] ?? 0) + 1;
  const groups = makeByteWriter();
  for (let group = 0; group < GROUPS; group++) {
    const count = next[group + 1] ?? 0;
    next[group + 1] = (next[group] ?? 0) + count;
    if (count === 0) continue;
    groups.byte(Math.floor(group / (LENGTH_MAX + 1)));
    groups.byte(group % (LENGTH_MAX + 1));
    groups.varint(count);
  }
  const sorted = new Uint32Array(letters.length);
  const order = new Uint32Array(letters.length);
  for (let number = 0; number < letters.length; number++) {
    const place = next[groupOf(number)] ?? 0;
    next[groupOf(number)] = place + 1;
    sorted[place] = letters[number] ?? 0;
    order[place] = number;
  }
  return {
    [SYMBOL_SECTIONS.letters]: [Buffer.from(sorted.buffer)],
    [SYMBOL_SECTIONS.order]: [Buffer.from(order.buffer)],
    [SYMBOL_SECTIONS.groups]: [groups.finish()],
  };
}

/** First letters, times lengths. */
const GROUPS = 32 * (LENGTH_MAX + 1);

function endPage(pages: ReturnType<typeof makeByteWriter>, tableBytes: number, usesBytes: number): void {
  pages.varint(tableBytes);
  pages.varint(usesBytes);
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a[at] === b[at]) at += 1;
  return at;
}

/** Returns how many there are. */
function writeUses(writer: ReturnType<typeof makeByteWriter>, grouped: Grouped, id: number): number {
  const from = grouped.starts[id] ?? 0;
  const to = grouped.starts[id + 1] ?? from;
  let before = 0;
  for (let at = from; at < to; at++) {
    const document = grouped.documents[at] ?? 0;
    writer.varint(document - before);
    writer.varint(grouped.uses[at] ?? 0);
    before = document;
  }
  return to - from;
}

/** Records of the documents, in blocks: each begins with the length of every record in it. */
function makeRecords() {
  const blocks = makeByteWriter();
  const packed: Buffer[] = [];
  let lengths = makeByteWriter(256);
  let records = makeByteWriter(2 * RECORD_BLOCK_BYTES);
  let documents = 0;
  let next = 0;
  function endBlock(): void {
    if (documents === 0) return;
    const block = zstdCompressSync(Buffer.concat([lengths.finish(), records.finish()]));
    packed.push(block);
    blocks.varint(documents);
    blocks.varint(block.length);
    lengths = makeByteWriter(256);
    records = makeByteWriter(2 * RECORD_BLOCK_BYTES);
    documents = 0;
  }
  function addLength(length: number): void {
    lengths.varint(length);
    documents += 1;
    next += 1;
  }
  return {
    add(document: number, symbols: readonly PlainSymbol[]): void {
      while (next < document) addLength(0);
      const from = records.length;
      writeSymbols(records, symbols);
      addLength(records.length - from);
      if (records.length >= RECORD_BLOCK_BYTES) endBlock();
    },
    finish() {
      endBlock();
      return { [SYMBOL_SECTIONS.records]: packed, [SYMBOL_SECTIONS.blocks]: [blocks.finish()] };
    },
  };
}
