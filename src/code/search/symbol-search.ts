import type { FileSymbol } from '../lex/symbol.ts';
import { lineHits } from './line-hits.ts';
import { clipName } from './lines.ts';
import type { Matcher } from './matcher.ts';
import { makeNearNames } from './near-names.ts';
import { makeRowSink } from './row-sink.ts';
import { decodeText, type ScanEnd, type ScannedFile, scannedBefore, scanTexts } from './scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';
import { FITS, fitOf, type SymbolFit, type SymbolQuery } from './symbol-fit.ts';
import { containerOf, hasSymbols, isOfKind, symbolsOf } from './symbols-of.ts';

/** Declarations by name: exact, in another case, by beginning; if there are none, by camel humps and with one typo. */
export async function searchSymbols(search: Search, query: SymbolQuery): Promise<SearchResult> {
  const near = await collectSymbols(search, query, { isFuzzy: false, matcher: null });
  return near.totals.rows > 0 || !near.isComplete ? near : await collectFuzzy(search, query, near);
}

/** Declarations found, and the text hits counted on the way. */
export interface Collected extends SearchResult {
  /** Lines that hold the query. */
  readonly text: { readonly hits: number; readonly files: number };
}

/** How a pass is made; both cost time, so that the first pass does without where it can. */
interface CollectOptions {
  readonly isFuzzy: boolean;
  /** Counts text hits on the way; null when they are not asked for. */
  readonly matcher: Matcher | null;
}

/** A second pass, by camel humps and one typo, when nothing was found by name. */
export async function collectFuzzy(search: Search, query: SymbolQuery, before: Collected): Promise<Collected> {
  const fuzzy = await collectSymbols(search, query, { isFuzzy: true, matcher: null });
  return { ...fuzzy, text: before.text };
}

/** One pass over all declarations. */
export async function collectSymbols(search: Search, query: SymbolQuery, options: CollectOptions): Promise<Collected> {
  const sink = makeRowSink<LightRow>();
  const fits: Record<SymbolFit, number> = { exact: 0, case: 0, prefix: 0, hump: 0, typo: 0 };
  const files = new Set<string>();
  const text = { hits: 0, files: 0 };
  const near = options.isFuzzy ? makeNearNames(query.name) : null;
  const visit = (file: ScannedFile, bytes: Buffer, blobId: string | null): void => {
    const content = decodeText(bytes);
    if (options.matcher !== null) {
      const { length } = lineHits(content, options.matcher);
      text.hits += length;
      text.files += length > 0 ? 1 : 0;
    }
    if (!mayDeclare(file.path, content, query, options.isFuzzy)) return;
    const symbols = symbolsOf({ path: file.path, blobId, text: content });
    for (const { name } of near === null ? [] : symbols) near?.offer(name);
    for (const { symbol, fit } of fittingSymbols(search, symbols, { query, isFuzzy: options.isFuzzy })) {
      fits[fit] += 1;
      files.add(file.path);
      sink.add(FITS.indexOf(fit) * 4 + ROLE_RANK[file.role], symbolRow(file, symbol, fit));
    }
  };
  const end = await scanTexts(options.isFuzzy ? scannedBefore(search.scope) : search.scope, visit);
  return {
    ...collectedResult(search, fits, end),
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: files.size },
    near: sink.total() === 0 ? (near?.list() ?? []) : [],
    text,
  };
}

/** What does not depend on the rows: how the query was read, with a number for each fit, and how far the scan came. */
function collectedResult(search: Search, fits: Readonly<Record<SymbolFit, number>>, end: ScanEnd) {
  const counts = FITS.filter((fit) => fits[fit] > 0).map((fit) => `${FIT_WORDS[fit]} ${fits[fit]}`);
  const kind = search.input.kind === null ? '' : ` of kind ${search.input.kind}`;
  return {
    mode: 'symbol',
    reading: `symbol${kind} (${counts.join(', ') || 'none'})`,
    ...end,
    insensitiveHits: null,
  } as const;
}

const FIT_WORDS: Readonly<Record<SymbolFit, string>> = {
  exact: 'exact',
  case: 'other case',
  prefix: 'prefix',
  hump: 'camel humps',
  typo: 'one typo',
};

/** A name that is there, in whatever case, is in the text: without it only the fuzzy fits are possible. */
function mayDeclare(path: string, content: string, query: SymbolQuery, isFuzzy: boolean): boolean {
  if (!hasSymbols(path)) return false;
  return isFuzzy || content.toLowerCase().includes(query.name.toLowerCase());
}

/**
 * The symbols that fit name, kind, case, word and container all together. `word` leaves out beginnings, as it does in
 * text; the container is compared in any case, since callers write it from memory.
 */
function fittingSymbols(
  search: Search,
  symbols: readonly FileSymbol[],
  { query, isFuzzy }: { readonly query: SymbolQuery; readonly isFuzzy: boolean },
): readonly { readonly symbol: FileSymbol; readonly fit: SymbolFit }[] {
  const container = query.container?.toLowerCase() ?? null;
  return symbols.flatMap((symbol) => {
    const fit = fitOf(query.name, symbol.name, isFuzzy);
    if (fit === null || !isOfKind(symbol, search.input.kind)) return [];
    if (search.input.case === 'sensitive' && fit === 'case') return [];
    if (search.input.word && fit !== 'exact' && fit !== 'case') return [];
    if (container !== null && containerOf(symbol)?.toLowerCase() !== container) return [];
    return [{ symbol, fit }];
  });
}

/**
 * A declaration as a row, at the line of its name. In tests it stays marked as a test: helpers there often have the
 * names of what they test.
 */
function symbolRow(file: ScannedFile, symbol: FileSymbol, fit: SymbolFit): LightRow {
  return {
    file: file.path,
    line: symbol.line,
    column: symbol.column - 1,
    role: file.role === 'test' ? roleWord(file.role) : 'definition',
    symbol: { kind: symbol.kind, name: clipName(symbol.name), container: containerOf(symbol) },
    fit,
    hits: 1,
  };
}
