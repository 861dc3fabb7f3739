import type { ImportEdge, ImportGraph, ImportUnit } from '../imports/import-graph.ts';
import type { Adjacency } from './components.ts';

/** One unit uses another, as the analyses read it. */
export interface UnitEdge {
  readonly from: number;
  readonly to: number;
  /** The first place that says so. */
  readonly file: string;
  readonly line: number;
  /** Places that say so. */
  readonly count: number;
  /**
   * `type`: nothing but types is used; `declares`: the other is only taken in, as by Rust's `mod x;`; `test`: only tests
   * that are written beside the code use it.
   */
  readonly use: 'value' | 'type' | 'declares' | 'test';
  /** `name`: no import statement leads there, only a name: of the same package, or of the only file called so. */
  readonly known: 'import' | 'name';
  /** Whether every place is known to be run only when a function is called, and not when the file is loaded. */
  readonly isDeferred: boolean;
}

/** The import graph as the analyses read it. Indexes are those of `graph.units`. */
export interface UnitGraph {
  readonly units: readonly ImportUnit[];
  /** All edges, tests included, in the order of `from`, then `to`. */
  readonly edges: readonly UnitEdge[];
  /** Edges of use at run time between units of code that are no tests. */
  readonly own: readonly UnitEdge[];
  /** Edges of types alone between those. */
  readonly ownTypes: readonly UnitEdge[];
  /** Units of code that are no tests. */
  readonly ownUnits: readonly number[];
  /** The unit that a file belongs to; null where there is none. */
  unitOf(file: string): number | null;
}

/** Keeps tests, mere types, mere declarations and files that are no code apart. */
export function makeUnitGraph({ units, edges }: ImportGraph): UnitGraph {
  const all = edges.map(readEdge);
  const isOwn = (index: number): boolean => {
    const unit = units[index];
    return unit !== undefined && !unit.isTest && unit.kind !== 'asset';
  };
  const isBetween = ({ from, to }: UnitEdge): boolean => isOwn(from) && isOwn(to);
  const byFile = new Map(units.flatMap((unit, index) => unit.files.map((file) => [file, index] as const)));
  return {
    units,
    edges: all,
    own: all.filter((edge) => edge.use === 'value' && isBetween(edge)),
    ownTypes: all.filter((edge) => edge.use === 'type' && isBetween(edge)),
    ownUnits: [...units.keys()].filter(isOwn),
    unitOf: (file) => byFile.get(file) ?? null,
  };
}

function readEdge({ from, to, file, line, count, kind }: ImportEdge): UnitEdge {
  // What only declares types has nothing left of it when a program runs.
  const isOfTypes = kind === 'type' || /\.d\.[cm]?ts$/.test(file);
  const use = isOfTypes ? 'type' : kind === 'declares' || kind === 'test' ? kind : 'value';
  const known = kind === 'same_package' || kind === 'named' ? 'name' : 'import';
  return { from, to, file, line, count, use, known, isDeferred: kind === 'deferred' };
}

/** Targets of each unit by the edges given. */
export function targetsOf(units: number, edges: readonly UnitEdge[]): Adjacency {
  const below = Array.from({ length: units }, (): number[] => []);
  for (const { from, to } of edges) below[from]?.push(to);
  return below;
}
