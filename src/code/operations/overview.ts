import { MIB } from '../../base/units.ts';
import type { OperationContext } from '../questions/context.ts';
import type {
  ActivityFacts,
  CommandFact,
  NamedFact,
  OverviewInput,
  OverviewOutput,
  OverviewPart,
  TaskFile,
} from '../questions/overview.types.ts';
import { findPrograms } from '../search/programs.ts';
import { limitText } from '../source/listing.ts';
import type { ProjectFiles } from '../source/project-files.ts';
import { findRepository } from '../source/repository.ts';
import type { Source, SourceListing } from '../source/source.ts';
import { byDepth, depthOf } from '../text/paths.ts';
import { type Activity, readActivity } from './overview/activity.ts';
import { listConventions } from './overview/conventions.ts';
import { rankEntries } from './overview/entry-order.ts';
import { withoutParts } from './overview/entry-parts.ts';
import { emptySheet, type FactSheet } from './overview/fact-sheet.ts';
import { filesBelow } from './overview/files-below.ts';
import { firstOfName, listFrameworks } from './overview/frameworks.ts';
import { listGuides } from './overview/guides.ts';
import { listLicences } from './overview/licence.ts';
import { OVERVIEW_LIMITS } from './overview/limits.ts';
import { asideText, readManifests } from './overview/manifests.ts';
import { type PartVotes, votesOfPart } from './overview/map/part-votes.ts';
import { type MapVotes, makeSymbolMap } from './overview/map/symbol-map.ts';
import { type Survey, surveySources, weighSurvey } from './overview/survey.ts';
import { rankForTask } from './overview/task.ts';
import { listTree } from './overview/tree.ts';
import { makeMemory, stateKeyOf } from './remembered.ts';

/** Answers that a thread remembers: each at most some hundred KiB. Half of the calls of a session ask again. */
const rememberOverview = makeMemory<OverviewOutput>(16);
const rememberActivity = makeMemory<Activity>(16);
/** Bytes of surveys that a thread remembers: a project of a thousand files takes some 5 MB. */
const SURVEYS_BYTES_MAX = 24 * MIB;
/** A part is a thousand files at most. */
const rememberPart = makeMemory<PartVotes | null>(4);
const rememberSurvey = makeMemory<Survey>(SURVEYS_BYTES_MAX, weighSurvey);

/**
 * Says what a project is made of, each statement with the file that proves it. The same tree gives the same answer:
 * nothing depends on the wall clock, and what is too large to be read whole is measured otherwise, not sampled.
 */
export async function overview(input: OverviewInput, context: OperationContext): Promise<OverviewOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { status: opened.error };
  const source = opened.value;
  let isWhole = true;
  const onPassing = (): void => {
    isWhole = false;
  };
  const compute = (): Promise<OverviewOutput> => describeSource(input, context, { source, onPassing });
  const state = stateKeyOf(source);
  if (state === null) return await compute();
  const key = JSON.stringify([input, state]);
  return await rememberOverview({ key, deadlineAtMs: context.deadlineAtMs, compute, isLasting: () => isWhole });
}

async function describeSource(
  input: OverviewInput,
  context: OperationContext,
  asked: Pick<Reading, 'source' | 'onPassing'>,
): Promise<OverviewOutput> {
  const { source } = asked;
  const listing = await source.list(context.signal);
  const { files, below, base } = filesBelow(source, listing, input.prefix);
  // Of what has not been listed nothing is said: `none` would be false.
  if (below.length === 0 && listing.limit === 'listing') return { status: 'being_listed' };
  if (below.length === 0 && base !== '') return { status: 'empty_prefix' };
  noteLimit(files, listing);
  const { languages, mains, taskFiles, map, guides, activity } = await readSources({ input, context, files, ...asked });
  const { parts } = input;
  const sheet = await readSheet(files, parts);
  const entryPoints = rankEntries(sheet.entryPoints, mains, sheet.builds).map(withoutParts);
  return {
    status: 'ok',
    identity: source.identity,
    files: files.entries.length,
    symlinks: below.filter(({ kind }) => kind === 'symlink').length,
    submodules: below.filter(({ kind }) => kind === 'submodule').length,
    languages,
    packages: sheet.packages,
    packageManagers: nearestOfName(sheet.managers),
    versions: sheet.versions,
    manifests: bounded(files, 'manifests', rankManifests(sheet.manifests)),
    frameworks: frameworksOf(files, sheet),
    licences: parts.includes('summary') ? await listLicences(files) : [],
    commands: bounded(files, 'commands', topFirst(sheet.commands)),
    entryPoints: bounded(files, 'entry points', entryPoints),
    dependencies: bounded(files, 'dependencies', sheet.dependencies),
    totals: {
      manifests: sheet.manifests.length,
      commands: sheet.commands.length,
      otherScripts: sheet.otherScripts,
      entryPoints: entryPoints.length,
      dependencies: sheet.dependencies.length,
    },
    tree: parts.includes('tree') ? listTree(files, input.depth) : [],
    guides: parts.includes('guides') ? bounded(files, 'guides', guides) : [],
    conventions: parts.includes('guides') ? await listConventions(files) : [],
    activity: parts.includes('activity') ? activity : null,
    taskFiles,
    map,
    gaps: files.gaps(),
  };
}

