import { pathOf } from './facts.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** A file that gives out what is in its folder, or the headers by which C and C++ do. */
const FACADE = /(?:^|\/)(?:index|mod|lib|main|__init__|package-info)\.[a-z]+$|(?:^|\/)include\//;

/** Whether a unit is there to give others what is in its folder or its package. */
export function isFacade({ units }: Pick<UnitGraph, 'units'>, unit: number): boolean {
  return units[unit]?.isGivenOut === true || FACADE.test(pathOf(units, unit));
}

/** Files that give out others, through which one unit is followed to what it uses by them. */
const FOLLOWED_MAX = 50;

/**
 * Tells whether one unit imports another, be it by an index that gives that out: who asks a package for a name means the
 * file that has it.
 */
export function makeJoins(graph: UnitGraph): (from: number, to: number) => boolean {
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);
  const edges = new Set(graph.edges.map(({ from, to }) => `${from} ${to}`));
  const known = new Map<number, readonly number[]>();
  return (from, to) => {
    const through = known.get(from) ?? facadesFrom(graph, leaving, from);
    known.set(from, through);
    return through.some((one) => edges.has(`${one} ${to}`));
  };
}

/** A unit, and what it asks for others, nearest first. */
function facadesFrom(
  graph: UnitGraph,
  leaving: ReadonlyMap<number, readonly UnitEdge[]>,
  unit: number,
): readonly number[] {
  const found = new Set([unit]);
  // A set tells what is added while it is walked.
  for (const one of found) {
    if (found.size > FOLLOWED_MAX) break;
    for (const { to } of leaving.get(one) ?? []) if (isFacade(graph, to)) found.add(to);
  }
  return [...found].slice(0, FOLLOWED_MAX);
}
