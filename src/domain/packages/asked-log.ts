import type { Clock } from '../../base/clock.ts';
import { STALE_MS } from './age.ts';
import type { SourceReport } from './package.ts';
import type { Asked } from './sources.ts';

/** Keeps what became of every source during one check. */
export interface AskedLog {
  record(name: SourceReport['name'], answer: Asked<unknown>): void;
  /** One report a source that was asked, in the order of their first answers. */
  reports(): readonly SourceReport[];
}

interface Tally {
  answered: number;
  failed: number;
  text: string | null;
  oldestMs: number | null;
}

/** Makes an empty one. */
export function makeAskedLog(clock: Clock): AskedLog {
  const tallies = new Map<SourceReport['name'], Tally>();
  return {
    record(name, answer) {
      const tally = tallies.get(name) ?? { answered: 0, failed: 0, text: null, oldestMs: null };
      tallies.set(name, tally);
      if (!answer.ok) {
        tally.failed += 1;
        tally.text ??= answer.error.text;
        return;
      }
      tally.answered += 1;
      // The oldest answer, since a report must not look fresher than any part of it.
      tally.oldestMs = Math.min(tally.oldestMs ?? Number.POSITIVE_INFINITY, answer.value.asOf.getTime());
    },
    reports: () => [...tallies].map(([name, tally]) => present(name, tally, clock.now().getTime())),
  };
}

/** A source that failed once counts as not reached, although it may have answered other questions. */
function present(name: SourceReport['name'], tally: Tally, nowMs: number): SourceReport {
  const asOf = tally.oldestMs === null ? null : new Date(tally.oldestMs);
  if (tally.failed > 0) {
    const share = tally.answered === 0 ? '' : `${tally.failed} of ${tally.failed + tally.answered} questions failed: `;
    return { name, status: 'unreachable', asOf, text: `${share}${tally.text ?? ''}` };
  }
  const isStale = asOf !== null && nowMs - asOf.getTime() > STALE_MS;
  const day = asOf?.toISOString().slice(0, 10);
  return { name, status: isStale ? 'stale' : 'ok', asOf, text: isStale ? `its data are from ${day}` : null };
}
