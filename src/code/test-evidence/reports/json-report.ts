import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, type ReportBuilder, report } from './coverage-report.ts';

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
    const problem = addStatements(builder, key, recordOf(value));
    if (problem !== null) return err(`the entry of ${short(key)} is too large or garbled: ${problem}`);
  }
  return report({ format: 'Istanbul coverage-final', files: builder.files() });
}

/** What is wrong with an entry; null when it was taken. */
function addStatements(builder: ReportBuilder, key: string, file: JsonRecord | null): string | null {
  const statements = recordOf(file?.get('statementMap'));
  const hits = recordOf(file?.get('s'));
  const path = file?.get('path') ?? key;
  if (statements === null || hits === null || typeof path !== 'string') return 'no statementMap and s';
  builder.open(path);
  for (const [id, place] of statements) {
    const line = recordOf(recordOf(place)?.get('start'))?.get('line');
    const count = hits.get(id);
    const isNumber = typeof line === 'number' && typeof count === 'number';
    if (!isNumber || !builder.add(path, line, count > 0)) return `statement ${short(id)}`;
  }
  return null;
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
    builder.open(path);
    const isRead =
      addLines(builder, path, file?.get('executed_lines'), true) &&
      addLines(builder, path, file?.get('missing_lines'), false);
    if (!isRead) return err(`the entry of ${short(path)} is too large or garbled: executed_lines and missing_lines`);
  }
  return report({ format: 'coverage.py JSON', files: builder.files(), ...pyTime(root) });
}

function addLines(builder: ReportBuilder, path: string, lines: unknown, isRun: boolean): boolean {
  if (!Array.isArray(lines)) return false;
  return lines.every((line: unknown) => typeof line === 'number' && builder.add(path, line, isRun));
}

/** coverage.py writes local time without a zone: that is no point in time to whoever does not know the zone. */
function pyTime(root: JsonRecord): Pick<CoverageReport, 'atMs' | 'notes'> {
  const stamp = recordOf(root.get('meta'))?.get('timestamp');
  if (typeof stamp !== 'string') return { atMs: null, notes: [] };
  const atMs = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(stamp) ? Date.parse(stamp) : Number.NaN;
  if (!Number.isNaN(atMs)) return { atMs, notes: [] };
  return { atMs: null, notes: [`made at ${short(stamp)}, in a time zone that it does not say`] };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function short(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
