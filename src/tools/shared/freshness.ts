import { plural } from '../../base/plural.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { IndexFreshness } from '../../code/index.ts';

/**
 * The fact of a provenance line that says how fresh the index is: `indexed 2m ago`, and what was read beside it because
 * it has changed since, or is not in it yet. Nothing without an index, when all was read.
 */
export function freshnessFacts(freshness: IndexFreshness | null): readonly string[] {
  if (freshness === null || freshness.texts === 0) return [];
  const { ageMs, texts, unread, isBuilding } = freshness;
  const done = texts - unread;
  if (ageMs === null || done === 0) return ['not indexed yet'];
  const indexed = `indexed ${ageText(ageMs)} ago`;
  if (unread === 0) return [indexed];
  // A few files are what was edited since; many are what the index has not come to, and may never.
  return isBuilding && done < unread * 9
    ? [`indexing, ${Math.floor((100 * done) / texts)} % done`]
    : [`${indexed} but for ${plural(unread, 'file')}`];
}

/** The largest unit that is full: `45s`, `2m`, `3h`, `5d`. */
function ageText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)}s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return `${Math.floor(ms / DAY_MS)}d`;
}
