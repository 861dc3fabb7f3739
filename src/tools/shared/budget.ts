import { ANSWER_CHARACTERS_MAX } from '../tool.ts';
import { cutText } from './cut-text.ts';
import { estimateTokens, tokensAtMost } from './estimate-tokens.ts';

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

/** Room for one text after the other. */
export interface TokenRoom {
  /** Takes a text; false when it and those before it are more than there is room for. */
  take(text: string): boolean;
}

/** Makes room for so many tokens. They are counted only where their number may matter: mostly a budget is ample. */
export function makeTokenRoom(tokens: number): TokenRoom {
  let left = tokens;
  let uncounted: string[] = [];
  let most = 0;
  return {
    take(text) {
      uncounted.push(text);
      most += tokensAtMost(text);
      if (most <= left) return true;
      for (const one of uncounted) left -= estimateTokens(one);
      uncounted = [];
      most = 0;
      return left >= 0;
    },
  };
}

/** Whether an answer keeps to the caller's budget and to the bound of every answer. */
export function fitsBudget(text: string, tokens: number): boolean {
  return text.length <= ANSWER_CHARACTERS_MAX && estimateTokens(text) <= tokens;
}

/**
 * The last resort for an answer that nothing shortens any more: lines from the end go, but for the way on, and the answer
 * says so.
 */
export function cutWithNote(text: string, tokens: number): string {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  const ending = [
    `partial: cut to budget ${tokens}; ${lines.length} lines in all`,
    ...(last.startsWith('more: ') ? [last] : []),
  ];
  const write = (): string => [...lines, ...ending].join('\n');
  if (ending.length > 1) lines.pop();
  while (lines.length > 1 && !fitsBudget(write(), tokens)) lines.pop();
  // A token is at least one character, so that as many characters as tokens always fit.
  return fitsBudget(write(), tokens) ? write() : cutText(write(), Math.min(ANSWER_CHARACTERS_MAX, tokens));
}
