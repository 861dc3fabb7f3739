import { findComponents } from './components.ts';
import { targetsOf, type UnitEdge, type UnitGraph } from './unit-graph.ts';

/** Units that all reach each other by imports. */
export interface Cycle {
  /** Indexes of the units, two or more. */
  readonly units: readonly number[];
  /** A shortest way round: each edge leads to the next, the last to the first. */
  readonly round: readonly UnitEdge[];
  /** The edge whose removal leaves the smallest cycles; of equals the one with the fewest places. */
  readonly cut: UnitEdge;
  /** Units of the largest cycle that is left when `cut` is gone; 0 when none is. */
  readonly leftAfterCut: number;
  /** Whether every edge was tried as the cut: in a huge cycle only the cheapest are. */
  readonly isCutExact: boolean;
  /**
   * Units of the largest cycle that is left without the imports that wait for a function to be called, empty when none
   * is: then only those close it. Null where the cycle has no such imports.
   */
  readonly withoutDeferred: readonly number[] | null;
}

/**
 * Work for all cuts together, some second: edges tried times edges walked. Each cycle has half of what those before it
 * left, so that a huge one does not take it from all others.
 */
const CUT_WORK_MAX = 8_000_000;

/**
 * Cycles of use at run time between units that are no tests, the largest first. When the time is over or the work is done,
 * only the cheapest edge of each is tried.
 */
export function findCycles(graph: UnitGraph, hasTime: () => boolean = () => true): readonly Cycle[] {
  const components = findComponents(targetsOf(graph.units.length, graph.own)).filter(({ length }) => length > 1);
  const componentOf = new Map(components.flatMap((units, index) => units.map((unit) => [unit, index] as const)));
  const inner: UnitEdge[][] = components.map(() => []);
  for (const edge of graph.own) {
    const component = componentOf.get(edge.from);
    if (component !== undefined && component === componentOf.get(edge.to)) inner[component]?.push(edge);
  }
  const largestFirst = components
    .map((units, index) => ({ units, edges: inner[index] ?? [] }))
    .sort((a, b) => b.units.length - a.units.length || (a.units[0] ?? 0) - (b.units[0] ?? 0));
  const effort: Effort = { left: CUT_WORK_MAX, hasTime };
  return largestFirst.flatMap(({ units, edges }) => describe(units, edges, effort) ?? []);
}

/** What may still be done for cuts. */
interface Effort {
  left: number;
  readonly hasTime: () => boolean;
}

function describe(units: readonly number[], edges: readonly UnitEdge[], effort: Effort): Cycle | null {
  const local = new Map(units.map((unit, index) => [unit, index]));
  const ends = edges.map(({ from, to }) => [local.get(from) ?? 0, local.get(to) ?? 0] as const);
  const cheap = [...edges.keys()].sort((a, b) => compareEdges(edges[a], edges[b]));
  const triedMax = Math.max(1, Math.floor(effort.left / 2 / Math.max(1, edges.length)));
  let best = { index: cheap[0] ?? 0, left: units.length + 1 };
  let tried = 0;
  // No edge can do better than leave none, and those behind have no fewer places.
  while (best.left > 0 && tried < cheap.length && (tried === 0 || (tried < triedMax && effort.hasTime()))) {
    const index = cheap[tried] ?? 0;
    const left = largestWithout(units.length, ends, index);
    if (left < best.left) best = { index, left };
    tried += 1;
  }
  effort.left = Math.max(0, effort.left - tried * edges.length);
  const cut = edges[best.index];
  if (cut === undefined) return null;
  const round = shortestRound(edges, cut);
  const isCutExact = best.left === 0 || tried === cheap.length;
  return { units, round, cut, leftAfterCut: best.left, isCutExact, withoutDeferred: withoutDeferred(units, edges) };
}

/** The largest cycle of what is imported when files are loaded; null where that is all. */
function withoutDeferred(units: readonly number[], edges: readonly UnitEdge[]): readonly number[] | null {
  const eager = edges.filter(({ isDeferred }) => !isDeferred);
  if (eager.length === edges.length) return null;
  const local = new Map(units.map((unit, index) => [unit, index]));
  const below = units.map((): number[] => []);
  for (const { from, to } of eager) below[local.get(from) ?? 0]?.push(local.get(to) ?? 0);
  const left = findComponents(below).filter(({ length }) => length > 1);
  const largest = left.reduce<readonly number[]>((a, b) => (b.length > a.length ? b : a), []);
  return largest.flatMap((index) => units[index] ?? []);
}

/** Fewest places first. */
function compareEdges(a: UnitEdge | undefined, b: UnitEdge | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.count - b.count || a.from - b.from || a.to - b.to;
}

/** Size of the largest cycle without one edge; 0 when there is none. */
function largestWithout(nodes: number, ends: readonly (readonly [number, number])[], without: number): number {
  const below = Array.from({ length: nodes }, (): number[] => []);
  for (const [index, [from, to]] of ends.entries()) if (index !== without) below[from]?.push(to);
  const largest = Math.max(...findComponents(below).map(({ length }) => length));
  return largest > 1 ? largest : 0;
}

/** A shortest way round through an edge: there is one, since the edge lies in a cycle. */
function shortestRound(edges: readonly UnitEdge[], through: UnitEdge): readonly UnitEdge[] {
  const path = shortestPath(edges, through.to, through.from) ?? [];
  return [through, ...path];
}

/** A shortest way along edges, the first ones in their order; null when there is none, empty from a unit to itself. */
export function shortestPath(edges: readonly UnitEdge[], from: number, to: number): readonly UnitEdge[] | null {
  const leaving = Map.groupBy(edges, (edge) => edge.from);
  const came = new Map<number, UnitEdge | null>([[from, null]]);
  const queue = [from];
  for (let at = 0; at < queue.length && !came.has(to); at++) {
    for (const edge of leaving.get(queue[at] ?? -1) ?? []) {
      if (came.has(edge.to)) continue;
      came.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  if (!came.has(to)) return null;
  const path: UnitEdge[] = [];
  for (let edge = came.get(to) ?? null; edge !== null; edge = came.get(edge.from) ?? null) path.unshift(edge);
  return path;
}
