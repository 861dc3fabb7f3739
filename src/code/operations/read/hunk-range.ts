import type { Hunk } from '../../questions/read.types.ts';

type Row = Hunk['lines'][number];

/** Lines of the new text, from 1 on. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Changes within a range, and lines of the same changes that lie outside of it. */
export interface HunksInRange {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

const CONTEXT_LINES = 3;
/**
 * A change up to so many lines is shown whole even where it goes on beyond the range: what was removed and what was added
 * instead belong together. Of a longer one, which may be most of the file, only what lies within is shown.
 */
const WHOLE_CHANGE_MAX = 60;

/** Lines of a hunk that change something and follow one another, by their places in it. */
interface Change {
  readonly first: number;
  /** The place behind its last line. */
  readonly end: number;
  /** The line of the new text that it begins at. */
  readonly newLine: number;
}

/**
 * The changes that touch a range, each with at most three lines around it. A removed line stands where the line after it
 * stands now.
 */
export function hunksWithin(hunks: readonly Hunk[], range: Range): HunksInRange {
  const within: Hunk[] = [];
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    const kept = new Uint8Array(hunk.lines.length);
    for (const change of changesOf(hunk)) {
      const shown = shownOf(hunk, change, range);
      if (shown.length === 0) continue;
      for (const at of shown) kept[at] = 1;
      const tags = tagsOf(hunk.lines.slice(change.first, change.end));
      const own = tagsOf(shown.flatMap((at) => hunk.lines[at] ?? []));
      added += tags.added - own.added;
      removed += tags.removed - own.removed;
    }
    addContext(hunk.lines, kept);
    within.push(...partsOf(hunk, kept));
  }
  return { hunks: within, added, removed };
}

function changesOf({ lines, newFrom }: Hunk): readonly Change[] {
  const changes: Change[] = [];
  let newLine = newFrom;
  let first = 0;
  let startLine = newFrom;
  for (let at = 0; at <= lines.length; at += 1) {
    const tag = lines[at]?.tag ?? ' ';
    if (tag === ' ') {
      if (at > first) changes.push({ first, end: at, newLine: startLine });
      first = at + 1;
      startLine = newLine + 1;
    }
    if (tag !== '-') newLine += 1;
  }
  return changes;
}

/** The places of a change's lines that are shown; none when it does not touch the range. */
function shownOf({ lines }: Hunk, { first, end, newLine }: Change, { from, to }: Range): readonly number[] {
  const all: number[] = [];
  const inside: number[] = [];
  let line = newLine;
  for (let at = first; at < end; at += 1) {
    all.push(at);
    if (line >= from && line <= to) inside.push(at);
    if (lines[at]?.tag === '+') line += 1;
  }
  return inside.length > 0 && all.length <= WHOLE_CHANGE_MAX ? all : inside;
}

function tagsOf(rows: readonly Row[]): { readonly added: number; readonly removed: number } {
  const added = rows.filter(({ tag }) => tag === '+').length;
  return { added, removed: rows.length - added };
}

/** Marks up to three unchanged lines on both sides of what is kept. */
function addContext(lines: readonly Row[], kept: Uint8Array): void {
  const isPlain = (at: number): boolean => lines[at]?.tag === ' ';
  const changed = [...kept.keys()].filter((at) => kept[at] === 1);
  for (const at of changed) {
    for (let next = at + 1; next <= at + CONTEXT_LINES && isPlain(next); next += 1) kept[next] = 1;
    for (let next = at - 1; next >= at - CONTEXT_LINES && isPlain(next); next -= 1) kept[next] = 1;
  }
}

/** The kept lines of a hunk; each run of them is a hunk of its own. */
function partsOf({ oldFrom, newFrom, lines }: Hunk, kept: Uint8Array): readonly Hunk[] {
  const parts: { oldFrom: number; newFrom: number; lines: Row[] }[] = [];
  let [oldLine, newLine] = [oldFrom, newFrom];
  for (const [at, row] of lines.entries()) {
    if (kept[at] === 1) {
      if (at === 0 || kept[at - 1] !== 1) parts.push({ oldFrom: oldLine, newFrom: newLine, lines: [] });
      parts.at(-1)?.lines.push(row);
    }
    if (row.tag !== '+') oldLine += 1;
    if (row.tag !== '-') newLine += 1;
  }
  return parts;
}
