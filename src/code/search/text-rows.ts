import type { IndexedSymbol } from '../index/symbols-format.ts';
import { clipName } from '../text/lines.ts';
import type { FoundText, LineHit } from './found-text.ts';
import type { Matcher } from './matcher.ts';
import type { PatternGuard } from './pattern-guard.ts';
import type { RowSink } from './row-sink.ts';
import type { ScannedFile } from './scope.ts';
import { type LightRow, ROLE_RANK, roleWord } from './search.ts';
import { containerOf, enclosingSymbol, mayHaveSymbols, symbolsOf } from './symbols-of.ts';

/** What a text search looks for. */
export interface TextQuery {
  readonly mode: 'text' | 'regex';
  readonly matcher: Matcher;
  /** For patterns that a caller wrote; null for a literal text, whose search takes linear time. */
  readonly guard: PatternGuard | null;
  /** The query as a name, whose declarations are shown first; null when it is none. */
  readonly name: string | null;
}

/** The hits of one file, with what is needed to find out its symbols. */
export interface FileHits {
  readonly file: ScannedFile;
  readonly text: FoundText;
  readonly blobId: string | null;
  readonly query: TextQuery;
  readonly group: 'file' | 'symbol' | 'count';
  /** False when it is known that the file does not declare the name, so that its symbols need not be looked for. */
  readonly mayDeclare: boolean;
  /** Its symbols where somebody has them; null looks for them in the text, which takes longer than all the rest. */
  readonly symbols: readonly IndexedSymbol[] | null;
  /** Fills in the lines of the next row where it will be shown; left out where that is not known yet. */
  show?(row: LightRow): LightRow;
}

/** Rank of the files that declare what is looked for; the others have the rank of their role. */
export const DECLARING_RANK = 0;

/**
 * Makes rows of a file's hits in the grouping asked for, and answers their rank. Files that declare the name go first
 * as a whole, so that their hits stand together; tests stay behind even so. Symbols are looked for only when they
 * decide something: to scan for them takes far longer than to look for a text. Rows of another rank than `wanted` are
 * not added; null takes all.
 */
export function addRows(sink: RowSink<LightRow>, found: FileHits, wanted: number | null): number {
  const { file, text, query, group, show } = found;
  const decides = group === 'symbol' || (query.name !== null && found.mayDeclare);
  const symbols = decides && mayHaveSymbols(file.path) ? (found.symbols ?? symbolsInText(found)) : [];
  const declared = declaredLines(symbols, query);
  const hasDeclaration = file.role !== 'test' && text.hits.some(({ line }) => declared.has(line));
  const rank = hasDeclaration ? DECLARING_RANK : ROLE_RANK[file.role];
  if (wanted !== null && rank !== wanted) return rank;
  for (const row of rowsOf(found, symbols, declared)) sink.add(rank, show === undefined ? row : show(row));
  return rank;
}

/** None where only parts of the text were read, which is done where nobody asks for them. */
function symbolsInText({ file: { path }, blobId, text }: FileHits): readonly IndexedSymbol[] {
  const whole = text.all();
  return whole === null ? [] : symbolsOf({ path, blobId, text: whole });
}

function rowsOf(
  { file, text: { hits }, group }: FileHits,
  symbols: readonly IndexedSymbol[],
  declared: ReadonlySet<number>,
): readonly LightRow[] {
  const plain = plainRow(file);
  switch (group) {
    case 'count':
      return [countRow(file, hits.length)];
    case 'symbol':
      return rowsBySymbol(symbols, hits).map((row) => ({ ...plain, ...row }));
    case 'file':
      return hits.map(({ line, column, begin }) => {
        const role = declared.has(line) ? 'definition' : plain.role;
        return { ...plain, line, column, begin, role, hits: 1 };
      });
  }
}

/** The row of a file whose hits are only counted. */
export function countRow(file: ScannedFile, hits: number): LightRow {
  return { ...plainRow(file), line: null, column: 0, hits };
}

function plainRow({ path, role }: ScannedFile): Pick<LightRow, 'file' | 'symbol' | 'fit' | 'role'> {
  return { file: path, symbol: null, fit: null, role: roleWord(role) };
}

/** Lines on which a symbol of the query's name is declared. */
function declaredLines(symbols: readonly IndexedSymbol[], { name, matcher }: TextQuery): ReadonlySet<number> {
  if (name === null) return new Set();
  const wanted = matcher.isSensitive ? name : name.toLowerCase();
  const isWanted = (symbol: IndexedSymbol): boolean =>
    (matcher.isSensitive ? symbol.name : symbol.name.toLowerCase()) === wanted;
  return new Set(symbols.filter(isWanted).map(({ line }) => line));
}

/** One row for each symbol with hits in it, and one for the hits outside of all; at the line of the first hit. */
function rowsBySymbol(symbols: readonly IndexedSymbol[], hits: readonly LineHit[]) {
  const rows = new Map<IndexedSymbol | null, LineHit & { symbol: LightRow['symbol']; hits: number }>();
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
function describeSymbol(symbol: IndexedSymbol): NonNullable<LightRow['symbol']> {
  return { kind: symbol.kind, name: clipName(symbol.name), container: containerOf(symbol) };
}
