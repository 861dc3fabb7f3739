import { compareTexts } from '../../base/compare-texts.ts';
import type { StrayRow } from '../questions/structure-rows.types.ts';
import { roleOfPath } from '../source/path-role.ts';
import { isFacade } from './facade.ts';
import { pathOf } from './facts.ts';
import { type Focus, NO_FOCUS } from './focus.ts';
import type { Module } from './modules.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/*
 * Communities are looked for from the folders on: every unit may move to the folder that it is joined with more closely,
 * as long as modularity grows (the local moving of Louvain, Blondel and others 2008). So what has moved in the end is
 * where dependencies disagree with folders, and nothing else is told.
 */

/** Rounds of moving; some three suffice. */
const ROUNDS_MAX = 10;
/** Fewer dependencies with another folder are chance. */
const JOINED_MIN = 3;
/** Share of a unit's dependencies that is with the other folder. */
const JOINED_SHARE = 2 / 3;

/** Units of whose dependencies two thirds are with one other folder, the clearest first. */
export function strayRows(
  graph: UnitGraph,
  modules: readonly Module[],
  { holdsUnit }: Pick<Focus, 'holdsUnit'> = NO_FOCUS,
): readonly StrayRow[] {
  const home = homesOf(graph, modules);
  const joined = neighboursOf(graph, home);
  const moved = moveUnits(joined, home);
  const totals = totalsOf(graph);
  const rows = [...moved].flatMap(([unit, to]) => {
    if (!holdsUnit(unit)) return [];
    const edges = joined.get(unit) ?? [];
    const own = edges.filter(({ other }) => home.get(other) === home.get(unit));
    const there = edges.filter(({ other }) => home.get(other) === to);
    const [first] = there;
    const all = totals.get(unit) ?? 0;
    // What a package gives out is there to be used by others.
    if (isFacade(graph, unit)) return [];
    // What all folders use belongs to none of them.
    if (first === undefined || there.length < JOINED_MIN || there.length < JOINED_SHARE * all) return [];
    const { file, line, known } = first.edge;
    const names = { folder: modules[home.get(unit) ?? -1]?.label ?? '', joinedWith: modules[to]?.label ?? '' };
    return [
      {
        path: pathOf(graph.units, unit),
        ...names,
        own: own.length,
        there: there.length,
        all,
        file,
        line,
        known,
      },
    ];
  });
  return rows.sort((a, b) => b.there - b.own - (a.there - a.own) || compareTexts(a.path, b.path));
}

/**
 * The folder of each unit, by its index among the modules; files that are shown by themselves and buckets are none. Examples
 * and benchmarks use what they show, which says nothing of where that belongs.
 */
function homesOf({ units: all }: UnitGraph, modules: readonly Module[]): ReadonlyMap<number, number> {
  const isAside = (unit: number): boolean => roleOfPath(all[unit]?.path ?? '') === 'aside';
  return new Map(
    modules.flatMap(({ label, units }, module) =>
      label.endsWith('/') ? units.flatMap((unit) => (isAside(unit) ? [] : [[unit, module] as const])) : [],
    ),
  );
}

interface Neighbour {
  readonly other: number;
  readonly edge: UnitEdge;
}

/** Dependencies of each unit in either direction, between units of folders. */
function neighboursOf(graph: UnitGraph, home: ReadonlyMap<number, number>): ReadonlyMap<number, readonly Neighbour[]> {
  const joined = new Map<number, Neighbour[]>([...home.keys()].map((unit) => [unit, []]));
  for (const edge of graph.own) {
    if (!home.has(edge.from) || !home.has(edge.to)) continue;
    joined.get(edge.from)?.push({ other: edge.to, edge });
    joined.get(edge.to)?.push({ other: edge.from, edge });
  }
  return joined;
}

/** Dependencies of each unit in either direction, whoever the other end is: a share is one of all that there are. */
function totalsOf({ own }: UnitGraph): ReadonlyMap<number, number> {
  const totals = new Map<number, number>();
  for (const { from, to } of own) for (const unit of [from, to]) addTo(totals, unit, 1);
  return totals;
}

/** Units that ended in another community than their folder's, with that community. */
function moveUnits(
  joined: ReadonlyMap<number, readonly Neighbour[]>,
  home: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const place = new Map(home);
  const degrees = new Map<number, number>();
  let all = 0;
  for (const [unit, edges] of joined) {
    all += edges.length;
    addTo(degrees, place.get(unit), edges.length);
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let hasMoved = false;
    for (const [unit, edges] of joined) {
      const from = place.get(unit) ?? -1;
      addTo(degrees, from, -edges.length);
      const to = bestPlace({ edges, place, degrees, all }, from);
      addTo(degrees, to, edges.length);
      place.set(unit, to);
      hasMoved ||= to !== from;
    }
    if (!hasMoved) break;
  }
  return new Map([...place].filter(([unit, to]) => home.get(unit) !== to));
}

interface Moving {
  readonly edges: readonly Neighbour[];
  readonly place: ReadonlyMap<number, number>;
  readonly degrees: ReadonlyMap<number, number>;
  /** Twice the number of dependencies. */
  readonly all: number;
}

/** The community in which the unit adds most to modularity; its own where no other is better. */
function bestPlace({ edges, place, degrees, all }: Moving, from: number): number {
  const links = new Map<number, number>();
  for (const { other } of edges) addTo(links, place.get(other), 1);
  const gain = (to: number): number =>
    (links.get(to) ?? 0) - (edges.length * (degrees.get(to) ?? 0)) / Math.max(1, all);
  let best = { place: from, gain: gain(from) };
  for (const to of [...links.keys()].sort((a, b) => a - b)) {
    const value = gain(to);
    if (value > best.gain + EPSILON) best = { place: to, gain: value };
  }
  return best.place;
}

/** Quotients differ in their last bits. */
const EPSILON = 1e-9;

function addTo(sums: Map<number, number>, key: number | undefined, value: number): void {
  if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + value);
}
