import { isAscii, isUtf8 } from 'node:buffer';
import { hideKeyBodies, KEY_WORDS } from '../../base/private-keys.ts';
import { decodeText } from '../source/searched-text.ts';
import { countLineFeeds } from '../text/count-line-feeds.ts';
import {
  type BrokenText,
  type LineReader,
  makeLineIndex,
  makeLineReader,
  lineStart as startOfLine,
} from '../text/lines.ts';
import type { LineProgram, StepsLeft } from './line-program.ts';
import type { Matcher, TellingText } from './matcher.ts';
import { makeTextCheck, type TextFinder } from './text-check.ts';

/** A line that matches. */
export interface LineHit {
  readonly line: number;
  readonly column: number;
  /** Position of the line's first character. */
  readonly begin: number;
}

/** A text with its hits. Where a look at its bytes tells all that is asked of it, it is never decoded. */
export interface FoundText {
  /** The matching lines, in order; lines from 1, columns from 0. */
  readonly hits: readonly LineHit[];
  /** All of it. */
  all(): string;
  /** Its lines as they may be shown. */
  shownLines(): ShownLines;
}

/** The lines of a text without what nobody is to see. */
export interface ShownLines {
  readonly reader: LineReader;
  /** Whether positions in the text that was searched hold in it. */
  readonly isAsSearched: boolean;
}

/** False only for bytes that hold no private key. */
const mayHoldKeys = makeTextCheck(Buffer.from(KEY_WORDS));

/** The lines of a text that is given in bytes, which are to hold for as long as lines are asked for. */
export function linesOfBytes(bytes: Buffer): ShownLines {
  if (mayHoldKeys(bytes)) return { ...showText(decodeText(bytes)), isAsSearched: false };
  return { reader: makeLineReader(makeByteText(bytes)), isAsSearched: true };
}

/** False only for a text without a hit. Nothing is looked for twice. */
function mayHoldHit(bytes: Buffer, { telling, mayMatch }: Matcher): boolean {
  return telling?.tellsAll === true || mayMatch(bytes);
}

/** Finds the matching lines of a text, given in bytes that hold only until the next text. */
export function findInText(bytes: Buffer, matcher: Matcher): FoundText {
  if (!mayHoldHit(bytes, matcher)) return foundInBytes(bytes, []);
  const { telling } = matcher;
  return (telling === null ? null : findInBytes(bytes, telling, null)) ?? findInDecoded(bytes, matcher);
}

function foundInBytes(bytes: Buffer, hits: readonly LineHit[]): FoundText {
  return { hits, all: () => decodeText(bytes), shownLines: () => linesOfBytes(bytes) };
}

/** Null where the steps do not suffice. */
function findInBytes(bytes: Buffer, telling: TellingText, steps: StepsLeft | null): FoundText | null {
  const hits = byteHits(bytes, matchingLines(bytes, makeByteText(bytes), telling, steps));
  if (steps !== null && steps.count < 0) return null;
  return foundInBytes(bytes, hits);
}

/** What is tried of a pattern that nobody watches over, on one content: some tenths of a second if it is hostile. */
const UNWATCHED_STEPS_MAX = 40_000_000;

/**
 * As `findInText`; null where that may take long, so that it is to be watched over. To watch costs a third of a
 * millisecond and a copy of the content, which few contents are worth.
 */
export function findUnwatched(bytes: Buffer, matcher: Matcher): FoundText | null {
  if (!matcher.needsGuard) return findInText(bytes, matcher);
  if (!mayHoldHit(bytes, matcher)) return foundInBytes(bytes, []);
  return matcher.telling === null ? null : findInBytes(bytes, matcher.telling, { count: UNWATCHED_STEPS_MAX });
}

/** As `countHits`, and null as above. */
export function countUnwatched(bytes: Buffer, matcher: Matcher): number | null {
  if (!matcher.needsGuard) return countHits(bytes, matcher);
  if (!mayHoldHit(bytes, matcher)) return 0;
  if (matcher.telling === null) return null;
  const steps = { count: UNWATCHED_STEPS_MAX };
  const hits = countAll(matchingLines(bytes, makeByteText(bytes), matcher.telling, steps));
  return steps.count < 0 ? null : hits;
}

/** How many lines match: none of them is told apart. */
export function countHits(bytes: Buffer, matcher: Matcher): number {
  return mayHoldHit(bytes, matcher) ? countAll(eachMatch(bytes, matcher)) : 0;
}

function countAll(all: Iterable<unknown>): number {
  let count = 0;
  for (const _ of all) count += 1;
  return count;
}

function eachMatch(bytes: Buffer, { telling, matches }: Matcher): Iterable<unknown> {
  if (telling === null) return matches(decodeText(bytes), bytes);
  return telling.line === null
    ? linesWith(bytes, telling.find)
    : matchingLines(bytes, makeByteText(bytes), telling, null);
}

/** The matching lines of a text. Matches come in rising order, which the index of lines needs. */
function lineHits(text: string, bytes: Buffer, matcher: Matcher): readonly LineHit[] {
  const lines = makeLineIndex(text);
  const hits: LineHit[] = [];
  for (const { start } of matcher.matches(text, bytes)) {
    const begin = startOfLine(text, start);
    hits.push({ line: lines.lineAt(start), column: start - begin, begin });
  }
  return hits;
}

