import { grown, indexAt, makePairs, ROOM_AT_FIRST, ROOM_KEPT_MAX } from './pairs.ts';

/** Which bracket belongs to which, and what is inside of what. */
export interface BracketPairs {
  /** Offsets of the opening brackets. */
  readonly opens: Int32Array;
  /** For an opening bracket's offset that of its closing one, which is the text's length when it is never closed. */
  closeOf(open: number): number;
  /** For a closing bracket's offset that of its opening one; -1 when it has none. */
  openOf(close: number): number;
  /** The innermost bracket around an offset (a bracket is not around itself); -1 for none. In logarithmic time. */
  around(at: number): number;
}

/** Brackets of other kinds that a closing one may end with its own: beyond that it is a stray, which bounds its cost. */
const UNCLOSED_MAX = 64;

/** Where brackets are left, and which is the innermost from there on. */
const LEAVINGS = makePairs();

/** The brackets that are open at a `#if`, and after its first branch when that is over. */
interface Branches {
  readonly before: number;
  after: number | null;
  /** How many brackets had been met when the present branch began. */
  from: number;
}

/**
 * Pairs brackets as they are met. What is not closed ends with the text. The open ones are a chain by `outer`, so that
 * a branch of a condition can go back to where the first one began.
 */
function makeBrackets() {
  // By the order in which they open, so that the pair of an offset is found by bisection. Plain arrays of as many take
  // several times the memory.
  let opens = new Int32Array(ROOM_AT_FIRST);
  let closes = new Int32Array(ROOM_AT_FIRST);
  let outer = new Int32Array(ROOM_AT_FIRST);
  let kinds = new Int32Array(ROOM_AT_FIRST);
  let branches: Branches[] = [];
  let count = 0;
  let top = -1;
  let end = 0;
  const innermost = (): number => (top === -1 ? -1 : (opens[top] ?? -1));
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: hot, and its loops walk one chain
  const close = (kind: number, at: number): void => {
    let match = top;
    for (let steps = 0; match !== -1 && kinds[match] !== kind; steps += 1) {
      match = steps < UNCLOSED_MAX ? (outer[match] ?? -1) : -1;
    }
    if (match === -1) return;
    const rest = outer[match] ?? -1;
    for (let open = top; open !== rest; open = outer[open] ?? -1) {
      if (closes[open] === end) closes[open] = at;
    }
    top = rest;
    LEAVINGS.add(at, innermost());
  };
  // Each bracket is opened in one branch and closed once, so this stays linear.
  const leaveBranch = ({ from }: Branches, at: number): void => {
    for (; top >= from && closes[top] === end; top = outer[top] ?? -1) closes[top] = at;
  };
  return {
    /** Begins a text of so many characters. */
    begin(characters: number): void {
      if (opens.length > ROOM_KEPT_MAX) {
        opens = new Int32Array(ROOM_AT_FIRST);
        closes = new Int32Array(ROOM_AT_FIRST);
        outer = new Int32Array(ROOM_AT_FIRST);
        kinds = new Int32Array(ROOM_AT_FIRST);
      }
      if (branches.length > 0) branches = [];
      count = 0;
      top = -1;
      end = characters;
    },
    innermost,
    meet(kind: number, at: number): void {
      if (kind < 0) {
        close(-kind, at);
        return;
      }
      if (count === opens.length) {
        opens = grown(opens);
        closes = grown(closes);
        outer = grown(outer);
        kinds = grown(kinds);
      }
      opens[count] = at;
      closes[count] = end;
      outer[count] = top;
      kinds[count] = kind;
      top = count;
      count += 1;
    },
    branch(): void {
      branches.push({ before: top, after: null, from: count });
    },
    otherBranch(at: number): void {
      const branch = branches.at(-1);
      if (branch === undefined) return;
      if (branch.after === null) branch.after = top;
      else leaveBranch(branch, at);
      top = branch.before;
      branch.from = count;
      LEAVINGS.add(at, innermost());
    },
    endBranches(at: number): void {
      const branch = branches.pop();
      if (branch === undefined || branch.after === null) return;
      leaveBranch(branch, at);
      top = branch.after;
      LEAVINGS.add(at, innermost());
    },
    /** The pairs, when all brackets have been met. */
    take: (): BracketPairs => pairsOf([opens.slice(0, count), closes.slice(0, count)], LEAVINGS.take(), end),
  };
}

type Offsets = readonly [Int32Array, Int32Array];

function pairsOf([opens, closes]: Offsets, [leftAt, innermost]: Offsets, end: number): BracketPairs {
  const closeOf = (open: number): number => {
    const at = indexAt(opens, open);
    return opens[at] === open ? (closes[at] ?? end) : end;
  };
  const around = (at: number): number => {
    const opened = opens[lastBefore(opens, at)] ?? -1;
    const left = lastBefore(leftAt, at);
    return opened > (leftAt[left] ?? -1) ? opened : (innermost[left] ?? -1);
  };
  const openOf = (close: number): number => {
    let open = around(close);
    if (close >= end || closeOf(open) !== close) return -1;
    // Those inside that end with it are of other kinds, and few.
    for (let outer = around(open); closeOf(outer) === close; outer = around(open)) open = outer;
    return open;
  };
  return { opens, closeOf, openOf, around };
}

/** Index of the last of the rising offsets that is below the given one; -1 when none is. */
function lastBefore(rising: Int32Array, at: number): number {
  const index = indexAt(rising, at - 1);
  return (rising[index] ?? at) < at ? index : -1;
}

/** One for all texts of a thread, which goes over one at a time. */
export const BRACKETS = makeBrackets();
