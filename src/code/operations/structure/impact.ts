import { plural } from '../../../base/plural.ts';
import { lastNameOf } from '../../lex/symbol-path.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { ImpactFacts } from '../../questions/structure.types.ts';
import type { EdgeRow } from '../../questions/structure-rows.types.ts';
import { ROLE_RANK } from '../../search/search.ts';
import { hasSymbols, mayHaveSymbols } from '../../search/symbols-of.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source, SourceListing, SourceSelector } from '../../source/source.ts';
import { firstRows } from '../../structure/facts.ts';
import { type Focus, makeFocus } from '../../structure/focus.ts';
import { countByHop, type Reached, reachedFrom, reachedRows } from '../../structure/reach.ts';
import type { Scope } from '../../structure/scope.ts';
import type { UnitGraph } from '../../structure/unit-graph.ts';
import { type Changed, type ChangedFiles, changedFiles } from './changed-files.ts';
import { type ChangedLinks, changedLinks } from './changed-links.ts';
import { changedSymbols } from './changed-symbols.ts';
import { compareEdges, type States, unreadFiles } from './compare-edges.ts';
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
  /** What is to be told of alone; null is the whole project. */
  readonly scope: Scope | null;
  readonly depth: number;
  readonly context: OperationContext;
  readonly gap: (text: string) => void;
  /** Told when the time was over before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

/** What has changed since a ref, which units depend on it, and which dependencies came and went; with a scope, of that. */
export async function impactFacts(input: ImpactInput): Promise<ImpactFacts> {
  const { graph, base, gap, scope, depth } = input;
  const { signal, deadlineAtMs } = input.context;
  const focus = makeFocus(graph, scope);
  const listed = await input.earlier.list(signal);
  const filesOf = (listing: SourceListing) =>
    listing.entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base));
  if (listed.limit !== null || input.listing.limit !== null) {
    gap('a list of files was cut at its bound: what lies beyond is not compared');
  }
  const files = await changedFiles({
    ...input,
    signal,
    deadlineAtMs,
    earlierFiles: filesOf(listed),
    nowFiles: filesOf(input.listing),
  });
  tellUncompared(input, files);
  tellLinks(input, await changedLinks({ ...input, earlierEntries: listed.entries, nowEntries: input.listing.entries }));
  const changed = files.changed.filter(({ file, moved }) => focus.holds(file) || (moved && focus.holds(moved.from)));
  // What was moved as it was is what it was to those who use it; who had to follow it has changed itself.
  const starts = changed.flatMap(({ file, moved }) => (moved?.alike === 100 ? [] : (graph.unitOf(file) ?? [])));
  const reached = reachedFrom(graph, starts);
  const rows = changed
    .toSorted((a, b) => changedRank(a.file) - changedRank(b.file))
    .map((row) => ({ ...row, isUnit: graph.unitOf(row.file) !== null }));
  return {
    since: input.since,
    changed: firstRows(rows),
    elsewhere: scope === null ? null : files.changed.length - changed.length,
    reached: { ...firstRows(reachedRows(graph, reached, { depth, focus })), total: reached.length },
    byHop: countByHop(graph, reached, scope === null ? null : focus),
    ...(await symbolFacts(input, { changed, reached, focus })),
    ...(await edgeChanges(input, { listed, changed: files.changed })),
  };
}

function tellLinks({ since, gap }: ImpactInput, { differing, notCompared }: ChangedLinks): void {
  const text = (count: number): string => plural(count, 'link or submodule', 'links or submodules');
  if (differing > 0) gap(`${text(differing)}, new, gone or other since ${since}: in no list`);
  if (notCompared > 0) gap(`${text(notCompared)} could not be compared with ${since}`);
}

function tellUncompared({ since, gap }: ImpactInput, { notCompared, notPaired }: ChangedFiles): void {
  if (notCompared > 0) gap(`${notCompared} files could not be compared with ${since}`);
  if (notPaired > 0)
    gap(`${plural(notPaired, 'file')}, new or gone since ${since}, not compared: told as that even if moved`);
}

