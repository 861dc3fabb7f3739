import { makeCpuBudget } from './cpu-budget.ts';
import { roleOfPath } from './path-role.ts';
import type { PhrasePlan } from './plan.ts';
import { searchRanked } from './ranked-search.ts';
import { type Scope, scannedBefore } from './scope.ts';
import type { Search, SearchResult } from './search.ts';
import { hitsText, searchText } from './text-search.ts';

/** More contents than this are not read only to see whether words stand somewhere as they are. */
const READ_FILES_MAX = 1_000;

/** So long words that are no code are looked for. */
const PROSE_CPU_MS = 50;

/**
 * Several words: what stands in the code like that, be it code or a message, was what was looked for; all else is a
 * question, whose answer says how often the words stand somewhere as they are.
 */
export async function searchPhrase(search: Search, plan: PhrasePlan): Promise<SearchResult> {
  const { scope, input } = search;
  const { rank, text, isCode, isLong } = plan;
  if (mustRead(scope) > READ_FILES_MAX) return await searchRanked(search, rank);
  const again = { ...search, scope: scannedBefore(scope) };
  const looking = isCode ? search : { ...search, scope: scannedBefore(scope, makeCpuBudget(PROSE_CPU_MS)) };
  // A later page is read as the first one was.
  const found = await searchText({ ...looking, input: { ...input, offset: 0 } }, text);
  const [best] = found.rows;
  if ((isCode || isLong) && best !== undefined && roleOfPath(best.file) !== 'aside') {
    const shown = isCode && input.offset === 0 ? found : await searchText(isCode ? again : search, text);
    return { ...shown, reading: `${shown.reading}; words -> mode=ranked` };
  }
  const ranked = await searchRanked(isCode ? again : search, rank);
  if (found.totals.hits === 0) return ranked;
  return { ...ranked, reading: `${ranked.reading}; ${hitsText(found.totals, found.isComplete)}` };
}

/** Files whose contents no index knows. */
function mustRead({ indexed, fileCount }: Scope): number {
  return indexed === null ? fileCount : indexed.pending.length;
}
