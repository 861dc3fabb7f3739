/** A failure as a runner printed it. */
export interface PrintedFailure {
  readonly test: string;
  readonly message: string;
  /** What was printed of it, for the places that it names. */
  readonly block: string;
  /** Folder or package that relative places are of; empty when not known. */
  readonly place: string;
}

/** Numbers as the runner's own summary gives them; null where it gives none. */
export interface PrintedTotals {
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
}

/** What a format reads out of a text. */
export interface PrintedRun {
  readonly format: string;
  readonly totals: PrintedTotals;
  readonly failures: readonly PrintedFailure[];
}

/** Reads one format; null when the text is not of it. Never throws; linear in the text. */
export type RunReader = (lines: readonly string[], text: string) => PrintedRun | null;

/** No numbers. */
export const NO_TOTALS: PrintedTotals = { passed: null, failed: null, skipped: null };

/** The number in the first group of the last match; null when there is none. */
export function lastNumber(text: string, pattern: RegExp): number | null {
  let found: number | null = null;
  for (const match of text.matchAll(pattern)) found = Number(match[1]);
  return found;
}

/** The first of the lines that says something, cut. */
export function firstMessage(lines: readonly string[]): string {
  return (lines.find((line) => line.trim() !== '') ?? '').trim();
}

/** Failures of one run; more are counted by the runner's own totals. */
export const FAILURES_MAX = 500;
