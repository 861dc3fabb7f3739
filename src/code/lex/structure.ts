import { FILLER } from './masking.ts';

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
const HASH = 0x23;
/** What each character code of ASCII is to brackets: 1, 2, 3 open `(`, `[`, `{`; -1, -2, -3 close them. */
const BRACKETS = new Int8Array(0x80);
for (const [at, pair] of ['()', '[]', '{}'].entries()) {
  BRACKETS[pair.charCodeAt(0)] = at + 1;
  BRACKETS[pair.charCodeAt(1)] = -at - 1;
}
/** Brackets of other kinds that a closing one may end with its own: beyond that it is a stray, which bounds its cost. */
const UNCLOSED_MAX = 64;

/**
 * Finds lines and bracket pairs in one pass. A closing bracket closes the nearest one of its kind; strays are passed
 * over. With directives, the lines of a preprocessor hold no brackets, and of the branches of a condition the first
 * one counts: `#if A` `f(a) {` `#else` `f(b) {` `#endif` opens one brace, not two.
 */
export function structureOf(mask: string, hasDirectives = false): Structure {
  const brackets = makeBrackets(mask.length);
  const lineStarts = makeNumbers(mask.length >> 5);
  const openAtLine = makeNumbers(mask.length >> 5);
  lineStarts.push(0);
  openAtLine.push(-1);
  let directiveEnd = hasDirectives ? readDirective(mask, 0, brackets) : 0;
  for (let at = 0; at < mask.length; at += 1) {
    const code = mask.charCodeAt(at);
    // Letters and what is not ASCII are the most of a text.
    if (code > 0x7d || (code > 0x5d && code < 0x7b)) continue;
    if (code === NEWLINE) {
      lineStarts.push(at + 1);
      openAtLine.push(brackets.innermost());
      if (hasDirectives && at >= directiveEnd) directiveEnd = readDirective(mask, at + 1, brackets);
    } else {
      const kind = BRACKETS[code] ?? 0;
      if (kind === 0 || at < directiveEnd) continue;
      if (kind > 0) brackets.open(kind, at);
      else brackets.close(-kind, at);
    }
  }
  const starts = lineStarts.all();
  return {
    mask,
    lineStarts: starts,
    openAtLine: openAtLine.all(),
    closeOf: brackets.closeOf,
    startsInLiteral: (at) => startsInLiteral(mask, starts, at),
    lineAt: (offset) => indexAt(starts, offset, starts.length),
  };
}

const DIRECTIVE = /[ \t]*#[ \t]*(\w*)/y;

/** The end of the directive that a line is; 0 when it is none. Conditions change which brackets are open. */
function readDirective(mask: string, from: number, brackets: ReturnType<typeof makeBrackets>): number {
  const code = mask.charCodeAt(from);
  if (code !== HASH && code !== 0x20 && code !== 0x09) return 0;
  DIRECTIVE.lastIndex = from;
  const word = DIRECTIVE.exec(mask)?.[1];
  if (word === undefined) return 0;
  if (word === 'if' || word === 'ifdef' || word === 'ifndef') brackets.branch();
  else if (word === 'else' || word === 'elif' || word === 'elifdef' || word === 'elifndef') brackets.otherBranch(from);
  else if (word === 'endif') brackets.endBranches(from);
  return directiveEnd(mask, from);
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

/** A list of numbers that grows: a plain array of as many takes several times the memory. */
function makeNumbers(expected: number) {
  let values = new Int32Array(Math.max(64, expected));
  let length = 0;
  return {
    push(value: number): void {
      if (length === values.length) {
        const grown = new Int32Array(length * 2);
        grown.set(values);
        values = grown;
      }
      values[length] = value;
      length += 1;
    },
    length: (): number => length,
    get: (at: number): number => values[at] ?? 0,
    set(at: number, value: number): void {
      values[at] = value;
    },
    /** Without those that are only room to grow. */
    all: (): Int32Array => values.subarray(0, length),
  };
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
function makeBrackets(end: number) {
  // By the order in which they open, so that the pair of an offset is found by bisection.
  const opens = makeNumbers(end >> 6);
  const closes = makeNumbers(end >> 6);
  const outer = makeNumbers(end >> 6);
  const kinds = makeNumbers(end >> 6);
  const branches: Branches[] = [];
  let top = -1;
  return {
    innermost: (): number => (top === -1 ? -1 : opens.get(top)),
    open(kind: number, at: number): void {
      opens.push(at);
      kinds.push(kind);
      closes.push(end);
      outer.push(top);
      top = opens.length() - 1;
    },
    close(kind: number, at: number): void {
      let match = top;
      for (let steps = 0; match !== -1 && kinds.get(match) !== kind; steps += 1) {
        match = steps < UNCLOSED_MAX ? outer.get(match) : -1;
      }
      if (match === -1) return;
      for (let open = top; open !== outer.get(match); open = outer.get(open)) {
        if (closes.get(open) === end) closes.set(open, at);
      }
      top = outer.get(match);
    },
    branch(): void {
      branches.push({ before: top, after: null, from: opens.length() });
    },
    otherBranch(at: number): void {
      const branch = branches.at(-1);
      if (branch === undefined) return;
      if (branch.after === null) branch.after = top;
      else leaveBranch(branch, at);
      top = branch.before;
      branch.from = opens.length();
    },
    endBranches(at: number): void {
      const branch = branches.pop();
      if (branch === undefined || branch.after === null) return;
      leaveBranch(branch, at);
      top = branch.after;
    },
    closeOf(offset: number): number {
      const at = indexAt(opens.all(), offset, opens.length());
      return opens.get(at) === offset && opens.length() > 0 ? closes.get(at) : end;
    },
  };
  // Each bracket is opened in one branch and closed once, so this stays linear.
  function leaveBranch({ from }: Branches, at: number): void {
    for (; top >= from && closes.get(top) === end; top = outer.get(top)) closes.set(top, at);
  }
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
function indexAt(rising: Int32Array, offset: number, length: number): number {
  let low = 0;
  let high = Math.max(0, length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
