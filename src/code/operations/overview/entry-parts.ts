import type { EntryPoint } from '../../questions/overview.types.ts';

/** An entry point as it is told. */
export function withoutParts({ parts: _, ...entry }: EntryPoint): EntryPoint {
  return entry;
}

/**
 * Entry points that lie in a part of the project, and of a library that begins elsewhere the sub-paths that do:
 * `acme/adapters/node` leads into `src/adapters/`, though `acme` alone does not.
 */
export function entriesWithin(
  entries: readonly EntryPoint[],
  holds: (entry: EntryPoint) => boolean,
): readonly EntryPoint[] {
  return entries.flatMap((entry) => (holds(entry) ? [withoutParts(entry)] : asEntries(entry).filter(holds)));
}

function asEntries({ parts = [], ...entry }: EntryPoint): readonly EntryPoint[] {
  const { target: _, isThere: __, builtFrom: ___, patterns: ____, ...rest } = entry;
  return parts.map((part) => ({ ...rest, subpaths: entry.subpaths ?? parts.length, ...part }));
}
