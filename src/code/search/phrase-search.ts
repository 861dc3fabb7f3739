import { roleOfPath } from '../source/path-role.ts';
import { makeCpuBudget } from './cpu-budget.ts';
import type { PhrasePlan } from './plan.ts';
import { searchRanked } from './ranked-search.ts';
import { type Scope, scannedBefore } from './scope.ts';
import type { Search, SearchResult } from './search.ts';
import { hitsText, searchText } from './text-search.ts';

/** More contents than this are not read only to see whether words stand somewhere as they are. */
const READ_FILES_MAX = 1_000;

/** So long a query is looked for as it stands: a part of the time of a search, the rest of which is for its answer. */
const CODE_CPU_MS = 200;
const PROSE_CPU_MS = 50;

/**
 * Several words: what stands in the code like that, be it code or a message, was what was looked for; all else is a
 * question, whose answer says how often the words stand somewhere as they are.
 */
export async function searchPhrase(search: Search, plan: PhrasePlan): Promise<SearchResult> {
  const { scope, input } = search;
  const { rank, text, isCode, isLong } = plan;
  if (mustRead(scope) > READ_FILES_MAX) return await searchRanked(search, rank);
  const look = {
    scope: scannedBefore(scope, makeCpuBudget(isCode ? CODE_CPU_MS : PROSE_CPU_MS)),
    // One hit is enough to know, and a later page is read as the first one was.
    input: { ...input, offset: 0, limit: 1 },
  };
  const { rows, totals, isComplete, isFull } = await searchText(look, text);
  const isCut = !isComplete && isFull !== true;
  const [best] = rows;
  // What may be a question is not waited for.
  const isShown = isCode || (isLong && !isCut);
  if (isShown && best !== undefined && roleOfPath(best.file) !== 'aside') {
    const shown = await searchText(search, text);
    return { ...shown, reading: `${shown.reading}; words -> mode=ranked` };
  }
  const ranked = await searchRanked(search, rank);
  if (totals.hits === 0) return ranked;
  return { ...ranked, reading: `${ranked.reading}; ${hitsText(totals, isComplete)}` };
}

/** Files whose contents no index knows. */
function mustRead({ indexed, fileCount }: Scope): number {
  return indexed === null ? fileCount : indexed.pending.length;
}
