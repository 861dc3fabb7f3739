import { describeFiles } from '../index/file-table.ts';
import type { ViewData } from '../index/view.ts';
import { type ListingSoFar, makeListing } from '../source/listing.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import type { SourceListing } from '../source/source.ts';
import { atOnce } from '../source/steps.ts';
import { emptyColumns, freeze } from './columns.ts';
import type { IndexedState } from './indexed-files.ts';
import type { RootIndex } from './root-index.types.ts';
import type { KnownPlace } from './source-places.ts';

/** One state of a root that the keeper looks after: a commit, or a work tree or folder as it is now. */
export interface KeptState {
  /** Its files as they are now, with what is indexed of them. */
  view(known: KnownPlace): Promise<ViewData>;
  /** What is known without waiting, while the files are still being listed. */
  partialView(): ViewData;
  /** Memory that it takes. */
  readonly bytes: number;
  /** Whether its files are being listed right now. */
  readonly isListing: boolean;
  readonly isClosed: boolean;
  close(): void;
}

/** Files of a listing under way that can be searched already. */
export const PARTIAL_FILES = 200;

/** What a state has while a question cannot wait for more. */
export interface StateSoFar {
  /** What was listed before; null before the first listing has ended. */
  readonly listed: IndexedState | null;
  /** The listing under way; null when there is none, or when it has found nothing yet. */
  readonly soFar: ListingSoFar | null;
  readonly isListing: boolean;
}

/**
 * A view of what was listed before, or else of the files that were found first by now. Its limit says so, but where only
 * the index has to be looked at.
 */
export function partialViewOf(root: RootIndex, { listed, soFar, isListing }: StateSoFar): ViewData {
  if (listed !== null && !isListing) return listed.viewNow();
  const generation = root.nextGeneration();
  const facts = { generation, edition: generation, limit: 'listing' } as const;
  if (listed !== null) {
    const view = listed.viewNow();
    return { ...view, ...facts, listedSoFar: soFar?.files ?? view.files.count };
  }
  const first = soFar?.first(PARTIAL_FILES) ?? makeListing().finish().files;
  const columns = emptyColumns(atOnce(describeFiles(first, FILE_BYTES_MAX)), [], 'objects');
  const listedSoFar = soFar?.files ?? 0;
  return { ...facts, listedSoFar, folder: root.folder, isBuilding: true, ...atOnce(freeze(columns, 'objects')) };
}

/** A listing that was cut by something that may pass is made again no sooner than this. */
const RELIST_MS = 5_000;

/** Nor sooner than so many times what it took: a tree that always runs into the bound of time is not all that is done. */
const RELIST_TIMES = 5;

/** Whether a listing that was cut may be whole by now: the other limits are those of the files themselves. */
export function isWorthListingAgain(
  limit: SourceListing['limit'],
  { sinceMs, tookMs }: { readonly sinceMs: number; readonly tookMs: number },
): boolean {
  if (limit !== 'time' && limit !== 'damaged') return false;
  return sinceMs >= Math.max(RELIST_MS, RELIST_TIMES * tookMs);
}