function findInDecoded(bytes: Buffer, matcher: Matcher): FoundText {
  const text = decodeText(bytes);
  return { hits: lineHits(text, bytes, matcher), all: () => text, shownLines: () => showText(text) };
}

function showText(text: string): ShownLines {
  // Only here are the lines around a line still known.
  const shown = hideKeyBodies(text);
  return { reader: makeLineReader(shown), isAsSearched: shown === text };
}

const LINE_FEED = 10;

/** The first place in each line that has one, and where the line ends; -1 for the last one. */
function* linesWith(bytes: Buffer, find: TextFinder): Generator<{ readonly at: number; readonly end: number }> {
  const next = find(bytes);
  for (let at = next(0); at !== -1; ) {
    const end = lineEnd(bytes, at);
    yield { at, end };
    at = end === -1 ? -1 : next(end + 1);
  }
}

/** With `steps` it ends where they do not suffice, which they tell afterwards. */
function* matchingLines(
  bytes: Buffer,
  text: ByteText,
  { find, line }: TellingText,
  steps: StepsLeft | null,
): Generator<Omit<LineHit, 'line'>> {
  for (const { at, end } of linesWith(bytes, find)) {
    const begin = text.lineStart(at);
    if (line === null) yield { column: text.width(begin, at), begin };
    else {
      const found = tryLine(line, textOfLine(text, begin, end), steps);
      if (found === 'unknown') return;
      if (found !== null) yield { column: found.index, begin };
    }
  }
}

function tryLine(program: LineProgram, line: string, steps: StepsLeft | null): ReturnType<LineProgram['execWithin']> {
  return steps === null ? program.exec(line) : program.execWithin(line, steps);
}

/** As patterns are tried on it; `end` is -1 for the last line. */
function textOfLine(text: ByteText, begin: number, end: number): string {
  return text.slice(begin, end === -1 ? text.length : end);
}

function byteHits(bytes: Buffer, found: Iterable<Omit<LineHit, 'line'>>): readonly LineHit[] {
  const hits: LineHit[] = [];
  let line = 1;
  let seen = 0;
  for (const hit of found) {
    line += countLineFeeds(bytes, seen, hit.begin);
    seen = hit.begin;
    hits.push({ line, ...hit });
  }
  return hits;
}

/** A text that lies in bytes, of which only what is asked for is decoded; positions are those of bytes. */
interface ByteText extends BrokenText {
  /** Characters from one position to another. */
  width(from: number, to: number): number;
}

const UTF8_MARK = Buffer.from('\uFEFF');
const MARK_BEGIN = UTF8_MARK[0];

/** As `decodeText` reads it. How the bytes beyond ASCII are meant is found out where some are asked for, which few texts have. */
function makeByteText(bytes: Buffer): ByteText {
  let encoding: 'utf8' | 'latin1' | null = null;
  const encodingOf = (from: number, to: number): 'utf8' | 'latin1' => {
    if (isAsciiPart(bytes, from, to)) return 'latin1';
    encoding ??= isUtf8(bytes) ? 'utf8' : 'latin1';
    return encoding;
  };
  const isMarked =
    bytes[0] === MARK_BEGIN && bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) && encodingOf(0, 1) === 'utf8';
  const start = isMarked ? UTF8_MARK.length : 0;
  const slice = (from: number, to: number): string => bytes.toString(encodingOf(from, to), from, to);
  return {
    start,
    length: bytes.length,
    width: (from, to) => (encodingOf(from, to) === 'latin1' ? to - from : slice(from, to).length),
    nextBreak: (from) => bytes.indexOf(LINE_FEED, from),
    afterBreaks(from, breaks) {
      let left = breaks;
      let at = from;
      // By hand, since it is a line or two: to ask for each line break takes three times as long.
      for (; left > 0 && at < bytes.length; at++) if (bytes[at] === LINE_FEED) left -= 1;
      return left === 0 ? at : -1;
    },
    lineStart: (position) => (position <= start ? start : Math.max(start, breakBefore(bytes, position) + 1)),
    slice,
  };
}

/** Parts up to this long are looked through by hand: a call outside takes as long. */
const SHORT_BYTES = 128;

/** The line break at or behind a position; -1 where there is none. */
function lineEnd(bytes: Buffer, from: number): number {
  const soon = Math.min(bytes.length, from + SHORT_BYTES);
  for (let at = from; at < soon; at++) if (bytes[at] === LINE_FEED) return at;
  return bytes.indexOf(LINE_FEED, soon);
}

/** The last line break before a position; -1 where there is none. */
function breakBefore(bytes: Buffer, position: number): number {
  const soon = Math.max(0, position - SHORT_BYTES);
  for (let at = position - 1; at >= soon; at--) if (bytes[at] === LINE_FEED) return at;
  return soon === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, soon - 1);
}

function isAsciiPart(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > SHORT_BYTES) return isAscii(bytes.subarray(from, to));
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 127) return false;
  return true;
}
