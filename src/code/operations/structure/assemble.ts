import { compareTexts } from '../../../base/compare-texts.ts';
import { plural } from '../../../base/plural.ts';
import { HISTORY_UNREAD, historyGap, isLastingHistory, readHistory } from '../../history/history.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import type { Structure } from '../../questions/structure.types.ts';
import type { DataRow, RouteRow } from '../../questions/structure-rows.types.ts';
import type { Route } from '../../routes/route-code.ts';
import { ROUTE_FRAMEWORKS } from '../../routes/routes.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { isSampleBelow, type ProjectFiles } from '../../source/project-files.ts';
import { findRepository } from '../../source/repository.ts';
import { DATA_KINDS } from '../../structure/data-models.ts';
import { firstRows } from '../../structure/facts.ts';
import { flowRows } from '../../structure/flows.ts';
import { holdsEntry, makeFocus } from '../../structure/focus.ts';
import { countGraph, graphFacts } from '../../structure/graph-facts.ts';
import { historyFacts, STRUCTURE_COMMITS_MAX } from '../../structure/history-facts.ts';
import { inFocus, type Reading, wants } from '../../structure/reading.ts';
import { scopeFacts } from '../../structure/scope.ts';
import { serviceRows } from '../../structure/services.ts';
import { rankEntries } from '../overview/entry-order.ts';
import { entriesWithin } from '../overview/entry-parts.ts';
import type { FactSheet } from '../overview/fact-sheet.ts';
import { listGuides } from '../overview/guides.ts';
import { asideText, readManifests } from '../overview/manifests.ts';
import { impactFacts } from './impact.ts';
import { questionFacts } from './question.ts';
import { readTexts, type TextFacts } from './read-texts.ts';

/** What a state of a source says by itself, whatever question is asked of it and with which other it is compared. */
export async function describeState(asked: Omit<Reading, 'focus'>): Promise<Structure> {
  const reading: Reading = { ...asked, focus: makeFocus(asked.graph, asked.scope) };
  const { focus, imports, graph, scope, source, files } = reading;
  const texts = await readWantedTexts(reading);
  return {
    status: 'ok',
    identity: source.identity,
    files: files.entries.length,
    counts: countGraph(imports, graph),
    unresolved: firstRows(
      inFocus(focus, imports.unresolved).map(({ owner: _, ...row }) => ({ ...row, known: 'import' })),
    ),
    ...graphFacts(reading),
    history: await readHistoryFacts(reading, texts),
    ...(await textFacts(reading, texts)),
    joins: await readJoins(reading),
    services: await readServices(reading, texts),
    decisions: await readDecisions(reading),
    impact: null,
    scope: scope === null ? null : scopeFacts(graph, scope, imports.unresolved),
    question: null,
    notKnown: [],
    gaps: files.gaps(),
  };
}

/** Everything that was asked for, from what the state says by itself. */
export async function assemble(reading: Omit<Reading, 'focus'>, state: Structure): Promise<Structure> {
  const { input, source, files, context } = reading;
  const { question } = input;
  for (const gap of state.gaps) files.gap(gap);
  const answer: Structure = {
    ...state,
    impact: await readImpact(reading),
    question:
      question === null
        ? null
        : await questionFacts({ ...reading, ...input, selector: input.source, source, question }),
    notKnown: notKnown(reading),
    gaps: files.gaps(),
  };
  // Whatever was cut by the time makes the answer a part of what there is.
  return performance.now() > context.deadlineAtMs ? { ...answer, status: 'partial' } : answer;
}

/** One pass over the texts, and only where an aspect needs it. */
async function readWantedTexts(reading: Reading): Promise<TextFacts | null> {
  const { source, files, context } = reading;
  if (!wants(reading, 'overview', 'entry_points', 'routes', 'data', 'hotspots', 'flows', 'external')) return null;
  return await readTexts({ source, entries: files.entries, context, gap: files.gap });
}

