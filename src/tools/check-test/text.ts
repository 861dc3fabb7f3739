import { plural } from '../../base/plural.ts';
import type { CommandRow, CoverageFacts, GapRow, RunnerFacts, TestLink, TestsFound } from '../../code/index.ts';
import { provenance } from '../shared/answer.ts';
import { fence } from '../shared/safe-text.ts';
import type { Page } from './page.ts';

/** The first line: where the answer comes from, and what was counted there. */
export function sourceLine({ found, project }: Page): string {
  const { counts } = found;
  const kinds = [
    ...(counts.inner > 0 ? [`${counts.inner} inside of others`] : []),
    ...(counts.benchmarks > 0 ? [plural(counts.benchmarks, 'benchmark')] : []),
  ];
  const split = kinds.length === 0 ? '' : ` (of them ${kinds.join(', ')})`;
  const facts = [`${plural(counts.testFiles, 'test file')} with ${plural(counts.cases, 'case')} as written${split}`];
  if (counts.unread > 0)
    facts.push(`${counts.unread} of these files by name alone, in languages that are not read for cases`);
  return provenance(found.identity, project, facts);
}

/** The answer as text: the same facts as the structured value. */
export function textPage(page: Page): string {
  const { found, from, to } = page;
  const isFirst = from === 0;
  const lines = [sourceLine(page), `${found.status}: ${aboutText(found)}`];
  // Later pages hold rows alone: what a caller has been told once is not paid for again.
  if (isFirst) lines.push(frameworkLine(found));
  if (found.output !== null) lines.push(...outputLines(found.output, page));
  if (found.tests !== null) lines.push(...testLines(found.tests, page));
  if (found.gaps !== null) lines.push(...gapLines(found.gaps, page));
  if (found.quality !== null) lines.push(...qualityLines(found.quality, page));
  if (found.coverage !== null) lines.push(...coverageLines(found.coverage, page));
  if (found.commands !== null && isFirst) lines.push(...commandLines(found.commands));
  if (isFirst && found.notes.length > 0) lines.push('## notes', ...found.notes.map((note) => `- ${note}`));
  return lines.filter((line) => line !== '' || to === from).join('\n');
}

/** What the target is, in words. */
export function aboutText({ target }: TestsFound): string {
  const files = plural(target.files.length, 'source file');
  const tests = target.testFiles.length === 0 ? '' : `, ${plural(target.testFiles.length, 'test file')}`;
  if (target.kind === 'project') return `the whole project (${files}); name target or since for the tests of a part`;
  return `${target.name} (${target.kind}: ${files}${tests}, ${plural(target.symbols, 'symbol')})`;
}

function frameworkLine({ frameworks }: TestsFound): string {
  if (frameworks.length === 0) return 'frameworks: none is named by a manifest or test file that was read';
  return `frameworks: ${frameworkTexts(frameworks).join('; ')}`;
}

/** Frameworks, each with the place that names it; a file whose name alone proves one is told once. */
export function frameworkTexts(frameworks: TestsFound['frameworks']): readonly string[] {
  return frameworks
    .slice(0, 8)
    .map(({ name, file, line, evidence }) => `${name} (${line === null ? file : `${file}:${line} ${evidence}`})`);
}

/** What a runner printed is strangers' text: it stands in a fence, and the places that were found stand below it. */
function outputLines({ format, totals, failures }: RunnerFacts, { from, to }: Page): readonly string[] {
  if (format === null) {
    return ['## test output', FORMAT_UNKNOWN];
  }
  const count = (name: string, number: number | null): string => `${name} ${number ?? 'not said'}`;
  const head = `## test output: ${format}; ${count('passed', totals.passed)}, ${count('failed', totals.failed)}, ${count('skipped', totals.skipped)}; ${plural(failures.length, 'failure')} read`;
  const shown = failures.slice(from, to);
  if (shown.length === 0) return [head];
  // Numbered, since the fence keeps a failure's words from its places, which are ours.
  const rows = shown.map(({ test, message }, at) => `${from + at + 1}. ${test}\n   ${message}`);
  const places = shown.map(({ frames }, at) => {
    const where = frames.map(({ file, line }) => `${file}:${line}`).join(' <- ');
    return `${from + at + 1}. ${where || 'names no place in a file of the project'}`;
  });
  return [head, fence('test output', rows.join('\n')), 'places:', ...places];
}

/** What is said of an output that cannot be read. */
export const FORMAT_UNKNOWN =
  'the format is not known: no failure was read. Known are jest, vitest, mocha, node:test, TAP, ava, pytest, unittest, go test, cargo test, surefire, gradle, JUnit XML, rspec, phpunit, dotnet test';

function testLines({ rows, total }: NonNullable<TestsFound['tests']>, { from, to, detail }: Page): readonly string[] {
  if (total === 0) return ['## tests: no test file is tied to it by name, import, call or history'];
  return [
    `## tests: ${plural(total, 'file')} tied to it, best first`,
    ...rows.slice(from, to).flatMap((row) => testLine(row, Math.max(1, detail))),
  ];
}

