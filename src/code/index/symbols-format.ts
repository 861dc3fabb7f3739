import type { PlainSymbol, SymbolKind } from '../lex/symbol.ts';

/*
 * What the symbols of a segment are written as. Names are looked up without reading a content, and the symbols of a
 * document without scanning it:
 *
 *   symbols.names     every name once, in order of its small letters, front-coded in pages of `PAGE_NAMES`; behind each
 *                     name how many symbols have it and how many bytes of `symbols.uses` they take
 *   symbols.pages     for each page its bytes in `symbols.names` and `symbols.uses`, and its first name
 *   symbols.uses      for each name its symbols: document, number within the document, kind
 *   symbols.letters   for each name a word of 32 bits: which letters it has, and its first (`lettersOf`); by the first
 *                     letter, then by length, then by number
 *   symbols.order     for each of these words the number of the name (u32)
 *   symbols.groups    for each first letter and length that names have, a byte each, how many have them
 *   symbols.records   the symbols of the documents, in compressed blocks
 *   symbols.blocks    for each block its documents and its bytes
 */

/** Names of the sections. */
export const SYMBOL_SECTIONS = {
  names: 'symbols.names',
  pages: 'symbols.pages',
  uses: 'symbols.uses',
  letters: 'symbols.letters',
  order: 'symbols.order',
  groups: 'symbols.groups',
  records: 'symbols.records',
  blocks: 'symbols.blocks',
} as const;

/** Names in a page: a look-up reads one page, and the first name of each stays in memory. */
export const PAGE_NAMES = 128;
/** Longer names, in UTF-16 units, are told as this long. */
export const LENGTH_MAX = 255;
/** Bytes of records that are compressed together, before compression: to read one document unpacks one block. */
export const RECORD_BLOCK_BYTES = 16 * 1_024;
const KIND_BITS = 5;
const DEPTH_BITS = 2;
/** Deeper ones are told as this deep: what counts is whether a symbol stands at the top, in a type or further in. */
const DEPTH_MAX = 2 ** DEPTH_BITS - 1;

/** What is known of a symbol by its name alone. */
export interface SymbolUse {
  readonly kind: SymbolKind;
  /** How many symbols enclose it, at most 3. */
  readonly depth: number;
  /** Its number in its document. */
  readonly number: number;
}

/** A symbol as the index knows it: its signature is read from the text when it is shown. */
export type IndexedSymbol = PlainSymbol;

/** Numbers of the kinds on disk: a new one is added at the end. */
const KIND_NUMBERS: Readonly<Record<SymbolKind, number>> = {
  function: 0,
  method: 1,
  class: 2,
  interface: 3,
  type: 4,
  variable: 5,
  enum: 6,
  struct: 7,
  trait: 8,
  impl: 9,
  module: 10,
  macro: 11,
  test: 12,
};

const KINDS: readonly SymbolKind[] = Object.entries(KIND_NUMBERS)
  .sort(([, a], [, b]) => a - b)
  // The keys of the record are its kinds.
  .map(([kind]) => kind as SymbolKind);

/** The number of a kind. */
export function kindNumber(kind: SymbolKind): number {
  return KIND_NUMBERS[kind];
}

/** The kind of a number. */
export function kindOf(number: number): SymbolKind {
  return KINDS[number] ?? 'variable';
}

/** A use as one number of at most 22 bits, as a scanner lists no more than 20,000 symbols of a file. */
export function packUse({ kind, depth, number }: SymbolUse): number {
  return (((number << DEPTH_BITS) | Math.min(depth, DEPTH_MAX)) << KIND_BITS) | kindNumber(kind);
}

/** Reads what `packUse` wrote. */
export function unpackUse(packed: number): SymbolUse {
  return {
    kind: kindOf(packed & (2 ** KIND_BITS - 1)),
    depth: (packed >>> KIND_BITS) & DEPTH_MAX,
    number: packed >>> (KIND_BITS + DEPTH_BITS),
  };
}

const LETTER_BITS = 26;
/** A sign, a digit or a letter of another script. */
const OTHER_BIT = 1 << LETTER_BITS;
/** The first letter is above the 27 bits of the letters: 1 to 26, or one of the two below. */
const FIRST_SHIFT = LETTER_BITS + 1;
const FIRST_ABSENT = 0;
const FIRST_OTHER = 31;

/** The bits of `lettersOf` that tell which letters there are. */
export const LETTERS_MASK = 2 ** FIRST_SHIFT - 1;

/**
 * Which letters a name has, whatever their case, and in the upper bits its first letter or digit: what tells most names
 * apart from a misspelt or shortened one without a look at them.
 */
export function lettersOf(name: string): number {
  let letters = 0;
  let first = FIRST_ABSENT;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const small = code | 0x20;
    const isLetter = small >= 0x61 && small <= 0x7a && code < 0x80;
    letters |= isLetter ? 1 << (small - 0x61) : OTHER_BIT;
    if (first !== FIRST_ABSENT) continue;
    if (isLetter) first = small - 0x60;
    else if (code >= 0x80 || (code >= 0x30 && code <= 0x39)) first = FIRST_OTHER;
  }
  return (letters | (first << FIRST_SHIFT)) >>> 0;
}

/** The number of the first letter in `lettersOf`, at most 31. */
export function firstOf(letters: number): number {
  return letters >>> FIRST_SHIFT;
}

/** Whether a name may begin with a first letter, by its `lettersOf` and the number of the letter. */
export function mayBeginWith(letters: number, first: number): boolean {
  const own = firstOf(letters);
  return own === first || own === FIRST_OTHER || first === FIRST_OTHER;
}

/** Whether two names may have the same first letter, by their `lettersOf`. */
export function mayBeginAlike(a: number, b: number): boolean {
  return mayBeginWith(a, firstOf(b));
}

/** What follows the first letter or digit of a name; nothing where it has none. */
export function behindFirstLetter(name: string): string {
  const at = name.search(/[^\0-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/);
  return at === -1 ? '' : name.slice(at + 1);
}

/** How many bits are set: of two names' letters, combined by `^`, how many differ. */
export function bitCount(bits: number): number {
  // In pairs, in fours, in bytes, and all four bytes together: asked for every name of an index.
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
