import { background } from './base/log.ts';
import { HOUR_MS } from './base/units.ts';
import { makeOperations } from './control/operations.ts';
import { openControlServer } from './control/server.ts';
import { removePid, writePid } from './data-dir.ts';
import type { Limits } from './domain/limits/index.ts';
import { FORGOTTEN_RETENTION_MS } from './domain/memory/index.ts';
import { THREAD_RETENTION_MS } from './domain/thinking/index.ts';
import { type Owner, prepareStart } from './first-start.ts';
import type { Foundation } from './foundation.ts';
import { operationDeps } from './operation-deps.ts';
import type { AppParts } from './parts.ts';
import { lookUpPlace } from './roots.ts';

/** How often what nobody can see any more is deleted. */
const PURGE_EVERY_MS = HOUR_MS;
/**
 * Windows deleted by one write, which nothing else waits for long, and writes of one clean-up: more in all than can be
 * made between two, 2,500 new addresses each second, or a flood of them would make the tables grow for ever.
 */
const WINDOWS_PURGED_AT_ONCE = 1_000;
const WINDOW_PURGES_MAX = 10_000;

/** On one of several nodes it is a mistake, which all feel: what is served is noted once for all of them. */
const OTHER_ROOTS =
  'roots of an earlier start that this one is without: they are served no more, by no node. Nodes need the same PORTICO_ROOTS.';

/** What the one process that owns the data directory has beside the storage. */
export interface OperatorSide {
  readonly owner: Owner;
  /** Names of the projects that the owner sees. */
  readonly projects: readonly string[];
}

/**
 * Opens what there is once in a data directory: the first account and key, the projects of the start, the clean-up and
 * the control socket.
 */
export async function openOperatorSide(
  parts: AppParts & {
    readonly foundation: Foundation;
    /** Of this process when it serves itself. */
    readonly limits: Limits | null;
    /** Process ids of the workers; empty when this process serves itself. */
    readonly workers: () => readonly number[];
  },
  closers: AsyncDisposableStack,
): Promise<OperatorSide> {
  const { foundation, log, limits, workers } = parts;
  const operations = operationDeps({ ...parts, service: { limits, workers } });
  const starting = { ...operations, lookUpPlace, database: foundation.database };
  const { projects, dropped, ...owner } = await prepareStart(starting, parts.roots);
  if (dropped.length > 0) log.event('projects.dropped', { projects: dropped.join(', '), detail: OTHER_ROOTS }, 'warn');
  closers.defer(startPurge(foundation, parts));
  const { path: dataDir } = foundation.dataDir;
  const control = await openControlServer({ dataDir, log, run: makeOperations(operations) });
  closers.defer(() => control.close());
  return { owner, projects: projects.map(({ name }) => name) };
}

/** Writes the process id once the service can be reached. */
export function tellProcessId({ dataDir }: Foundation, closers: AsyncDisposableStack): void {
  writePid(dataDir);
  closers.defer(() => removePid(dataDir));
}

/** Deletes for good, now and every hour, what nobody can see any more. Gives the function that stops it. */
function startPurge({ stores }: Foundation, { clock, log }: AppParts): () => void {
  const purge = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    await stores.notes.purge(new Date(nowMs - FORGOTTEN_RETENTION_MS));
    await stores.thoughts.purge(new Date(nowMs - THREAD_RETENTION_MS));
    for (let writes = 0; writes < WINDOW_PURGES_MAX; writes++) {
      if ((await stores.limits.purgeWindows(WINDOWS_PURGED_AT_ONCE)) < WINDOWS_PURGED_AT_ONCE) break;
    }
  };
  let isStopped = false;
  const start = (): void => {
    const purged = purge().catch((failure: unknown) => {
      // A start that failed, for a port that was taken say, closes the storage under the first clean-up.
      if (!isStopped) throw failure;
    });
    background(log, 'storage.purge', purged);
  };
  const timer = setInterval(start, PURGE_EVERY_MS);
  start();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
