import type { FindRow } from '../operations/find.types.ts';
import { FILE_BYTES_MAX } from './limits.ts';
import { clipLine } from './lines.ts';
import { asBuffer, decodeText } from './scan.ts';
import type { Scope } from './scope.ts';
import type { LightRow } from './search.ts';

/** Fills in the lines of the rows that are shown, reading each of their files once more. */
export async function readRows(scope: Scope, rows: readonly LightRow[], context: number): Promise<readonly FindRow[]> {
  const texts = new Map<string, readonly string[] | null>();
  const full: FindRow[] = [];
  for (const row of rows) {
    if (!texts.has(row.file)) {
      // Rows of one file mostly stand together; only one file's lines are kept.
      texts.clear();
      texts.set(row.file, row.line === null ? null : await readLines(scope, row.file));
    }
    full.push(fillRow(row, texts.get(row.file) ?? null, context));
  }
  return full;
}

/** Null when the file has gone since it was searched. */
async function readLines(scope: Scope, path: string): Promise<readonly string[] | null> {
  const content = await scope.source.read(path, FILE_BYTES_MAX);
  if (!content.ok) return null;
  return withoutKeys(decodeText(asBuffer(content.bytes)));
}

/**
 * Hides the bodies of private keys. Only here are the lines around a line still known; a body's line on its own looks
 * like any data.
 */
function withoutKeys(text: string): readonly string[] {
  const lines = text.split('\n');
  if (!text.includes('PRIVATE KEY')) return lines;
  let isInside = false;
  return lines.map((line) => {
    if (/-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line)) {
      isInside = line.includes('-----BEGIN ');
      return line;
    }
    // Code that only names the mark is followed by code.
    return isInside && /^[\s"'`+,\\rn]*[A-Za-z0-9+/=]{16,}/.test(line) ? '[REDACTED:private-key]' : line;
  });
}

function fillRow(row: LightRow, lines: readonly string[] | null, context: number): FindRow {
  const { column, ...kept } = row;
  if (row.line === null || lines === null) return { ...kept, text: null, before: [], after: [] };
  const at = row.line - 1;
  const show = (line: string): string => clipLine(line.replace(/\r$/, ''), 0);
  const own = lines[at];
  // What follows the last line break is no line.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return {
    ...kept,
    text: own === undefined ? null : clipLine(own.replace(/\r$/, ''), column),
    before: lines.slice(Math.max(0, at - context), at).map(show),
    after: lines.slice(at + 1, Math.min(end, at + 1 + context)).map(show),
  };
}
