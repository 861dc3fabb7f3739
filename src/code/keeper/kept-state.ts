import { describeFiles } from '../index/file-table.ts';
import type { ViewData } from '../index/view.ts';
import { FILE_BYTES_MAX } from '../search/limits.ts';
import { type ListingSoFar, makeListing } from '../source/listing.ts';
import type { SourceListing } from '../source/source.ts';
import { atOnce } from '../source/steps.ts';
import { emptyColumns, freeze } from './columns.ts';
import type { RootIndex } from './indexed-files.ts';
import type { KnownPlace } from './places.ts';

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
const PARTIAL_FILES = 200;

/** A view of what was listed last, or else of the files that were found first by now. Its limit says so. */
export function partialViewOf(root: RootIndex, soFar: ListingSoFar | null, last: ViewData | null): ViewData {
  const facts = { generation: root.nextGeneration(), limit: 'listing' } as const;
  if (last !== null) return { ...last, ...facts, listedSoFar: soFar?.files ?? last.files.count };
  const first = soFar?.first(PARTIAL_FILES) ?? makeListing().finish().files;
  const columns = emptyColumns(atOnce(describeFiles(first, FILE_BYTES_MAX)), [], 'objects');
  const listedSoFar = soFar?.files ?? 0;
  return { ...facts, listedSoFar, folder: root.folder, isBuilding: true, ...freeze(columns, 'objects') };
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
