import type { EntryPoint } from '../questions/overview.types.ts';
import type { FlowRow } from '../questions/structure-rows.types.ts';
import { folderOf, nameOf } from '../text/paths.ts';
import { pathOf } from './facts.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** Entry points that are followed, and dependencies of one unit that are listed. */
const ENTRIES_MAX = 8;
const CHILDREN_MAX = 8;

/**
 * From each entry point along imports, as a tree in the order of a reader: every unit once for each entry point, at its
 * nearest hop. What is only declared (`mod x;`) is followed, too, and said to be that: it is where a reader goes on.
 */
export function flowRows(graph: UnitGraph, entries: readonly EntryPoint[], depth: number): readonly FlowRow[] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest !== false;
  const followed = graph.edges.filter(({ use, to }) => use !== 'type' && use !== 'test' && !isTest(to));
  const leaving = Map.groupBy(followed, ({ from }) => from);
  const starts = new Map<number, EntryPoint>();
  for (const entry of entries) {
    const unit = unitOfEntry(graph, entry);
    if (unit !== null && !starts.has(unit) && !isTest(unit)) starts.set(unit, entry);
  }
  const rows: FlowRow[] = [];
  for (const [unit, { file, line, isThere, target, basis }] of [...starts].slice(0, ENTRIES_MAX)) {
    const isNamed = basis === 'convention' || (target !== null && isThere !== true);
    rows.push({
      hop: 0,
      path: pathOf(graph.units, unit),
      isDeclared: false,
      more: 0,
      file,
      line,
      known: isNamed ? 'name' : 'exact',
    });
    rows.push(...rowsBelow({ graph, leaving, depth, tree: treeFrom(leaving, unit, depth) }, unit, 1));
  }
  return rows;
}

/** The unit in which an entry point lies; null when it is no file of the graph. */
function unitOfEntry(graph: UnitGraph, { kind, file, target, isThere, ...from }: EntryPoint): number | null {
  if (kind === 'container') return null;
  if (target === null) return graph.unitOf(file) ?? unitOfGoModule(graph, file);
  if (isThere === true) return graph.unitOf(from.startsIn ?? target);
  if (from.builtFrom !== undefined) return graph.unitOf(from.builtFrom);
  return isThere === null ? unitOfModule(graph, target) : null;
}

/** What a module of Go is imported by is the package in its folder; null for another file. */
function unitOfGoModule({ units }: UnitGraph, file: string): number | null {
  if (nameOf(file) !== 'go.mod') return null;
  const folder = folderOf(file) || '.';
  const at = units.findIndex(({ kind, path, isTest }) => kind === 'package' && !isTest && path === folder);
  return at === -1 ? null : at;
}

/** Python names a program by its module (`flask.cli:main`); null unless exactly one file can be meant. */
function unitOfModule({ units }: UnitGraph, target: string): number | null {
  const module = /^([\w.]+):[\w.]+$/.exec(target)?.[1];
  if (module === undefined) return null;
  const path = module.replaceAll('.', '/');
  const ends = [`/${path}.py`, `/${path}/__init__.py`];
  const fitting = [...units.keys()].filter((unit) => ends.some((end) => `/${units[unit]?.path}`.endsWith(end)));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

type Leaving = ReadonlyMap<number, readonly UnitEdge[]>;

/** The edge by which each unit is reached first. */
function treeFrom(leaving: Leaving, start: number, depth: number): ReadonlySet<UnitEdge> {
  const seen = new Set([start]);
  const tree = new Set<UnitEdge>();
  let border = [start];
  for (let hop = 0; hop < depth; hop++) {
    const next: number[] = [];
    for (const edge of border.flatMap((unit) => leaving.get(unit) ?? [])) {
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      tree.add(edge);
      next.push(edge.to);
    }
    border = next;
  }
  return tree;
}

interface Walk {
  readonly graph: UnitGraph;
  readonly leaving: Leaving;
  readonly depth: number;
  readonly tree: ReadonlySet<UnitEdge>;
}

/** Depth is at most 4, so that the recursion is bounded. */
function rowsBelow(walk: Walk, unit: number, hop: number): readonly FlowRow[] {
  if (hop > walk.depth) return [];
  const children = (walk.leaving.get(unit) ?? []).filter((edge) => walk.tree.has(edge));
  const shown = children.slice(0, CHILDREN_MAX);
  return shown.flatMap((edge, index) => {
    const { file, line, known, to, use } = edge;
    const more = index === shown.length - 1 ? children.length - shown.length : 0;
    const path = pathOf(walk.graph.units, to);
    const row: FlowRow = { hop, path, isDeclared: use === 'declares', more, file, line, known };
    return [row, ...rowsBelow(walk, to, hop + 1)];
  });
}
