import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, report } from './coverage-report.ts';

/** Reads Istanbul's coverage-final.json and coverage-summary.json, and coverage.py's `coverage json`. */
export function parseJsonReport(text: string): Result<CoverageReport, string> {
  const root = parse(text);
  if (root === null) return err('the report is not JSON: it is garbled or cut off');
  const files = recordOf(root.get('files'));
  if (root.has('meta') && files !== null) return coveragePy(root, files);
  const entries = [...root];
  if (entries.some(([, value]) => recordOf(recordOf(value)?.get('statementMap') ?? null) !== null))
    return istanbulFinal(root);
  if (recordOf(recordOf(root.get('total'))?.get('lines') ?? null) !== null) return istanbulSummary(root);
  return err('this JSON is no coverage report of Istanbul or coverage.py');
}

type JsonRecord = ReadonlyMap<string, unknown>;

/** Objects as maps, so that no key of a hostile file means anything to the runtime. */
function parse(text: string): JsonRecord | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    // Whatever is wrong with it, it is no JSON.
    return null;
  }
}

function recordOf(value: unknown): JsonRecord | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/**
 * A statement counts for the line that it begins on, a line as often as the most run of its statements: as Istanbul's own
 * `getLineCoverage` does.
 */
function istanbulFinal(root: JsonRecord): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  for (const [key, value] of root) {
    const file = recordOf(value);
    const statements = recordOf(file?.get('statementMap'));
    const hits = recordOf(file?.get('s'));
    const path = file?.get('path') ?? key;
    if (statements === null || hits === null || typeof path !== 'string')
      return err(`the entry of ${short(key)} is garbled: no statementMap and s`);
    builder.open(path);
    for (const [id, place] of statements) {
      const line = recordOf(recordOf(place)?.get('start'))?.get('line');
      const count = hits.get(id);
      if (typeof line !== 'number' || typeof count !== 'number')
        return err(`the entry of ${short(key)} is garbled: statement ${short(id)}`);
      if (!builder.add(path, line, count > 0))
        return err(`the entry of ${short(key)} is too large or garbled: statement ${short(id)}`);
    }
  }
  return report({ format: 'Istanbul coverage-final', files: builder.files() });
}

function istanbulSummary(root: JsonRecord): Result<CoverageReport, string> {
  const sums: { path: string; covered: number; total: number }[] = [];
  for (const [path, value] of root) {
    const lines = recordOf(recordOf(value)?.get('lines'));
    const [covered, total] = [lines?.get('covered'), lines?.get('total')];
    if (!isCount(covered) || !isCount(total) || covered > total)
      return err(`the entry of ${short(path)} is garbled: no lines`);
    if (path !== 'total') sums.push({ path, covered, total });
  }
  const notes = ['a summary has no lines: which ones were not run is not known'];
  return report({ format: 'Istanbul coverage-summary', sums, notes });
}

function coveragePy(root: JsonRecord, files: JsonRecord): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  for (const [path, value] of files) {
    const file = recordOf(value);
    const [run, missed] = [file?.get('executed_lines'), file?.get('missing_lines')];
    if (!Array.isArray(run) || !Array.isArray(missed))
      return err(`the entry of ${short(path)} is garbled: no executed_lines and missing_lines`);
    builder.open(path);
    for (const [lines, isRun] of [
      [run, true],
      [missed, false],
    ] as const) {
      for (const line of lines) {
        if (typeof line !== 'number' || !builder.add(path, line, isRun))
          return err(`the entry of ${short(path)} is too large or garbled`);
      }
    }
  }
  const stamp = recordOf(root.get('meta'))?.get('timestamp');
  const zoned = typeof stamp === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(stamp) ? Date.parse(stamp) : Number.NaN;
  const notes =
    typeof stamp === 'string' && Number.isNaN(zoned)
      ? [`made at ${short(stamp)} of a time zone that it does not say`]
      : [];
  return report({
    format: 'coverage.py JSON',
    files: builder.files(),
    atMs: Number.isNaN(zoned) ? null : zoned,
    notes,
  });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function short(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
