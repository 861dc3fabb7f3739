import { shortestPath } from './cycles.ts';
import { pathOf } from './facts.ts';
import { reachedFrom } from './reach.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** From one unit to another along imports, by their paths; without steps where there is no way. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly steps: readonly UnitEdge[];
}

/**
 * Ways along imports, tests left out, whichever direction has one, else from what uses both. What is used at run time
 * goes first: by way of mere types and declarations (`mod x;`) nothing runs, and they lead only where nothing else does.
 */
export function waysBetween(graph: UnitGraph, files: readonly string[]): readonly Way[] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  const own = graph.edges.filter(({ from, to, use }) => use !== 'test' && !isTest(from) && !isTest(to));
  const running = own.filter(({ use }) => use === 'value');
  // Of ways that are equally long the one that more of which runs comes first.
  const layers = [running, [...running, ...own.filter(({ use }) => use !== 'value')]];
  const ways = new Map<string, Way>();
  // Two files of one Go package have one way between them and a third.
  const told = new Set<string>();
  for (const [index, from] of files.entries()) {
    for (const to of files.slice(index + 1)) {
      const [a, b] = [graph.unitOf(from), graph.unitOf(to)];
      if (a === null || b === null || a === b || told.has(`${a} ${b}`)) continue;
      told.add(`${a} ${b}`).add(`${b} ${a}`);
      for (const way of wayBetween(graph, layers, pairOf(graph, a, b))) ways.set(`${way.from}\0${way.to}`, way);
    }
  }
  return [...ways.values()];
}

/** Two units with their paths. */
interface Pair {
  readonly a: number;
  readonly b: number;
  readonly from: string;
  readonly to: string;
}

/** What imports join is the package of a file of Go: the file that was found may import nothing itself. */
function pairOf({ units }: UnitGraph, a: number, b: number): Pair {
  return { a, b, from: pathOf(units, a), to: pathOf(units, b) };
}

/** By the first edges that join the two; one without steps where none do. */
function wayBetween(graph: UnitGraph, layers: readonly (readonly UnitEdge[])[], pair: Pair): readonly Way[] {
  for (const edges of layers) {
    const ways = wayAlong(graph, edges, pair);
    if (ways.length > 0) return ways;
  }
  return [{ from: pair.from, to: pair.to, steps: [] }];
}

/** From the one to the other, else back, else from what uses both. */
function wayAlong(graph: UnitGraph, edges: readonly UnitEdge[], pair: Pair): readonly Way[] {
  const { a, b, from, to } = pair;
  const there = shortestPath(edges, a, b);
  if (there !== null) return [{ from, to, steps: there }];
  const back = shortestPath(edges, b, a);
  return back === null ? waysFromBoth(graph, edges, pair) : [{ from: to, to: from, steps: back }];
}

/** The ways from the nearest unit that uses both; none where there is none. */
function waysFromBoth(graph: UnitGraph, edges: readonly UnitEdge[], { a, b, from, to }: Pair): readonly Way[] {
  const hops = (start: number): ReadonlyMap<number, number> =>
    new Map(reachedFrom({ ...graph, edges }, [start]).map(({ unit, hop }) => [unit, hop]));
  const [toA, toB] = [hops(a), hops(b)];
  const shared = [...toA].flatMap(([unit, hop]) => {
    const other = toB.get(unit);
    return other === undefined ? [] : [{ unit, hops: hop + other }];
  });
  const [nearest] = shared.sort((one, other) => one.hops - other.hops || one.unit - other.unit);
  if (nearest === undefined) return [];
  const user = pathOf(graph.units, nearest.unit);
  return [
    { from: user, to: from, steps: shortestPath(edges, nearest.unit, a) ?? [] },
    { from: user, to, steps: shortestPath(edges, nearest.unit, b) ?? [] },
  ];
}
