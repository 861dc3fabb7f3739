import { buildImportGraph } from '../imports/build-import-graph.ts';
import type { EdgeRow, ImpactFacts } from '../operations/structure.types.ts';
import type { Source, SourceListing } from '../source/source.ts';
import { changedFiles } from './changed-files.ts';
import { edgeRow, firstRows } from './facts.ts';
import { countByHop, reachedFrom, reachedRows } from './reach.ts';
import { makeUnitGraph, type UnitGraph } from './unit-graph.ts';

/** What an impact is found out from. */
export interface ImpactInput {
  /** The ref as the caller wrote it. */
  readonly since: string;
  readonly earlier: Source;
  readonly now: Source;
  readonly listing: SourceListing;
  /** `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly graph: UnitGraph;
  readonly depth: number;
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  readonly gap: (text: string) => void;
}

/** What has changed since a ref, which units depend on it, and which dependencies came and went. */
export async function impactFacts(input: ImpactInput): Promise<ImpactFacts> {
  const { graph, base, gap } = input;
  const listed = await input.earlier.list(input.signal);
  const filesOf = (listing: SourceListing) =>
    listing.entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base));
  if (listed.limit !== null || input.listing.limit !== null) {
    gap('a list of files was cut at its bound: what lies beyond is not compared');
  }
  const { changed, notCompared } = await changedFiles({
    ...input,
    earlierFiles: filesOf(listed),
    nowFiles: filesOf(input.listing),
  });
  if (notCompared > 0) gap(`${notCompared} files could not be compared with ${input.since}`);
  const starts = changed.flatMap(({ file }) => graph.unitOf(file) ?? []);
  const reached = reachedFrom(graph, starts);
  const rows = changed.map((row) => ({ ...row, isUnit: graph.unitOf(row.file) !== null }));
  return {
    since: input.since,
    changed: firstRows(rows),
    reached: { ...firstRows(reachedRows(graph, reached, input.depth)), total: reached.length },
    byHop: countByHop(graph, reached),
    ...(await edgeChanges(input, listed)),
  };
}

/** New and lost dependencies; null for both when the earlier state was not read to its end. */
async function edgeChanges(
  { earlier, graph, base, signal, deadlineAtMs, gap }: ImpactInput,
  { entries }: SourceListing,
): Promise<Pick<ImpactFacts, 'added' | 'removed'>> {
  const before = await buildImportGraph({ source: earlier, entries, base, signal, deadlineAtMs });
  if (performance.now() > deadlineAtMs) {
    gap('dependencies of the earlier state were not read in time: which are new or gone is not known');
    return { added: null, removed: null };
  }
  const earlierGraph = makeUnitGraph(before);
  return {
    added: firstRows(onlyIn(graph, earlierGraph)),
    removed: firstRows(onlyIn(earlierGraph, graph)),
  };
}

/** Dependencies of one state that the other has not; tests and mere declarations are left out. */
function onlyIn(graph: UnitGraph, other: UnitGraph): readonly EdgeRow[] {
  const keyOf = ({ from, to }: Pick<EdgeRow, 'from' | 'to'>): string => `${from}\0${to}`;
  const there = new Set(ownRows(other).map(keyOf));
  return ownRows(graph).filter((row) => !there.has(keyOf(row)));
}

function ownRows(graph: UnitGraph): readonly EdgeRow[] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  const own = graph.edges.filter(
    ({ from, to, use }) => use !== 'declares' && use !== 'test' && !isTest(from) && !isTest(to),
  );
  return own.map((edge) => edgeRow(graph, edge));
}
