import type { Hunk } from '../read.types.ts';

/*
 * Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986) on lines, after common beginning and end are taken
 * off. Bounded: texts that differ in more than EDITS_MAX lines are shown as one replacement, which is true, if coarse.
 */
const EDITS_MAX = 1_000;
const CONTEXT_LINES = 3;

type Row = Hunk['lines'][number];

/** Changes from one text's lines to another's, with three lines around them. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length);
  // `shorter - head`: a line must not be counted into the beginning and the end as well.
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  // Joined and not pushed as arguments: a text may have more lines than a call may have arguments.
  return hunksOf([
    ...before.slice(0, head).map(equalRow),
    ...(editScript(old, fresh) ?? replaceAll(old, fresh)),
    ...before.slice(before.length - tail).map(equalRow),
  ]);
}

function equalRow(text: string): Row {
  return { tag: ' ', text };
}

function replaceAll(old: readonly string[], fresh: readonly string[]): Row[] {
  return [...old.map((text): Row => ({ tag: '-', text })), ...fresh.map((text): Row => ({ tag: '+', text }))];
}

/** The shortest edit script, or null when it is longer than the bound. */
function editScript(old: readonly string[], fresh: readonly string[]): Row[] | null {
  // trace[n] holds how far n - 1 edits reached; the way back needs all of them. Each array is one wider at both ends
  // than its diagonals, so that looking at a neighbour never leaves it.
  const trace: Int32Array[] = [];
  let reach = new Int32Array([0, 0, 0]);
  for (let edits = 0; edits <= Math.min(EDITS_MAX, old.length + fresh.length); edits += 1) {
    const next = new Int32Array(2 * edits + 3);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepTo(reach, edits, diagonal);
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      next[diagonal + edits + 1] = x;
      if (x >= old.length && x - diagonal >= fresh.length) return backtrack([...trace, reach], old, fresh);
    }
    trace.push(reach);
    reach = next;
  }
  return null;
}

// `reach` holds the farthest old line of each diagonal after one edit less; its middle is diagonal 0.
function stepTo(reach: Int32Array, edits: number, diagonal: number): number {
  if (edits === 0) return 0;
  const down = reach[diagonal + 1 + edits] ?? 0;
  const right = (reach[diagonal - 1 + edits] ?? 0) + 1;
  return isDown(reach, edits, diagonal) ? down : right;
}

/**
 * Whether a diagonal is reached by adding a line (down) and not by taking one away. Forwards and backwards must
 * decide alike, or the way back leaves the one that was found: both ask here.
 */
function isDown(reach: Int32Array, edits: number, diagonal: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reach[diagonal - 1 + edits] ?? 0) < (reach[diagonal + 1 + edits] ?? 0);
}

/** Follows the trace from the ends of both texts to their beginning; the rows come out last first. */
function backtrack(trace: readonly Int32Array[], old: readonly string[], fresh: readonly string[]): Row[] {
  const rows: Row[] = [];
  let x = old.length;
  let y = fresh.length;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const { row, from } = editBefore(trace[edits] ?? new Int32Array(), edits, x - y);
    // Equal lines after the edit, backwards to it.
    const editEnd = from.x + (row === '-' ? 1 : 0);
    while (x > editEnd) rows.push({ tag: ' ', text: old[--x] ?? '' });
    rows.push(row === '+' ? { tag: '+', text: fresh[from.y] ?? '' } : { tag: '-', text: old[from.x] ?? '' });
    x = from.x;
    y = from.y;
  }
  while (x > 0) rows.push({ tag: ' ', text: old[--x] ?? '' });
  return rows.reverse();
}

/** The edit by which a diagonal was reached, and where it began. */
function editBefore(
  reach: Int32Array,
  edits: number,
  diagonal: number,
): { readonly row: '+' | '-'; readonly from: { readonly x: number; readonly y: number } } {
  const row = isDown(reach, edits, diagonal) ? '+' : '-';
  const before = row === '+' ? diagonal + 1 : diagonal - 1;
  const x = reach[before + edits] ?? 0;
  return { row, from: { x, y: x - before } };
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
