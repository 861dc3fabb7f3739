import { ANSWER_CHARACTERS_MAX } from '../tool.ts';
import { estimateTokens } from './estimate-tokens.ts';

export { ANSWER_CHARACTERS_MAX, estimateTokens };

/** Least tokens that a caller may ask an answer to fit in: below it not even the first line and the way on fit. Source: docs/tools.md, "All tools". */
export const BUDGET_MIN = 300;

/** Most tokens that a caller may ask an answer to fit in. Source: docs/tools.md, "All tools". */
export const BUDGET_MAX = 10_000;

/** A text cut at a line's end to fit. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
  /** Lines kept, and lines there were. */
  readonly lines: { readonly shown: number; readonly total: number };
}

/**
 * As many whole lines from the start as fit into `tokens` and into `ANSWER_CHARACTERS_MAX`. It never keeps more; it
 * says how much it kept, so that the caller can tell.
 */
export function cutToBudget(text: string, tokens: number): CutText {
  const lines = text.split('\n');
  const shown = countFittingLines(lines, tokens);
  return { text: lines.slice(0, shown).join('\n'), isCut: shown < lines.length, lines: { shown, total: lines.length } };
}

/** How many of the lines, from the first on, fit together into `tokens` and `ANSWER_CHARACTERS_MAX`. */
export function countFittingLines(lines: readonly string[], tokens: number): number {
  let tokensUsed = 0;
  let charactersUsed = 0;
  for (const [i, line] of lines.entries()) {
    // The line break is counted with its line: that is never less than what the joined text needs.
    tokensUsed += estimateTokens(`${line}\n`);
    charactersUsed += line.length + 1;
    if (tokensUsed > tokens || charactersUsed > ANSWER_CHARACTERS_MAX) return i;
  }
  return lines.length;
}
