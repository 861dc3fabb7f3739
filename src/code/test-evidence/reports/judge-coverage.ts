import { compareTexts } from '../../../base/compare-texts.ts';
import type { HistoryCommit } from '../../history/history.ts';
import type { CoverageFacts, UncoveredFile, UncoveredSymbol } from '../../questions/tests.types.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import type { LinkInput } from '../map/links.ts';
import type { Target } from '../map/target.ts';
import type { PathMatcher } from '../match-paths.ts';
import type { CoverageReport, CoveredFile } from './coverage-report.ts';

/** What a report is judged by. */
export interface CoverageInput extends LinkInput {
  readonly report: CoverageReport;
  /** Path of the report in the project; null when it was pasted. */
  readonly file: string | null;
  readonly matcher: PathMatcher;
  readonly target: Target;
  /** Newest first; null without history. */
  readonly commits: readonly HistoryCommit[] | null;
}

const UNMATCHED_MAX = 20;

/** What a report says of the project: shares of all that it lists, and where it says that nothing ran. */
export function judgeCoverage(input: CoverageInput): CoverageFacts {
  const { report, matcher, target } = input;
  const matched = new Map<string, CoveredFile>();
  const unmatched: string[] = [];
  for (const { path } of [...report.files, ...report.sums]) if (matcher.find(path) === null) unmatched.push(path);
  for (const file of report.files) {
    const path = matcher.find(file.path);
    if (path !== null) matched.set(path, merged(matched.get(path), file));
  }
  const all = sumOf(report);
  const own = new Set(target.files.map(({ path }) => path));
  const isWhole = target.kind === 'project';
  const wanted = [...matched].filter(([path]) => isWhole || own.has(path));
  const stale = staleness(
    input,
    [...report.files, ...report.sums].flatMap(({ path }) => matcher.find(path) ?? []),
  );
  return {
    outcome: 'ok',
    format: report.format,
    file: input.file,
    linesCovered: all.covered,
    linesTotal: all.total,
    linesPct: all.total === 0 ? null : Math.round((all.covered / all.total) * 10_000) / 100,
    target: isWhole ? null : targetSum(report, matcher, own),
    ...stale,
    filesMatched: report.files.length + report.sums.length - unmatched.length,
    filesUnmatched: unmatched.slice(0, UNMATCHED_MAX),
    uncovered: wanted
      .map(([path, file]) => uncoveredFile(path, file))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => b.lines - a.lines || compareTexts(a.file, b.file)),
    symbols: uncoveredSymbols(input, wanted),
    notes: report.notes,
  };
}

/** Two entries of one file, as of two packages that share it. */
function merged(known: CoveredFile | undefined, file: CoveredFile): CoveredFile {
  if (known === undefined) return file;
  const lines = new Map(known.lines);
  for (const [line, isRun] of file.lines) lines.set(line, isRun || lines.get(line) === true);
  return { path: known.path, lines };
}

function sumOf(report: CoverageReport): { covered: number; total: number } {
  let covered = 0;
  let total = 0;
  for (const { lines } of report.files) {
    total += lines.size;
    for (const isRun of lines.values()) if (isRun) covered += 1;
  }
  for (const sum of report.sums) {
    covered += sum.covered;
    total += sum.total;
  }
  return { covered, total };
}

function targetSum(report: CoverageReport, matcher: PathMatcher, own: ReadonlySet<string>): CoverageFacts['target'] {
  const isOwn = ({ path }: { path: string }): boolean => own.has(matcher.find(path) ?? '');
  const { covered, total } = sumOf({ ...report, files: report.files.filter(isOwn), sums: report.sums.filter(isOwn) });
  return { linesCovered: covered, linesTotal: total };
}

/** Lines that follow each other in the report's list make one range: what it does not list between them is no code. */
function uncoveredFile(path: string, { lines }: CoveredFile): UncoveredFile {
  const ordered = [...lines].sort(([a], [b]) => a - b);
  const ranges: string[] = [];
  let from: number | null = null;
  let to = 0;
  let count = 0;
  const close = (): void => {
    if (from !== null) ranges.push(from === to ? `${from}` : `${from}-${to}`);
    from = null;
  };
  for (const [line, isRun] of ordered) {
    if (isRun) close();
    else {
      from ??= line;
      to = line;
      count += 1;
    }
  }
  close();
  return { file: path, ranges, lines: count };
}

/** Symbols with lines that were not run, those of much changed and much imported files first. */
function uncoveredSymbols(
  input: CoverageInput,
  files: readonly (readonly [string, CoveredFile])[],
): readonly UncoveredSymbol[] {
  const rows = files.flatMap(([path, file]) => symbolsOfFile(input, path, file));
  return rows.sort(
    (a, b) => weightOf(b) - weightOf(a) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
}

function weightOf({ churn, importers, uncovered }: UncoveredSymbol): number {
  return (Math.log2(1 + (churn ?? 0)) + 2 * Math.log2(1 + importers) + 1) * Math.log2(1 + uncovered);
}

function symbolsOfFile(
  { scan, changes, reach }: CoverageInput,
  path: string,
  { lines }: CoveredFile,
): readonly UncoveredSymbol[] {
  const all = scan.files.get(path)?.facts.symbols ?? [];
  const symbols = all.filter(({ kind }) => kind === 'function' || kind === 'method');
  if (symbols.length === 0) return [];
  const counts = new Map<(typeof symbols)[number], { uncovered: number; listed: number }>();
  for (const [line, isRun] of lines) {
    const symbol = enclosingSymbol(symbols, line);
    if (symbol === null) continue;
    const count = counts.get(symbol) ?? { uncovered: 0, listed: 0 };
    counts.set(symbol, { uncovered: count.uncovered + (isRun ? 0 : 1), listed: count.listed + 1 });
  }
  const rest = { churn: changes?.churn(path) ?? null, importers: reach.importers(path) };
  return [...counts].flatMap(([{ path: symbol, line }, count]) =>
    count.uncovered === 0 ? [] : [{ symbol, file: path, line, ...count, ...rest }],
  );
}

/** Older than the newest commit of a file that it lists; not known where the report's own time is not. */
function staleness(
  { report, file, commits }: CoverageInput,
  paths: readonly string[],
): Pick<CoverageFacts, 'stale' | 'staleWhy'> {
  if (commits === null) return { stale: null, staleWhy: 'not known: the project has no history' };
  const committed = file === null ? undefined : commits.find(({ files }) => files.includes(file));
  const atMs = report.atMs ?? committed?.atMs ?? null;
  if (atMs === null) return { stale: null, staleWhy: 'not known: the report does not say when it was made' };
  const own = new Set(paths);
  const newer = new Set<string>();
  for (const commit of commits) {
    // A clock that runs ahead by a second is no newer code.
    if (commit.atMs <= atMs + 1_000) continue;
    for (const path of commit.files) if (own.has(path)) newer.add(path);
  }
  const when = `${new Date(atMs).toISOString().slice(0, 16)}Z`;
  const made = report.atMs === null ? `was committed at ${when}` : `was made at ${when}`;
  if (newer.size === 0) return { stale: false, staleWhy: `it ${made}; no commit since changed a file of it` };
  const [first = ''] = newer;
  return { stale: true, staleWhy: `it ${made}; ${newer.size} of its files have newer commits, such as ${first}` };
}
