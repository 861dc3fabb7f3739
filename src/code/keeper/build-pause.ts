import { existsSync } from 'node:fs';
import type { BuildEnd } from '../index/builder-messages.ts';
import type { RootIndex } from './root-index.types.ts';

/** After a build that came to nothing the next one is tried no sooner. */
const RETRY_MS = 60_000;

/** After one that another process was busy with: it will be looked at again soon what that one has done. */
const BUSY_RETRY_MS = 1_000;

/** How long a root waits for its next build. */
export interface BuildPause {
  /** A build has ended so. */
  note(end: BuildEnd): void;
  /** Whether the next one has to wait still. */
  isOn(): boolean;
}

/** Nothing to wait for yet. */
export function makeBuildPause({ folder, clock }: Pick<RootIndex, 'folder' | 'clock'>): BuildPause {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  /** When a build failed last because its folder had been deleted. */
  let deletedAtMs = Number.NEGATIVE_INFINITY;

  function pauseAfter(end: BuildEnd): number {
    if (end === 'done' || end === 'busy') return BUSY_RETRY_MS;
    // Somebody deleted the folder under the builder: nothing hinders the next one, unless it goes on.
    const isDeleted = end === 'failed' && !existsSync(folder);
    const isFirst = clock.monotonicMs() - deletedAtMs >= RETRY_MS;
    if (!isDeleted || !isFirst) return RETRY_MS;
    deletedAtMs = clock.monotonicMs();
    return 0;
  }

  return {
    note(end) {
      endsAtMs = clock.monotonicMs() + pauseAfter(end);
    },
    isOn: () => clock.monotonicMs() < endsAtMs,
  };
}
