import { type IndexedSymbol, kindNumber, kindOf } from './symbols-format.ts';
import type { ByteReader, ByteWriter } from './varints.ts';

/*
 * The symbols of one document: the outer paths that occur, each written as what differs from the one before, then the
 * symbols with the number of their outer path. A path is its outer path, the name and perhaps a number; one that is
 * anything else is written whole.
 */

/** What a symbol's path is made of. */
interface PathParts {
  /** The outer path, or the whole one; empty at the top of a file. */
  readonly outer: string;
  /** 0: `outer` is the whole path; 1: no number; 2: `[1]`, and so on. */
  readonly number: number;
}

/** Writes nothing for a document without symbols. */
export function writeSymbols(writer: ByteWriter, symbols: readonly IndexedSymbol[]): void {
  if (symbols.length === 0) return;
  const parts = symbols.map(partsOf);
  const outers = new Map([['', 0]]);
  for (const { outer } of parts) if (!outers.has(outer)) outers.set(outer, outers.size);
  writer.varint(symbols.length);
  writer.varint(outers.size - 1);
  writeTexts(writer, [...outers.keys()].slice(1));
  let line = 0;
  for (const [at, symbol] of symbols.entries()) {
    writer.text(symbol.name);
    writer.byte(kindNumber(symbol.kind));
    writer.varint(outers.get(parts[at]?.outer ?? '') ?? 0);
    writer.varint(parts[at]?.number ?? 0);
    // Symbols come in the order of their lines but for oddities, which take the longer form.
    writer.varint(zigzag(symbol.line - line));
    writer.varint(zigzag(symbol.line - symbol.startLine));
    writer.varint(zigzag(symbol.endLine - symbol.line));
    writer.varint(symbol.column);
    writer.varint(symbol.depth);
    line = symbol.line;
  }
}

/** Reads what `writeSymbols` wrote; with `only` just the symbols of that name, and nothing is made of the others. */
export function readSymbols(reader: ByteReader, only: Buffer | null = null): readonly IndexedSymbol[] {
  return readSome(reader, { only, from: 0, to: Number.POSITIVE_INFINITY });
}

/** Reads one symbol by its place among them, and nothing of those behind it; null when there are not so many. */
export function readSymbol(reader: ByteReader, number: number): IndexedSymbol | null {
  return readSome(reader, { only: null, from: number, to: number + 1 })[0] ?? null;
}

/** The symbols from one place up to another one, or those of them that have a name. */
function readSome(
  reader: ByteReader,
  { only, from, to }: { readonly only: Buffer | null; readonly from: number; readonly to: number },
): readonly IndexedSymbol[] {
  const count = Math.min(reader.varint(), to);
  const outers = openTexts(reader, reader.varint());
  const symbols: IndexedSymbol[] = [];
  let line = 0;
  for (let at = 0; at < count; at++) {
    const bytes = reader.bytes(reader.varint());
    const kind = kindOf(reader.byte());
    const outer = reader.varint();
    const number = reader.varint();
    line += unzigzag(reader.varint());
    const startLine = line - unzigzag(reader.varint());
    const endLine = line + unzigzag(reader.varint());
    const column = reader.varint();
    const depth = reader.varint();
    if (at < from || only?.equals(bytes) === false) continue;
    const name = bytes.toString();
    const path = pathOf(name, outer === 0 ? '' : (outers()[outer - 1] ?? ''), number);
    symbols.push({ name, path, kind, startLine, line, endLine, column, depth });
  }
  return symbols;
}

const TOP: PathParts = { outer: '', number: 1 };

function partsOf({ name, path }: IndexedSymbol): PathParts {
  // Most symbols stand at the top of their file.
  if (path === name && !name.includes('/')) return TOP;
  // A slash in a name is a space in the path.
  const own = name.replaceAll('/', ' ');
  const digits = path.endsWith(']') && !path.endsWith(own) ? (/\[([1-9]\d{0,5})\]$/.exec(path)?.[1] ?? null) : null;
  const base = digits === null ? path : path.slice(0, -digits.length - 2);
  const number = digits === null ? 1 : Number(digits) + 1;
  if (base === own) return { outer: '', number };
  if (base.endsWith(`/${own}`) && base.length > own.length + 1)
    return { outer: base.slice(0, -own.length - 1), number };
  return { outer: path, number: 0 };
}

function pathOf(name: string, outer: string, number: number): string {
  if (number === 0) return outer;
  const own = name.replaceAll('/', ' ');
  const base = outer === '' ? own : `${outer}/${own}`;
  return number === 1 ? base : `${base}[${number - 1}]`;
}

/** Texts, each as the length that it shares with the one before and the rest. */
function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  let before = Buffer.alloc(0);
  for (const text of texts) {
    const bytes = Buffer.from(text);
    let shared = 0;
    while (shared < before.length && shared < bytes.length && before[shared] === bytes[shared]) shared += 1;
    writer.varint(shared);
    writer.varint(bytes.length - shared);
    writer.bytes(bytes.subarray(shared));
    before = bytes;
  }
}

/** Goes past texts, which are only made when they are asked for. */
function openTexts(reader: ByteReader, count: number): () => readonly string[] {
  const pieces: { readonly shared: number; readonly rest: Buffer }[] = [];
  for (let at = 0; at < count; at++) pieces.push({ shared: reader.varint(), rest: reader.bytes(reader.varint()) });
  let texts: readonly string[] | null = null;
  return () => {
    texts ??= joinTexts(pieces);
    return texts;
  };
}

function joinTexts(pieces: readonly { readonly shared: number; readonly rest: Buffer }[]): readonly string[] {
  let before = Buffer.alloc(0);
  return pieces.map(({ shared, rest }) => {
    before = Buffer.concat([before.subarray(0, shared), rest]);
    return before.toString();
  });
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
