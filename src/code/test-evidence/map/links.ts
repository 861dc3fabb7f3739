import { compareTexts } from '../../../base/compare-texts.ts';
import type { CaseAt, LinkEvidence, TestLink } from '../../questions/tests.types.ts';
import {
  callLink,
  makeNameCounts,
  type NameCounts,
  type NamedSymbols,
  type NameUses,
  symbolsByName,
} from './call-links.ts';
import { changedWordsLink, rareWords } from './changed-words.ts';
import { type ChangeCounts, FILES_OF_COMMIT_MAX } from './co-changes.ts';
import { TEST_LIMITS } from './limits.ts';
import { makeNameLinks, type Weighed } from './name-links.ts';
import type { Reach, ReachMap } from './reach.ts';
import type { ProjectScan, TestFile } from './scan-project.ts';
import type { Target } from './target.ts';

/** What links are found in. */
export interface LinkInput {
  readonly scan: ProjectScan;
  readonly reach: ReachMap;
  /** Null where there is no history. */
  readonly changes: ChangeCounts | null;
  readonly hasTime: () => boolean;
}

/** What ties tests to a target. */
export interface TiedTests {
  /** The test files that something ties to the target, the best tied first. */
  readonly links: readonly TestLink[];
  /** Test files that were not looked at, since the time was over. */
  readonly left: number;
}

/** Looks at each test file until the time is over. */
export function findLinks(input: LinkInput, target: Target): TiedTests {
  const weighing = weighingOf(input, target);
  const links: TestLink[] = [];
  let left = 0;
  for (const test of input.scan.testFiles.values()) {
    if (!input.hasTime()) {
      left += 1;
      continue;
    }
    const link = linkOf(test, weighing);
    if (link !== null) links.push(link);
  }
  links.sort((a, b) => b.confidence - a.confidence || compareTexts(a.file, b.file));
  // What imports the file of a symbol need not use the symbol; only where nothing names it is that the best there is.
  const named = target.kind === 'symbol' ? links.filter(({ evidence }) => evidence.some(isAboutSymbol)) : [];
  return { links: named.length > 0 ? named : links, left };
}

function weighingOf(input: LinkInput, target: Target): Weighing {
  const { scan, reach, changes } = input;
  const paths = target.files.map(({ path }) => path);
  const counts = makeNameCounts(scan.files, scan.testFiles, target);
  return {
    ...input,
    target,
    paths: new Set(paths),
    testFiles: new Set(target.testFiles),
    counts,
    named: symbolsByName(target),
    rare: rareWords(target, counts),
    reached: reach.reach(paths),
    together: changes?.together(paths) ?? null,
    nameLink: makeNameLinks([...scan.testFiles.keys()], target),
  };
}

function isAboutSymbol({ kind }: LinkEvidence): boolean {
  return kind === 'call' || kind === 'name' || kind === 'self';
}

interface Weighing extends LinkInput {
  readonly target: Target;
  /** Of the files of the target, and of test files among them. */
  readonly paths: ReadonlySet<string>;
  readonly testFiles: ReadonlySet<string>;
  readonly counts: NameCounts;
  readonly named: NamedSymbols;
  readonly rare: ReturnType<typeof rareWords>;
  readonly reached: ReadonlyMap<string, Reach>;
  readonly nameLink: ReturnType<typeof makeNameLinks>;
  readonly together: ReturnType<ChangeCounts['together']> | null;
}

function linkOf(test: TestFile, weighing: Weighing): TestLink | null {
  const { target, counts } = weighing;
  if (weighing.testFiles.has(test.path)) return selfLink(test, target);
  const imported = importLink(test, weighing);
  const named = weighing.nameLink(test.path);
  const isReached = imported !== null || test.isWhole === false;
  const called = callLink(test, weighing.named, { counts, isReached });
  const changed = changeLink(test, weighing);
  const worded = changedWordsLink(test, weighing.rare, counts);
  // A name used where no import leads to its file may well be another's.
  const doubt = imported === null && weighing.reach.isKnown(test.path) ? 0.5 : 1;
  const parts: Weighed[] = [
    ...(called === null ? [] : [{ evidence: called.evidence, weight: called.weight * doubt }]),
    ...[imported, named, changed, worded].filter((part) => part !== null),
  ];
  if (parts.length === 0) return null;
  parts.sort((a, b) => b.weight - a.weight);
  const miss = parts.reduce((left, { weight }) => left * (1 - Math.min(weight, 0.95)), 1);
  return {
    file: test.path,
    ...boundedCases(called === null ? [] : casesOf(test, called, counts)),
    // That two files changed together says nothing of what one of them covers.
    covers: imported === null && named === null && called === null ? [] : coversOf(target, called, counts),
    evidence: parts.map(({ evidence }) => evidence),
    confidence: Math.round((1 - miss) * 100) / 100,
    hops: hopsOf(test, weighing),
  };
}

