import type { Row } from './rows.ts';
import type { ColumnKind, TableShape } from './tables.ts';

/** A row as one line of JSON, the same for the same values whatever the engine; bytes as `{"base64":"…"}`. */
export function encodeRow(row: Row): string {
  const cells = row.map((value) =>
    value instanceof Uint8Array
      ? { base64: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') }
      : value,
  );
  return `${JSON.stringify(cells)}\n`;
}

/** The row that a line's JSON describes; null when it does not fit the table. */
export function decodeRow(shape: TableShape, cells: unknown): Row | null {
  const kinds = Object.values(shape.columns);
  if (!Array.isArray(cells) || cells.length !== kinds.length) return null;
  const row: Row[number][] = [];
  for (const [at, kind] of kinds.entries()) {
    const value = decodeCell(kind, cells[at]);
    if (value === undefined) return null;
    row.push(value);
  }
  return row;
}

/** Undefined when the value is not of its column's kind. */
function decodeCell(kind: ColumnKind, cell: unknown): Row[number] | undefined {
  if (cell === null) return kind.endsWith('?') ? null : undefined;
  switch (kind.replace('?', '')) {
    case 'text':
      return typeof cell === 'string' ? cell : undefined;
    case 'integer':
      return Number.isSafeInteger(cell) ? Number(cell) : undefined;
    case 'real':
      return typeof cell === 'number' ? cell : undefined;
    default:
      return decodeBytes(cell);
  }
}

function decodeBytes(cell: unknown): Uint8Array | undefined {
  const { base64 } = Object(cell);
  if (typeof base64 !== 'string') return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}
