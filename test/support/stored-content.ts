import type { Database } from '../../src/storage/database.ts';
import { ensureInstallation } from '../../src/storage/transfer/marker.ts';
import { encodeRow } from '../../src/storage/transfer/row-text.ts';
import { insertion, type Row, readPages } from '../../src/storage/transfer/rows.ts';
import { type ColumnKind, TABLES, type TableShape } from '../../src/storage/transfer/tables.ts';

/** Texts that a careless form would change, end a line with, or take for its own marks. */
const TEXTS = [
  '',
  "'; drop table account; --",
  'line\r\n\u2028\u2029\t',
  '[1,"x"]',
  '{"end":true}',
  '👩‍👩‍👧 中文 \uFEFF',
  '\u0001json:"\\u0000"',
];

/** Accounts of a filled storage; other tables hold some rows for each. */
export const ACCOUNTS = 300;

/** Columns whose values are bound by the schema. */
const BOUND: Readonly<Record<string, Row[number]>> = { pinned: 1, more: 0, closed_at: null, confidence: 0.1 };

/** Fills every table with rows of every kind of value, more than are read or written at once. */
export async function fillStorage(database: Database, accounts = ACCOUNTS): Promise<void> {
  await ensureInstallation(database, { databaseId: 'made-for-a-test', secretFingerprint: 'f'.repeat(32) });
  for (const shape of TABLES) {
    const rows = Array.from({ length: accounts }, (_, at) => makeRow(shape, at));
    for (let at = 0; at < rows.length; at += 100) {
      await database.write([insertion(database.query, shape, rows.slice(at, at + 100))]);
    }
  }
}

function makeRow(shape: TableShape, at: number): Row {
  return Object.entries(shape.columns).map(([column, kind]) => makeValue(column, kind, at));
}

function makeValue(column: string, kind: ColumnKind, at: number): Row[number] {
  if (column === 'account_id' || column === 'thread_id' || column === 'id')
    return `${column === 'id' ? 'thread_id' : column}-${at}`.replace(/^.*-/, 'n-');
  if (column.startsWith('overlap')) return null;
  const bound = BOUND[column];
  if (bound !== undefined) return bound;
  if (kind.endsWith('?') && at % 3 === 0) return null;
  switch (kind.replace('?', '')) {
    case 'text':
      return `${TEXTS[at % TEXTS.length]}${at}`;
    case 'integer':
      return at % 5 === 0 ? Number.MAX_SAFE_INTEGER - at : at + 1;
    case 'real':
      return at / 7;
    default:
      return Uint8Array.from({ length: 32 }, (_, index) =>
        index === 0 ? at % 256 : index === 1 ? at >> 8 : 255 - index,
      );
  }
}

/** All rows as lines, to be compared. */
export async function readStorage(database: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const shape of TABLES) {
    const lines: string[] = [];
    for await (const rows of readPages({ query: database.query, from: database }, shape))
      lines.push(...rows.map(encodeRow));
    content[shape.table] = lines;
  }
  return content;
}