/** What manifests say, where any of the parts needs it. */
async function readSheet(files: ProjectFiles, parts: OverviewInput['parts']): Promise<FactSheet> {
  const needsManifests = (['summary', 'commands', 'entry_points', 'deps'] as const).some((part) =>
    parts.includes(part),
  );
  const sheet = needsManifests ? await readManifests(files) : emptySheet();
  const aside = asideText(sheet);
  if (aside !== null) files.gap(aside);
  return sheet;
}

/** One package of a project that uses another is not built with a framework. */
function frameworksOf(files: ProjectFiles, sheet: FactSheet): ReturnType<typeof listFrameworks> {
  // Of RSpec a suite of another framework may use the mocks alone.
  const hasSpecs = files.entries.some(({ path }) => path.endsWith('_spec.rb'));
  const own = new Set(sheet.entryPoints.flatMap(({ kind, name }) => (kind === 'library' ? [name] : [])));
  const asked = sheet.dependencies.filter(
    (one) => !own.has(one.name) && !sheet.pulledIn.has(one) && (hasSpecs || !/^rspec/.test(one.name)),
  );
  return listFrameworks(asked, sheet.frameworks, sheet.packed);
}

/** One manager may be said by several files; the nearest to the top says enough, and goes first. */
function nearestOfName(facts: readonly NamedFact[]): readonly NamedFact[] {
  return firstOfName(facts.toSorted((a, b) => depthOf(a.file) - depthOf(b.file)));
}

/** A file of CI that by its name builds and tests, beside others that label issues. */
const CHECKING = /(?:^|\/)(?:ci|tests?|main|build)[^/]*$/;

/** Those at the top first, then that there is CI, the packages below, and the rest of CI. */
function rankManifests(facts: readonly NamedFact[]): readonly NamedFact[] {
  const ci = facts.filter(({ name }) => name === 'CI');
  const first = ci.find(({ file }) => CHECKING.test(file)) ?? ci[0];
  const rank = (fact: NamedFact): number => {
    if (fact.name === 'CI') return fact === first ? 1 : 3;
    return depthOf(fact.file) === 0 ? 0 : 2;
  };
  return [...facts].sort((a, b) => rank(a) - rank(b) || byDepth(a.file, b.file));
}

/** What the reading of an overview shares. */
interface Reading {
  readonly input: OverviewInput;
  readonly context: OperationContext;
  readonly source: Source;
  readonly files: ProjectFiles;
  /** Told when the history was not all there: another time there may be more. */
  readonly onPassing: () => void;
}

/** Everything that needs the contents of sources and guides, or the history; a task needs all of it. */
async function readSources(reading: Reading) {
  const { input, context, source, files, onPassing } = reading;
  const wants = (part: OverviewPart): boolean => input.parts.includes(part);
  const { task } = input;
  const isRead = task !== null || wants('map') || wants('summary') || wants('entry_points');
  const survey = isRead ? await surveyOf(reading) : null;
  const guides = task !== null || wants('guides') ? await listGuides(files) : [];
  const activity = task !== null || wants('activity') ? await activityOf(reading) : null;
  const { signal, deadlineAtMs } = context;
  const asked = { source, selector: input.source, signal, deadlineAtMs, files, guides, activity, onPassing };
  const taskFiles = task === null ? null : await rankForTask(task, asked);
  const votes = survey === null || !wants('map') ? null : await votesFor(reading, survey, taskFiles ?? []);
  const map = votes === null ? null : makeSymbolMap(votes, task, taskFiles ?? []);
  return { languages: survey?.languages ?? null, mains: survey?.mains ?? [], taskFiles, map, guides, activity };
}

