import { makeByteReader } from './varints.ts';

/** A name of the segment; `at` and `bytes` say where its uses are. */
export interface IndexedName {
  readonly name: string;
  readonly symbols: number;
  readonly at: number;
  readonly bytes: number;
}

/** Goes through the names of a page one after the other; of those that nobody asks for nothing is made. */
export interface NamePage {
  /** Goes to the first name, and then to the next one; false when there is none. */
  next(): boolean;
  name(): IndexedName;
  /** Below 0 when the name's small letters are before a beginning, 0 when they begin so, above 0 when they are after it. */
  compare(beginning: Beginning): number;
}

/** Small letters that names are looked for by. */
export interface Beginning {
  readonly small: string;
  /** Null when it is not all ASCII: then letters are not compared in bytes. */
  readonly ascii: Buffer | null;
}

/** Makes what `NamePage` compares with. */
export function makeBeginning(small: string): Beginning {
  const bytes = Buffer.from(small);
  return { small, ascii: bytes.length === small.length ? bytes : null };
}

/** Opens a page of `symbols.names`; `usesAt` is where the uses of its first name are. */
export function openNamePage(bytes: Buffer, usesAt: number): NamePage {
  const reader = makeByteReader(bytes);
  let text = Buffer.allocUnsafe(256);
  let length = 0;
  let symbols = 0;
  let at = usesAt;
  let usesBytes = 0;
  const shown = (): string => text.toString('utf8', 0, length);
  return {
    next() {
      if (reader.at >= bytes.length) return false;
      const shared = reader.varint();
      const rest = reader.varint();
      length = shared + rest;
      if (length > text.length) text = Buffer.concat([text, Buffer.allocUnsafe(length)]);
      // Mostly a few: to copy them by a call takes longer.
      for (let to = shared; to < length; to++) text[to] = bytes[reader.at++] ?? 0;
      symbols = reader.varint();
      at += usesBytes;
      usesBytes = reader.varint();
      return true;
    },
    name: () => ({ name: shown(), symbols, at, bytes: usesBytes }),
    compare: ({ small, ascii }) =>
      (ascii === null ? null : compareAscii(text, length, ascii)) ?? compareTexts(shown(), small),
  };
}

/** Null when a byte beyond ASCII stands where it would decide. */
function compareAscii(text: Buffer, length: number, beginning: Buffer): number | null {
  for (let at = 0; at < beginning.length; at++) {
    if (at >= length) return -1;
    const byte = text[at] ?? 0;
    if (byte >= 0x80) return null;
    const small = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    const difference = small - (beginning[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareTexts(name: string, beginning: string): number {
  const small = name.toLowerCase();
  if (small.startsWith(beginning)) return 0;
  return small < beginning ? -1 : 1;
}
