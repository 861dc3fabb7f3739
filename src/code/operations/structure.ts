import type { OperationContext } from '../questions/context.ts';
import type { Structure, StructureInput, StructureOutput } from '../questions/structure.types.ts';
import { limitText } from '../source/listing.ts';
import type { Source } from '../source/source.ts';
import { findScope, type Scope } from '../structure/scope.ts';
import { asBase } from '../text/paths.ts';
import { openEarlier } from './open-earlier.ts';
import { filesBelow } from './overview/files-below.ts';
import { makeMemory, stateKeyOf } from './remembered.ts';
import { assemble, describeState } from './structure/assemble.ts';
import { readGraph } from './structure/kept-graph.ts';

/** Answers that a thread remembers: each at most some hundred KiB, most of which those of one state share. */
const rememberAnswer = makeMemory<StructureOutput>(8);
/** What a state says whatever is asked of it, so that another question about it is all that is looked for. */
const rememberState = makeMemory<Structure>(8);

/** A question whose sources have been opened. */
interface Asked {
  readonly input: StructureInput;
  readonly context: OperationContext;
  readonly source: Source;
  /** The state to compare with, or why there is none; null when none was asked for. */
  readonly earlier: Source | Refusal | null;
  /** Told when the time was over, or the history not all there, before all was found, which need not make the answer a partial one. */
  readonly onTimeOver: () => void;
}

/**
 * Says how a project is put together, each statement with what proves it. The same tree gives the same answer; what
 * the time did not suffice for is named, and the answer then is `partial`.
 */
export async function structure(input: StructureInput, context: OperationContext): Promise<StructureOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { status: opened.error };
  const source = opened.value;
  let isInTime = true;
  const onTimeOver = (): void => {
    isInTime = false;
  };
  const asked: Asked = { input, context, source, earlier: await openSince(input, context), onTimeOver };
  const compute = (): Promise<StructureOutput> => describeSource(asked);
  const states = statesOf(asked);
  if (states === null) return await compute();
  const key = JSON.stringify([input, states]);
  return await rememberAnswer({ key, deadlineAtMs: context.deadlineAtMs, compute, isLasting: () => isInTime });
}

/** What tells the states that are asked about from all others; null where nobody says whether files are what they were. */
function statesOf({ source, earlier }: Pick<Asked, 'source' | 'earlier'>): readonly unknown[] | null {
  if (earlier !== null && 'status' in earlier) return null;
  const sources = earlier === null ? [source] : [source, earlier];
  const states = sources.map(stateKeyOf);
  return states.includes(null) ? null : states;
}

async function describeSource({ input, context, source, earlier, onTimeOver }: Asked): Promise<StructureOutput> {
  const listing = await source.list(context.signal);
  const base = asBase(input.prefix);
  const below = listing.entries.filter(({ kind, path }) => kind === 'file' && path.startsWith(base));
  // Of what has not been listed nothing is said: `none` would be false.
  if (below.length === 0 && listing.limit === 'listing') return { status: 'being_listed' };
  if (below.length === 0 && base !== '') return { status: 'empty_prefix' };
  // What may refuse the question goes before what takes time.
  if (earlier !== null && 'status' in earlier) return earlier;
  const scope = await locateScope(input, { source, listing, base, context });
  if ('status' in scope) return scope;
  const { files } = filesBelow(source, listing, input.prefix);
  if (listing.limit !== null) files.gap(limitText(listing.limit));
  const graphs = await readGraph({ selector: input.source, source, entries: listing.entries, base, context });
  for (const gap of graphs.imports.gaps) files.gap(gap);
  const reading = { input, context, source, listing, files, earlier, onTimeOver, ...graphs, ...scope };
  return await assemble(reading, await stateOf(reading));
}

/** What is the same for all questions, and for all states to compare with. */
async function stateOf(reading: Parameters<typeof describeState>[0]): Promise<Structure> {
  const { input, context, source } = reading;
  let isWhole = true;
  const onTimeOver = (): void => {
    isWhole = false;
    reading.onTimeOver();
  };
  const compute = (): Promise<Structure> => describeState({ ...reading, onTimeOver });
  const states = statesOf({ source, earlier: null });
  if (states === null) return await compute();
  const key = JSON.stringify([{ ...input, question: null, since: null }, states]);
  // What cuts a state sooner than the deadline is the time for the history, which is told.
  const boundMs = Number.POSITIVE_INFINITY;
  return await rememberState({ key, deadlineAtMs: context.deadlineAtMs, boundMs, compute, isLasting: () => isWhole });
}

/** Only a refusal has a status. */
type Refusal = Exclude<StructureOutput, { readonly gaps: unknown }>;

async function openSince({ source, since }: StructureInput, context: OperationContext): Promise<Asked['earlier']> {
  if (since === null) return null;
  const opened = await openEarlier(context, source, since);
  return opened.ok ? opened.value : { status: opened.error };
}

async function locateScope(
  { scope }: StructureInput,
  place: Parameters<typeof findScope>[0],
): Promise<{ readonly scope: Scope | null } | Refusal> {
  if (scope === null) return { scope: null };
  const { found, ...refused } = await findScope(place, scope);
  return found === null && 'refusal' in refused ? refused.refusal : { scope: found };
}
