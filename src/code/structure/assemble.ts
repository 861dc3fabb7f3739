import { HISTORY_UNREAD, readHistory } from '../history/history.ts';
import type { ImportGraph } from '../imports/import-graph.ts';
import type { OperationContext } from '../operations/context.ts';
import { rankEntries } from '../operations/overview/entry-order.ts';
import { listGuides } from '../operations/overview/guides.ts';
import { readManifests } from '../operations/overview/manifests.ts';
import type { EntryPoint } from '../operations/overview.types.ts';
import type { DataRow, RouteRow, Structure, StructureAspect, StructureInput } from '../operations/structure.types.ts';
import type { ProjectFiles } from '../source/project-files.ts';
import { findRepository } from '../source/repository.ts';
import type { Source, SourceListing } from '../source/source.ts';
import { strayRows } from './communities.ts';
import { cycleRows } from './cycle-rows.ts';
import { externalRows, standardRows } from './externals.ts';
import { firstRows } from './facts.ts';
import { flowRows } from './flows.ts';
import { type Focus, holdsEntry, makeFocus } from './focus.ts';
import { historyFacts, STRUCTURE_COMMITS_MAX } from './history-facts.ts';
import { impactFacts } from './impact.ts';
import { makeModuleGraph } from './module-graph.ts';
import { moduleFacts, usedRows } from './module-rows.ts';
import { MODULES_MAX, type Module, splitModules } from './modules.ts';
import { questionFacts } from './question.ts';
import { readTexts, type TextFacts } from './read-texts.ts';
import { ROUTE_FRAMEWORKS } from './routes.ts';
import { type Scope, scopeFacts, unitsIn } from './scope.ts';
import { serviceRows } from './services.ts';
import type { UnitGraph } from './unit-graph.ts';

