import type { CycleRow } from '../questions/structure-rows.types.ts';
import { type Cycle, findCycles } from './cycles.ts';
import { edgeRow, pathOf } from './facts.ts';
import { type Focus, NO_FOCUS } from './focus.ts';
import type { UnitGraph } from './unit-graph.ts';

/** Members of a cycle that are named; the size is always exact. */
const MEMBERS_MAX = 40;

/** Cycles of a graph as rows, the largest first: those that a unit in focus is in. */
export function cycleRows(
  graph: UnitGraph,
  { holdsUnit }: Pick<Focus, 'holdsUnit'> = NO_FOCUS,
  hasTime: () => boolean = () => true,
): readonly CycleRow[] {
  const cycles = findCycles(graph, hasTime).filter(({ units }) => units.some(holdsUnit));
  return cycles.map((cycle): CycleRow => rowOf(graph, cycle));
}

function rowOf(graph: UnitGraph, cycle: Cycle): CycleRow {
  const { units, round, cut, leftAfterCut, isCutExact, withoutDeferred } = cycle;
  const named = (members: readonly number[]): readonly string[] =>
    members.slice(0, MEMBERS_MAX).map((unit) => pathOf(graph.units, unit));
  return {
    size: units.length,
    members: named(units),
    round: round.map((edge) => ({ ...edgeRow(graph, edge), ...(edge.isDeferred ? { isDeferred: true } : {}) })),
    cut: edgeRow(graph, cut),
    leftAfterCut,
    isCutExact,
    withoutDeferred:
      withoutDeferred === null ? null : { size: withoutDeferred.length, members: named(withoutDeferred) },
  };
}
