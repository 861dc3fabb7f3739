import { FILLER } from './mask.ts';

/** Brackets and lines of a masked text. */
export interface Structure {
  readonly mask: string;
  /** Offset of each line's start. */
  readonly lineStarts: Int32Array;
  /** For an opening bracket's offset that of its closing one, which is the text's length when it is never closed. */
  closeOf(open: number): number;
  /** The innermost bracket that is open at a line's start; -1 for none. */
  readonly openAtLine: Int32Array;
  /** Whether a line starts inside a literal that goes over lines. */
  startsInLiteral(line: number): boolean;
  /** Line index of an offset. */
  lineAt(offset: number): number;
}

const NEWLINE = 0x0a;
/** What each character code of ASCII is to brackets: 1, 2, 3 open `(`, `[`, `{`; -1, -2, -3 close them. */
const BRACKETS = new Int8Array(0x80);
for (const [at, pair] of ['()', '[]', '{}'].entries()) {
  BRACKETS[pair.charCodeAt(0)] = at + 1;
  BRACKETS[pair.charCodeAt(1)] = -at - 1;
}

/** Finds lines and bracket pairs in one pass. A closing bracket closes the nearest one of its kind; strays are passed over. */
export function structureOf(mask: string): Structure {
  const brackets = makeBrackets(mask.length);
  const lineStarts: number[] = [0];
  const openAtLine: number[] = [-1];
  for (let at = 0; at < mask.length; at += 1) {
    const code = mask.charCodeAt(at);
    // Letters and what is not ASCII are the most of a text.
    if (code > 0x7d || (code > 0x5d && code < 0x7b)) continue;
    if (code === NEWLINE) {
      lineStarts.push(at + 1);
      openAtLine.push(brackets.innermost());
    } else {
      const kind = BRACKETS[code] ?? 0;
      if (kind > 0) brackets.open(kind, at);
      else if (kind < 0) brackets.close(-kind, at);
    }
  }
  const starts = Int32Array.from(lineStarts);
  return {
    mask,
    lineStarts: starts,
    openAtLine: Int32Array.from(openAtLine),
    closeOf: brackets.closeOf,
    startsInLiteral: (at) => startsInLiteral(mask, starts, at),
    lineAt: (offset) => indexAt(starts, offset),
  };
}

/** Pairs brackets as they are met. What is not closed ends with the text. */
function makeBrackets(end: number) {
  // By the order in which they open, so that the pair of an offset is found by bisection.
  const opens: number[] = [];
  const kinds: number[] = [];
  const closes: number[] = [];
  const stack: number[] = [];
  const openOfKind = [0, 0, 0, 0];
  return {
    innermost: (): number => opens[stack.at(-1) ?? -1] ?? -1,
    open(kind: number, at: number): void {
      stack.push(opens.length);
      opens.push(at);
      kinds.push(kind);
      closes.push(end);
      openOfKind[kind] = (openOfKind[kind] ?? 0) + 1;
    },
    // Every bracket is pushed and popped once, so this stays linear.
    close(kind: number, at: number): void {
      for (let top = openOfKind[kind] ? stack.pop() : undefined; top !== undefined; top = stack.pop()) {
        const topKind = kinds[top] ?? 0;
        openOfKind[topKind] = (openOfKind[topKind] ?? 1) - 1;
        closes[top] = at;
        if (topKind === kind) return;
      }
    },
    closeOf(offset: number): number {
      const at = indexAt(opens, offset);
      return opens[at] === offset ? (closes[at] ?? end) : end;
    },
  };
}

// A literal over lines leaves its filler on both sides of the break, blank lines inside it apart; or its closing quote.
function startsInLiteral(mask: string, lineStarts: Int32Array, line: number): boolean {
  const start = lineStarts[line] ?? mask.length;
  if (mask[start] === FILLER) return true;
  let before = start - 1;
  while (before >= 0 && (mask[before] === '\n' || mask[before] === '\r')) before -= 1;
  if (mask[before] === FILLER) return true;
  return (
    before >= 2 &&
    /^(?:"""|''')/.test(mask.slice(before - 2, before + 1)) &&
    /^(?:"""|''')/.test(mask.slice(start, start + 3))
  );
}

/** Index of the last of the rising offsets that is not beyond the given one; 0 when all are. */
function indexAt(rising: Int32Array | readonly number[], offset: number): number {
  let low = 0;
  let high = Math.max(0, rising.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
