import type { OperationContext } from '../questions/context.ts';
import type { InspectInput, InspectOutput } from '../questions/inspect.types.ts';

/** What a source is at now, and how many files it has. */
export async function inspect(input: InspectInput, context: OperationContext): Promise<InspectOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { identity: null, problem: opened.error, files: null, index: null };
  const { identity, index } = opened.value;
  const listing = await opened.value.list(context.signal);
  const files = listing.limit === null ? listing.entries.filter(({ kind }) => kind === 'file').length : null;
  return { identity, problem: 'none', files, index: index?.progress ?? null };
}