/** What the sources tell; for each task of the same state of a source it is the same. */
async function surveyOf({ input, context, source, files }: Reading): Promise<Survey> {
  const { signal, deadlineAtMs } = context;
  const wantsVotes = input.parts.includes('map');
  const compute = (): Promise<Survey> => surveySources({ source, files, signal, deadlineAtMs, wantsVotes });
  const state = stateKeyOf(source);
  const key = JSON.stringify([input.source, state, input.prefix, wantsVotes]);
  const asked = { key, deadlineAtMs, boundMs: OVERVIEW_LIMITS.countingMs, compute, isLasting: () => true };
  const survey = state === null ? await compute() : await rememberSurvey(asked);
  for (const gap of survey.gaps) files.gap(gap);
  return survey;
}

/** The votes of all source files, or of a part of too many; null, with a gap, where there was no room or no time even for that. */
async function votesFor(
  { input, context, source, files }: Reading,
  survey: Survey,
  taskFiles: readonly TaskFile[],
): Promise<MapVotes | null> {
  if (survey.votes !== null) return { votes: survey.votes, part: null };
  if (files.entries.length > OVERVIEW_LIMITS.mappedFilesMax) {
    files.gap(`no map of symbols: more than ${OVERVIEW_LIMITS.mappedFilesMax} files`);
    return null;
  }
  const { signal, deadlineAtMs } = context;
  const around = taskFiles.map(({ file }) => file);
  const compute = (): Promise<PartVotes | null> => votesOfPart({ source, files, signal, deadlineAtMs, around });
  const state = stateKeyOf(source);
  const key = JSON.stringify([input.source, state, input.prefix, around]);
  const asked = { key, deadlineAtMs, boundMs: Number.POSITIVE_INFINITY, compute, isLasting: isFound };
  const found = state === null ? await compute() : await rememberPart(asked);
  if (found === null) files.gap('no map of symbols: the time was over');
  return found;
}

function isFound(part: PartVotes | null): boolean {
  return part !== null;
}

/** What the history says; for each task of the same state of a source it is the same. */
async function activityOf({ input, context, source, files, onPassing }: Reading): Promise<ActivityFacts | null> {
  const { commit } = source.identity;
  if (commit === null) return null;
  const { deadlineAtMs } = context;
  const compute = async (): Promise<Activity> => {
    const repository = await findRepository(input.source.location);
    if (repository === null) return { facts: null, gaps: [], isLasting: true };
    const { signal } = context;
    // What is remembered tells its gaps to each who asks.
    const noted: string[] = [];
    const gap = (text: string): void => void noted.push(text);
    const programs = await findPrograms({ source, entries: files.entries, deadlineAtMs, signal, gap });
    const activity = await readActivity({ repository, commit, files, programs, signal });
    return { ...activity, gaps: [...noted, ...activity.gaps] };
  };
  const state = stateKeyOf(source);
  const key = JSON.stringify([input.source.location, input.prefix, state]);
  const keeps = (answer: Activity): boolean => answer.isLasting;
  const { facts, gaps, isLasting } =
    state === null ? await compute() : await rememberActivity({ key, deadlineAtMs, compute, isLasting: keeps });
  if (!isLasting) onPassing();
  for (const gap of gaps) files.gap(gap);
  return facts;
}

/** Where some are cut, those of the top are not cut for those of packages. */
function topFirst(commands: readonly CommandFact[]): readonly CommandFact[] {
  if (commands.length <= OVERVIEW_LIMITS.rowsMax) return commands;
  return commands.toSorted((a, b) => levelOf(a.directory) - levelOf(b.directory));
}

/** Folders that a directory is below the top. */
function levelOf(directory: string): number {
  return directory === '' ? 0 : depthOf(directory) + 1;
}

function noteLimit(files: ProjectFiles, listing: SourceListing): void {
  if (listing.limit === null) return;
  files.gap(`${limitText(listing.limit)}; what lies beyond is not known`);
}

function bounded<Row>(files: ProjectFiles, name: string, rows: readonly Row[]): readonly Row[] {
  if (rows.length <= OVERVIEW_LIMITS.rowsMax) return rows;
  files.gap(`${rows.length} ${name} were found; the first ${OVERVIEW_LIMITS.rowsMax} are given`);
  return rows.slice(0, OVERVIEW_LIMITS.rowsMax);
}
