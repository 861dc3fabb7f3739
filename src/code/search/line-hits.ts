import { lineStart, makeLineIndex } from '../text/lines.ts';
import type { Matcher } from './matcher.ts';

/** A line that matches. */
export interface LineHit {
  readonly line: number;
  readonly column: number;
  /** Position of the line's first character. */
  readonly begin: number;
}

/**
 * The matching lines of a text, in order; lines from 1, columns from 0. Matches come in rising order, which the index
 * needs.
 */
export function lineHits(text: string, matcher: Matcher): readonly LineHit[] {
  const lines = makeLineIndex(text);
  const hits: LineHit[] = [];
  for (const { start } of matcher.matches(text)) {
    const begin = lineStart(text, start);
    hits.push({ line: lines.lineAt(start), column: start - begin, begin });
  }
  return hits;
}
