import { plural } from '../../base/plural.ts';
import { HISTORY_UNREAD, type History, historyGap, readHistory } from '../history/history.ts';
import { buildImportGraph } from '../imports/build-import-graph.ts';
import type { OperationContext } from '../questions/context.ts';
import type {
  Counted,
  FrameworkFact,
  TestsFound,
  TestsInput,
  TestsOutput,
  TestsPart,
} from '../questions/tests.types.ts';
import { limitText } from '../source/listing.ts';
import { makeProjectFiles } from '../source/project-files.ts';
import { findRepository } from '../source/repository.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { SourceEntry, SourceListing } from '../source/source.ts';
import { detectFrameworks } from '../test-evidence/frameworks.ts';
import { changedTarget } from '../test-evidence/map/changed-target.ts';
import { makeChangeCounts } from '../test-evidence/map/co-changes.ts';
import { findGaps } from '../test-evidence/map/gaps.ts';
import { TEST_LIMITS } from '../test-evidence/map/limits.ts';
import { findLinks, type LinkInput } from '../test-evidence/map/links.ts';
import { makeReachMap } from '../test-evidence/map/reach.ts';
import { projectTarget, resolveTarget } from '../test-evidence/map/resolve-target.ts';
import { isLeftOut, type ProjectScan, scanProject } from '../test-evidence/map/scan-project.ts';
import type { Target } from '../test-evidence/map/target.ts';
import { asBase } from '../text/paths.ts';
import { openEarlier } from './open-earlier.ts';
import { type ChangedFiles, changedFiles } from './structure/changed-files.ts';
import type { Asking } from './tests/asking.ts';
import { commandsOf } from './tests/commands-of.ts';
import { coverageOf } from './tests/coverage-of.ts';
import { failuresOf } from './tests/failures-of.ts';
import { qualityOf } from './tests/quality-of.ts';

/**
 * Says which tests are tied to code, what of it no test names, what may be wrong with tests, and how to run them: by
 * reading alone, nothing is run. Until the deadline; what was not read is noted, and the status is `partial`.
 */
export async function tests(input: TestsInput, context: OperationContext): Promise<TestsOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { outcome: 'no_source', problem: opened.error };
  const source = opened.value;
  const listing = await source.list(context.signal);
  const base = asBase(input.prefix);
  const entries = listing.entries.filter(({ path }) => path.startsWith(base));
  const scan = await scanProject({ source, entries, context });
  const found = await findTarget({ input, context, source, listing, scan });
  if ('outcome' in found) return found;
  const files = makeProjectFiles(
    source,
    listing.entries.filter(({ kind }) => kind === 'file'),
    '',
  );
  const asking: Asking = { input, context, source, listing, scan, files, target: found.target, base };
  return await answer(asking, found.notes);
}

type Finding = Pick<Asking, 'input' | 'context' | 'source' | 'listing' | 'scan'>;
type Refused = Exclude<TestsOutput, TestsFound>;

async function findTarget(
  finding: Finding,
): Promise<Refused | { readonly target: Target; readonly notes: readonly string[] }> {
  const { input, listing, scan } = finding;
  const place = { scan, entries: listing.entries, prefix: input.prefix };
  if (input.since !== null) return await diffTarget(finding, input.since);
  if (input.target === null) return { target: projectTarget(place), notes: [] };
  const resolved = resolveTarget(place, input.target);
  if (resolved.outcome === 'target') return { target: resolved.target, notes: [] };
  if (resolved.outcome === 'ambiguous') return resolved;
  return { ...resolved, searched: scan.files.size };
}

