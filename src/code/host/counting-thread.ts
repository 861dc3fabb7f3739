import { parentPort, workerData } from 'node:worker_threads';
import { type GlanceFiles, makeGlance } from '../keeper/glance.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { keepPace } from '../process/pace.ts';
import type { CountMessage } from '../search/count-apart.ts';
import { countUnwatched } from '../search/found-text.ts';
import { matcherOfRecipe } from '../search/matcher-recipe.ts';
import { makeTextGlance, wholeText } from '../search/scan-numbered.ts';
import { countApart, type SharedCounts, tellReady } from '../search/shared-counts.ts';

// The entry of a thread that counts hits for the thread that started it, and decides nothing: what it cannot tell at a
// glance is left to that one. It gives way to everybody.

/** Views are shared memory, which is given back only once this thread has let go of it as well. */
const KEPT_MS = 1_000;

interface Job {
  readonly search: number;
  readonly count: (file: number) => number | null;
}

let job: Job | null = null;
let timer: NodeJS.Timeout | undefined;

if (parentPort !== null) {
  const shared: SharedCounts = workerData;
  keepCompiledModules();
  keepPace('slow');
  parentPort.on('message', (message: CountMessage) => {
    clearTimeout(timer);
    if (job?.search !== message.search) job = makeJob(message);
    countApart(shared, job.count, cpuUs);
    timer = setTimeout(forget, KEPT_MS).unref();
  });
  tellReady(shared);
}

function makeJob({ search, recipe, glanced }: CountMessage): Job {
  const matcher = matcherOfRecipe(recipe);
  // Nobody but the keeper makes what sources are glanced at by.
  const textAt = makeTextGlance(makeGlance(glanced as GlanceFiles));
  const count = (file: number): number | null => {
    const bytes = wholeText(textAt(file, null));
    return bytes === null ? null : countUnwatched(bytes, matcher);
  };
  return { search, count };
}

function forget(): void {
  job = null;
  globalThis.gc?.();
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
