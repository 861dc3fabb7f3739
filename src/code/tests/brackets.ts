/** Which bracket belongs to which, and what is inside of what. */
export interface Brackets {
  /** The closing bracket of an opening one; the text's length when it is never closed or `open` is no bracket. */
  closeOf(open: number): number;
  /** The opening bracket of a closing one; -1 when it has none. */
  openOf(close: number): number;
  /** The innermost bracket around an offset (a bracket is not around itself); -1 at the top. */
  around(at: number): number;
  /** Every `{` in order. */
  readonly braces: readonly number[];
}

/**
 * Pairs brackets in one pass. Strays are passed over, and a closing bracket closes the nearest open one of its kind, as
 * in `structureOf`; what is asked beyond that is the way outwards from any offset, in logarithmic time.
 */
export function bracketsOf(mask: string): Brackets {
  const pairs = new Map<number, number>();
  const opens = new Map<number, number>();
  // Offsets at which the innermost bracket changes, and which it is from there on.
  const changes: number[] = [];
  const inner: number[] = [];
  const braces: number[] = [];
  const stack: number[] = [];
  const openOfKind: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  const marks = /[()[\]{}]/g;
  for (let match = marks.exec(mask); match; match = marks.exec(mask)) {
    const [bracket, at] = [match[0], match.index];
    const opener = OPENER[bracket];
    if (opener === undefined) {
      stack.push(at);
      openOfKind[bracket] = (openOfKind[bracket] ?? 0) + 1;
      if (bracket === '{') braces.push(at);
    } else if ((openOfKind[opener] ?? 0) > 0) {
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        const kind = mask[top] ?? '';
        openOfKind[kind] = (openOfKind[kind] ?? 1) - 1;
        pairs.set(top, at);
        if (kind !== opener) continue;
        opens.set(at, top);
        break;
      }
    } else continue;
    changes.push(at);
    inner.push(stack.at(-1) ?? -1);
  }
  return {
    closeOf: (open) => pairs.get(open) ?? mask.length,
    openOf: (close) => opens.get(close) ?? -1,
    around: (at) => inner[lastBefore(changes, at)] ?? -1,
    braces,
  };
}

const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Index of the last of the rising offsets that is below `at`; -1 when none is. */
function lastBefore(rising: readonly number[], at: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
