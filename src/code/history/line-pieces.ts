/*
 * What two texts have in common, line by line. Where the shortest edit script is too dear to look for, the texts are
 * parted at lines that both have once (Bram Cohen's patience diff: the longest run of such lines that goes up in both),
 * and each piece is looked at anew. All of it counts its steps, so that no text takes long; a piece that is left when
 * they are used up stays without common lines, which is true, if coarse.
 */

/** Edits of one shortest script; it takes memory for the square of it. */
const EDITS_MAX = 1_000;
/** Steps for all scripts together, and for one: some for itself, some for each of its lines. */
const SCRIPT_STEPS_MAX = 20_000_000;
const ONE_SCRIPT_STEPS = 1_000_000;
const ONE_SCRIPT_STEPS_A_LINE = 16;
/** Lines that are looked at to part pieces, all pieces together. */
const SPLIT_STEPS_MAX = 20_000_000;

/** Lines as numbers, of which equal lines have the same. */
interface Lines {
  readonly old: Int32Array;
  readonly fresh: Int32Array;
  /** How many different numbers there are. */
  readonly kinds: number;
}

/** Some lines of both texts; the ends are those behind the last lines. */
interface Piece {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Which line of the new text each line of the old one is. */
interface Matches {
  /** By the number of the old line from 0 on; -1 for a line that is gone. They go up. */
  readonly newLines: Int32Array;
  /** Whether some lines count as changed only because it was too dear to compare them. */
  readonly isCoarse: boolean;
}

/** Finds the lines that two texts have in common in their order, as many as its bounds allow. */
export function matchLines(before: readonly string[], after: readonly string[]): Matches {
  const lines = numberLines(before, after);
  const newLines = new Int32Array(before.length).fill(-1);
  const matching: Matching = { lines, newLines, steps: SCRIPT_STEPS_MAX, count: makeCounter(lines) };
  let isCoarse = false;
  const open: Piece[] = [{ oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const piece = trim(matching, next);
    if (piece.oldFrom === piece.oldTo || piece.newFrom === piece.newTo) continue;
    if (matchShortest(matching, piece)) continue;
    const parts = matching.count.split(piece);
    if (parts === 'too_dear') isCoarse = true;
    else for (const part of parts) open.push(part);
  }
  return { newLines, isCoarse };
}

interface Matching {
  readonly lines: Lines;
  readonly newLines: Int32Array;
  /** Steps that are left for scripts. */
  steps: number;
  readonly count: Counter;
}

function numberLines(before: readonly string[], after: readonly string[]): Lines {
  const numbers = new Map<string, number>();
  const numbered = (texts: readonly string[]): Int32Array =>
    Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      if (number === numbers.size) numbers.set(text, number);
      return number;
    });
  const old = numbered(before);
  const fresh = numbered(after);
  return { old, fresh, kinds: numbers.size };
}

/** Matches the lines at the beginning and the end of a piece that are the same; the piece between them. */
function trim({ lines: { old, fresh }, newLines }: Matching, piece: Piece): Piece {
  let { oldFrom, oldTo, newFrom, newTo } = piece;
  while (oldFrom < oldTo && newFrom < newTo && old[oldFrom] === fresh[newFrom]) newLines[oldFrom++] = newFrom++;
  while (oldFrom < oldTo && newFrom < newTo && old[oldTo - 1] === fresh[newTo - 1]) newLines[--oldTo] = --newTo;
  return { oldFrom, oldTo, newFrom, newTo };
}

/**
 * Matches a piece by its shortest edit script (Myers, "An O(ND) Difference Algorithm", 1986); false when that is longer
 * than the bound or takes too many steps.
 */
function matchShortest(matching: Matching, piece: Piece): boolean {
  const { old, fresh } = matching.lines;
  const length = piece.oldTo - piece.oldFrom;
  const newLength = piece.newTo - piece.newFrom;
  // So many lines must be added or removed at least.
  if (Math.abs(length - newLength) > EDITS_MAX) return false;
  const allowed = Math.min(matching.steps, ONE_SCRIPT_STEPS + ONE_SCRIPT_STEPS_A_LINE * (length + newLength));
  let left = allowed;
  // trace[n] holds how far n - 1 edits reached; the way back needs all of them. Each array is one wider at both ends
  // than its diagonals, so that looking at a neighbour never leaves it.
  const trace: Int32Array[] = [];
  let reach = new Int32Array([0, 0, 0]);
  for (let edits = 0; edits <= Math.min(EDITS_MAX, length + newLength) && left > 0; edits += 1) {
    const next = new Int32Array(2 * edits + 3);
    for (let diagonal = -edits; diagonal <= edits && left > 0; diagonal += 2) {
      const start = stepTo(reach, edits, diagonal);
      const x = runFrom(start, diagonal);
      left -= 1 + x - start;
      next[diagonal + edits + 1] = x;
      if (x >= length && x - diagonal >= newLength) {
        matching.steps -= allowed - left;
        trace.push(reach);
        matchBack(matching.newLines, trace, piece);
        return true;
      }
    }
    trace.push(reach);
    reach = next;
  }
  matching.steps -= allowed - left;
  return false;

  /** As far as the lines are the same. */
  function runFrom(start: number, diagonal: number): number {
    let x = start;
    const shift = piece.newFrom - diagonal;
    while (x < length && x - diagonal < newLength && old[piece.oldFrom + x] === fresh[shift + x]) x += 1;
    return x;
  }
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

/** Follows the trace from the ends of both texts to their beginning. */
function matchBack(newLines: Int32Array, trace: readonly Int32Array[], piece: Piece): void {
  let x = piece.oldTo - piece.oldFrom;
  let y = piece.newTo - piece.newFrom;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const isAdded = isDown(reach, edits, x - y);
    const before = isAdded ? x - y + 1 : x - y - 1;
    const from = reach[before + edits] ?? 0;
    // Equal lines after the edit, backwards to it.
    const editEnd = from + (isAdded ? 0 : 1);
    matchRun(newLines, piece, { from: editEnd, to: x, shift: y - x });
    x = from;
    y = from - before;
  }
  matchRun(newLines, piece, { from: 0, to: x, shift: y - x });
}

