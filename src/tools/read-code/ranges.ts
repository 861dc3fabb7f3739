import type { OutlineRow } from '../../code/index.ts';

/** Lines from `from` to `to`, 1-based and inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parts a run of lines into ranges that each cost at most `tokensMax`, ending between declarations where one fits:
 * best between outer ones, else between inner ones. Only a declaration that is too long alone is parted within.
 */
export function packRanges(
  from: number,
  costs: readonly number[],
  outline: readonly OutlineRow[],
  tokensMax: number,
): readonly LineRange[] {
  const ranges: LineRange[] = [];
  const depths = depthAfterLine(from, costs.length, outline);
  let start = 0;
  while (start < costs.length) {
    const fit = fittingCount(costs, start, tokensMax);
    const count = start + fit >= costs.length ? fit : bestCut(depths, start, fit);
    ranges.push({ from: from + start, to: from + start + count - 1 });
    start += count;
  }
  return ranges;
}

/** How many lines from `start` on fit; at least one. */
function fittingCount(costs: readonly number[], start: number, tokensMax: number): number {
  let used = 0;
  for (let at = start; at < costs.length; at += 1) {
    used += costs[at] ?? 0;
    if (used > tokensMax) return Math.max(1, at - start);
  }
  return costs.length - start;
}

/** The longest count whose cut is least deep inside declarations, but no shorter than a third of what fits. */
function bestCut(depths: readonly number[], start: number, fit: number): number {
  let best = fit;
  for (let count = fit; count >= Math.max(1, Math.ceil(fit / 3)); count -= 1) {
    if ((depths[start + count - 1] ?? 0) < (depths[start + best - 1] ?? 0)) best = count;
    if (depths[start + best - 1] === 0) break;
  }
  return best;
}

/** For each line, how many declarations go on after it. */
function depthAfterLine(from: number, count: number, outline: readonly OutlineRow[]): readonly number[] {
  const change = new Int32Array(count + 1);
  for (const row of outline) {
    const first = Math.max(0, row.startLine - from);
    const last = Math.min(count, row.endLine - from);
    if (last <= first) continue;
    change[first] = (change[first] ?? 0) + 1;
    change[last] = (change[last] ?? 0) - 1;
  }
  let depth = 0;
  return Array.from({ length: count }, (_, at) => {
    depth += change[at] ?? 0;
    return depth;
  });
}
