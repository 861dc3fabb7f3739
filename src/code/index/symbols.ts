import { zstdCompressSync } from 'node:zlib';
import type { PlainSymbol } from '../lex/symbol.ts';
import type { IndexedText, SectionBuilder } from './source-index.ts';
import { lettersOf, PAGE_NAMES, packUse, RECORD_BLOCK_BYTES, SYMBOL_SECTIONS } from './symbols-format.ts';
import { writeSymbols } from './symbols-record.ts';
import { makeByteWriter } from './varints.ts';

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
  const idOf = new Map<string, number>();
  const ids = makeNumbers();
  const documents = makeNumbers();
  const uses = makeNumbers();
  return {
    add({ name: written, kind, depth }: PlainSymbol, document: number, number: number): void {
      // As it will be read again: half of a surrogate pair has no bytes of its own.
      const name = written.toWellFormed();
      let id = idOf.get(name);
      if (id === undefined) {
        id = idOf.size;
        // A copy: the name is a slice of the text, and to keep it would keep all of the text in memory.
        idOf.set(Buffer.from(name).toString(), id);
      }
      ids.push(id);
      documents.push(document);
      uses.push(packUse({ kind, depth, number }));
    },
    finish: () => writeNames([...idOf.keys()], groupUses(idOf.size, ids.taken(), documents.taken(), uses.taken())),
  };
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
function writeNames(names: readonly string[], grouped: Grouped): Readonly<Record<string, readonly Uint8Array[]>> {
  const small = names.map((name) => name.toLowerCase());
  const order = Uint32Array.from(names.keys()).sort(
    (a, b) => compareTexts(small[a], small[b]) || compareTexts(names[a], names[b]),
  );
  const table = makeByteWriter();
  const pages = makeByteWriter();
  const uses = makeByteWriter();
  const letters = new Uint32Array(names.length);
  const lengths = new Uint8Array(names.length);
  let page = { table: 0, uses: 0 };
  let before = Buffer.alloc(0);
  for (const [at, id] of order.entries()) {
    const name = names[id] ?? '';
    const bytes = Buffer.from(name);
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
    lengths[at] = Math.min(name.length, 255);
    before = bytes;
  }
  if (names.length > 0) endPage(pages, table.length - page.table, uses.length - page.uses);
  return {
    [SYMBOL_SECTIONS.names]: [table.finish()],
    [SYMBOL_SECTIONS.pages]: [pages.finish()],
    [SYMBOL_SECTIONS.uses]: [uses.finish()],
    [SYMBOL_SECTIONS.letters]: [Buffer.from(letters.buffer)],
    [SYMBOL_SECTIONS.lengths]: [lengths],
  };
}

function endPage(pages: ReturnType<typeof makeByteWriter>, tableBytes: number, usesBytes: number): void {
  pages.varint(tableBytes);
  pages.varint(usesBytes);
}

/** The order of the reader's comparisons, by UTF-16 units: it must be the same on both sides. */
function compareTexts(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sharedLength(a: Buffer, b: Buffer): number {
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
