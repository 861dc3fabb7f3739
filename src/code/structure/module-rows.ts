import { compareTexts } from '../../base/compare-texts.ts';
import type { Structure } from '../questions/structure.types.ts';
import type { EdgeRow, ModuleRow, UsedRow } from '../questions/structure-rows.types.ts';
import { edgesInto, firstRows, pathOf } from './facts.ts';
import { type Focus, NO_FOCUS } from './focus.ts';
import type { ModuleEdge, ModuleGraph } from './module-graph.ts';
import { pageRank } from './page-rank.ts';
import { targetsOf, type UnitGraph } from './unit-graph.ts';

/** Modules, what joins them, their layers and the violations, as rows. */
export function moduleFacts(
  graph: UnitGraph,
  modules: ModuleGraph,
): Pick<Structure, 'modules' | 'edges' | 'layers' | 'apart' | 'byTypes' | 'violations' | 'places'> {
  const label = (module: number): string => modules.modules[module]?.label ?? '';
  const row = (edge: ModuleEdge): EdgeRow => {
    const { places, typePlaces, file, line, known } = edge;
    return { from: label(edge.from), to: label(edge.to), places, typePlaces, file, line, known };
  };
  const heaviest = [...modules.edges].sort(
    (a, b) => b.places - a.places || b.typePlaces - a.typePlaces || a.from - b.from || a.to - b.to,
  );
  const sum = (edges: readonly ModuleEdge[]): number => edges.reduce((total, { places }) => total + places, 0);
  return {
    modules: firstRows(moduleRows(graph, modules)),
    edges: firstRows(heaviest.map(row)),
    layers: modules.layers.map((layer) => layer.map(label)),
    apart: modules.apart.map(label),
    byTypes: modules.byTypes.map((row) => ({ ...row, module: label(row.module) })),
    violations: firstRows(modules.violations.map(row)),
    places: { all: sum(modules.edges), against: sum(modules.violations) },
  };
}

/** From the top layer down; modules apart come last. */
function moduleRows(graph: UnitGraph, { modules, edges, layers }: ModuleGraph): readonly ModuleRow[] {
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map((module) => [module, index + 1] as const)));
  const used = edges.filter(({ places }) => places > 0);
  const into = edgesInto(graph.own);
  const rows = modules.map(({ label, units }, module): ModuleRow => {
    const parts = units.flatMap((unit) => graph.units[unit] ?? []);
    return {
      module: label,
      layer: layerOf.get(module) ?? null,
      files: parts.reduce((total, { files }) => total + files.length, 0),
      lines: parts.reduce((total, { lines }) => total + lines, 0),
      uses: used.filter(({ from }) => from === module).length,
      usedBy: used.filter(({ to }) => to === module).length,
      mostUsed: mostUsed(graph, units, into),
      file: parts[0]?.files[0] ?? '',
    };
  });
  const last = layers.length + 1;
  return rows.sort((a, b) => (a.layer ?? last) - (b.layer ?? last) || compareTexts(a.module, b.module));
}

function mostUsed(
  { units }: UnitGraph,
  members: readonly number[],
  into: ReturnType<typeof edgesInto>,
): ModuleRow['mostUsed'] {
  const counted = members.map((unit) => ({ unit, edges: into.get(unit) ?? [] }));
  const [best] = counted.sort((a, b) => b.edges.length - a.edges.length || a.unit - b.unit);
  const [edge] = best?.edges ?? [];
  if (best === undefined || edge === undefined) return null;
  const { file, line, known } = edge;
  return { path: pathOf(units, best.unit), users: best.edges.length, file, line, known };
}

/**
 * Units by how much is built on them: PageRank times the logarithm of the number of users, since what a much used file
 * alone uses would come next to it. The proof is one of the imports. Those in focus, by what all use of them.
 */
export function usedRows(graph: UnitGraph, { holdsUnit }: Pick<Focus, 'holdsUnit'> = NO_FOCUS): readonly UsedRow[] {
  const byTypes = edgesInto(graph.ownTypes);
  const ranks = pageRank(targetsOf(graph.units.length, graph.own));
  const scored = [...edgesInto(graph.own)].map(([unit, edges]) => {
    return { unit, edges, score: (ranks[unit] ?? 0) * Math.log(1 + edges.length) };
  });
  const ranked = scored.filter(({ unit }) => holdsUnit(unit)).sort((a, b) => b.score - a.score || a.unit - b.unit);
  return ranked.flatMap(({ unit, edges }) => {
    const [edge] = edges;
    if (edge === undefined) return [];
    const { file, line, known } = edge;
    const users = { users: edges.length, typeUsers: byTypes.get(unit)?.length ?? 0 };
    return [{ path: pathOf(graph.units, unit), ...users, lines: graph.units[unit]?.lines ?? 0, file, line, known }];
  });
}
