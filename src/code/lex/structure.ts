import { FILLER, type Mask, withMarks } from './mask.ts';
import { lexRules } from './masking.ts';

/** Brackets and lines of a masked text. */
export interface Structure {
  readonly mask: string;
  /** Offset of each line's start. */
  readonly lineStarts: Int32Array;
  /** Offsets of the opening brackets. */
  readonly opens: Int32Array;
  /** For an opening bracket's offset that of its closing one, which is the text's length when it is never closed. */
  closeOf(open: number): number;
  /** The innermost bracket that is open at a line's start; -1 for none. */
  readonly openAtLine: Int32Array;
  /** Offsets of the `#` that lines begin with, where the language has a preprocessor. */
  readonly directives: Int32Array;
  /** Whether a line starts inside a literal that goes over lines. */
  startsInLiteral(line: number): boolean;
  /** Line index of an offset. */
  lineAt(offset: number): number;
}

const NEWLINE = 0x0a;
const HASH = 0x23;
const LINE = 4;
const DIRECTIVE_MARK = 5;
/** What a mark's code is to brackets: 1, 2, 3 open `(`, `[`, `{`; -1, -2, -3 close them. */
const KINDS = new Int8Array(0x100);
KINDS[NEWLINE] = LINE;
KINDS[HASH] = DIRECTIVE_MARK;
for (const [at, pair] of ['()', '[]', '{}'].entries()) {
  KINDS[pair.charCodeAt(0)] = at + 1;
  KINDS[pair.charCodeAt(1)] = -at - 1;
}
/** Brackets of other kinds that a closing one may end with its own: beyond that it is a stray, which bounds its cost. */
const UNCLOSED_MAX = 64;

/**
 * Finds lines and bracket pairs in one pass. A closing bracket closes the nearest one of its kind; strays are passed
 * over. With directives, the lines of a preprocessor hold no brackets, and of the branches of a condition the first
 * one counts: `#if A` `f(a) {` `#else` `f(b) {` `#endif` opens one brace, not two.
 */
export function structureOf(mask: string, hasDirectives = false): Structure {
  return structureOfMask(withMarks(mask, hasDirectives ? WITH_DIRECTIVES : WITHOUT));
}

const WITH_DIRECTIVES = lexRules([], { hasDirectives: true });
const WITHOUT = lexRules([]);

/** The same of a mask whose marks are at hand. */
export function structureOfMask({ mask, units, marks }: Mask): Structure {
  const lines = LINES;
  const brackets = BRACKETS;
  brackets.begin(units.length);
  lines.add(0, -1);
  let directiveEnd = 0;
  for (let index = 0; index < marks.length; index += 1) {
    // Inside of the bounds by the loop: `as` spares a check for each mark.
    const at = marks[index] as number;
    const kind = KINDS[units[at] as number] as number;
    if (kind === LINE) lines.add(at + 1, brackets.innermost());
    else if (kind === DIRECTIVE_MARK) {
      if (!isFirstOnLine(mask, at)) continue;
      DIRECTIVES.add(at, 0);
      if (at >= directiveEnd) directiveEnd = readDirective(mask, at, brackets);
    } else if (at >= directiveEnd) brackets.meet(kind, at);
  }
  const [starts, openAtLine] = lines.take();
  return {
    mask,
    lineStarts: starts,
    openAtLine,
    directives: DIRECTIVES.take()[0],
    ...brackets.take(),
    startsInLiteral: (at) => startsInLiteral(mask, starts, at),
    lineAt: (offset) => indexAt(starts, offset),
  };
}

/** Numbers that there is room for at first. */
const ROOM_AT_FIRST = 4_096;
/** Room that is kept from one text to the next; what a longer one takes is given back. */
const ROOM_KEPT_MAX = 65_536;

/** Collects pairs of numbers, with one room for all texts of a thread: to have it made for each costs as much as a pass. */
function makePairs() {
  let firsts = new Int32Array(ROOM_AT_FIRST);
  let seconds = new Int32Array(ROOM_AT_FIRST);
  let count = 0;
  return {
    add(first: number, second: number): void {
      if (count === firsts.length) {
        firsts = grown(firsts);
        seconds = grown(seconds);
      }
      firsts[count] = first;
      seconds[count] = second;
      count += 1;
    },
    /** What was collected, in arrays of its own; then begins anew. */
    take(): readonly [firsts: Int32Array, seconds: Int32Array] {
      const taken = [firsts.slice(0, count), seconds.slice(0, count)] as const;
      count = 0;
      if (firsts.length > ROOM_KEPT_MAX) {
        firsts = new Int32Array(ROOM_AT_FIRST);
        seconds = new Int32Array(ROOM_AT_FIRST);
      }
      return taken;
    },
  };
}

/** Where lines begin, and the bracket that is open there. */
const LINES = makePairs();
const DIRECTIVES = makePairs();

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

const DIRECTIVE = /#[ \t]*(\w*)/y;

/** The end of the directive that begins at its `#`. Conditions change which brackets are open. */
function readDirective(mask: string, from: number, brackets: typeof BRACKETS): number {
  DIRECTIVE.lastIndex = from;
  const word = DIRECTIVE.exec(mask)?.[1];
  if (word === undefined) return 0;
  if (word === 'if' || word === 'ifdef' || word === 'ifndef') brackets.branch();
  else if (word === 'else' || word === 'elif' || word === 'elifdef' || word === 'elifndef') brackets.otherBranch(from);
  else if (word === 'endif') brackets.endBranches(from);
  return directiveEnd(mask, from);
}

/** Whether only blanks stand before an offset on its line. */
export function isFirstOnLine(mask: string, at: number): boolean {
  let before = at - 1;
  while (mask[before] === ' ' || mask[before] === '\t') before -= 1;
  return before < 0 || mask[before] === '\n';
}

/** Offset of the line break that ends a directive: a backslash before it carries the directive on. */
export function directiveEnd(mask: string, from: number): number {
  for (let at = from; ; ) {
    const end = mask.indexOf('\n', at);
    if (end === -1) return mask.length;
    if (mask[end - 1] !== '\\' && !(mask[end - 1] === '\r' && mask[end - 2] === '\\')) return end;
    at = end + 1;
  }
}

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
    innermost: (): number => (top === -1 ? -1 : (opens[top] ?? -1)),
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
    },
    endBranches(at: number): void {
      const branch = branches.pop();
      if (branch === undefined || branch.after === null) return;
      leaveBranch(branch, at);
      top = branch.after;
    },
    /** The opening brackets, and the closing one of each, when all have been met. */
    take(): Pick<Structure, 'opens' | 'closeOf'> {
      const [allOpens, allCloses] = [opens.slice(0, count), closes.slice(0, count)];
      const ofUnclosed = end;
      return {
        opens: allOpens,
        closeOf(open) {
          const at = indexAt(allOpens, open);
          return allOpens[at] === open ? (allCloses[at] ?? ofUnclosed) : ofUnclosed;
        },
      };
    },
  };
}

/** One for all texts of a thread, which goes over one at a time. */
const BRACKETS = makeBrackets();

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
export function indexAt(rising: Int32Array, offset: number): number {
  let low = 0;
  let high = Math.max(0, rising.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
