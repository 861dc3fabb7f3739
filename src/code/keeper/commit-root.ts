import type { ListingWatch, PackedListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import { inTurns } from '../source/steps.ts';
import { makeColumns } from './columns.ts';
import { IndexedState } from './indexed-files.ts';
import { isWorthListingAgain, type KeptState, partialViewOf } from './kept-state.ts';
import { listApart } from './list-apart.ts';
import { listHere } from './list-here.ts';
import { bytesUnderWay, type ListingReport } from './listing-desk.ts';
import type { RootIndex } from './root-index.types.ts';

/**
 * Makes the keeper of a commit, whose files never change, only what is indexed of them; null stands for a repository
 * without commits.
 */
export function makeCommitRoot(place: SourcePlace, commit: string | null, root: RootIndex): KeptState {
  const stop = new AbortController();
  const report: ListingReport = { soFar: null, signal: stop.signal, onGrown: root.onGrown };
  let state: IndexedState | null = null;
  let listing: Promise<IndexedState> | null = null;
  let listedAtMs = 0;
  let tookMs = 0;

  const list = (watch: ListingWatch): Promise<PackedListing> =>
    listHere({ place, commit }, { signal: stop.signal, watch });
  const listLarge = (watch: ListingWatch): Promise<PackedListing> =>
    listApart({ place, commit }, { signal: stop.signal, watch });

  async function take({ files, limit }: PackedListing): Promise<IndexedState> {
    const columns = await inTurns(makeColumns(files, state?.columns ?? null, 'objects'), stop.signal);
    if (state !== null) {
      state.replace(columns, limit);
      return state;
    }
    const gitDirectory = place.repository?.gitDirectory ?? '';
    return new IndexedState(root, { columns, limit, origin: { kind: 'objects', gitDirectory } });
  }

  async function listAndTake(): Promise<IndexedState> {
    const startedAtMs = root.clock.monotonicMs();
    const listed = await root.desk.run({ list, listLarge, take }, report);
    listedAtMs = root.clock.monotonicMs();
    tookMs = listedAtMs - startedAtMs;
    return listed;
  }

  /** One listing at a time: who comes while one is under way shares it, and after a failure the next one tries again. */
  async function listOnce(): Promise<IndexedState> {
    listing ??= listAndTake().finally(() => {
      listing = null;
      report.soFar = null;
    });
    return await listing;
  }

  function isDue(): boolean {
    if (state === null) return true;
    return isWorthListingAgain(state.limit, { sinceMs: root.clock.monotonicMs() - listedAtMs, tookMs });
  }

  return {
    async view() {
      const current = state === null || isDue() ? await listOnce() : state;
      if (stop.signal.aborted) throw stop.signal.reason;
      state = current;
      const view = await state.view();
      root.onGrown();
      return view;
    },
    partialView: () => partialViewOf(root, { listed: state, soFar: report.soFar, isListing: listing !== null }),
    get bytes() {
      return (state?.bytes ?? 0) + bytesUnderWay(report);
    },
    get isListing() {
      return listing !== null;
    },
    get isClosed() {
      return stop.signal.aborted;
    },
    close() {
      stop.abort(new Error('the commit is no longer kept'));
      state?.close();
    },
  };
}
