import { plural } from '../../base/plural.ts';
import type { ImportGraph } from '../imports/import-graph.ts';
import type { Structure } from '../questions/structure.types.ts';
import { strayRows } from './communities.ts';
import { cycleRows } from './cycle-rows.ts';
import { externalRows, standardRows, withoutFixtures } from './externals.ts';
import { firstRows } from './facts.ts';
import { makeModuleGraph } from './module-graph.ts';
import { moduleFacts, usedRows } from './module-rows.ts';
import { MODULES_MAX, type Module, splitModules } from './modules.ts';
import { inFocus, type Reading, wants } from './reading.ts';
import { isOfProject, unitsIn } from './scope.ts';
import type { UnitGraph } from './unit-graph.ts';

type GraphFacts = Pick<
  Structure,
  | 'modules'
  | 'edges'
  | 'layers'
  | 'apart'
  | 'byTypes'
  | 'violations'
  | 'places'
  | 'cycles'
  | 'strays'
  | 'used'
  | 'externals'
  | 'standard'
>;

/** What the import graph alone tells. */
export function graphFacts(reading: Reading): GraphFacts {
  const { focus, graph, context } = reading;
  const hasTime = (): boolean => performance.now() < context.deadlineAtMs;
  const hasModules = wants(reading, 'overview', 'modules', 'layers');
  const chosen = hasModules ? chooseModules(reading) : [];
  const modules = hasModules ? moduleFacts(graph, makeModuleGraph(graph, chosen)) : NO_MODULES;
  const hasExternals = wants(reading, 'overview', 'external');
  const imports = hasExternals ? ownExternals(reading) : { ...reading.imports, externals: [] };
  return {
    ...modules,
    cycles: wants(reading, 'overview', 'cycles') ? firstRows(cycleRows(graph, focus, hasTime)) : null,
    strays: wants(reading, 'overview', 'modules') ? firstRows(strayRows(graph, chosen, focus)) : null,
    used: wants(reading, 'overview', 'modules') ? firstRows(usedRows(graph, focus)) : null,
    externals: hasExternals ? firstRows(externalRows(imports)) : null,
    standard: hasExternals ? standardRows(imports) : [],
  };
}

/** The imports with what is used from outside: of fixtures only where they are asked for. */
function ownExternals({ imports, scope, focus, files }: Reading): ImportGraph {
  if (scope !== null) return { ...imports, externals: inFocus(focus, imports.externals) };
  const { kept, languages, packages } = withoutFixtures(imports);
  if (packages > 0)
    files.gap(`${plural(packages, 'package')} that only fixtures import left out, in ${languages.join(', ')}`);
  return { ...imports, externals: kept };
}

const NO_MODULES = {
  modules: null,
  edges: null,
  layers: null,
  apart: [],
  byTypes: [],
  violations: null,
  places: null,
} as const;

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

/** How many units and imports there are, and how many lead nowhere. */
export function countGraph({ unresolved, notRead }: ImportGraph, graph: UnitGraph): Structure['counts'] {
  const code = graph.units.filter(({ kind }) => kind !== 'asset');
  const lost = unresolved.filter(isOfProject);
  const isInTest = (file: string): boolean => graph.units[graph.unitOf(file) ?? -1]?.isTest === true;
  return {
    units: graph.ownUnits.length,
    testUnits: code.length - graph.ownUnits.length,
    files: code.reduce((sum, { files }) => sum + files.length, 0),
    edges: graph.own.length,
    typeEdges: graph.ownTypes.length,
    unresolved: unresolved.length,
    lost: lost.length,
    lostInCode: lost.filter(({ file }) => !isInTest(file)).length,
    notRead,
  };
}
