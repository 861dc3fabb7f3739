import type { Clock } from '../../base/clock.ts';
import type { ContentOrigin } from '../index/content-reader.ts';
import type { IndexStore } from '../index/store.ts';
import type { SourceListing } from '../source/source.ts';
import type { BuildQueue } from './build-queue.ts';
import type { Columns } from './columns.ts';
import type { ListingDesk } from './listing-desk.ts';

/** What all states of one root share. */
export interface RootIndex {
  /** Null when the folder of segments cannot be written: then all is read when it is searched. */
  readonly store: IndexStore | null;
  readonly folder: string;
  readonly builds: BuildQueue;
  /** Where the listings of all roots are made. */
  readonly desk: ListingDesk;
  readonly clock: Clock;
  /** A state takes more memory: others may have to go. */
  onGrown(): void;
  /** Looks for what is new in the store. */
  refresh(): void;
  /** The store has changed by other means than `refresh`. */
  noteChange(): void;
  /** Changes whenever the store does. */
  readonly version: number;
  /** A name that no other view has or will have. */
  nextGeneration(): string;
  /** A build has written something: others may have to make room for it. */
  onWritten(): void;
  /** Whether more may be written: false while all indexes together fill their bound and nothing of them may go. */
  hasRoom(): boolean;
  /** For the log. */
  onFailure(what: string, detail: string): void;
}

/** What a state begins with. */
export interface FirstState {
  readonly columns: Columns;
  readonly limit: SourceListing['limit'];
  /** Where contents that are not indexed are read from. */
  readonly origin: ContentOrigin;
}
