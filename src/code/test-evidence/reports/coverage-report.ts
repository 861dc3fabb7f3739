import { ok, type Result } from '../../../base/result.ts';

/** A file of a report: which of its lines were run. Lines that the report does not list are none of code. */
export interface CoveredFile {
  /** As the report writes it: absolute, or relative to some folder. */
  readonly path: string;
  readonly lines: ReadonlyMap<number, boolean>;
}

/** What a report says, whatever its format. */
export interface CoverageReport {
  readonly format: string;
  readonly files: readonly CoveredFile[];
  /** Per file, where the report has no lines but their numbers. */
  readonly sums: readonly { readonly path: string; readonly covered: number; readonly total: number }[];
  /** When it was made; null when it does not say, or not unmistakably. */
  readonly atMs: number | null;
  readonly notes: readonly string[];
}

/** Bounds of one report. A larger one is refused as a whole: a part of it would give a wrong share. */
export const COVERAGE_LIMITS = {
  charactersMax: 32 * 1_024 * 1_024,
  filesMax: 50_000,
  linesMax: 4_000_000,
  /** Greatest line number that is believed. */
  lineMax: 5_000_000,
} as const;

/** Collects the lines of files; a line that is listed twice counts as run when one of them says so. */
export interface ReportBuilder {
  /** False when a bound was passed. */
  add(path: string, line: number, isRun: boolean): boolean;
  /** Takes in a file that may have no lines. */
  open(path: string): void;
  files(): readonly CoveredFile[];
}

/** Makes an empty collection. */
export function makeReportBuilder(): ReportBuilder {
  const files = new Map<string, Map<number, boolean>>();
  let count = 0;
  const linesOf = (path: string): Map<number, boolean> => {
    const known = files.get(path) ?? new Map<number, boolean>();
    files.set(path, known);
    return known;
  };
  return {
    open: (path) => void linesOf(path),
    add(path, line, isRun) {
      const lines = linesOf(path);
      if (!Number.isInteger(line) || line < 1 || line > COVERAGE_LIMITS.lineMax) return false;
      if (!lines.has(line)) count += 1;
      lines.set(line, isRun || lines.get(line) === true);
      return count <= COVERAGE_LIMITS.linesMax && files.size <= COVERAGE_LIMITS.filesMax;
    },
    files: () => [...files].map(([path, lines]) => ({ path, lines })),
  };
}

/** A report that was read. */
export function report(
  parts: Partial<CoverageReport> & Pick<CoverageReport, 'format'>,
): Result<CoverageReport, string> {
  return ok({ files: [], sums: [], atMs: null, notes: [], ...parts });
}
