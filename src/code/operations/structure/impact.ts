import { plural } from '../../../base/plural.ts';
import { lastNameOf } from '../../lex/symbol-path.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { EdgeRow, ImpactFacts } from '../../questions/structure.types.ts';
import { hasSymbols } from '../../search/symbols-of.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source, SourceListing, SourceSelector } from '../../source/source.ts';
import { edgeRow, firstRows, pathOf } from '../../structure/facts.ts';
import { countByHop, type Reached, reachedFrom, reachedRows } from '../../structure/reach.ts';
import type { UnitEdge, UnitGraph } from '../../structure/unit-graph.ts';
import { changedFiles } from './changed-files.ts';
import { changedSymbols, ROLE_RANK } from './changed-symbols.ts';
import { readGraph } from './kept-graph.ts';
import { usesOfSymbols } from './symbol-uses.ts';

/** What an impact is found out from. */
export interface ImpactInput {
  /** The ref as the caller wrote it. */
  readonly since: string;
  /** Which source the later state is of. */
  readonly selector: SourceSelector;
  readonly earlier: Source;
  readonly now: Source;
  readonly listing: SourceListing;
  /** `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly graph: UnitGraph;
  readonly depth: number;
  readonly context: OperationContext;
  readonly gap: (text: string) => void;
  /** Told when the time was over before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

/** What has changed since a ref, which units depend on it, and which dependencies came and went. */
export async function impactFacts(input: ImpactInput): Promise<ImpactFacts> {
  const { graph, base, gap } = input;
  const { signal, deadlineAtMs } = input.context;
  const listed = await input.earlier.list(signal);
  const filesOf = (listing: SourceListing) =>
    listing.entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base));
  if (listed.limit !== null || input.listing.limit !== null) {
    gap('a list of files was cut at its bound: what lies beyond is not compared');
  }
  const { changed, notCompared } = await changedFiles({
    ...input,
    signal,
    deadlineAtMs,
    earlierFiles: filesOf(listed),
    nowFiles: filesOf(input.listing),
  });
  if (notCompared > 0) gap(`${notCompared} files could not be compared with ${input.since}`);
  const starts = changed.flatMap(({ file }) => graph.unitOf(file) ?? []);
  const reached = reachedFrom(graph, starts);
  const rows = changed
    .toSorted((a, b) => changedRank(a.file) - changedRank(b.file))
    .map((row) => ({ ...row, isUnit: graph.unitOf(row.file) !== null }));
  return {
    since: input.since,
    changed: firstRows(rows),
    reached: { ...firstRows(reachedRows(graph, reached, input.depth)), total: reached.length },
    byHop: countByHop(graph, reached),
    ...(await symbolFacts(input, changed, reached)),
    ...(await edgeChanges(input, listed)),
  };
}

/** Code first, then examples, tests, and what is no code: who asks what a change reaches wants its code. */
function changedRank(file: string): number {
  return hasSymbols(file) ? ROLE_RANK[roleOfPath(file)] : 3;
}

/** Changed symbols, and where the files that import theirs use them. */
async function symbolFacts(
  input: ImpactInput,
  changed: Parameters<typeof changedSymbols>[1],
  reached: readonly Reached[],
): Promise<Pick<ImpactFacts, 'symbols' | 'uses'>> {
  const { earlier, now, graph, listing, context, gap, since } = input;
  const found = await changedSymbols({ earlier, now, deadlineAtMs: context.deadlineAtMs }, changed);
  if (found.notCompared > 0) gap(`symbols of ${found.notCompared} files were not compared with ${since}`);
  const asked = found.rows.filter(({ change }) => change === 'changed');
  const wanted = new Set(asked.map(({ file, symbol }) => `${file}\0${symbol}`));
  const names = new Set(asked.map(({ symbol }) => lastNameOf(symbol)));
  const near = reached.filter(({ hop }) => hop === 1).flatMap(({ unit }) => graph.units[unit]?.files ?? []);
  const from = new Set([...changed.flatMap(({ file, change }) => (change === 'deleted' ? [] : [file])), ...near]);
  const uses = await usesOfSymbols(
    { source: now, listing, graph, context },
    { names, from, isWanted: ({ file, symbol }) => wanted.has(`${file}\0${symbol.path}`) },
  );
  if (!uses.isInTime) input.onTimeOver();
  if (!uses.isComplete) gap('uses of changed symbols were looked for in a part of the files, or of a part of them');
  return { symbols: firstRows(found.rows), uses: firstRows(uses.rows) };
}

/** New and lost dependencies; null for both when the earlier state was not read to its end. */
async function edgeChanges(
  { selector, since, earlier, graph, base, context, gap }: ImpactInput,
  { entries }: SourceListing,
): Promise<Pick<ImpactFacts, 'added' | 'removed'>> {
  const selectorOfEarlier = { ...selector, ref: since };
  const before = await readGraph({ selector: selectorOfEarlier, source: earlier, entries, base, context });
  if (performance.now() > context.deadlineAtMs) {
    gap('dependencies of the earlier state were not read in time: which are new or gone is not known');
    return { added: null, removed: null };
  }
  const earlierGraph = before.graph;
  const unread = unreadFiles(entries, { graph, earlierGraph });
  if (unread.size > 0) gap(`dependencies of ${plural(unread.size, 'file')} in the earlier state are not known`);
  const wasRead = ({ file, to }: EdgeRow): boolean => {
    const files = graph.units[graph.unitOf(file) ?? -1]?.files ?? [file];
    return !unread.has(to) && !files.some((one) => unread.has(one));
  };
  return {
    added: firstRows(onlyIn(graph, earlierGraph).filter(wasRead)),
    removed: firstRows(onlyIn(earlierGraph, graph)),
  };
}

/** Files that both states have, but that could be read in the later one alone. */
function unreadFiles(
  entries: SourceListing['entries'],
  { graph, earlierGraph }: { readonly graph: UnitGraph; readonly earlierGraph: UnitGraph },
): ReadonlySet<string> {
  // What is only imported, and not read, is an asset of the graph.
  const isRead = ({ units, unitOf }: UnitGraph, path: string): boolean =>
    (units[unitOf(path) ?? -1]?.kind ?? 'asset') !== 'asset';
  const paths = entries.map(({ path }) => path);
  return new Set(paths.filter((path) => isRead(graph, path) && !isRead(earlierGraph, path)));
}

/** Dependencies of one state that the other has not; tests and mere declarations are left out. */
function onlyIn(graph: UnitGraph, other: UnitGraph): readonly EdgeRow[] {
  const there = new Map<string, Set<string>>();
  for (const { from, to } of ownEdges(other)) {
    const known = there.get(pathOf(other.units, from)) ?? new Set();
    there.set(pathOf(other.units, from), known.add(pathOf(other.units, to)));
  }
  const isThere = ({ from, to }: UnitEdge): boolean =>
    there.get(pathOf(graph.units, from))?.has(pathOf(graph.units, to)) === true;
  return ownEdges(graph).flatMap((edge) => (isThere(edge) ? [] : [edgeRow(graph, edge)]));
}

function ownEdges(graph: UnitGraph): readonly UnitEdge[] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  return graph.edges.filter(
    ({ from, to, use }) => use !== 'declares' && use !== 'test' && !isTest(from) && !isTest(to),
  );
}
