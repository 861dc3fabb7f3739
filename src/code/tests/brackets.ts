/** Which bracket belongs to which, and what is inside of what. */
export interface Brackets {
  /** The closing bracket of an opening one; the text's length when it is never closed or `open` is no bracket. */
  closeOf(open: number): number;
  /** The opening bracket of a closing one; -1 when it has none. */
  openOf(close: number): number;
  /** The innermost bracket around an offset (a bracket is not around itself); -1 at the top. */
  around(at: number): number;
}

/**
 * Pairs brackets in one pass. Strays are passed over, and a closing bracket closes the nearest open one of its kind, as
 * in `structureOf`; what is asked beyond that is the way outwards from any offset, in logarithmic time.
 */
export function bracketsOf(mask: string): Brackets {
  const pairs = makePairs();
  // Offsets at which the innermost bracket changes, and which it is from there on.
  const changes: number[] = [];
  const inner: number[] = [];
  const marks = /[()[\]{}]/g;
  for (let match = marks.exec(mask); match; match = marks.exec(mask)) {
    if (!pairs.see(match[0], match.index)) continue;
    changes.push(match.index);
    inner.push(pairs.innermost());
  }
  return {
    closeOf: (open) => pairs.closes.get(open) ?? mask.length,
    openOf: (close) => pairs.opens.get(close) ?? -1,
    around: (at) => inner[lastBefore(changes, at)] ?? -1,
  };
}

/** The pairs as they are met. */
function makePairs() {
  const closes = new Map<number, number>();
  const opens = new Map<number, number>();
  const stack: { readonly kind: string; readonly at: number }[] = [];
  const openOfKind = new Map<string, number>();
  const count = (kind: string, by: number): Map<string, number> =>
    openOfKind.set(kind, (openOfKind.get(kind) ?? 0) + by);
  // Every bracket is pushed and popped once, so this stays linear.
  const close = (kind: string, at: number): void => {
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      count(top.kind, -1);
      closes.set(top.at, at);
      if (top.kind !== kind) continue;
      opens.set(at, top.at);
      return;
    }
  };
  return {
    closes,
    opens,
    innermost: (): number => stack.at(-1)?.at ?? -1,
    /** Takes a bracket in; false for a stray one. */
    see(bracket: string, at: number): boolean {
      const opener = OPENER[bracket];
      if (opener === undefined) {
        stack.push({ kind: bracket, at });
        count(bracket, 1);
        return true;
      }
      if ((openOfKind.get(opener) ?? 0) === 0) return false;
      close(opener, at);
      return true;
    },
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
