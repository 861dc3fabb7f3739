import { hideKeyBodies, KEY_WORDS } from '../../base/private-keys.ts';
import { decodeText } from '../source/searched-text.ts';
import { type LineReader, makeLineIndex, makeLineReader, lineStart as startOfLine } from '../text/lines.ts';
import { byteHits, linesWith, matchingLines } from './byte-lines.ts';
import { makeByteText } from './byte-text.ts';
import type { StepsLeft } from './line-program.ts';
import type { Matcher, TellingText } from './matcher.ts';
import { makeTextCheck } from './text-check.ts';

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
  /** All of it; null where only parts of it were read. */
  all(): string | null;
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
  const hits = byteHits({ bytes, from: 0, line: 1 }, matchingLines(bytes, makeByteText(bytes), telling, steps));
  if (steps !== null && steps.count < 0) return null;
  return foundInBytes(bytes, hits);
}

/** What is tried of a pattern that nobody watches over, on one content: some tenths of a second if it is hostile. */
export const UNWATCHED_STEPS_MAX = 40_000_000;

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