function hopsOf(test: TestFile, { reached, paths }: Weighing): number | null {
  if (paths.has(test.path)) return 0;
  return reached.get(test.path)?.hops ?? null;
}

function boundedCases(cases: readonly CaseAt[]): Pick<TestLink, 'cases' | 'casesTotal'> {
  return { cases: cases.slice(0, TEST_LIMITS.casesMax), casesTotal: cases.length };
}

function selfLink(test: TestFile, target: Target): TestLink {
  return {
    file: test.path,
    ...boundedCases(test.tests.cases.filter(({ kind }) => kind !== 'suite').map(({ name, line }) => ({ name, line }))),
    covers: [],
    evidence: [{ kind: 'self', detail: target.selfWhy }],
    confidence: 1,
    hops: 0,
  };
}

/** An import of the target, or one that leads to it; tests in the file itself need none. */
function importLink(test: TestFile, { reached, paths, reach }: Weighing): Weighed | null {
  if (!test.isWhole && paths.has(test.path)) {
    return { evidence: { kind: 'import', detail: 'its test module stands in the file itself' }, weight: 0.6 };
  }
  const found = reached.get(test.path);
  if (found === undefined) return null;
  // A test of one thing imports that; one that imports twenty is about none of them.
  const focus = 1 / Math.sqrt(Math.max(1, reach.imports(test.path)));
  const weight = found.hops === 1 ? 0.12 + 0.38 * focus : found.hops === 2 ? 0.05 + 0.12 * focus : 0.04;
  return { evidence: { kind: 'import', detail: importText(test, found) }, weight };
}

function importText(test: TestFile, { hops, edge, to }: Reach): string {
  const isOwn = edge.file === test.path;
  // Of a Go package's tests one file has the import, and all are compiled with it.
  if (!isOwn && edge.kind === 'same_package') return `is a test of the package ${to.path}`;
  const place = isOwn ? `at line ${edge.line}` : `at ${edge.file}:${edge.line}`;
  const verb = IMPORT_VERBS[edge.kind] ?? 'imports';
  const how = isOwn ? verb : `is of a package that ${verb}`;
  if (hops === 1) return `${how} ${to.path} ${place}`;
  const further = hops === 2 ? '1 more import leads' : `${hops - 1} more imports lead`;
  return `${how} ${to.path} ${place}, from which ${further} to the target`;
}

const IMPORT_VERBS: Partial<Record<Reach['edge']['kind'], string>> = { same_package: 'uses', declares: 'takes in' };

/** Commits that changed the test with the target. One of them may be chance. */
function changeLink(test: TestFile, { together, changes, paths }: Weighing): Weighed | null {
  const both = together?.counts.get(test.path) ?? 0;
  if (together === null || changes === null || both === 0) return null;
  if (paths.has(test.path)) return null;
  const ofTarget = both / (together.of + 3);
  const ofTest = both / (changes.small(test.path) + 3);
  const weight = Math.min(0.7, 0.65 * ofTest + 0.75 * ofTarget);
  const commits = `commits of at most ${FILES_OF_COMMIT_MAX} files that still exist, the target among them`;
  const detail = `changed in ${both} of the ${together.of} ${commits} (of the newest ${changes.commits})`;
  return { evidence: { kind: 'cochange', detail }, weight };
}

/** The innermost cases around the uses. */
function casesOf(test: TestFile, called: NameUses, counts: NameCounts): readonly CaseAt[] {
  const uses = telling(called, counts);
  const cases = test.tests.cases.filter(({ kind }) => kind !== 'suite');
  const found = new Map<number, CaseAt>();
  for (const { line } of uses.flatMap(({ lines }) => lines)) {
    const around = cases.findLast((one) => one.line <= line && one.endLine >= line);
    if (around !== undefined) found.set(around.line, { name: around.name, line: around.line });
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** Without the names that most test files have, such as `get`, unless there are no others: those say nothing of the target. */
function telling({ uses }: NameUses, { testFiles, testsWith }: NameCounts): NameUses['uses'] {
  const rare = uses.filter(({ symbol }) => testFiles < 5 || testsWith(symbol.name) <= testFiles * 0.4);
  return rare.length > 0 ? rare : uses;
}

function coversOf({ files }: Target, called: NameUses | null, counts: NameCounts): readonly string[] {
  if (called === null) return files.length === 1 ? files.map(({ path }) => path) : [];
  const names = telling(called, counts).map(({ symbol }) => symbol.path);
  return [...new Set(names)].slice(0, TEST_LIMITS.coversMax);
}
