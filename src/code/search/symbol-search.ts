import type { IndexedSymbol } from '../index/symbols-format.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import { asBuffer, decodeText, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { clipName } from '../text/lines.ts';
import { countHits } from './found-text.ts';
import { withGoPackages } from './go-packages.ts';
import { ROWS_KEPT_MAX } from './limits.ts';
import type { Matcher } from './matcher.ts';
import { findNearNames } from './near-names.ts';
import { type ScanEnd, scanTexts } from './scan.ts';
import { type IndexedScope, type ScannedFile, scannedBefore } from './scope.ts';
import { type LightRow, roleWord, type Search, type SearchResult } from './search.ts';
import { type ContainerFit, containerFit, FIT_NOTES } from './symbol-container.ts';
import { bestFit, FITS, qualifierOf, type SymbolFit, type SymbolQuery } from './symbol-fit.ts';
import { makeSymbolHits, type SymbolHits, type SymbolLevel, type SymbolPlace } from './symbol-hits.ts';
import {
  type FilesToScan,
  type FileToScan,
  filesToScan,
  indexedSymbol,
  isWanted,
  lookUpSymbols,
} from './symbol-lookup.ts';
import { containerOf, isOfKind, mayHaveSymbols, symbolsOf } from './symbols-of.ts';

/** Declarations by name: exact, in another case, by beginning; if there are none, by camel humps and with one typo. */
export async function searchSymbols(search: Search, query: SymbolQuery): Promise<SearchResult> {
  const near = await collectSymbols(search, query, { isFuzzy: false, matcher: null });
  return near.totals.rows > 0 || !near.isComplete ? near : await collectFuzzy(search, query, near);
}

/** Declarations found, and the text hits counted on the way. */
export interface Collected extends SearchResult {
  /** Lines that hold the query; null when they were not counted, as no content was read. */
  readonly text: { readonly hits: number; readonly files: number } | null;
  /** How many lie as near to what was asked for as the nearest one; they are the first. */
  readonly nearest: number;
}

/** How a pass is made; both cost time, so that the first pass does without where it can. */
interface CollectOptions {
  readonly isFuzzy: boolean;
  /** Counts text hits on the way when all contents are read anyway; null when they are not asked for. */
  readonly matcher: Matcher | null;
}

/** A second pass, by camel humps and one typo, when nothing was found by name. */
export async function collectFuzzy(search: Search, query: SymbolQuery, before: Collected): Promise<Collected> {
  const again = { ...search, scope: scannedBefore(search.scope) };
  const fuzzy = await collectSymbols(again, query, { isFuzzy: true, matcher: null });
  const isNone = fuzzy.totals.rows === 0 && fuzzy.isComplete;
  return { ...fuzzy, text: before.text, near: isNone ? await findNearNames(search, query.name) : [] };
}

/** One pass over all declarations, and a second one where the names before the name may be those of Go's packages. */
export async function collectSymbols(search: Search, query: SymbolQuery, options: CollectOptions): Promise<Collected> {
  const { fit, ...found } = await collectOnce(search, query, options);
  const inPackages = await withGoPackages(search.scope, query, fit);
  if (inPackages === null) return found;
  const again = { ...search, scope: scannedBefore(search.scope) };
  const { fit: _, ...second } = await collectOnce(again, inPackages, { ...options, matcher: null });
  return { ...second, text: found.text };
}

/** Those in the index by their names, others by reading the contents; with how near the nearest lies. */
async function collectOnce(
  search: Search,
  query: SymbolQuery,
  options: CollectOptions,
): Promise<Collected & { readonly fit: ContainerFit | null }> {
  const { indexed } = search.scope;
  const hits = makeSymbolHits();
  const isWhole = indexed === null || lookUp(search, indexed, { query, options, hits });
  const scan = await scanRest(search, { query, options, hits, isWhole });
  const unscanned = indexed === null ? 0 : indexed.texts - scan.files;
  const { offset, limit } = search.input;
  return {
    mode: 'symbol',
    reading: readingOf(search, hits),
    rows: await rowsOf(hits.page(offset, limit), scan, indexed),
    totals: { rows: hits.total, hits: hits.total, files: hits.files() },
    searched: scan.end.searched + unscanned,
    isComplete: scan.end.isComplete && isWhole,
    unread: scan.end.unread,
    near: [],
    insensitiveHits: null,
    text: indexed === null && options.matcher !== null ? scan.text : null,
    nearest: hits.nearest.count,
    fit: hits.nearest.container,
  };
}

