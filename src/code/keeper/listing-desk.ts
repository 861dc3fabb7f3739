import type { ListingSoFar, ListingWatch } from '../source/listing.ts';

/*
 * A listing of a million files takes memory for all of them twice while it is made. Small ones are made as they are
 * asked for; of large ones only one at a time, and the others begin when it is done.
 */

/** Makes listings, few large ones at once. */
export interface ListingDesk {
  /**
   * Lists and then takes what was listed. When a listing turns out to be large while another large one is under way, or
   * is not to be done here, it is ended, waits for the other one, and is made anew. The place of a large one is held until it has been taken, too.
   */
  run<Listed, Taken>(work: ListingWork<Listed, Taken>, report: ListingReport): Promise<Taken>;
}

/** What is done at the desk. */
export interface ListingWork<Listed, Taken> {
  list(watch: ListingWatch): Promise<Listed>;
  /** The same anew where it is large and not to be done here; left out where it is. */
  listLarge?(watch: ListingWatch): Promise<Listed>;
  take(listed: Listed): Promise<Taken>;
}

/** Where a listing under way tells how far it is. */
export interface ListingReport {
  soFar: ListingSoFar | null;
  readonly signal: AbortSignal;
  /** It has grown: others may have to make room for it in memory. */
  onGrown(): void;
}

/** Files above which a listing is large. */
const LARGE_FILES = 16_000;

/** Makes a desk. */
export function makeListingDesk(): ListingDesk {
  let isTaken = false;
  // In the order of coming; as many as there are states that are listed.
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  /** Resolves with the place taken. */
  async function enter(): Promise<void> {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
    isTaken = true;
  }

  return {
    async run({ list, listLarge, take }, report) {
      const place = { is: 'none' as 'none' | 'held' | 'refused' };
      const watch: ListingWatch = {
        onProgress(soFar) {
          report.soFar = soFar;
          report.onGrown();
          if (place.is !== 'none' || soFar.files < LARGE_FILES) return 'more';
          place.is = isTaken || listLarge !== undefined ? 'refused' : 'held';
          if (place.is === 'held') isTaken = true;
          return place.is === 'held' ? 'more' : 'stop';
        },
      };
      try {
        let listed = await list(watch);
        if (place.is === 'refused') {
          await enter();
          place.is = 'held';
          report.signal.throwIfAborted();
          listed = await (listLarge ?? list)(watch);
        }
        return await take(listed);
      } finally {
        if (place.is === 'held') leave();
      }
    },
  };
}

/** Twice what is listed so far: its rows, and the columns that are made of them. */
export function bytesUnderWay({ soFar }: ListingReport): number {
  return 2 * (soFar?.bytes ?? 0);
}
