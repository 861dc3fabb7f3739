import { buildImportGraph } from '../../imports/build-import-graph.ts';
import type { ImportGraph } from '../../imports/import-graph.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { Source, SourceListing, SourceSelector } from '../../source/source.ts';
import { makeUnitGraph, type UnitGraph } from '../../structure/unit-graph.ts';
import { makeMemory, stateKeyOf } from '../remembered.ts';

/** Units and uses of the graphs that a thread keeps, some hundred bytes each: one as large as a graph may be, and some. */
const REMEMBERED_MAX = 400_000;

/** The import graph of one state of a project, as it was read and as the analyses read it. */
export interface ProjectGraph {
  readonly imports: ImportGraph;
  readonly graph: UnitGraph;
}

const remember = makeMemory<ProjectGraph>(
  REMEMBERED_MAX,
  ({ imports: { units, edges, externals, unresolved, outward } }) =>
    [units, edges, externals, unresolved, outward].reduce((sum, { length }) => sum + length, 1),
);

/** A state, and which part of it the graph is about. */
export interface GraphInput {
  readonly selector: SourceSelector;
  readonly source: Source;
  readonly entries: SourceListing['entries'];
  /** `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly context: OperationContext;
}

/** Reads who imports whom, once for each state that has an index: another question about it needs the same graph. */
export async function readGraph({ selector, source, entries, base, context }: GraphInput): Promise<ProjectGraph> {
  const { signal, deadlineAtMs } = context;
  const compute = async (): Promise<ProjectGraph> => {
    const imports = await buildImportGraph({ source, entries, base, signal, deadlineAtMs });
    return { imports, graph: makeUnitGraph(imports) };
  };
  const state = stateKeyOf(source);
  if (state === null) return await compute();
  const key = JSON.stringify([selector, state, base]);
  // Nothing but the deadline cuts a graph.
  return await remember({ key, deadlineAtMs, boundMs: Number.POSITIVE_INFINITY, compute, isLasting: () => true });
}
