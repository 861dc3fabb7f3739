import type { PackedFiles } from './packed-files.ts';
import { ROWS_A_STEP, type Steps } from './steps.ts';

/** Rows that are sorted in one step; the sorted pieces are then merged. */
const SORTED_AT_ONCE = 512;

/** The first `count` rows in byte order of their paths, each path once; of rows with equal paths the first. */
export function* orderOf({ paths, starts }: Pick<PackedFiles, 'paths' | 'starts'>, count: number): Steps<Uint32Array> {
  const bytes = Buffer.from(paths.buffer);
  const compare = (a: number, b: number): number =>
    bytes.compare(bytes, starts[b], starts[b + 1], starts[a], starts[a + 1]);
  let order: Uint32Array = Uint32Array.from({ length: count }, (_, row) => row);
  for (let from = 0; from < count; from += SORTED_AT_ONCE) {
    order.subarray(from, from + SORTED_AT_ONCE).sort(compare);
    yield;
  }
  let merged: Uint32Array = new Uint32Array(count);
  for (let width = SORTED_AT_ONCE; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) yield* merge({ order, merged, compare }, from, width);
    [order, merged] = [merged, order];
  }
  return yield* withoutEqual(order, compare);
}

interface Merging {
  readonly order: Uint32Array;
  readonly merged: Uint32Array;
  compare(a: number, b: number): number;
}

/** Two sorted pieces of `order` that lie side by side become one of `merged`. */
function* merge({ order, merged, compare }: Merging, from: number, width: number): Steps<undefined> {
  const middle = Math.min(from + width, order.length);
  const end = Math.min(middle + width, order.length);
  let [left, right] = [from, middle];
  for (let at = from; at < end; at++) {
    const isLeft = left < middle && (right >= end || compare(order[left] ?? 0, order[right] ?? 0) <= 0);
    merged[at] = order[isLeft ? left++ : right++] ?? 0;
    if (at % ROWS_A_STEP === 0) yield;
  }
}

/** Of rows with equal paths the first. */
function* withoutEqual(order: Uint32Array, compare: Merging['compare']): Steps<Uint32Array> {
  let kept = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at] ?? 0;
    if (kept === 0 || compare(order[kept - 1] ?? 0, row) !== 0) order[kept++] = row;
    if (at % ROWS_A_STEP === 0) yield;
  }
  return order.subarray(0, kept);
}