interface Pass {
  readonly query: SymbolQuery;
  readonly options: CollectOptions;
  readonly hits: SymbolHits;
}

/** False when the time was up. */
function lookUp({ scope, input }: Search, { index, accepts }: IndexedScope, { query, options, hits }: Pass): boolean {
  const deadlineAtMs = Math.min(scope.context.deadlineAtMs, performance.now() + scope.cpu.leftMs());
  return lookUpSymbols(index, { query, input, isFuzzy: options.isFuzzy, accepts, deadlineAtMs }, hits);
}

/** What reading contents has found. */
interface Scanned {
  readonly end: ScanEnd;
  /** Files that were to be read. */
  readonly files: number;
  readonly text: { hits: number; files: number };
  /** What a kept symbol is, and in which file; null for one that was not read, or not kept. */
  symbol(place: SymbolPlace): ScannedSymbol | null;
  /** The same by reading its file again; null for one that has changed since. */
  readAgain(place: SymbolPlace): Promise<ScannedSymbol | null>;
}

interface ScannedSymbol {
  readonly file: ScannedFile;
  readonly symbol: FileSymbol;
}

const NO_FILES: FilesToScan = { length: 0, at: () => undefined, byNumber: () => null };

/** Symbols of read contents that are kept for rows; of others the file is read again. */
const SCANNED_KEPT_MAX = ROWS_KEPT_MAX;

/** Reads what the index does not know, in order of path: all, when there is none. */
async function scanRest(search: Search, pass: Pass & { readonly isWhole: boolean }): Promise<Scanned> {
  const { query, options, hits } = pass;
  const files = pass.isWhole ? filesToScan(search.scope) : NO_FILES;
  const kept = new Map<string, ScannedSymbol>();
  const text = { hits: 0, files: 0 };
  const addSymbols = (file: FileToScan, symbols: readonly FileSymbol[]): void => {
    for (const [number, symbol] of symbols.entries()) {
      const fit = fitIn(file, symbol, { search, query, isFuzzy: options.isFuzzy });
      if (fit === null) continue;
      const { kind, depth } = symbol;
      const beyond = symbol.name.length - query.name.length;
      hits.add({ ...fit, role: file.role, beyond, depth, kind, file: file.number, number });
      if (kept.size < SCANNED_KEPT_MAX) kept.set(`${file.number} ${number}`, { file, symbol });
    }
  };
  const visit = (file: FileToScan, bytes: Buffer, blobId: string | null): void => {
    const content = decodeText(bytes);
    if (options.matcher !== null) {
      const own = countHits(bytes, options.matcher);
      text.hits += own;
      text.files += own > 0 ? 1 : 0;
    }
    if (mayDeclare(file.path, content, pass)) addSymbols(file, symbolsOf({ path: file.path, blobId, text: content }));
  };
  const { source, context, gaps, cpu } = search.scope;
  const end = await scanTexts({ source, context, gaps, cpu, files }, visit);
  return {
    end,
    files: files.length,
    text,
    symbol: ({ file, number }) => kept.get(`${file} ${number}`) ?? null,
    async readAgain({ file: fileNumber, number }) {
      const file = files.byNumber(fileNumber);
      const content = file === null ? null : await source.read(file.path, FILE_BYTES_MAX);
      if (file === null || !content?.ok) return null;
      const text = decodeText(asBuffer(content.bytes));
      const symbol = symbolsOf({ path: file.path, blobId: content.blobId, text })[number];
      return symbol === undefined ? null : { file, symbol };
    },
  };
}

