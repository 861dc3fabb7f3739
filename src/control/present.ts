import type { Command } from './commands.ts';
import { printable } from './printable.ts';

type Row = Readonly<Record<string, unknown>>;

/** A result as people read it: a table for a list, a line a field for a record. `--json` gives the whole document. */
export function presentResult(command: Command, result: unknown): string {
  if (Array.isArray(result)) return presentRows(result as readonly Row[]);
  const record = result as Row;
  const lines = Object.entries(record).map(([name, value]) => `${name}: ${presentValue(value)}`);
  if (typeof record.key === 'string') lines.push('Keep the key now: it is shown this once and cannot be shown again.');
  return lines.length === 0 ? `${command.words}: done` : lines.join('\n');
}

function presentRows(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return 'none';
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => presentValue(row[name])))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function presentValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : oneLine(value.join(','));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, item]) => `${name}=${presentValue(item)}`)
      .join(' ');
  return oneLine(String(value));
}

/** A cell of a table: a folder's name may hold a line feed. */
function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n');
}