/** What the parts of an answer share. */
export interface Reading {
  readonly input: StructureInput;
  readonly context: OperationContext;
  readonly source: Source;
  readonly listing: SourceListing;
  readonly files: ProjectFiles;
  readonly imports: ImportGraph;
  readonly graph: UnitGraph;
  readonly scope: Scope | null;
  readonly focus: Focus;
  /** The state to compare with; null when none was asked for. */
  readonly earlier: Source | null;
  /** Told when the time was over before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

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

function inFocus<Row extends { readonly file: string }>({ holds }: Focus, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ file }) => holds(file));
}

/** Whether one of the aspects was asked for. */
function wants({ input }: Pick<Reading, 'input'>, ...aspects: readonly StructureAspect[]): boolean {
  return aspects.some((aspect) => input.aspects.includes(aspect));
}

function countGraph({ unresolved, notRead }: ImportGraph, graph: UnitGraph): Structure['counts'] {
  const code = graph.units.filter(({ kind }) => kind !== 'asset');
  const isOwn = new Set(graph.ownUnits);
  const types = graph.edges.filter(({ use, from, to }) => use === 'type' && isOwn.has(from) && isOwn.has(to));
  return {
    units: graph.ownUnits.length,
    testUnits: code.length - graph.ownUnits.length,
    edges: graph.own.length,
    typeEdges: types.length,
    unresolved: unresolved.length,
    lost: unresolved.filter(({ owner }) => owner !== null).length,
    notRead,
  };
}

type GraphFacts = Pick<
  Structure,
  | 'modules'
  | 'edges'
  | 'layers'
  | 'apart'
  | 'violations'
  | 'places'
  | 'cycles'
  | 'strays'
  | 'used'
  | 'externals'
  | 'standard'
>;

/** What the import graph alone tells. */
function graphFacts(reading: Reading): GraphFacts {
  const { focus, graph } = reading;
  const imports = { ...reading.imports, externals: inFocus(focus, reading.imports.externals) };
  const hasModules = wants(reading, 'overview', 'modules', 'layers');
  const chosen = hasModules ? chooseModules(reading) : [];
  const modules = hasModules ? moduleFacts(graph, makeModuleGraph(graph, chosen)) : NO_MODULES;
  const hasExternals = wants(reading, 'overview', 'external');
  return {
    ...modules,
    cycles: wants(reading, 'overview', 'cycles') ? firstRows(cycleRows(graph, focus)) : null,
    strays: wants(reading, 'overview', 'modules') ? firstRows(strayRows(graph, chosen, focus)) : null,
    used: wants(reading, 'overview', 'modules') ? firstRows(usedRows(graph, focus)) : null,
    externals: hasExternals ? firstRows(externalRows(imports)) : null,
    standard: hasExternals ? standardRows(imports) : [],
  };
}

const NO_MODULES = { modules: null, edges: null, layers: null, apart: [], violations: null, places: null } as const;

/** Share of the modules that shows a folder in focus; the rest shows what lies around it. */
const INSIDE_MAX = 16;

/** Parts of the whole; around a folder in focus the rest of the project is shown coarsely. */
function chooseModules({ graph, scope }: Reading) {
  const degrees = new Map<number, number>();
  for (const { from, to } of graph.own) for (const unit of [from, to]) degrees.set(unit, (degrees.get(unit) ?? 0) + 1);
  const weightOf = (unit: number): number => 1 + (degrees.get(unit) ?? 0);
  const split = (chosen: readonly number[], modulesMax: number) =>
    splitModules({ units: graph.units, chosen, modulesMax, weightOf });
  const inside = new Set(scope?.kind === 'folder' ? unitsIn(graph, scope) : []);
  const own = graph.ownUnits.filter((unit) => inside.has(unit));
  if (own.length === 0) return split(graph.ownUnits, MODULES_MAX);
  const others = graph.ownUnits.filter((unit) => !inside.has(unit));
  const around = split(others, MODULES_MAX - INSIDE_MAX);
  return [...split(own, INSIDE_MAX), ...around.map((module) => withoutScope(module, scope?.path ?? ''))];
}

/** A folder around the one in focus is shown without it, and its name says so. */
function withoutScope(module: Module, path: string): Module {
  const isAround = module.label.endsWith('/') && (module.label === './' || path.startsWith(module.label));
  return isAround ? { ...module, label: `${module.label} without ${path}/` } : module;
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
): Promise<Pick<Structure, 'entryPoints' | 'routes' | 'routeFrameworks' | 'data' | 'flows'>> {
  const entries = wants(reading, 'overview', 'entry_points', 'flows') ? await readEntryPoints(reading, texts) : null;
  const { focus } = reading;
  const routes = inFocus(focus, texts?.routes ?? []).map((route): RouteRow => ({ ...route, known: 'import' }));
  const data = inFocus(focus, texts?.data ?? []).map(
    (fact): DataRow => ({ ...fact, line: fact.names[0]?.line ?? null }),
  );
  return {
    entryPoints: entries !== null && wants(reading, 'overview', 'entry_points') ? firstRows(entries) : null,
    routes: wants(reading, 'overview', 'routes') ? firstRows(routes) : null,
    routeFrameworks: ROUTE_FRAMEWORKS,
    data: wants(reading, 'overview', 'data') ? firstRows(data) : null,
    flows:
      entries !== null && wants(reading, 'flows')
        ? firstRows(flowRows(reading.graph, entries, reading.input.depth))
        : null,
  };
}

async function readServices(reading: Reading, texts: TextFacts | null): Promise<Structure['services']> {
  if (!wants(reading, 'overview', 'external')) return null;
  return firstRows(await serviceRows(reading.files, reading.imports.externals, texts?.addresses ?? [], reading.focus));
}

async function readEntryPoints({ files, focus }: Reading, texts: TextFacts | null): Promise<readonly EntryPoint[]> {
  const sheet = await readManifests(files);
  return rankEntries([...sheet.entryPoints, ...(texts?.mains ?? [])]).filter((entry) => holdsEntry(focus, entry));
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
  if (history === null) {
    gap(HISTORY_UNREAD);
    return null;
  }
  if (history.limit === 'bytes' || history.limit === 'time') {
    gap(`the history was walked up to the bound of ${history.limit}: ${history.commits.length} commits`);
  }
  return historyFacts(history, graph, { linesOf: (file) => texts?.lines.get(file) ?? null, focus: reading.focus });
}

/** Records of decisions by folder and name; the title is the first heading. */
async function readDecisions(reading: Reading): Promise<Structure['decisions']> {
  if (!wants(reading, 'overview', 'decisions')) return null;
  const { files, focus } = reading;
  const records = files.entries.filter(({ path }) => isDecision(path) && focus.holds(path));
  const guides = await listGuides({ ...files, entries: records });
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

/** In a folder of records, and none of the files about them. */
function isDecision(path: string): boolean {
  return (
    /(?:^|\/)(?:adr|adrs|decisions)\/[^/]+$/i.test(path) && !/(?:^|\/)(?:README|index|template)\.[a-z]+$/i.test(path)
  );
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
  const languages = Object.entries(reading.imports.notRead).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (languages.length > 0) {
    const list = languages.map(([language, count]) => `${language} ${count}`).join(', ');
    sentences.push(`imports of files in languages that are not read: ${list}`);
  }
  return sentences;
}
