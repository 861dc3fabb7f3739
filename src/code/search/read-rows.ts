import type { FindRow } from '../questions/find.types.ts';
import { asBuffer, decodeText, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { clipLine, type LineReader, makeLineReader } from '../text/lines.ts';
import type { Scope } from './scope.ts';
import type { LightRow } from './search.ts';

/** Fills in the lines of the rows that are shown, of texts that were kept or are read once more. */
export async function readRows(scope: Scope, rows: readonly LightRow[], context: number): Promise<readonly FindRow[]> {
  let path: string | null = null;
  let shown: ShownText | null = null;
  const full: FindRow[] = [];
  for (const row of rows) {
    // Rows of one file mostly stand together; only one file's text is held.
    if (row.line !== null && row.file !== path) {
      path = row.file;
      shown = await openText(scope, row.file);
    }
    full.push(fillRow(row, row.line === null ? null : shown, context));
  }
  return full;
}

/** A text as it is shown. */
interface ShownText {
  readonly lines: LineReader;
  /** Whether positions in the text that was searched hold in it. */
  readonly isAsSearched: boolean;
}

/** Null when the file has gone since it was searched. */
async function openText({ source, texts }: Scope, path: string): Promise<ShownText | null> {
  const kept = texts.get(path);
  const text = kept ?? (await readText(source, path));
  if (text === null) return null;
  const shown = withoutKeys(text);
  return { lines: makeLineReader(shown), isAsSearched: shown === kept };
}

async function readText(source: Scope['source'], path: string): Promise<string | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  return content.ok ? decodeText(asBuffer(content.bytes)) : null;
}

/**
 * Hides the bodies of private keys. Only here are the lines around a line still known; a body's line on its own looks
 * like any data.
 */
function withoutKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  let isInside = false;
  const shown = text.split('\n').map((line) => {
    if (/-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line)) {
      isInside = line.includes('-----BEGIN ');
      return line;
    }
    // Code that only names the mark is followed by code.
    return isInside && /^[\s"'`+,\\rn]*[A-Za-z0-9+/=]{16,}/.test(line) ? '[REDACTED:private-key]' : line;
  });
  return shown.join('\n');
}

function fillRow(row: LightRow, shown: ShownText | null, context: number): FindRow {
  const { column, begin, ...kept } = row;
  if (row.line === null || shown === null) return { ...kept, text: null, before: [], after: [] };
  const { line } = row;
  const { lines, isAsSearched } = shown;
  const show = (text: string): string => clipLine(text, 0);
  if (begin !== undefined && isAsSearched) lines.know(line, begin);
  const before = lines.between(line - context, line - 1).map(show);
  const [own] = lines.between(line, line);
  return {
    ...kept,
    text: own === undefined ? null : clipLine(own, column),
    before,
    after: lines.between(line + 1, line + context).map(show),
  };
}
