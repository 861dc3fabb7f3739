import type { HopRow, ImpactFacts } from '../questions/structure.types.ts';
import { pathOf } from './facts.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** A unit that depends on a start, over `hop` imports. */
export interface Reached {
  readonly unit: number;
  readonly hop: number;
  /** The import by which it does. */
  readonly by: UnitEdge;
}

/** Hops that are followed; no project is that deep. */
const HOPS_MAX = 1_000;

/** Units that depend on the starts, nearest first; a mere declaration (`mod x;`) is no dependence. */
export function reachedFrom(graph: UnitGraph, starts: readonly number[]): readonly Reached[] {
  const entering = Map.groupBy(
    graph.edges.filter(({ use }) => use !== 'declares'),
    ({ to }) => to,
  );
  const seen = new Set(starts);
  const reached: Reached[] = [];
  let border = [...seen].sort((a, b) => a - b);
  for (let hop = 1; hop <= HOPS_MAX && border.length > 0; hop++) {
    const next: number[] = [];
    for (const by of border.flatMap((unit) => entering.get(unit) ?? [])) {
      if (seen.has(by.from)) continue;
      seen.add(by.from);
      next.push(by.from);
      reached.push({ unit: by.from, hop, by });
    }
    border = next.sort((a, b) => a - b);
  }
  return reached.sort((a, b) => a.hop - b.hop || a.unit - b.unit);
}

/** Which units a question is about, as of a `Focus`. */
interface InFocus {
  holdsUnit(unit: number): boolean;
}

/** How many units there are at each hop, tests apart; with a focus also how many of both lie there. */
export function countByHop(
  { units }: UnitGraph,
  reached: readonly Reached[],
  focus: InFocus | null = null,
): readonly HopRow[] {
  const byHop = [...Map.groupBy(reached, ({ hop }) => hop)].sort(([one], [other]) => one - other);
  return byHop.map(([hop, rows]) => {
    const tests = rows.filter(({ unit }) => units[unit]?.isTest === true).length;
    const counted = { hop, units: rows.length - tests, tests };
    return focus === null ? counted : { ...counted, inside: rows.filter(({ unit }) => focus.holdsUnit(unit)).length };
  });
}

/** Units within `depth` hops as rows: those in focus first, then by hops, of each hop tests last. */
export function reachedRows(
  { units }: UnitGraph,
  reached: readonly Reached[],
  { depth, focus }: { readonly depth: number; readonly focus: InFocus },
): ImpactFacts['reached']['rows'] {
  const isTest = (unit: number): number => Number(units[unit]?.isTest === true);
  const isOutside = (unit: number): number => Number(!focus.holdsUnit(unit));
  const near = reached.filter(({ hop }) => hop <= depth);
  near.sort(
    (a, b) =>
      isOutside(a.unit) - isOutside(b.unit) || a.hop - b.hop || isTest(a.unit) - isTest(b.unit) || a.unit - b.unit,
  );
  return near.map(({ unit, hop, by }) => ({
    path: pathOf(units, unit),
    hop,
    isTest: units[unit]?.isTest === true,
    via: pathOf(units, by.to),
    file: by.file,
    line: by.line,
    known: by.known,
  }));
}
