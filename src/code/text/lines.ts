import { bisect } from '../../base/bisect.ts';

/** Characters of a line that an answer shows. */
const LINE_CHARACTERS_MAX = 300;

/** 1-based line of a position, counted from the top: for a text that is asked once or twice. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Lines as an editor counts them: what follows the last line break is none when it is empty. */
export function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Positions of lines in a text, found when asked for. */
export interface LineIndex {
  /** 1 for the first line. Positions must be asked for in rising order. */
  lineAt(position: number): number;
}

/** Counts lines onwards from the last position asked for, so that a whole file is walked once, however long its lines are. */
export function makeLineIndex(text: string): LineIndex {
  let line = 1;
  // Kept from one question to the next: each would look for the end of a long line anew.
  let end = endOfLine(text, 0);
  return {
    lineAt(position) {
      while (end < position) {
        line += 1;
        end = endOfLine(text, end + 1);
      }
      return line;
    },
  };
}

/** 1-based lines of positions asked for in any order: the breaks are found once, when first asked for. */
export function makeLineAt(text: string): (position: number) => number {
  let known: readonly number[] | null = null;
  return (position) => {
    const breaks = known ?? [...text.matchAll(/\n/g)].map(({ index }) => index);
    known = breaks;
    return bisect(breaks.length, (at) => (breaks[at] ?? position) < position) + 1;
  };
}

/** Position of the line break that ends a line, beyond all positions where none does. */
function endOfLine(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end === -1 ? Number.POSITIVE_INFINITY : end;
}

/** The lines of a text, found when asked for: most texts are asked for few. */
export interface LineReader {
  /** The lines from one number to another, both included, as far as they exist, without their ends; the first is 1. */
  between(first: number, last: number): readonly string[];
  /** Tells where a line begins. */
  know(line: number, start: number): void;
}

/** A text whose line breaks can be found, and which need not be decoded for that. */
export interface BrokenText {
  /** Where it begins: after a byte order mark. */
  readonly start: number;
  readonly length: number;
  /** Position of the next line break from a position on; -1 when there is none. */
  nextBreak(from: number): number;
  /** Position behind so many line breaks, counted from a position on; -1 when there are fewer. */
  afterBreaks(from: number, breaks: number): number;
  /** Position of the first character of the line that holds a position. */
  lineStart(position: number): number;
  slice(from: number, to: number): string;
}

function brokenText(text: string): BrokenText {
  return {
    start: 0,
    length: text.length,
    nextBreak: (from) => text.indexOf('\n', from),
    afterBreaks(from, breaks) {
      let at = from;
      for (let left = breaks; left > 0; left--) {
        const end = text.indexOf('\n', at);
        if (end === -1) return -1;
        at = end + 1;
      }
      return at;
    },
    lineStart: (position) => lineStart(text, position),
    slice: (from, to) => detached(text.slice(from, to)),
  };
}

/** A copy: a part of a text keeps all of it in memory. */
function detached(part: string): string {
  return Buffer.from(part).toString();
}

/** Lines that a reader remembers: neighbours are asked for again by each other, and some are long. */
const LINES_REMEMBERED = 32;

/** Goes from where it was last asked for, or where a line is known to begin: lines near each other take short walks. */
export function makeLineReader(given: string | BrokenText): LineReader {
  const text = typeof given === 'string' ? brokenText(given) : given;
  let line = 1;
  let { start } = text;
  // Insertion order is age.
  const known = new Map<number, string>();
  function remember(number: number, content: string): void {
    known.set(number, content);
    const [oldest] = known.keys();
    if (known.size > LINES_REMEMBERED && oldest !== undefined) known.delete(oldest);
  }
  /** False when the text has no such line; what follows the last line break is none. */
  function goTo(wanted: number): boolean {
    for (; line > wanted; line--) start = text.lineStart(start - 1);
    const ahead = text.afterBreaks(start, wanted - line);
    if (ahead === -1) return false;
    line = wanted;
    start = ahead;
    return start < text.length;
  }
  /** The line that was gone to. */
  function readLine(number: number): string {
    const end = text.nextBreak(start);
    const content = text.slice(start, end === -1 ? text.length : end).replace(/\r$/, '');
    remember(number, content);
    return content;
  }
  return {
    know(number, begin) {
      line = number;
      start = begin;
    },
    between(first, last) {
      const lines: string[] = [];
      for (let wanted = Math.max(1, first); wanted <= last && goTo(wanted); wanted++) {
        lines.push(known.get(wanted) ?? readLine(wanted));
      }
      return lines;
    },
  };
}

/** Position of the first character of the line. */
export function lineStart(text: string, position: number): number {
  return position <= 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1;
}

/** One line for an answer: clipped around the column, with `…` on each side where something was cut. */
export function clipLine(line: string, column: number): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line;
  // A third of the room before the match: what follows a match usually says more.
  const start = Math.min(Math.max(0, column - LINE_CHARACTERS_MAX / 3), line.length - LINE_CHARACTERS_MAX);
  const end = start + LINE_CHARACTERS_MAX;
  const inner = line.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${detached(inner)}${end < line.length ? '…' : ''}`;
}

/** A name for an answer: hostile code declares names of any length. */
export function clipName(name: string): string {
  return name.length <= LINE_CHARACTERS_MAX ? name : `${name.slice(0, LINE_CHARACTERS_MAX)}…`;
}
