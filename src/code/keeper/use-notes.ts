import { HOUR_MS } from '../../base/units.ts';
import type { Steps } from '../source/steps.ts';
import { type Columns, usedSegments } from './columns.ts';
import type { RootIndex } from './root-index.types.ts';

/** Use of segments is noted on disk, no more often than this. */
const NOTE_USE_EVERY_MS = HOUR_MS;

/** Makes what notes the segments in use, so that what is searched outlives what nobody asks about any more. */
export function makeUseNotes({
  store,
  clock,
}: Pick<RootIndex, 'store' | 'clock'>): (columns: Columns) => Steps<undefined> {
  let notedAtMs = Number.NEGATIVE_INFINITY;
  return (columns) => {
    const isDue = clock.monotonicMs() - notedAtMs >= NOTE_USE_EVERY_MS;
    if (isDue) notedAtMs = clock.monotonicMs();
    return noteUse(isDue ? store : null, columns, clock.now());
  };
}

function* noteUse(store: RootIndex['store'], columns: Columns, now: Date): Steps<undefined> {
  if (store === null) return;
  const used = yield* usedSegments(columns);
  store.markUsed(
    used.map(({ id }) => id),
    now,
  );
}