async function textFacts(
  reading: Reading,
  texts: TextFacts | null,
): Promise<Pick<Structure, 'entryPoints' | 'routes' | 'routeFrameworks' | 'data' | 'dataKinds' | 'flows'>> {
  const entries = wants(reading, 'overview', 'entry_points', 'flows') ? await readEntryPoints(reading, texts) : null;
  const { focus } = reading;
  const routes = routeRows(inFocus(focus, texts?.routes ?? []), reading.files.base);
  const data = inFocus(focus, texts?.data ?? []).map(
    (fact): DataRow => ({ ...fact, line: fact.names[0]?.line ?? null }),
  );
  return {
    entryPoints: entries !== null && wants(reading, 'overview', 'entry_points') ? firstRows(entries) : null,
    routes: wants(reading, 'overview', 'routes') ? firstRows(routes) : null,
    routeFrameworks: ROUTE_FRAMEWORKS,
    dataKinds: DATA_KINDS,
    data: wants(reading, 'overview', 'data') ? firstRows(data) : null,
    flows:
      entries !== null && wants(reading, 'flows')
        ? firstRows(flowRows(reading.graph, entries, reading.input.depth))
        : null,
  };
}

/** Those of the program first: what examples, documents and templates show is asked of nobody who runs it. */
function routeRows(routes: readonly Route[], base: string): readonly RouteRow[] {
  const isAside = ({ file }: Route): boolean =>
    roleOfPath(file.slice(base.length)) !== 'source' || isSampleBelow(base, file);
  const rows = routes.map((route): RouteRow => ({ ...route, isAside: isAside(route), known: 'import' }));
  return [...rows.filter((row) => !row.isAside), ...rows.filter((row) => row.isAside)];
}

async function readServices(reading: Reading, texts: TextFacts | null): Promise<Structure['services']> {
  if (!wants(reading, 'overview', 'external')) return null;
  const { files, imports, focus } = reading;
  // A part of the project itself that is not here, such as one that is sold, is no service outside.
  const { entryPoints } = await manifestsOf(files);
  const own = new Set(entryPoints.flatMap(({ kind, name }) => (kind === 'library' ? [name] : [])));
  const externals = imports.externals.filter(({ name }) => !own.has(name));
  return firstRows(await serviceRows(files, externals, texts?.addresses ?? [], focus));
}

async function readEntryPoints({ files, focus }: Reading, texts: TextFacts | null): Promise<readonly EntryPoint[]> {
  const sheet = await manifestsOf(files);
  const aside = asideText(sheet);
  if (aside !== null) files.gap(aside);
  const entries = rankEntries(sheet.entryPoints, texts?.mains ?? [], sheet.builds);
  return entriesWithin(entries, (entry) => holdsEntry(focus, entry));
}

/** Several lists are told of what the manifests say. */
const readSheets = new WeakMap<ProjectFiles, Promise<FactSheet>>();

async function manifestsOf(files: ProjectFiles): Promise<FactSheet> {
  const sheet = readSheets.get(files) ?? readManifests(files);
  readSheets.set(files, sheet);
  return await sheet;
}

/** With a scope, those that go from it or to it; what is for development alone comes last. */
async function readJoins({ files, focus, ...reading }: Reading): Promise<Structure['joins']> {
  if (!wants(reading, 'overview', 'modules')) return null;
  const { joins } = await manifestsOf(files);
  const held = joins.filter(({ from, to }) => focus.holds(from) || focus.holds(to));
  return firstRows(held.toSorted((a, b) => Number(a.scope === 'dev') - Number(b.scope === 'dev')));
}

