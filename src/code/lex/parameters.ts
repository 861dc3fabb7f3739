import { isOpenerCode } from './extent.ts';
import type { Structure } from './structure.ts';

/** Parameters of one list; more are data. */
const PARAMETERS_MAX = 300;
/** Characters outside of brackets that are looked at. */
const CHARACTERS_MAX = 16_000;

/** One of the parts that commas make of what stands between two parentheses. */
export interface Parameter {
  readonly from: number;
  /** Where its comma stands, or the parenthesis. */
  readonly to: number;
}

/** The parameters behind an opening parenthesis; commas between type arguments part none. */
export function parametersAt({ mask, closeOf }: Structure, open: number): readonly Parameter[] {
  const close = Math.min(closeOf(open), mask.length);
  const found: Parameter[] = [];
  let from = open + 1;
  let depth = 0;
  let at = from;
  for (let left = CHARACTERS_MAX; at < close && left > 0 && found.length < PARAMETERS_MAX; left -= 1) {
    const character = mask[at] ?? '';
    if (character === '<') depth += 1;
    else if (character === '>' && !/[-=]/.test(mask[at - 1] ?? '')) depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      found.push({ from, to: at });
      from = at + 1;
    }
    at = isOpenerCode(mask.charCodeAt(at)) ? closeOf(at) + 1 : at + 1;
  }
  if (at >= close) found.push({ from, to: close });
  return found;
}

/** Characters of a parameter before its value, or all of it, that a name is looked for in. */
export const PARAMETER_PROBE_CHARACTERS = 1_000;