/** Code first, then examples, tests, and what is no code: who asks what a change reaches wants its code. */
function changedRank(file: string): number {
  return hasSymbols(file) ? ROLE_RANK[roleOfPath(file)] : ROLE_RANK.test + 1;
}

/** Changed files, and what depends on them. */
interface Found {
  readonly changed: readonly Changed[];
  readonly reached: readonly Reached[];
  readonly focus: Focus;
}

/** Of changed files those that are there and may use names, tests last: of a thousand only some are read. */
function usersAmong(changed: readonly Changed[]): readonly string[] {
  const there = changed.flatMap(({ file, change }) => (change === 'deleted' || !mayHaveSymbols(file) ? [] : [file]));
  return there.toSorted((a, b) => Number(roleOfPath(a) === 'test') - Number(roleOfPath(b) === 'test'));
}

/** Changed symbols, and where the files that import theirs use them: those in focus first. */
async function symbolFacts(
  input: ImpactInput,
  { changed, reached, focus }: Found,
): Promise<Pick<ImpactFacts, 'symbols' | 'uses' | 'isUsesWhole'>> {
  const { earlier, now, graph, listing, context, gap, since } = input;
  const found = await changedSymbols({ earlier, now, deadlineAtMs: context.deadlineAtMs }, changed);
  if (found.notCompared > 0) gap(`symbols of ${found.notCompared} files were not compared with ${since}`);
  const asked = found.rows.filter(({ change }) => change === 'changed');
  const wanted = new Set(asked.map(({ file, symbol }) => `${file}\0${symbol}`));
  const names = new Set(asked.map(({ symbol }) => lastNameOf(symbol)));
  const near = reached.filter(({ hop }) => hop === 1).flatMap(({ unit }) => graph.units[unit]?.files ?? []);
  const insideFirst = near.toSorted((a, b) => Number(focus.holds(b)) - Number(focus.holds(a)));
  const declaring = new Set(asked.map(({ file }) => file));
  const uses = await usesOfSymbols(
    { source: now, listing, graph, context },
    {
      names,
      from: new Set([...declaring, ...insideFirst, ...usersAmong(changed)]),
      isWanted: ({ file, symbol }) => wanted.has(`${file}\0${symbol.path}`),
    },
  );
  if (!uses.isInTime) input.onTimeOver();
  if (!uses.isComplete) gap('uses of changed symbols were looked for in a part of the files, or of a part of them');
  const rows = uses.rows.toSorted((a, b) => Number(focus.holds(b.file)) - Number(focus.holds(a.file)));
  return { symbols: firstRows(found.rows), uses: firstRows(rows), isUsesWhole: uses.isComplete };
}

/** New and lost dependencies; null for both when the earlier state was not read to its end. */
async function edgeChanges(
  { selector, since, earlier, graph, base, context, gap, scope }: ImpactInput,
  { listed: { entries }, changed }: { readonly listed: SourceListing; readonly changed: readonly Changed[] },
): Promise<Pick<ImpactFacts, 'added' | 'removed'>> {
  const selectorOfEarlier = { ...selector, ref: since };
  const before = await readGraph({ selector: selectorOfEarlier, source: earlier, entries, base, context });
  if (performance.now() > context.deadlineAtMs) {
    gap('dependencies of the earlier state were not read in time: which are new or gone is not known');
    return { added: null, removed: null };
  }
  const states: States = {
    graph,
    earlier: before.graph,
    movedTo: new Map(changed.flatMap(({ file, moved }) => (moved === null ? [] : [[moved.from, file] as const]))),
  };
  const unread = unreadFiles(entries, states);
  if (unread.size > 0) gap(`dependencies of ${plural(unread.size, 'file')} in the earlier state are not known`);
  const wasRead = ({ file, to }: EdgeRow): boolean => {
    const files = graph.units[graph.unitOf(file) ?? -1]?.files ?? [file];
    return !unread.has(to) && !files.some((one) => unread.has(one));
  };
  const { added, removed } = compareEdges(states, scope);
  return { added: firstRows(added.filter(wasRead)), removed: firstRows(removed) };
}
