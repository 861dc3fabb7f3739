import type { FileSymbol } from '../lex/symbol.ts';
import { type LineHit, lineHits } from './line-hits.ts';
import { clipName } from './lines.ts';
import type { Matcher } from './matcher.ts';
import { findNearNames } from './near-names.ts';
import type { PatternGuard } from './pattern-guard.ts';
import { makeRowSink, type RowSink } from './row-sink.ts';
import { decodeText, type ScannedFile, scannedBefore, scanTexts } from './scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';
import { containerOf, enclosingSymbol, hasSymbols, symbolsOf } from './symbols-of.ts';

/** What a text search looks for. */
export interface TextQuery {
  readonly mode: 'text' | 'regex';
  readonly matcher: Matcher;
  /** For patterns that a caller wrote; null for a literal text, whose search takes linear time. */
  readonly guard: PatternGuard | null;
  /** The query as a name, whose declarations are shown first; null when it is none. */
  readonly name: string | null;
}

/**
 * Searches the lines of all files in scope. Totals count all that was looked at, whatever fits on the page. Near names
 * are only worth another pass when the first was complete and empty: else there is more to find by going on.
 */
export async function searchText(search: Search, query: TextQuery): Promise<SearchResult> {
  const sink = makeRowSink<LightRow>();
  let hits = 0;
  let files = 0;
  const visit = (file: ScannedFile, bytes: Buffer, blobId: string | null): void => {
    if (!query.matcher.mayMatch(bytes)) return;
    const text = decodeText(bytes);
    const found = lineHits(text, query.matcher);
    if (found.length === 0) return;
    hits += found.length;
    files += 1;
    addRows(sink, { file, text, blobId, hits: found, query, group: search.input.group });
  };
  const end = await scanTexts(search.scope, visit, query.guard);
  const isEmpty = hits === 0 && end.isComplete;
  return {
    mode: query.mode,
    reading: `${query.mode}, ${query.matcher.isSensitive ? 'case counts' : 'any case'}`,
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits, files },
    ...end,
    near: isEmpty && query.name !== null ? await findNearNames(search, query.name) : [],
    insensitiveHits: null,
  };
}

/** Counts the matching lines of all files; null when the deadline came first. */
export async function countHits(
  search: Search,
  { matcher, guard }: Pick<TextQuery, 'matcher' | 'guard'>,
): Promise<number | null> {
  let hits = 0;
  const visit = (_: ScannedFile, bytes: Buffer): void => {
    if (matcher.mayMatch(bytes)) hits += lineHits(decodeText(bytes), matcher).length;
  };
  const end = await scanTexts(scannedBefore(search.scope), visit, guard);
  return end.isComplete ? hits : null;
}

/** The hits of one file, with what is needed to find out its symbols. */
interface FileHits {
  readonly file: ScannedFile;
  readonly text: string;
  readonly blobId: string | null;
  readonly hits: readonly LineHit[];
  readonly query: TextQuery;
  readonly group: 'file' | 'symbol' | 'count';
}

/**
 * Makes rows of a file's hits in the grouping asked for. Files that declare the name go first as a whole, so that their
 * hits stand together; tests stay behind even so. Symbols are looked for only when they decide something: to scan for
 * them takes far longer than to look for a text.
 */
function addRows(sink: RowSink<LightRow>, found: FileHits): void {
  const { file, hits, query, group } = found;
  const wantsSymbols = hasSymbols(file.path) && (group === 'symbol' || query.name !== null);
  const symbols = wantsSymbols ? symbolsOf({ ...found, path: file.path }) : [];
  const declared = declaredLines(symbols, query);
  const hasDeclaration = file.role !== 'test' && hits.some(({ line }) => declared.has(line));
  const rank = hasDeclaration ? 0 : ROLE_RANK[file.role];
  const plain = { file: file.path, symbol: null, fit: null, role: roleWord(file.role) };
  if (group === 'count') {
    sink.add(rank, { ...plain, line: null, column: 0, hits: hits.length });
  } else if (group === 'symbol') {
    for (const row of rowsBySymbol(symbols, hits)) sink.add(rank, { ...plain, ...row });
  } else {
    for (const { line, column } of hits) {
      const role = declared.has(line) ? 'definition' : plain.role;
      sink.add(rank, { ...plain, line, column, role, hits: 1 });
    }
  }
}

/** Lines on which a symbol of the query's name is declared. */
function declaredLines(symbols: readonly FileSymbol[], { name, matcher }: TextQuery): ReadonlySet<number> {
  if (name === null) return new Set();
  const wanted = matcher.isSensitive ? name : name.toLowerCase();
  const isWanted = (symbol: FileSymbol): boolean =>
    (matcher.isSensitive ? symbol.name : symbol.name.toLowerCase()) === wanted;
  return new Set(symbols.filter(isWanted).map(({ line }) => line));
}

/** One row for each symbol with hits in it, and one for the hits outside of all; at the line of the first hit. */
function rowsBySymbol(symbols: readonly FileSymbol[], hits: readonly LineHit[]) {
  const rows = new Map<FileSymbol | null, LineHit & { symbol: LightRow['symbol']; hits: number }>();
  for (const hit of hits) {
    const symbol = enclosingSymbol(symbols, hit.line);
    const row = rows.get(symbol);
    if (row === undefined)
      rows.set(symbol, { ...hit, symbol: symbol === null ? null : describeSymbol(symbol), hits: 1 });
    else row.hits += 1;
  }
  return [...rows.values()];
}

/** The symbol as an answer shows it. */
function describeSymbol(symbol: FileSymbol): NonNullable<LightRow['symbol']> {
  return { kind: symbol.kind, name: clipName(symbol.name), container: containerOf(symbol) };
}