function testLine(
  { file, cases, casesTotal, covers, evidence, confidence, hops }: TestLink,
  detail: number,
): readonly string[] {
  const far = hops === null || hops === 0 ? '' : `, ${plural(hops, 'import')} away`;
  const names =
    covers.length === 0 ? '' : `  [${covers.slice(0, detail).join(', ')}${covers.length > detail ? ', …' : ''}]`;
  const lines = [`${file}  ${confidence.toFixed(2)}${far}${names}`];
  for (const { kind, detail: why } of evidence.slice(0, detail)) lines.push(`  ${kind}: ${why}`);
  const shown = cases.slice(0, detail).map(({ name, line }) => `${line}: ${name}`);
  if (shown.length > 0)
    lines.push(`  cases: ${shown.join('; ')}${casesTotal > shown.length ? `; ${casesTotal - shown.length} more` : ''}`);
  return lines;
}

function gapLines(
  { rows, total, publicSymbols }: NonNullable<TestsFound['gaps']>,
  { from, to }: Page,
): readonly string[] {
  const head = `## gaps: ${total} of ${plural(publicSymbols, 'public symbol')} (functions, methods, classes) named in no test file`;
  return [head, ...rows.slice(from, to).map(gapLine)];
}

function gapLine({ symbol, kind, file, line, why, churn, callers }: GapRow): string {
  const changed = churn === null ? '' : `, file changed in ${plural(churn, 'commit')}`;
  return `${file}:${line} ${kind} ${symbol}: ${why}; name in ${plural(callers, 'other file')}${changed}`;
}

function qualityLines(
  { rows, total, byKind }: NonNullable<TestsFound['quality']>,
  { from, to }: Page,
): readonly string[] {
  const kinds = Object.entries(byKind).map(([kind, count]) => `${kind} ${count}`);
  const head = `## quality: ${plural(total, 'smell')}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
  return [
    head,
    ...rows
      .slice(from, to)
      .map(({ test, file, line, smell, detail }) => `${file}:${line} ${smell}: ${detail}  [${test}]`),
  ];
}

function coverageLines(coverage: NonNullable<TestsFound['coverage']>, { from, to }: Page): readonly string[] {
  if (coverage.outcome === 'refused') return ['## coverage', `not read: ${coverage.why}`];
  const lines = [coverageHead(coverage), ...(from === 0 ? coverageNotes(coverage) : [])];
  for (const row of coverage.symbols.slice(from, to)) {
    lines.push(`${row.file}:${row.line} ${row.symbol}: ${notRunText(row)}`);
  }
  for (const { file, ranges, lines: count } of coverage.uncovered.slice(from, to)) {
    const more = ranges.length > RANGES_SHOWN ? `, … (${ranges.length} ranges)` : '';
    lines.push(`${file}: ${plural(count, 'line')} not run: ${ranges.slice(0, RANGES_SHOWN).join(', ')}${more}`);
  }
  return lines;
}

/** How much of a function was not run, and how much that matters. */
export function notRunText({ uncovered, listed, churn, importers }: CoverageFacts['symbols'][number]): string {
  const changed = churn === null ? '' : `; file changed in ${plural(churn, 'commit')}`;
  return `${uncovered} of ${plural(listed, 'listed line')} not run${changed}, ${plural(importers, 'importer')}`;
}

const RANGES_SHOWN = 12;

/** What holds for the report as a whole. */
function coverageNotes({ stale, staleWhy, target, filesUnmatched, notes, symbols }: CoverageFacts): readonly string[] {
  const word = stale === null ? 'not known' : stale ? 'yes' : 'no';
  const lines = [`stale: ${word} (${staleWhy.replace(/^not known: /, '')})`];
  if (target !== null) lines.push(`of the target: ${target.linesCovered} of ${plural(target.linesTotal, 'line')}`);
  if (filesUnmatched.length > 0) lines.push(`not files of the project: ${filesUnmatched.slice(0, 5).join(', ')}`);
  lines.push(...notes);
  if (symbols.length > 0)
    lines.push(
      `${plural(symbols.length, 'function')} with lines that were not run, much changed and imported ones first:`,
    );
  return lines;
}

function coverageHead({ format, file, linesPct, linesCovered, linesTotal, filesMatched }: CoverageFacts): string {
  const share = linesPct === null ? 'no lines' : `${linesPct} % of lines (${linesCovered} of ${linesTotal})`;
  return `## coverage: ${share}; ${format}${file === null ? ', pasted' : ` ${file}`}; ${plural(filesMatched, 'file')} of the project`;
}

function commandLines(commands: readonly CommandRow[]): readonly string[] {
  if (commands.length === 0) return ['## command', 'none is known'];
  return [
    '## command (not run)',
    ...commands.flatMap(({ command, directory, file, line, why }) => [
      command,
      `  in ${directory === '' ? 'the top folder' : directory}; by ${file}${line === null ? '' : `:${line}`} ${why}`,
    ]),
  ];
}
