import type { ReferenceMode } from '../questions/find.types.ts';
import { NEAR_NAMES_MAX } from '../search/limits.ts';
import { findNearNames } from '../search/near-names.ts';
import type { FileChoice } from '../search/scope.ts';
import type { Search, SearchResult } from '../search/search.ts';
import type { TargetQuery } from '../search/target-query.ts';
import { clipName } from '../text/lines.ts';
import { findImplementations } from './implementations/find-implementations.ts';
import { findCallees } from './uses/find-callees.ts';
import { findCallers } from './uses/find-callers.ts';
import { findReferences } from './uses/find-references.ts';
import { openQuestion, type ReferenceQuestion } from './uses/reference-search.ts';

/** A question about uses that has been understood. */
export interface UsesQuery {
  readonly mode: ReferenceMode;
  readonly target: TargetQuery;
  /** Whether a file is one that rows may come from. */
  readonly accepts: FileChoice['accepts'];
}

const FINDERS: Readonly<Record<ReferenceMode, (question: ReferenceQuestion) => Promise<SearchResult>>> = {
  references: findReferences,
  callers: findCallers,
  callees: findCallees,
  implementations: findImplementations,
};

/** References, callers, callees or implementations of a name, with near names when there is nothing. */
export async function searchUses(search: Search, { mode, target, accepts }: UsesQuery): Promise<SearchResult> {
  const { source, context } = search.scope;
  const listing = await source.list(context.signal);
  const question = await openQuestion(search, { query: target, mode, entries: listing.entries }, ({ path, role }) =>
    accepts(path, role),
  );
  const found = await FINDERS[mode](question);
  if (found.totals.rows > 0 || !found.isComplete || question.targets.length > 0) return found;
  const paths = new Set((question.known.definitions.get(question.query.name) ?? []).map(({ symbol }) => symbol.path));
  // What has the very name elsewhere is nearer than what is spelt alike.
  if (paths.size > 0) return { ...found, near: [...paths].slice(0, NEAR_NAMES_MAX).map(clipName) };
  const near = await findNearNames(search, target.name);
  // What has the very name and is no declaration is the title of a test.
  return { ...found, near: near.filter((name) => name !== target.name) };
}
