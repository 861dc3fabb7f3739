import type { CoverageFacts, RunnerFacts, TestLink } from '../../code/index.ts';
import { cutText } from '../shared/answer.ts';
import type { Page } from './page.ts';
import { aboutText, FORMAT_UNKNOWN, frameworkTexts, notRunText, sourceLine } from './text.ts';

/** The answer as data: keys as docs/tools.md, "check_test", names them; lists hold the rows of the page. */
export function structuredPage(page: Page, cursor: string | null): Readonly<Record<string, unknown>> {
  const { found, from } = page;
  const isFirst = from === 0;
  const data: Record<string, unknown> = {
    status: found.status,
    source: sourceLine(page),
    message: aboutText(found),
    framework: found.frameworks.map(({ name }) => name),
    ...(isFirst ? { framework_evidence: frameworkTexts(found.frameworks) } : {}),
  };
  data.target = {
    kind: found.target.kind,
    name: found.target.name,
    files: found.target.files.length,
    symbols: found.target.symbols,
  };
  data.counts = {
    test_files: found.counts.testFiles,
    cases: found.counts.cases,
    not_read: found.counts.unread,
    inner: found.counts.inner,
    benchmarks: found.counts.benchmarks,
  };
  if (found.output !== null) Object.assign(data, outputData(found.output, page));
  Object.assign(data, rowsData(page));
  if (found.coverage !== null)
    data.coverage = found.coverage.outcome === 'ok' ? coverageData(found.coverage, page) : found.coverage;
  if (found.commands !== null && isFirst) Object.assign(data, commandsData(found.commands));
  // Of all rows, not of this page: a caller must not take a page for the whole.
  data.totals = totalsOf(page);
  if (isFirst) Object.assign(data, notesData(found.notes));
  if (cursor !== null) data.cursor = cursor;
  return data;
}

function outputData(output: RunnerFacts, { from, to }: Page): Readonly<Record<string, unknown>> {
  const { format, totals, failures } = output;
  return {
    failures: failures.slice(from, to).map(({ test, message, frames }) => ({
      test,
      message,
      frames: frames.map(({ file, line }) => `${file}:${line}`),
    })),
    output: { format, ...totals, ...(format === null ? { note: FORMAT_UNKNOWN } : {}) },
  };
}

/** Tests, gaps and smells of the page. */
function rowsData({ found, from, to, detail }: Page): Readonly<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  if (found.tests !== null) data.tests = found.tests.rows.slice(from, to).map((row) => testRow(row, detail));
  if (found.gaps !== null) {
    data.gaps = found.gaps.rows
      .slice(from, to)
      .map(({ symbol, kind, file, line, why, churn, callers }) => ({ symbol, kind, file, line, why, churn, callers }));
  }
  if (found.quality !== null) {
    data.quality = found.quality.rows
      .slice(from, to)
      .map(({ test, file, line, smell, detail: why }) => ({ test, file, line, smell, why }));
    data.smells = found.quality.byKind;
  }
  return data;
}

function commandsData(commands: NonNullable<Page['found']['commands']>): Readonly<Record<string, unknown>> {
  return {
    command: commands[0]?.command ?? '',
    commands: commands.slice(0, COMMANDS_MAX).map(({ command, directory, file, line, why }) => ({
      command,
      directory: directory || '.',
      proof: line === null ? file : `${file}:${line}`,
      why,
    })),
  };
}

const COMMANDS_MAX = 6;

function notesData(notes: readonly string[]): Readonly<Record<string, unknown>> {
  if (notes.length === 0) return {};
  const left = notes.length - NOTES_MAX;
  const shown = notes.slice(0, NOTES_MAX).map((note) => cutText(note, 300));
  return { notes: shown, ...(left > 0 ? { notes_left_out: left } : {}) };
}

const NOTES_MAX = 8;

function testRow(
  { file, cases, casesTotal, covers, evidence, confidence, hops }: TestLink,
  detail: number,
): Readonly<Record<string, unknown>> {
  const [first] = cases;
  const [strongest] = evidence;
  const others = [...new Set(evidence.slice(1).map(({ kind }) => kind))].filter((kind) => kind !== strongest?.kind);
  return {
    file,
    line: first?.line ?? null,
    name: first?.name ?? null,
    covers: covers.slice(0, Math.max(1, detail)),
    evidence: strongest?.kind,
    why: evidence.slice(0, Math.max(1, detail)).map(({ kind, detail: why }) => `${kind}: ${why}`),
    ...(others.length > 0 ? { also: others } : {}),
    confidence,
    hops,
    ...(casesTotal > 1 ? { cases: casesTotal } : {}),
    ...(cases.length > 1 && detail > 1
      ? { other_cases: cases.slice(1, detail).map(({ name, line }) => `${line}: ${name}`) }
      : {}),
  };
}

function coverageData(coverage: CoverageFacts, { from, to }: Page): Readonly<Record<string, unknown>> {
  return {
    format: coverage.format,
    file: coverage.file ?? 'pasted',
    lines_pct: coverage.linesPct,
    lines: `${coverage.linesCovered}/${coverage.linesTotal}`,
    ...(coverage.target === null
      ? {}
      : { target_lines: `${coverage.target.linesCovered}/${coverage.target.linesTotal}` }),
    stale: coverage.stale,
    stale_why: coverage.staleWhy,
    files: coverage.filesMatched,
    files_not_here: coverage.filesUnmatched.slice(0, 5),
    uncovered: coverage.uncovered
      .slice(from, to)
      .map(({ file, ranges }) => `${file}:${ranges.slice(0, 12).join(',')}${ranges.length > 12 ? ',…' : ''}`),
    ...(from === 0 && coverage.notes.length > 0 ? { notes: coverage.notes.slice(0, 6) } : {}),
    symbols: coverage.symbols
      .slice(from, to)
      .map((row) => `${row.symbol} ${row.file}:${row.line} (${notRunText(row)})`),
  };
}

function totalsOf({ found }: Page): Readonly<Record<string, number>> {
  const totals: Record<string, number> = {};
  if (found.output !== null) totals.failures = found.output.failures.length;
  if (found.commands !== null) totals.commands = found.commands.length;
  if (found.tests !== null) totals.tests = found.tests.total;
  if (found.gaps !== null) Object.assign(totals, { gaps: found.gaps.total, public_symbols: found.gaps.publicSymbols });
  if (found.quality !== null) totals.quality = found.quality.total;
  if (found.coverage?.outcome === 'ok')
    Object.assign(totals, {
      uncovered_files: found.coverage.uncovered.length,
      uncovered_symbols: found.coverage.symbols.length,
    });
  return totals;
}
