import { isOpenerCode } from './extent.ts';
import { firstAfterBreaks } from './line-ends.ts';
import type { Structure } from './structure.ts';

/** Parts of one bracket, and characters of it outside of brackets: more is data. */
const PARTS_MAX = 500;
const CHARACTERS_MAX = 16_000;

/** What stands between two commas of a bracket of a script, as offsets. */
export interface Part {
  /** Of its first character that is no blank. */
  readonly from: number;
  /** Of the comma behind it, or of the bracket that closes. */
  readonly until: number;
  /** Of the comma before it; null for the first. */
  readonly comma: number | null;
}

/** The parts of an object, list or pattern; none of a bracket that nothing closes. */
export function partsOf({ mask, closeOf }: Structure, open: number): readonly Part[] {
  const close = closeOf(open);
  const parts: Part[] = [];
  if (close >= mask.length) return parts;
  let comma: number | null = null;
  let left = CHARACTERS_MAX;
  while ((comma ?? open) < close && left > 0 && parts.length < PARTS_MAX) {
    const from = firstAfterBreaks(mask, (comma ?? open) + 1);
    let until = from;
    for (; until < close && mask[until] !== ',' && left > 0; left -= 1) {
      until = isOpenerCode(mask.charCodeAt(until)) ? closeOf(until) + 1 : until + 1;
    }
    if (left === 0) break;
    parts.push({ from, until: Math.min(until, close), comma });
    comma = until;
  }
  return parts;
}
