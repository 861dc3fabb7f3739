import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { DAY_MS, MIB } from '../../base/units.ts';
import { limitOf } from '../engine-limits.ts';
import { makeRoom } from '../index/evict.ts';
import { freeBytes, RESERVED_BYTES } from '../process/free-bytes.ts';

/** Keeps all indexes together within their bound on disk, and from taking what is left of it. */
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
  /** Bytes left on a folder's disk; as the system tells when not given. */
  readonly freeBytes?: (folder: string) => number;
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
  const bytesLeft = deps.freeBytes ?? freeBytes;
  let isFull = false;
  let isDiskShort = false;
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

  /** A segment of some 30 MB fits in what is kept free, so that none takes the last of it. */
  function hasDisk(): boolean {
    // Where somebody has deleted it, the next build makes it anew in the same folder.
    const folder = [deps.indexDirectory, dirname(deps.indexDirectory)].find((one) => existsSync(one));
    if (folder === undefined) return true;
    const wasShort = isDiskShort;
    try {
      isDiskShort = bytesLeft(folder) < RESERVED_BYTES;
    } catch (failure) {
      deps.onFailure('room for indexes', String(failure));
      return true;
    }
    if (isDiskShort && !wasShort) {
      deps.onFailure('room for indexes', `less than ${RESERVED_BYTES / MIB} MiB are left: no more is indexed`);
    }
    return !isDiskShort;
  }

  return {
    tidy,
    has() {
      if (!hasDisk()) return false;
      if (isFull && deps.clock.monotonicMs() - tidiedAtMs > LOOK_FOR_ROOM_MS) tidy();
      return !isFull;
    },
  };
}
