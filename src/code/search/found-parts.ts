import type { TextPart } from '../source/source.ts';
import { countLineFeeds } from '../text/count-line-feeds.ts';
import { type LineReader, makeLineReader } from '../text/lines.ts';
import { byteHits, linesWith, matchingLines } from './byte-lines.ts';
import { type ByteText, makeByteText } from './byte-text.ts';
import { type FoundText, type LineHit, UNWATCHED_STEPS_MAX } from './found-text.ts';
import type { StepsLeft } from './line-program.ts';
import type { Matcher, TellingText } from './matcher.ts';

// Hits of a text of which only the parts that may hold them were read. Such a text is UTF-8, so that each of its lines is
// for itself; what a line is that reaches over a part's border is not known, and then all of the text is wanted. Source:
// ADR 0036.

/** A matcher whose hits an index tells the parts of. */
type PartsMatcher = Matcher & { readonly telling: TellingText };

/** Whether the parts that may hold a hit suffice to find it. */
export function isForParts(matcher: Matcher): matcher is PartsMatcher {
  return matcher.telling?.isAllNeeded === true;
}

/**
 * Finds the matching lines of a text in the parts of it that alone may hold one; null where they do not tell. `context`
 * is how many lines around each will be asked for. The bytes are to hold for as long as lines are.
 */
export function findInParts(parts: readonly TextPart[], matcher: PartsMatcher, context: number): FoundText | null {
  const hits: LineHit[] = [];
  const texts: LinesOfPart[] = [];
  const steps = stepsOf(matcher);
  for (const part of parts) {
    const lines = wholeLines(part, matcher.telling);
    const found = lines === null ? null : hitsIn(lines, matcher, steps);
    if (lines === null || found === null || !holdsAround(lines, found, context)) return null;
    texts.push(lines);
    hits.push(...found);
  }
  return { hits, all: () => null, shownLines: () => ({ reader: makePartsReader(texts), isAsSearched: true }) };
}

/** How many lines match; null where the parts do not tell. */
export function countInParts(parts: readonly TextPart[], matcher: PartsMatcher): number | null {
  const { telling } = matcher;
  const steps = stepsOf(matcher);
  let count = 0;
  for (const part of parts) {
    const lines = wholeLines(part, telling);
    if (lines === null) return null;
    if (telling.line !== null) {
      const hits = hitsIn(lines, matcher, steps);
      if (hits === null) return null;
      count += hits.length;
    } else for (const _ of linesWith(lines.bytes, telling.find)) count += 1;
  }
  return count;
}

/** The lines that a part holds whole. */
interface LinesOfPart extends Pick<TextPart, 'bytes' | 'from' | 'line' | 'isLast'> {
  readonly text: ByteText;
}

const LINE_FEED = 10;

/** Null where a line that the part's border cuts may hold a hit. */
function wholeLines({ bytes, from, line, isLast }: TextPart, { find }: TellingText): LinesOfPart | null {
  const isFirst = from === 0;
  const begin = isFirst ? 0 : bytes.indexOf(LINE_FEED) + 1;
  const end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
  // Without a line break the first line is all that there is.
  const isOneLine = (!isFirst && begin === 0) || end < begin;
  if (isOneLine || mayHold(bytes.subarray(0, begin)) || mayHold(bytes.subarray(end))) return null;
  const own = bytes.subarray(begin, end);
  const text = makeByteText(own, isFirst);
  return { bytes: own, from: from + begin, line: isFirst ? line : line + 1, isLast, text };

  function mayHold(cut: Buffer): boolean {
    return cut.length > 0 && find(cut)(0) !== -1;
  }
}

/** Those of all parts of a text together. */
function stepsOf({ needsGuard }: PartsMatcher): StepsLeft | null {
  return needsGuard ? { count: UNWATCHED_STEPS_MAX } : null;
}

/** Null where the steps of a pattern that nobody watches over do not suffice. */
function hitsIn(lines: LinesOfPart, { telling }: PartsMatcher, steps: StepsLeft | null): readonly LineHit[] | null {
  const hits = byteHits(lines, matchingLines(lines.bytes, lines.text, telling, steps));
  return steps !== null && steps.count < 0 ? null : hits;
}

/** Whether so many lines around each hit are there, as far as the text has them. */
function holdsAround({ bytes, from, line, isLast }: LinesOfPart, hits: readonly LineHit[], context: number): boolean {
  const [first] = hits;
  const last = hits.at(-1);
  if (context === 0 || first === undefined || last === undefined) return true;
  const end = line + countLineFeeds(bytes, 0, bytes.length);
  return (from === 0 || first.line - context >= line) && (isLast || last.line + context < end);
}

/** Reads lines near one that it was told the place of. */
function makePartsReader(parts: readonly LinesOfPart[]): LineReader {
  const readers = parts.map(({ text }) => makeLineReader(text));
  let at = 0;
  return {
    know(line, begin) {
      at = parts.findLastIndex(({ from }) => from <= begin);
      readers[at]?.know(line, begin - (parts[at]?.from ?? 0));
    },
    between: (first, last) => readers[at]?.between(first, last) ?? [],
  };
}
