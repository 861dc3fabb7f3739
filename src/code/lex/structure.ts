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

const OPENERS = '([{';
const CLOSERS = ')]}';

/** Finds lines and bracket pairs in one pass. A closing bracket closes the nearest one of its kind; strays are passed over. */
export function structureOf(mask: string): Structure {
  const lineStarts = linesOf(mask);
  const openAtLine = new Int32Array(lineStarts.length).fill(-1);
  const closes = new Map<number, number>();
  const stack: number[] = [];
  const open = [0, 0, 0];
  let line = 1;
  const marks = /[()[\]{}\n]/g;
  for (let match = marks.exec(mask); match; match = marks.exec(mask)) {
    const character = match[0];
    if (character === '\n') {
      openAtLine[line] = stack.at(-1) ?? -1;
      line += 1;
      continue;
    }
    const opener = OPENERS.indexOf(character);
    if (opener !== -1) {
      stack.push(match.index);
      open[opener] = (open[opener] ?? 0) + 1;
      continue;
    }
    const closer = CLOSERS.indexOf(character);
    if ((open[closer] ?? 0) > 0) popTo(closer, match.index);
  }

  // Every bracket is pushed and popped once, so this stays linear.
  function popTo(kind: number, offset: number): void {
    for (;;) {
      const top = stack.pop();
      if (top === undefined) return;
      const topKind = OPENERS.indexOf(mask[top] ?? '');
      open[topKind] = (open[topKind] ?? 1) - 1;
      closes.set(top, offset);
      if (topKind === kind) return;
    }
  }

  return {
    mask,
    lineStarts,
    openAtLine,
    closeOf: (offset) => closes.get(offset) ?? mask.length,
    startsInLiteral: (at) => startsInLiteral(mask, lineStarts, at),
    lineAt: (offset) => lineAt(lineStarts, offset),
  };
}

function linesOf(text: string): Int32Array {
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return Int32Array.from(starts);
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

function lineAt(lineStarts: Int32Array, offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