async function diffTarget(
  { input, context, source, listing, scan }: Finding,
  since: string,
): ReturnType<typeof findTarget> {
  const earlier = await openEarlier(context, input.source, since);
  if (!earlier.ok) return { outcome: 'no_source', problem: earlier.error };
  const listed = await earlier.value.list(context.signal);
  const base = asBase(input.prefix);
  // Files of credentials are not read, and so not compared.
  const filesOf = ({ entries }: SourceListing): readonly SourceEntry[] =>
    entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base) && !isSecretPath(path));
  const states = { earlier: earlier.value, now: source, earlierFiles: filesOf(listed), nowFiles: filesOf(listing) };
  const compared = await changedFiles({ ...states, ...context });
  const differing = new Map(
    compared.changed.flatMap(({ file, change, moved }): readonly (readonly [string, string | null])[] =>
      change === 'deleted' ? [] : [[file, change === 'added' ? null : (moved?.from ?? file)]],
    ),
  );
  const target = await changedTarget({ before: earlier.value, after: source, differing, scan, since });
  return { target, notes: changeNotes(since, compared) };
}

/** How many files differ, and what was not compared. */
function changeNotes(since: string, { changed, notCompared, notPaired }: ChangedFiles): readonly string[] {
  const of = (kind: ChangedFiles['changed'][number]['change']): readonly string[] =>
    changed.flatMap(({ file, change }) => (change === kind ? [file] : []));
  const removed = of('deleted');
  const gone = removed.length === 0 ? '' : ` (${removed.slice(0, 5).join(', ')}${removed.length > 5 ? ', …' : ''})`;
  const moved = of('moved').length === 0 ? '' : `, ${of('moved').length} moved`;
  return [
    `since ${since}: ${of('changed').length} files changed, ${of('added').length} added, ${removed.length} removed${gone}${moved}`,
    ...(notCompared === 0 ? [] : [`${plural(notCompared, 'file')} could not be compared with ${since}`]),
    ...(notPaired === 0
      ? []
      : [`${plural(notPaired, 'file')}, new or gone since ${since}, not compared: told as that even if moved`]),
  ];
}

async function answer(asking: Asking, said: readonly string[]): Promise<TestsFound> {
  const { input, scan, source, target, files } = asking;
  const history = await historyOf(asking);
  const links = await linkInput(asking, history);
  const parts = await answerParts(asking, links);
  const coverage = input.coverage === null ? null : await coverageOf(asking, links, history);
  const output = input.testOutput === null ? null : await failuresOf(asking, input.testOutput);
  const { quality, commands, ...lists } = parts;
  const frameworks = await frameworksOf(asking);
  const notes = [
    ...said,
    ...leftOutNotes(asking),
    ...scan.notes,
    ...(quality?.notes ?? []),
    ...(commands?.notes ?? []),
    ...files.gaps(),
  ];
  return {
    outcome: 'found',
    status: isPartial(asking) || quality?.isComplete === false ? 'partial' : 'ok',
    identity: source.identity,
    target: describeTarget(target),
    frameworks,
    counts: countTests(scan),
    ...lists,
    quality: quality === null ? null : { ...counted(quality.rows), byKind: quality.byKind },
    coverage,
    commands: commands?.rows ?? null,
    output,
    notes: [...new Set([...notes, ...limitNotes(asking)])],
  };
}

/** The lists that were asked for; the others are null. */
async function answerParts(asking: Asking, links: LinkInput) {
  const { input, target, files } = asking;
  const wants = (part: TestsPart): boolean => input.parts.includes(part);
  // A project as a whole is tied to all of its tests: only its gaps are worth a list.
  const isWhole = target.kind === 'project';
  const needsTied = wants('tests') || wants('command') || wants('quality');
  const { links: tied, left } = !isWhole && needsTied ? findLinks(links, target) : { links: [], left: 0 };
  if (left > 0) files.gap(`${plural(left, 'test file was', 'test files were')} not tied: the time was over`);
  const gaps = wants('gaps') ? findGaps(links, target) : null;
  return {
    tests: wants('tests') && !isWhole ? counted(tied) : null,
    gaps: gaps === null ? null : { ...counted(gaps.rows), publicSymbols: gaps.publicSymbols },
    quality: wants('quality') ? await qualityOf(asking, tied) : null,
    commands: wants('command') ? await commandsOf(asking, tied) : null,
  };
}

