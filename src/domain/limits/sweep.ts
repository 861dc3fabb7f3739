/** Between two looks at what is held unused. */
export const SWEEP_MS = 100;

/** Entries looked at in one sweep; the others have their turn with the next ones. */
const VISITS_MAX = 1_024;

/** Entries that hold something which goes back when nobody uses it. */
export interface Sweep<Entry> {
  /** Looks at the entry with the coming sweeps, until `visit` says that it needs no more looking at. */
  watch(entry: Entry): void;
  stop(): void;
}

/**
 * One timer for all entries, which runs only while there are any: a sweep costs as much as is held, however many entries
 * are known.
 */
export function makeSweep<Entry>(visit: (entry: Entry) => 'keep' | 'done'): Sweep<Entry> {
  const watched = new Set<Entry>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function sweep(): void {
    let visits = Math.min(VISITS_MAX, watched.size);
    for (const entry of watched) {
      if (visits-- === 0) break;
      watched.delete(entry);
      // Behind those that were not visited yet.
      if (visit(entry) === 'keep') watched.add(entry);
    }
    timer = null;
    if (watched.size > 0) wind();
  }

  function wind(): void {
    // A timer must not keep the process alive: what is held goes back with the stop.
    if (!isStopped) timer ??= setTimeout(sweep, SWEEP_MS).unref();
  }

  return {
    watch(entry) {
      watched.add(entry);
      wind();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
