import { isHistoryKnown } from '../history/history.ts';
import { buildImportGraph } from '../imports/build-import-graph.ts';
import { limitText } from '../source/listing.ts';
import { makeProjectFiles } from '../source/project-files.ts';
import type { Source } from '../source/source.ts';
import { assemble } from '../structure/assemble.ts';
import { findScope, type Scope } from '../structure/scope.ts';
import { makeUnitGraph } from '../structure/unit-graph.ts';
import type { OperationContext } from './context.ts';
import { makeMemory } from './remembered.ts';
import type { StructureInput, StructureOutput } from './structure.types.ts';

/** Answers that a thread remembers: each at most some hundred KiB. */
const rememberStructure = makeMemory<StructureOutput>(8);

/**
 * Says how a project is put together, each statement with what proves it. The same tree gives the same answer; what
 * the time did not suffice for is named, and the answer then is `partial`.
 */
export async function structure(input: StructureInput, context: OperationContext): Promise<StructureOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { status: opened.error };
  const source = opened.value;
  const compute = (): Promise<StructureOutput> => describeSource(input, context, source);
  // Without an index nobody says whether the files are what they were; of a ref nobody says where it leads now.
  if (source.index === null || input.since !== null) return await compute();
  const key = JSON.stringify([input, source.identity, source.index.generation]);
  const isLasting = (answer: StructureOutput): boolean => !('gaps' in answer) || isHistoryKnown(answer.gaps);
  return await rememberStructure({ key, deadlineAtMs: context.deadlineAtMs, compute, isLasting });
}

async function describeSource(
  input: StructureInput,
  context: OperationContext,
  source: Source,
): Promise<StructureOutput> {
  const listing = await source.list(context.signal);
  const base = input.prefix === null ? '' : `${input.prefix.replace(/\/+$/, '')}/`;
  const below = listing.entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base));
  // Of what has not been listed nothing is said: `none` would be false.
  if (below.length === 0 && listing.limit === 'listing') return { status: 'being_listed' };
  if (below.length === 0 && base !== '') return { status: 'empty_prefix' };
  // What may refuse the question goes before what takes time.
  const earlier = await openEarlier(input, context);
  if ('status' in earlier) return earlier;
  const scope = await locateScope(input, { source, listing, base, context });
  if ('status' in scope) return scope;
  const files = makeProjectFiles(source, below, base);
  if (listing.limit !== null) files.gap(limitText(listing.limit));
  const { signal, deadlineAtMs } = context;
  const imports = await buildImportGraph({ source, entries: listing.entries, base, signal, deadlineAtMs });
  for (const gap of imports.gaps) files.gap(gap);
  const graph = makeUnitGraph(imports);
  return await assemble({ input, context, source, listing, files, imports, graph, ...scope, ...earlier });
}

/** Only a refusal has a status. */
type Refusal = Exclude<StructureOutput, { readonly gaps: unknown }>;

async function openEarlier(
  { source, since }: StructureInput,
  context: OperationContext,
): Promise<{ readonly earlier: Source | null } | Refusal> {
  if (since === null) return { earlier: null };
  const opened = await context.openSource({ ...source, ref: since });
  if (opened.ok) return { earlier: opened.value };
  return { status: opened.error === 'unknown_ref' ? 'unknown_since' : opened.error };
}

async function locateScope(
  { scope }: StructureInput,
  place: Parameters<typeof findScope>[0],
): Promise<{ readonly scope: Scope | null } | Refusal> {
  if (scope === null) return { scope: null };
  const { found, ...refused } = await findScope(place, scope);
  return found === null && 'refusal' in refused ? refused.refusal : { scope: found };
}
