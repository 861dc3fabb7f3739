import { languageOf } from '../../lex/languages.ts';
import { scanSymbols } from '../../lex/scan-symbols.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { roleOfPath } from '../../search/path-role.ts';
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

/** Looks for the definitions of a name in all files, until the operation's deadline. */
export async function findSymbol(
  source: Source,
  listing: SourceListing,
  wanted: string,
  context: OperationContext,
): Promise<SymbolSearch> {
  const name = lastName(wanted);
  const found: SymbolCandidate[] = [];
  const near = new Map<string, number>();
  const files = listing.entries.filter(isSearched);
  let read = 0;
  for (let at = 0; at < files.length && performance.now() < context.deadlineAtMs; at += BATCH_FILES) {
    context.signal.throwIfAborted();
    const batch = files.slice(at, at + BATCH_FILES);
    const symbols = await Promise.all(batch.map((entry) => symbolsOf(source, entry, name)));
    for (const [index, list] of symbols.entries()) {
      if (list === null) continue;
      read += 1;
      const file = batch[index]?.path ?? '';
      for (const symbol of matchSymbols(list, wanted)) found.push({ ...symbol, file });
      if (found.length === 0) noteNear(near, list, name);
    }
  }
  found.sort(byUsefulness);
  const nearest = [...near].sort(([, a], [, b]) => a - b).map(([path]) => path);
  return {
    total: found.length,
    candidates: found.slice(0, CANDIDATES_MAX),
    files: read,
    filesLeft: files.length - read,
    near: found.length > 0 ? [] : nearest.slice(0, NEAR_MAX),
    listingLimit: listing.limit,
  };
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

/** The symbols of a file that mentions a name like the wanted one; null for a file that was not looked at. */
async function symbolsOf(source: Source, entry: SourceEntry, name: string): Promise<readonly FileSymbol[] | null> {
  const language = languageOf(entry.path);
  const content = await source.read(entry.path, FILE_BYTES_MAX);
  if (!content.ok || language === null) return null;
  // Most files do not mention the name, nor its beginning or end as a misspelt one would; they need no scan.
  const buffer = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength);
  const half = Math.ceil(name.length / 2);
  const isMentioned = buffer.includes(name.slice(0, half)) || buffer.includes(name.slice(half));
  if (!isMentioned) return [];
  const decoded = decodeBytes(content.bytes);
  return decoded.kind === 'text' ? scanSymbols(language, decoded.text) : [];
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
