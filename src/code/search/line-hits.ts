import { makeLineIndex } from './lines.ts';
import { lineStart, type Matcher } from './matcher.ts';

/** A line that matches. */
export interface LineHit {
  readonly line: number;
  readonly column: number;
}

/**
 * The matching lines of a text, in order; lines from 1, columns from 0. Matches come in rising order, which the index
 * needs.
 */
export function lineHits(text: string, matcher: Matcher): readonly LineHit[] {
  const lines = makeLineIndex(text);
  const hits: LineHit[] = [];
  for (const { start } of matcher.matches(text)) {
    hits.push({ line: lines.lineAt(start), column: start - lineStart(text, start) });
  }
  return hits;
}
