import type { ImportEdge, ImportGraph, ImportUnit } from '../../imports/import-graph.ts';
import { TEST_LIMITS } from './limits.ts';

/** How imports lead from a file to the target. */
export interface Reach {
  /** Steps from the file to a file of the target; 1 is an import of it. */
  readonly hops: number;
  /** The first step's evidence: who imports what, where. */
  readonly edge: ImportEdge;
  readonly to: ImportUnit;
}

/** Who imports what, to be asked by file. */
export interface ReachMap {
  /** How each file reaches one of the given ones by at most three imports; the files themselves are not among them. */
  reach(targets: readonly string[]): ReadonlyMap<string, Reach>;
  /** Files, no tests, that import a file. */
  importers(path: string): number;
  /** Files without tests that a file imports itself. */
  imports(path: string): number;
  /** Whether any import of the file was led to a file of the project. */
  isKnown(path: string): boolean;
}

/** Makes a graph answer by file. A Go package is one unit: what imports it imports each of its files. */
export function makeReachMap({ units, edges }: Pick<ImportGraph, 'units' | 'edges'>): ReachMap {
  const unitOf = new Map<string, number>();
  for (const [index, unit] of units.entries()) for (const file of unit.files) unitOf.set(file, index);
  const incoming = Map.groupBy(edges, ({ to }) => to);
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  return {
    reach(targets) {
      const starts = new Set(targets.flatMap((path) => unitOf.get(path) ?? []));
      return walkBack({ units, incoming }, starts);
    },
    importers(path) {
      const from = (incoming.get(unitOf.get(path) ?? -1) ?? []).map((edge) => units[edge.from]);
      return from.filter((unit) => unit?.isTest === false).length;
    },
    imports(path) {
      const to = (outgoing.get(unitOf.get(path) ?? -1) ?? []).map((edge) => units[edge.to]);
      return to.filter((unit) => unit?.isTest === false && unit.kind !== 'asset').length;
    },
    isKnown: (path) => (outgoing.get(unitOf.get(path) ?? -1) ?? []).length > 0,
  };
}

interface Graph {
  readonly units: readonly ImportUnit[];
  readonly incoming: ReadonlyMap<number, readonly ImportEdge[]>;
}

/** Breadth first, so that each file is found by the fewest imports. */
function walkBack({ units, incoming }: Graph, starts: ReadonlySet<number>): ReadonlyMap<string, Reach> {
  const reached = new Map<string, Reach>();
  const seen = new Set(starts);
  let front = [...starts];
  for (let hops = 1; hops <= TEST_LIMITS.hopsMax; hops += 1) {
    const next: number[] = [];
    for (const edge of front.flatMap((unit) => incoming.get(unit) ?? [])) {
      const to = units[edge.to];
      if (seen.has(edge.from) || to === undefined) continue;
      seen.add(edge.from);
      next.push(edge.from);
      for (const file of units[edge.from]?.files ?? []) reached.set(file, { hops, edge, to });
    }
    front = next;
  }
  return reached;
}
