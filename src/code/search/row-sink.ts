import { ROWS_KEPT_MAX } from './limits.ts';

/** Collects rows in the order in which they are shown, within bounded memory, and counts all. */
export interface RowSink<Row> {
  /** A lower rank is shown first; rows of one rank are shown in the order in which they were added. */
  add(rank: number, row: Row): void;
  /** Counts rows that nobody will see. */
  count(rows: number): void;
  page(offset: number, limit: number): readonly Row[];
  total(): number;
}

/**
 * Makes an empty sink: each rank keeps as many rows as can be paged through, more are only counted. It must be so many
 * for each rank, since which ranks there will be is known only at the end of the scan.
 */
export function makeRowSink<Row>(): RowSink<Row> {
  const ranks = new Map<number, Row[]>();
  let total = 0;
  return {
    add(rank, row) {
      total += 1;
      const rows = ranks.get(rank) ?? [];
      ranks.set(rank, rows);
      if (rows.length < ROWS_KEPT_MAX) rows.push(row);
    },
    count(rows) {
      total += rows;
    },
    page(offset, limit) {
      const ordered = [...ranks].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows);
      return ordered.slice(offset, Math.min(offset + limit, ROWS_KEPT_MAX));
    },
    total: () => total,
  };
}
