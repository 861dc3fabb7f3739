import { Worker } from 'node:worker_threads';
import type { IndexedFiles } from '../index/file-table.ts';
import { startSlowly } from '../process/pace.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { launcherAddress } from '../source/git-launcher.ts';
import { type ListingWatch, makeListing, type PackedListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import { ownStoresOffer } from '../source/own-store.ts';
import type { PackedFiles } from '../source/packed-files.ts';
import type { FromLister, ListerData } from './lister-messages.ts';

/** A listing with what an index knows of each file. */
export interface DescribedListing extends PackedListing {
  readonly files: IndexedFiles;
}

/** Time for a thread to end its git, which nobody else would collect. */
const STOP_MS_MAX = 1_000;

/** Heap of the thread: what it lists lies in shared memory, outside of it. */
const LISTER_LIMITS = { maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

/**
 * Lists a large commit in a thread of its own, which ends with it: a million files are some seconds of work, and a
 * question to the keeper would meet a part of it at every step.
 */
export function listApart(
  { place, commit }: { readonly place: SourcePlace; readonly commit: string | null },
  { signal, watch }: { readonly signal: AbortSignal; readonly watch: ListingWatch },
): Promise<DescribedListing> {
  const workerData: ListerData = { place, commit, gitLauncher: launcherAddress(), indexDirectory: ownStoresOffer() };
  const url = siblingModule(import.meta.url, '../host/lister-thread');
  const thread = startSlowly(() => new Worker(url, { workerData, resourceLimits: LISTER_LIMITS }));
  const stop = (): void => {
    thread.postMessage('stop');
    setTimeout(() => void thread.terminate(), STOP_MS_MAX).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  let first: PackedFiles = makeListing().finish().files;
  return new Promise<DescribedListing>((resolve, reject) => {
    thread.on('message', (message: FromLister) => {
      if (message.type === 'listed') return resolve(message.listing);
      if (message.type === 'failed') return reject(new Error(message.detail));
      first = message.first ?? first;
      watch.onProgress({ files: message.files, bytes: message.bytes, first: () => first });
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(signal.reason ?? new Error('the lister ended without an answer')));
  }).finally(() => signal.removeEventListener('abort', stop));
}