async function readHistoryFacts(reading: Reading, texts: TextFacts | null): Promise<Structure['history']> {
  const { source, files, graph, context, input } = reading;
  if (!wants(reading, 'overview', 'hotspots')) return null;
  const { commit } = source.identity;
  const repository = commit === null ? null : await findRepository(input.source.location);
  if (commit === null || repository === null) return null;
  const { base, has, gap } = files;
  const { signal } = context;
  const history = await readHistory({
    repository,
    commit,
    base,
    has,
    commitsMax: STRUCTURE_COMMITS_MAX,
    followsRenames: true,
    signal,
  });
  if (!isLastingHistory(history)) reading.onTimeOver();
  const unknown = history === null ? HISTORY_UNREAD : historyGap(history);
  if (unknown !== null) gap(unknown);
  if (history === null) return null;
  return historyFacts(history, graph, {
    linesOf: (file) => texts?.lines.get(file) ?? null,
    files: files.entries.map(({ path }) => path),
    programs: texts?.programs ?? new Map(),
    focus: reading.focus,
  });
}

/** Records of decisions by folder and name; the title is the first heading. */
async function readDecisions(reading: Reading): Promise<Structure['decisions']> {
  if (!wants(reading, 'overview', 'decisions')) return null;
  const { files, focus } = reading;
  const records = files.entries.filter(({ path }) => isDecision(path) && focus.holds(path));
  const guides = await listGuides({ ...files, entries: records }, 'records of decisions');
  const rows = guides
    .filter(({ kind }) => kind === 'decision')
    .map(({ file, headings: [first] }) => ({
      file,
      title: first?.text ?? null,
      line: first?.line ?? null,
      known: 'name' as const,
    }));
  return firstRows(rows);
}

/** Files about records: where they begin, what a new one is made from, and a page that is called as their folder. */
const ABOUT_RECORDS =
  /(?:^|\/)(?:README|index|overview|adrs?|decisions|(?:\d{1,5}[-_])?(?:adr[-_])?template)\.[a-z]+$/i;

/** In a folder of records, and none of the files about them. */
function isDecision(path: string): boolean {
  return /(?:^|\/)(?:adr|adrs|decisions)\/[^/]+$/i.test(path) && !ABOUT_RECORDS.test(path);
}

async function readImpact(reading: Omit<Reading, 'focus'>): Promise<Structure['impact']> {
  const { input, files, source, earlier } = reading;
  if (earlier === null) return null;
  const since = input.since ?? '';
  const { base, gap } = files;
  return await impactFacts({
    ...reading,
    since,
    selector: input.source,
    earlier,
    now: source,
    base,
    depth: input.depth,
    gap,
  });
}

/** What was asked for and has no answer here. */
function notKnown(reading: Omit<Reading, 'focus'>): readonly string[] {
  const { input, source, graph, scope } = reading;
  const sentences: string[] = [];
  if (wants(reading, 'impact') && input.since === null && scope === null) {
    sentences.push('impact: not known without since (a ref to compare with) or scope (what would change)');
  }
  if (wants(reading, 'overview', 'hotspots') && source.identity.commit === null) {
    sentences.push('hotspots: not known, since there is no git history');
  }
  if (scope?.kind === 'file' && graph.unitOf(scope.path) === null) {
    sentences.push(`imports of ${scope.path}: not known, its language is not read for imports`);
  }
  const beyond = beyondText(reading);
  if (beyond !== null) sentences.push(beyond);
  const languages = Object.entries(reading.imports.notRead).sort(([a, x], [b, y]) => y - x || compareTexts(a, b));
  if (languages.length > 0) {
    const list = languages.map(([language, count]) => `${language} ${count}`).join(', ');
    sentences.push(`imports of files in languages that are not read: ${list}`);
  }
  return sentences;
}

/** Who asks about a folder alone is told nothing of what it imports from the rest of the project, nor who imports it. */
function beyondText(reading: Omit<Reading, 'focus'>): string | null {
  const { base } = reading.files;
  if (base === '' || !wants(reading, 'overview', 'modules', 'layers', 'external', 'impact')) return null;
  const { outward } = reading.imports;
  const importing = new Set(outward.map(({ file }) => file)).size;
  const known = importing === 0 ? '' : ` (imports of ${plural(importing, 'file')} lead there)`;
  return `what joins ${base} with the rest of the project${known}: ask about the whole with scope ${base.slice(0, -1)}`;
}
