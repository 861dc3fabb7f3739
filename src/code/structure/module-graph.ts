import type { Module } from './modules.ts';
import { type ArcOrder, orderByArcs, type WeightedArc } from './order.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** One module uses another. Ends are indexes into the modules. */
export interface ModuleEdge {
  readonly from: number;
  readonly to: number;
  /** Places of unit edges of use at run time; 0 when nothing but types is used. */
  readonly places: number;
  /** Places of unit edges that are about types alone. */
  readonly typePlaces: number;
  /** Pairs of units that the edge stands for. */
  readonly pairs: number;
  /** One place of all that says so: of use at run time where there is one, the first by path and line. */
  readonly file: string;
  readonly line: number;
  readonly known: UnitEdge['known'];
}

/** Modules with what joins them. Tests are in none of them. */
export interface ModuleGraph {
  readonly modules: readonly Module[];
  readonly edges: readonly ModuleEdge[];
  /** Modules by layer, users above: an edge leads downwards, but for the violations. */
  readonly layers: readonly (readonly number[])[];
  /** Modules that edges of types alone join with others. */
  readonly byTypes: readonly TypeJoin[];
  /** Modules that no edge joins with another. */
  readonly apart: readonly number[];
  /** Edges that lead upwards, those with the most places first. */
  readonly violations: readonly ModuleEdge[];
}

/** A module that is in no layer, since nothing but types joins it with others; with one place of all that says so. */
export interface TypeJoin extends Pick<ModuleEdge, 'file' | 'line' | 'known'> {
  readonly module: number;
  /** Modules of which it uses types, and that use types of it. */
  readonly uses: number;
  readonly usedBy: number;
}

/** Joins unit edges to edges between modules and puts the modules in layers. */
export function makeModuleGraph(graph: UnitGraph, modules: readonly Module[]): ModuleGraph {
  const edges = joinModuleEdges(graph, modules);
  const used = edges.filter(({ places }) => places > 0);
  const arcs = used.map(({ from, to, places }): WeightedArc => ({ from, to, weight: Math.log(1 + places) }));
  const order = orderByArcs(modules.length, arcs);
  const isBack = new Set(order.back.map(({ from, to }) => `${from} ${to}`));
  const violations = used.filter(({ from, to }) => isBack.has(`${from} ${to}`));
  const joined = new Set(used.flatMap(({ from, to }) => [from, to]));
  const left = [...modules.keys()].filter((module) => !joined.has(module));
  const byTypes = left.flatMap((module) => typeJoin(edges, module) ?? []);
  const isByTypes = new Set(byTypes.map(({ module }) => module));
  return {
    modules,
    edges,
    layers: layersOf(order, arcs, (module) => joined.has(module)),
    byTypes,
    apart: left.filter((module) => !isByTypes.has(module)),
    violations: violations.sort((a, b) => b.places - a.places || a.from - b.from || a.to - b.to),
  };
}

/** Null for a module that no edge joins with another. */
function typeJoin(edges: readonly ModuleEdge[], module: number): TypeJoin | null {
  const [uses, usedBy] = [edges.filter(({ from }) => from === module), edges.filter(({ to }) => to === module)];
  const [proof] = [...uses, ...usedBy];
  if (proof === undefined) return null;
  const { file, line, known } = proof;
  return { module, uses: uses.length, usedBy: usedBy.length, file, line, known };
}

function joinModuleEdges({ edges }: UnitGraph, modules: readonly Module[]): readonly ModuleEdge[] {
  const moduleOf = new Map(modules.flatMap(({ units }, module) => units.map((unit) => [unit, module] as const)));
  const pairs = new Map<string, { from: number; to: number; edges: UnitEdge[] }>();
  for (const edge of edges) {
    const [from, to] = [moduleOf.get(edge.from), moduleOf.get(edge.to)];
    // A mere declaration is how a tree of files is put together, not a use; and tests are in no module.
    if (edge.use === 'declares' || edge.use === 'test') continue;
    if (from === undefined || to === undefined || from === to) continue;
    const pair = pairs.get(`${from} ${to}`);
    if (pair) pair.edges.push(edge);
    else pairs.set(`${from} ${to}`, { from, to, edges: [edge] });
  }
  const joined = [...pairs.values()].map((pair) => joinEdge(pair.from, pair.to, pair.edges));
  return joined.sort((a, b) => a.from - b.from || a.to - b.to);
}

function joinEdge(from: number, to: number, edges: readonly UnitEdge[]): ModuleEdge {
  const rank = ({ use, known }: UnitEdge): number => (use === 'value' ? 0 : 2) + (known === 'import' ? 0 : 1);
  const [first] = [...edges].sort(
    (a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  );
  const sum = (use: UnitEdge['use']): number =>
    edges.reduce((total, edge) => total + (edge.use === use ? edge.count : 0), 0);
  return {
    from,
    to,
    places: sum('value'),
    typePlaces: sum('type'),
    pairs: edges.length,
    file: first?.file ?? '',
    line: first?.line ?? 0,
    known: first?.known ?? 'import',
  };
}

/**
 * Layers from the top: a module lies one above the highest that it uses, violations left out. So two modules of one
 * layer do not use each other in the order's direction.
 */
function layersOf(
  { order, back }: ArcOrder,
  arcs: readonly WeightedArc[],
  isJoined: (module: number) => boolean,
): readonly (readonly number[])[] {
  const isBack = new Set(back);
  const heights = new Map<number, number>();
  for (const module of [...order].reverse()) {
    const below = arcs.filter((arc) => arc.from === module && !isBack.has(arc));
    heights.set(module, Math.max(0, ...below.map(({ to }) => 1 + (heights.get(to) ?? 0))));
  }
  const levels = [...new Set(heights.values())].sort((a, b) => b - a);
  const layers = levels.map((level) =>
    [...heights].flatMap(([module, height]) => (height === level && isJoined(module) ? [module] : [])),
  );
  return layers.filter(({ length }) => length > 0).map((layer) => layer.sort((a, b) => a - b));
}
