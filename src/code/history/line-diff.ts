import type { Hunk } from '../questions/read.types.ts';
import { matchLines } from './line-pieces.ts';

const CONTEXT_LINES = 3;

type Row = Hunk['lines'][number];

/** A comparison of two texts. */
export interface LineComparison {
  readonly hunks: readonly Hunk[];
  /**
   * Whether it may show lines as replaced that are the same: the texts differ so much that it was too dear to find out.
   * What it makes of the old text is the new one even so.
   */
  readonly isCoarse: boolean;
}

/** Changes from one text's lines to another's, with three lines around them. */
export function compareLines(before: readonly string[], after: readonly string[]): LineComparison {
  const { newLines, isCoarse } = matchLines(before, after);
  return { hunks: hunksOf(rowsOf(before, after, newLines)), isCoarse };
}

/** The changes of `compareLines` alone. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  return compareLines(before, after).hunks;
}

/** All lines of both texts in order: of a change those that are gone first. */
function rowsOf(before: readonly string[], after: readonly string[], newLines: Int32Array): readonly Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const [at, text] of before.entries()) {
    const newLine = newLines[at] ?? -1;
    if (newLine === -1) {
      rows.push({ tag: '-', text });
      continue;
    }
    while (next < newLine) rows.push({ tag: '+', text: after[next++] ?? '' });
    rows.push({ tag: ' ', text });
    next += 1;
  }
  while (next < after.length) rows.push({ tag: '+', text: after[next++] ?? '' });
  return rows;
}

/** Gathers changes with the equal lines around them; changes whose context would meet share a hunk. Lines from 1. */
function hunksOf(rows: readonly Row[]): readonly Hunk[] {
  const hunks: { oldFrom: number; newFrom: number; lines: Row[] }[] = [];
  let oldLine = 1;
  let newLine = 1;
  let lastChange = Number.NEGATIVE_INFINITY;
  for (const [at, row] of rows.entries()) {
    if (row.tag !== ' ') {
      if (at - lastChange > 2 * CONTEXT_LINES + 1) {
        const context = rows.slice(Math.max(0, at - CONTEXT_LINES), at);
        hunks.push({ oldFrom: oldLine - context.length, newFrom: newLine - context.length, lines: [...context] });
      } else hunks.at(-1)?.lines.push(...rows.slice(lastChange + 1, at));
      hunks.at(-1)?.lines.push(row);
      lastChange = at;
    }
    if (row.tag !== '+') oldLine += 1;
    if (row.tag !== '-') newLine += 1;
    const isEnd = row.tag === ' ' && at - lastChange === 2 * CONTEXT_LINES + 1;
    if (isEnd) hunks.at(-1)?.lines.push(...rows.slice(lastChange + 1, lastChange + 1 + CONTEXT_LINES));
  }
  if (rows.length - 1 - lastChange <= 2 * CONTEXT_LINES) {
    hunks.at(-1)?.lines.push(...rows.slice(lastChange + 1, lastChange + 1 + CONTEXT_LINES));
  }
  return hunks;
}
