import { existsSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { DAY_MS } from '../../base/units.ts';
import { limitOf } from '../engine-limits.ts';
import { makeRoom } from '../index/evict.ts';

/** Keeps all indexes together within their bound on disk. */
export interface DiskRoom {
  /** Deletes what is over the bound and not in use. */
  tidy(): void;
  /** Whether more may be indexed. */
  has(): boolean;
}

/** What it needs, of the keeper's. */
interface DiskRoomDeps {
  readonly indexDirectory: string;
  readonly indexBytesMax?: number;
  readonly clock: Clock;
  onFailure(what: string, detail: string): void;
}

/** While the bound is reached, it is looked this often whether something may go. */
const LOOK_FOR_ROOM_MS = 60_000;

/** Makes it for roots by their keys, which are in use and told when something was deleted. */
export function makeDiskRoom(
  deps: DiskRoomDeps,
  roots: ReadonlyMap<string, { readonly refresh: () => void }>,
): DiskRoom {
  const bytesMax = deps.indexBytesMax ?? limitOf('indexBytesMax');
  let isFull = false;
  let tidiedAtMs = Number.NEGATIVE_INFINITY;

  function tidy(): void {
    const unusedBefore = new Date(deps.clock.now().getTime() - DAY_MS);
    tidiedAtMs = deps.clock.monotonicMs();
    try {
      const wasFull = isFull;
      const inUse = new Set(roots.keys());
      isFull =
        existsSync(deps.indexDirectory) && makeRoom(deps.indexDirectory, { inUse, unusedBefore, bytesMax }) > bytesMax;
      if (isFull && !wasFull) deps.onFailure('room for indexes', 'all that is indexed is in use: no more is indexed');
      for (const root of roots.values()) root.refresh();
    } catch (failure) {
      deps.onFailure('room for indexes', String(failure));
    }
  }

  return {
    tidy,
    has() {
      if (isFull && deps.clock.monotonicMs() - tidiedAtMs > LOOK_FOR_ROOM_MS) tidy();
      return !isFull;
    },
  };
}
