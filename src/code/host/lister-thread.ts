import { parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from '../../base/log.ts';
import { describeFiles } from '../index/file-table.ts';
import { PARTIAL_FILES } from '../keeper/kept-state.ts';
import type { DescribedListing } from '../keeper/list-apart.ts';
import { listHere } from '../keeper/list-here.ts';
import type { FromLister, ListerData } from '../keeper/lister-messages.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { keepPace } from '../process/pace.ts';
import { offerLauncher } from '../source/git-launcher.ts';
import type { ListingSoFar } from '../source/listing.ts';
import { offerOwnStores } from '../source/own-store.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';

// The entry of a thread that lists one large commit and ends. Nobody else waits for it, so it need not work in turns.

/** Files between two reports. */
const REPORT_EVERY = 32_768;

if (parentPort !== null) void answer(workerData);

async function answer({ place, commit, gitLauncher, indexDirectory }: ListerData): Promise<void> {
  offerLauncher(gitLauncher);
  offerOwnStores(indexDirectory);
  keepCompiledModules();
  keepPace('slow');
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort(new Error('the listing is no longer wanted')));
  try {
    tell({ type: 'listed', listing: await list({ place, commit }, stop.signal) });
  } catch (failure) {
    tell({ type: 'failed', detail: describeFailure(failure) });
  }
  parentPort?.close();
}

async function list(asked: Pick<ListerData, 'place' | 'commit'>, signal: AbortSignal): Promise<DescribedListing> {
  const { files, limit } = await listHere(asked, { signal, watch: { onProgress: makeReports() } });
  return { files: atOnce(describeFiles(files, FILE_BYTES_MAX)), limit };
}

function makeReports(): (soFar: ListingSoFar) => 'more' {
  let reportAt = 0;
  return ({ files, bytes, first }) => {
    if (files < reportAt) return 'more';
    tell({ type: 'progress', files, bytes, first: reportAt === 0 ? first(PARTIAL_FILES) : null });
    reportAt = files + REPORT_EVERY;
    return 'more';
  };
}

function tell(message: FromLister): void {
  parentPort?.postMessage(message);
}
