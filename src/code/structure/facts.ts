import type { EdgeRow, Facts } from '../questions/structure-rows.types.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** Rows of one list that leave the engine; the total is always exact. */
const ROWS_MAX = 200;

/** The first rows, and how many there are. */
export function firstRows<Row>(all: readonly Row[], max = ROWS_MAX): Facts<Row> {
  return { total: all.length, rows: all.slice(0, max) };
}

/** An edge between units as a row. */
export function edgeRow({ units }: Pick<UnitGraph, 'units'>, edge: UnitEdge): EdgeRow {
  const isType = edge.use === 'type';
  return {
    from: pathOf(units, edge.from),
    to: pathOf(units, edge.to),
    places: isType ? 0 : edge.count,
    typePlaces: isType ? edge.count : 0,
    file: edge.file,
    line: edge.line,
    known: edge.known,
  };
}

/** How a unit is named, by its index: a file by its path, a Go package by its folder with a slash. */
export function pathOf(units: UnitGraph['units'], unit: number): string {
  const found = units[unit];
  if (found?.kind !== 'package' || found.path.endsWith('.go')) return found?.path ?? '';
  return found.path === '.' ? './' : `${found.path}/`;
}

/** Edges by the unit that they lead to. */
export function edgesInto(edges: readonly UnitEdge[]): ReadonlyMap<number, readonly UnitEdge[]> {
  return Map.groupBy(edges, ({ to }) => to);
}
