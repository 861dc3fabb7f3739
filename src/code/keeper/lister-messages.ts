import type { LauncherAddress } from '../source/git-launcher.ts';
import type { SourcePlace } from '../source/open-source.ts';
import type { PackedFiles } from '../source/packed-files.ts';
import type { DescribedListing } from './list-apart.ts';

/** What a lister's thread is started with; it is told `stop` when its listing is no longer wanted. */
export interface ListerData {
  readonly place: SourcePlace;
  readonly commit: string | null;
  readonly gitLauncher: LauncherAddress | null;
  readonly indexDirectory: string | null;
}

/** From a lister's thread, which ends after its answer. */
export type FromLister =
  | {
      readonly type: 'progress';
      readonly files: number;
      /** Memory that they take. */
      readonly bytes: number;
      /** Those that were found first; told once. */
      readonly first: PackedFiles | null;
    }
  | { readonly type: 'listed'; readonly listing: DescribedListing }
  | { readonly type: 'failed'; readonly detail: string };
