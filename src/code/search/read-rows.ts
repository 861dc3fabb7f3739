import type { FindRow } from '../questions/find.types.ts';
import { asBuffer, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { clipLine } from '../text/lines.ts';
import { linesOfBytes, type ShownLines } from './found-text.ts';
import type { Scope } from './scope.ts';
import type { LightRow, RowLines } from './search.ts';

/** Fills in the lines of the rows that are shown, where the search has not: their texts are read once more. */
export async function readRows(scope: Scope, rows: readonly LightRow[], context: number): Promise<readonly FindRow[]> {
  let path: string | null = null;
  let shown: ShownLines | null = null;
  const full: FindRow[] = [];
  for (const row of rows) {
    // Rows of one file mostly stand together; only one file's text is held.
    if (row.line !== null && row.lines === undefined && row.file !== path) {
      path = row.file;
      shown = await openText(scope, row.file);
    }
    full.push(fillRow(row, row.line === null ? null : shown, context));
  }
  return full;
}

/** Null when the file has gone since it was searched. */
async function openText({ source }: Scope, path: string): Promise<ShownLines | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  return content.ok ? { ...linesOfBytes(asBuffer(content.bytes)), isAsSearched: false } : null;
}

function fillRow(row: LightRow, shown: ShownLines | null, context: number): FindRow {
  const { file, line, role, symbol, fit, hits, edge } = row;
  const { text, before, after } = row.lines ?? (shown === null ? NO_LINES : linesOf(row, shown, context));
  // One after the other: "all but these" takes ten times as long, for each row.
  const full = { file, line, role, symbol, fit, hits, text, before, after };
  return edge === undefined ? full : { ...full, edge };
}

const NO_LINES: RowLines = { text: null, before: [], after: [] };

/** The line of a row with those around it; null and none for a row about a whole file. */
export function linesOf(
  { line, column, begin }: LightRow,
  { reader, isAsSearched }: ShownLines,
  context: number,
): RowLines {
  if (line === null) return NO_LINES;
  const show = (text: string): string => clipLine(text, 0);
  if (begin !== undefined && isAsSearched) reader.know(line, begin);
  const before = reader.between(line - context, line - 1).map(show);
  const [own] = reader.between(line, line);
  return {
    text: own === undefined ? null : clipLine(own, column),
    before,
    after: reader.between(line + 1, line + context).map(show),
  };
}