/** Matches old lines with those that stand `shift` lines further down in the new text's piece. */
function matchRun(
  newLines: Int32Array,
  { oldFrom, newFrom }: Piece,
  { from, to, shift }: { readonly from: number; readonly to: number; readonly shift: number },
): void {
  for (let line = from; line < to; line += 1) newLines[oldFrom + line] = newFrom + line + shift;
}

/** Counts lines of pieces. */
interface Counter {
  /**
   * The pieces before, between and after lines that both sides of a piece have once; none when the sides have no line
   * in common at all, and `too_dear` when they have some, but none that tells where.
   */
  split(piece: Piece): readonly Piece[] | 'too_dear';
}

/** One for all pieces: to clear counts of all lines for each piece would take the square of their number. */
function makeCounter({ old, fresh, kinds }: Lines): Counter {
  const inOld = new Uint32Array(kinds);
  const inFresh = new Uint32Array(kinds);
  const placeInFresh = new Uint32Array(kinds);
  let left = SPLIT_STEPS_MAX;

  function count(piece: Piece): void {
    for (let at = piece.oldFrom; at < piece.oldTo; at += 1) inOld[old[at] ?? 0] = (inOld[old[at] ?? 0] ?? 0) + 1;
    for (let at = piece.newFrom; at < piece.newTo; at += 1) {
      const kind = fresh[at] ?? 0;
      inFresh[kind] = (inFresh[kind] ?? 0) + 1;
      placeInFresh[kind] = at;
    }
  }

  function clear(piece: Piece): void {
    for (let at = piece.oldFrom; at < piece.oldTo; at += 1) inOld[old[at] ?? 0] = 0;
    for (let at = piece.newFrom; at < piece.newTo; at += 1) inFresh[fresh[at] ?? 0] = 0;
  }

  /** Places of the lines that both have once, in the order of the old text; null when they have none in common. */
  function commonOnce(piece: Piece): { readonly inOld: readonly number[]; readonly inNew: readonly number[] } | null {
    const places = { inOld: [] as number[], inNew: [] as number[] };
    let isAnyCommon = false;
    for (let at = piece.oldFrom; at < piece.oldTo; at += 1) {
      const kind = old[at] ?? 0;
      if (inFresh[kind] !== 0) isAnyCommon = true;
      if (inFresh[kind] !== 1 || inOld[kind] !== 1) continue;
      places.inOld.push(at);
      places.inNew.push(placeInFresh[kind] ?? 0);
    }
    return isAnyCommon ? places : null;
  }

  return {
    split(piece) {
      left -= piece.oldTo - piece.oldFrom + piece.newTo - piece.newFrom;
      if (left < 0) return 'too_dear';
      count(piece);
      const places = commonOnce(piece);
      clear(piece);
      if (places === null) return [];
      const ascending = longestAscending(places.inNew);
      if (ascending.length === 0) return 'too_dear';
      return partsAt(
        piece,
        ascending.map((at) => ({ oldLine: places.inOld[at] ?? 0, newLine: places.inNew[at] ?? 0 })),
      );
    },
  };
}

/** The pieces that begin with each of the lines that both have, and the one before them all. */
function partsAt(
  piece: Piece,
  anchors: readonly { readonly oldLine: number; readonly newLine: number }[],
): readonly Piece[] {
  const parts: Piece[] = [];
  let { oldTo, newTo } = piece;
  for (const { oldLine, newLine } of anchors.toReversed()) {
    parts.push({ oldFrom: oldLine, oldTo, newFrom: newLine, newTo });
    oldTo = oldLine;
    newTo = newLine;
  }
  return [...parts, { oldFrom: piece.oldFrom, oldTo, newFrom: piece.newFrom, newTo }];
}

/** Places of a longest run of numbers that goes up, by patience sorting. */
function longestAscending(numbers: readonly number[]): readonly number[] {
  // tops[n] is the place of the least number that a run of n + 1 numbers can end with.
  const tops: number[] = [];
  const previous = new Int32Array(numbers.length);
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[tops[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = at;
  }
  const run: number[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) run.push(at);
  return run.reverse();
}
