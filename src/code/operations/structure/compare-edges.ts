import type { EdgeRow } from '../../questions/structure-rows.types.ts';
import type { SourceListing } from '../../source/source.ts';
import { edgeRow, pathOf } from '../../structure/facts.ts';
import { type Focus, makeFocus } from '../../structure/focus.ts';
import type { Scope } from '../../structure/scope.ts';
import type { UnitEdge, UnitGraph } from '../../structure/unit-graph.ts';

/** The graphs of two states of a project. */
export interface States {
  readonly graph: UnitGraph;
  readonly earlier: UnitGraph;
  /** Where files of the earlier state are in the later one, when not at the same place. */
  readonly movedTo: ReadonlyMap<string, string>;
}

/**
 * Dependencies that came and that went, tests and mere declarations left out; with a scope, those from it or to it. What
 * was moved keeps those that it had.
 */
export function compareEdges(
  states: States,
  scope: Scope | null,
): { readonly added: readonly EdgeRow[]; readonly removed: readonly EdgeRow[] } {
  const { graph, earlier } = states;
  const nameNow = (unit: number): string => pathOf(graph.units, unit);
  const nameThen = (unit: number): string => presentName(states, unit);
  return {
    added: onlyIn({ graph, nameOf: nameNow, focus: makeFocus(graph, scope) }, { graph: earlier, nameOf: nameThen }),
    removed: onlyIn({ graph: earlier, nameOf: nameThen, focus: makeFocus(earlier, scope) }, { graph, nameOf: nameNow }),
  };
}

/** How a unit of the earlier state is called in the later one; as it was where that is not there. */
function presentName({ graph, earlier, movedTo }: States, unit: number): string {
  const files = earlier.units[unit]?.files ?? [];
  const [first] = files;
  const present = first === undefined ? null : graph.unitOf(movedTo.get(first) ?? first);
  // A package of which only some files were moved is still where it was.
  const isMoved = present !== null && files.every((file) => movedTo.has(file));
  return isMoved ? pathOf(graph.units, present) : pathOf(earlier.units, unit);
}

/** Units with names by which they are the same in both states. */
interface Named {
  readonly graph: UnitGraph;
  readonly nameOf: (unit: number) => string;
}

function onlyIn({ graph, nameOf, focus }: Named & { readonly focus: Focus }, other: Named): readonly EdgeRow[] {
  const there = new Map<string, Set<string>>();
  for (const { from, to } of ownEdges(other.graph)) {
    const known = there.get(other.nameOf(from)) ?? new Set();
    there.set(other.nameOf(from), known.add(other.nameOf(to)));
  }
  return ownEdges(graph).flatMap((edge) => {
    const isTold = focus.holdsUnit(edge.from) || focus.holdsUnit(edge.to);
    return !isTold || there.get(nameOf(edge.from))?.has(nameOf(edge.to)) === true ? [] : [edgeRow(graph, edge)];
  });
}

function ownEdges(graph: UnitGraph): readonly UnitEdge[] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  return graph.edges.filter(
    ({ from, to, use }) => use !== 'declares' && use !== 'test' && !isTest(from) && !isTest(to),
  );
}

/** Files that both states have, but that could be read in the later one alone: by their present places. */
export function unreadFiles(
  entries: SourceListing['entries'],
  { graph, earlier, movedTo }: States,
): ReadonlySet<string> {
  // What is only imported, and not read, is an asset of the graph.
  const isRead = ({ units, unitOf }: UnitGraph, path: string): boolean =>
    (units[unitOf(path) ?? -1]?.kind ?? 'asset') !== 'asset';
  const places = entries.map(({ path }) => ({ was: path, now: movedTo.get(path) ?? path }));
  const unread = places.filter(({ was, now }) => isRead(graph, now) && !isRead(earlier, was));
  return new Set(unread.map(({ now }) => now));
}