/** A name that is there, in whatever case, is in the text: without it only the fuzzy fits are possible. */
function mayDeclare(path: string, content: string, { query, options }: Pass): boolean {
  if (!mayHaveSymbols(path)) return false;
  return options.isFuzzy || content.toLowerCase().includes(query.name.toLowerCase());
}

/** How a symbol fits name, kind, case, word and container all together; null when it does not. */
function fitIn(
  file: ScannedFile,
  symbol: FileSymbol,
  { search, query, isFuzzy }: { readonly search: Search; readonly query: SymbolQuery; readonly isFuzzy: boolean },
): { readonly fit: SymbolFit; readonly container: ContainerFit } | null {
  const found = bestFit(query, symbol.name, isFuzzy);
  if (found === null || !isWanted(found.fit, search.input) || !isOfKind(symbol, search.input.kind)) return null;
  const container = containerFit(qualifierOf(query, found.isWhole), symbol, file.path);
  return container === null ? null : { fit: found.fit, container };
}

/**
 * Declarations as rows, at the lines of their names; none for one that has gone since. In tests it stays marked as a
 * test: helpers there often have the names of what they test.
 */
async function rowsOf(
  places: readonly SymbolPlace[],
  scanned: Scanned,
  indexed: IndexedScope | null,
): Promise<readonly LightRow[]> {
  const rows: LightRow[] = [];
  for (const place of places) {
    const known = scanned.symbol(place) ?? indexedPlace(place, indexed) ?? (await scanned.readAgain(place));
    if (known !== null) rows.push(...lightRows(known.file, known.symbol, place.fit));
  }
  return rows;
}

function indexedPlace({ file, number }: SymbolPlace, indexed: IndexedScope | null) {
  const symbol = indexed === null ? null : indexedSymbol(indexed.index, file, number);
  if (indexed === null || symbol === null) return null;
  const { files } = indexed.index;
  return { file: { path: files.path(file), role: files.role(file) }, symbol };
}

function lightRows(file: ScannedFile, symbol: IndexedSymbol | null, fit: SymbolFit): readonly LightRow[] {
  if (symbol === null) return [];
  const row = {
    file: file.path,
    line: symbol.line,
    column: symbol.column - 1,
    role: file.role === 'test' ? roleWord(file.role) : 'definition',
    symbol: { kind: symbol.kind, name: clipName(symbol.name), container: containerOf(symbol) },
    fit,
    hits: 1,
  } as const;
  return [row];
}

/**
 * How the query was read, with a number for each fit. What lies farther from the names before the name than the nearest
 * ones is counted apart, by what these names had to be taken for.
 */
function readingOf({ input }: Search, { levels }: SymbolHits): string {
  const kind = input.kind === null ? '' : ` of kind ${input.kind}`;
  const noteOf = ({ container }: SymbolLevel): string | null => FIT_NOTES[container];
  const nearest = levels[0] === undefined ? null : noteOf(levels[0]);
  const near = levels.filter((level) => noteOf(level) === nearest);
  const counts = FITS.filter((fit) => countOf(near, fit) > 0).map((fit) => `${FIT_WORDS[fit]} ${countOf(near, fit)}`);
  const further = [...new Set(levels.map(noteOf))].filter((note) => note !== nearest);
  const others = further.map((note) => {
    const all = levels.filter((level) => noteOf(level) === note);
    return `; ${FITS.reduce((sum, fit) => sum + countOf(all, fit), 0)} more with ${note}`;
  });
  return `symbol${kind} (${counts.join(', ') || 'none'})${nearest === null ? '' : `, ${nearest}`}${others.join('')}`;
}

function countOf(levels: readonly SymbolLevel[], fit: SymbolFit): number {
  return levels.reduce((sum, { fits }) => sum + fits[fit], 0);
}

const FIT_WORDS: Readonly<Record<SymbolFit, string>> = {
  exact: 'exact',
  case: 'other case',
  prefix: 'prefix',
  hump: 'camel humps',
  typo: 'one typo',
};
