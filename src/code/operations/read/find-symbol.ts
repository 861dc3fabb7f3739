import { languageOf } from '../../lex/languages.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { roleOfPath } from '../../search/path-role.ts';
import { symbolsOf } from '../../search/symbols-of.ts';
import { decodeBytes } from '../../source/decode.ts';
import { isSecretPath } from '../../source/secret-path.ts';
import type { Source, SourceEntry, SourceListing } from '../../source/source.ts';
import type { OperationContext } from '../context.ts';
import type { SymbolCandidate, SymbolSearch } from '../read.types.ts';
import { editDistance } from './near-paths.ts';

/** Larger files are not searched for definitions: hardly any of them was written by hand. */
const FILE_BYTES_MAX = 1_024 * 1_024;
const CANDIDATES_MAX = 20;
const NEAR_MAX = 3;
const BATCH_FILES = 32;

/** Symbols of a file that a name or name path means. */
export function matchSymbols(symbols: readonly FileSymbol[], wanted: string): readonly FileSymbol[] {
  // From exact to lenient, and the first that fits ends it: a name as written must not be mixed with looser readings.
  const spellings = [wanted, wanted.replaceAll('::', '/'), wanted.replace(/::|[.#]/g, '/')];
  for (const spelling of new Set(spellings)) {
    const isNumbered = /\[\d+\]$/.test(spelling);
    const fits = symbols.filter((symbol) => {
      const path = isNumbered ? symbol.path : basePath(symbol);
      return path === spelling || path.endsWith(`/${spelling}`);
    });
    if (fits.length > 0) return fits;
  }
  return [];
}

/** A name path without the number that tells it from others of the same path. */
export function basePath(symbol: { readonly path: string }): string {
  return symbol.path.replace(/\[\d+\]$/, '');
}

/**
 * Looks for the definitions of a name in all files, until the operation's deadline. Only when there are none are
 * misspelt ones looked for, since that takes a look into far more files.
 */
export async function findSymbol(
  source: Source,
  listing: SourceListing,
  wanted: string,
  context: OperationContext,
): Promise<SymbolSearch> {
  const name = lastName(wanted);
  const entries = listing.entries.filter(isSearched);
  const found: SymbolCandidate[] = [];
  const files = await visitSymbols({ source, entries, context, parts: [name] }, (file, symbols) => {
    for (const symbol of matchSymbols(symbols, wanted)) found.push({ ...symbol, file });
  });
  const near = found.length > 0 ? [] : await nearNames({ source, entries, context, parts: halvesOf(name) }, name);
  found.sort(byUsefulness);
  return {
    total: found.length,
    candidates: found.slice(0, CANDIDATES_MAX),
    files,
    filesLeft: entries.length - files,
    near,
    listingLimit: listing.limit,
  };
}

interface Visit {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly context: OperationContext;
  /** Texts of which a file must hold one to be scanned. */
  readonly parts: readonly string[];
}

/** Hands over the symbols of every file that holds one of the parts; answers how many files were looked into. */
async function visitSymbols(
  visit: Visit,
  onFile: (file: string, symbols: readonly FileSymbol[]) => void,
): Promise<number> {
  const { source, entries, context, parts } = visit;
  let read = 0;
  for (let at = 0; at < entries.length && performance.now() < context.deadlineAtMs; at += BATCH_FILES) {
    context.signal.throwIfAborted();
    const batch = entries.slice(at, at + BATCH_FILES);
    // Between two batches the deadline and a cancelled call are seen; a larger batch would see them later.
    const symbols = await Promise.all(batch.map((entry) => symbolsIn(source, entry, parts)));
    for (const [index, list] of symbols.entries()) {
      if (list === null) continue;
      read += 1;
      if (list.length > 0) onFile(batch[index]?.path ?? '', list);
    }
  }
  return read;
}

/** A name with one mistake still has one of its halves whole. */
function halvesOf(name: string): readonly string[] {
  const middle = Math.ceil(name.length / 2);
  return [name.slice(0, middle), name.slice(middle)].filter((half) => half.length >= 2);
}

async function nearNames(visit: Visit, name: string): Promise<readonly string[]> {
  if (visit.parts.length === 0) return [];
  const near = new Map<string, number>();
  await visitSymbols(visit, (_, symbols) => noteNear(near, symbols, name));
  const nearest = [...near].sort(([, a], [, b]) => a - b).map(([path]) => path);
  return nearest.slice(0, NEAR_MAX);
}

function isSearched(entry: SourceEntry): boolean {
  return entry.kind === 'file' && languageOf(entry.path)?.scanner != null && !isSecretPath(entry.path);
}

function lastName(wanted: string): string {
  const last =
    wanted
      .replace(/\[\d+\]$/, '')
      .split(/\/|::|[.#]/)
      .at(-1) ?? '';
  return last === '' ? wanted : last;
}

/** The symbols of a file, none when it holds no part of the name; null for a file that was not looked into. */
async function symbolsIn(
  source: Source,
  entry: SourceEntry,
  parts: readonly string[],
): Promise<readonly FileSymbol[] | null> {
  const content = await source.read(entry.path, FILE_BYTES_MAX);
  if (!content.ok) return null;
  if (!mayHold(content.bytes, parts)) return [];
  const decoded = decodeBytes(content.bytes);
  if (decoded.kind !== 'text' || !parts.some((part) => decoded.text.includes(part))) return [];
  return symbolsOf({ path: entry.path, blobId: content.blobId, text: decoded.text });
}

/** A look at the bytes, which costs less than to decode them; only ASCII has the same bytes in all encodings but UTF-16. */
function mayHold(bytes: Uint8Array, parts: readonly string[]): boolean {
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (isWide || !parts.every((part) => /^[\x00-\x7f]*$/.test(part))) return true;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return parts.some((part) => buffer.includes(part));
}

function noteNear(near: Map<string, number>, symbols: readonly FileSymbol[], name: string): void {
  const limit = Math.max(1, Math.floor(name.length / 4));
  const wanted = name.toLowerCase();
  for (const symbol of symbols) {
    if (near.size > 500) return;
    const edits = editDistance(symbol.name.toLowerCase(), wanted, limit);
    if (edits <= limit) near.set(symbol.path, Math.min(edits, near.get(symbol.path) ?? edits));
  }
}

const KIND_ORDER = [
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'type',
  'function',
  'method',
  'macro',
  'module',
  'variable',
  'impl',
  'test',
];
const ROLE_ORDER = ['source', 'aside', 'test'];

function byUsefulness(a: SymbolCandidate, b: SymbolCandidate): number {
  return (
    ROLE_ORDER.indexOf(roleOfPath(a.file)) - ROLE_ORDER.indexOf(roleOfPath(b.file)) ||
    a.depth - b.depth ||
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)
  );
}
