import { systemClock } from '../../base/clock.ts';
import type { SourceIndex } from '../source/source-index.ts';

/** How fresh an index is that an answer was looked up in. */
export interface IndexFreshness {
  /** Milliseconds since the youngest part of it was written; null while nothing is. */
  readonly ageMs: number | null;
  /** Texts of the source, and those among them that are not in the index as they are now: they are read instead. */
  readonly texts: number;
  readonly unread: number;
  /** Whether they are being indexed: where there is no room or no right to write, nobody does. */
  readonly isBuilding: boolean;
}

/** Null without an index. */
export function freshnessOf(index: SourceIndex | null): IndexFreshness | null {
  if (index === null) return null;
  const { progress, writtenAtMs = null } = index;
  const ageMs = writtenAtMs === null ? null : Math.max(0, systemClock.now().getTime() - writtenAtMs);
  return { ageMs, texts: progress.texts, unread: index.pending.length, isBuilding: progress.isBuilding };
}