function isPartial({ scan, listing, context }: Asking): boolean {
  return !scan.isComplete || listing.limit !== null || performance.now() > context.deadlineAtMs;
}

/** What is asked about and was not scanned: that no test is tied to it would be false. */
function leftOutNotes({ target: { kind, name, files }, base }: Asking): readonly string[] {
  const asked = [base, ...(kind === 'directory' ? [name] : files.map(({ path }) => path))];
  const first = asked.find(isLeftOut);
  return first === undefined
    ? []
    : [`${first} lies among code of others or of builds, which is not looked through: its tests are not known`];
}

function limitNotes({ listing }: Asking): readonly string[] {
  return listing.limit === null ? [] : [limitText(listing.limit)];
}

function describeTarget({ kind, name, files, testFiles }: Target): TestsFound['target'] {
  return {
    kind,
    name,
    files: files.map(({ path }) => path).slice(0, TEST_LIMITS.rowsMax),
    testFiles: testFiles.slice(0, TEST_LIMITS.rowsMax),
    symbols: files.reduce((sum, { symbols }) => sum + symbols.length, 0),
  };
}

function counted<Row>(rows: readonly Row[]): Counted<Row> {
  return { rows: rows.slice(0, TEST_LIMITS.rowsMax), total: rows.length };
}

/** Null for a folder without git, and where git could not walk the history, which is noted as what a walk left out is. */
async function historyOf({ source, input, listing, context, files }: Asking): Promise<History | null> {
  const { commit } = source.identity;
  const repository = commit === null ? null : await findRepository(input.source.location);
  if (commit === null || repository === null) return null;
  const paths = new Set(listing.entries.map(({ path }) => path));
  const history = await readHistory({
    repository,
    commit,
    base: '',
    has: (path) => paths.has(path),
    commitsMax: TEST_LIMITS.commitsMax,
    signal: context.signal,
  });
  const unknown = history === null ? `${HISTORY_UNREAD}; what changed together is not known` : historyGap(history);
  if (unknown !== null) files.gap(unknown);
  return history;
}

async function linkInput(
  { source, listing, context, scan, files }: Asking,
  history: History | null,
): Promise<LinkInput> {
  const graph = await buildImportGraph({
    source,
    entries: listing.entries,
    base: '',
    signal: context.signal,
    deadlineAtMs: context.deadlineAtMs,
  });
  for (const gap of graph.gaps) files.gap(`imports: ${gap}`);
  return {
    scan,
    reach: makeReachMap(graph),
    changes: history === null ? null : makeChangeCounts(history.commits),
    hasTime: () => performance.now() < context.deadlineAtMs,
  };
}

function countTests(scan: ProjectScan): TestsFound['counts'] {
  let cases = 0;
  let inner = 0;
  let benchmarks = 0;
  for (const { tests: facts } of scan.testFiles.values()) {
    for (const { kind, parent } of facts.cases) {
      if (kind === 'suite') continue;
      cases += 1;
      if (kind === 'benchmark') benchmarks += 1;
      if (parent !== null && facts.cases[parent]?.kind !== 'suite') inner += 1;
    }
  }
  return { testFiles: scan.testFiles.size, cases, inner, benchmarks, unread: scan.unread };
}

/** What manifests name, then what only test files show, each once. */
async function frameworksOf({ files, scan }: Asking): Promise<readonly FrameworkFact[]> {
  const found = new Map<string, FrameworkFact>();
  for (const fact of await detectFrameworks(files)) if (!found.has(fact.name)) found.set(fact.name, fact);
  for (const { tests: facts } of scan.testFiles.values()) {
    for (const fact of facts.frameworks) if (!found.has(fact.name)) found.set(fact.name, fact);
  }
  return [...found.values()];
}
