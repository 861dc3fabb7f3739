import type { TextPart } from '../source/source.ts';
import { countLineFeeds } from '../text/count-line-feeds.ts';
import { type ByteText, lineEnd } from './byte-text.ts';
import type { LineHit } from './found-text.ts';
import type { LineProgram, StepsLeft } from './line-program.ts';
import type { TellingText } from './matcher.ts';
import type { TextFinder } from './text-check.ts';

// Lines of bytes that hold a text, and those of them that match.

/** The first place in each line that has one, and where the line ends; -1 for the last one. */
export function* linesWith(bytes: Buffer, find: TextFinder): Generator<{ readonly at: number; readonly end: number }> {
  const next = find(bytes);
  for (let at = next(0); at !== -1; ) {
    const end = lineEnd(bytes, at);
    yield { at, end };
    at = end === -1 ? -1 : next(end + 1);
  }
}

/** The matching lines of a text, in order. With `steps` it ends where they do not suffice, which they tell afterwards. */
export function* matchingLines(
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

/** The same with the numbers of lines, and where they begin in the text that a stretch is of. */
export function byteHits(
  stretch: Pick<TextPart, 'bytes' | 'from' | 'line'>,
  found: Iterable<Omit<LineHit, 'line'>>,
): readonly LineHit[] {
  const hits: LineHit[] = [];
  let { line } = stretch;
  let seen = 0;
  for (const { column, begin } of found) {
    line += countLineFeeds(stretch.bytes, seen, begin);
    seen = begin;
    hits.push({ line, column, begin: stretch.from + begin });
  }
  return hits;
}
