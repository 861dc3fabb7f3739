import type { Started } from './banner.ts';
import { choosePorts } from './choose-ports.ts';
import type { Engine } from './code/index.ts';
import { openCore } from './core.ts';
import { openDoors } from './doors.ts';
import type { Owner } from './first-start.ts';
import { openFoundation } from './foundation.ts';
import { makeMetrics } from './http/metrics.ts';
import type { Site } from './http/site.ts';
import { openOperatorSide, tellProcessId } from './operator-side.ts';
import type { AppParts } from './parts.ts';

/** The service, put together. */
export interface App {
  readonly started: Started;
  readonly port: number;
  /** Does ahead of the first question what it would wait for, while nobody does. */
  prepare(): void;
  /** Stops without losing a request, an acknowledged write or a leased unit. */
  close(): Promise<void>;
}

/** What a start has found out. */
export interface Opened {
  readonly owner: Owner;
  /** Names of the projects that the owner sees. */
  readonly projects: readonly string[];
  readonly port: number;
  readonly site: Site;
  /** Of workers each prepares when it is asked: not all of them are at once. */
  readonly engine: Pick<Engine, 'prepare'> | null;
}

/**
 * The composition root: opens the parts in order and listens. Each closer stands next to its opener; they run in the
 * opposite order, also when a later part cannot be opened.
 */
export async function createApp(parts: AppParts): Promise<App> {
  const closers = new AsyncDisposableStack();
  try {
    const { owner, projects, port, site, engine } = await openParts(parts, closers);
    return {
      started: { baseUrl: site.baseUrl, firstKey: owner.firstKey, projects, ownerEmail: owner.account.email },
      port,
      prepare: () => engine?.prepare(),
      close: () => closers.disposeAsync(),
    };
  } catch (failure) {
    await closers.disposeAsync();
    throw failure;
  }
}

async function openParts(parts: AppParts, closers: AsyncDisposableStack): Promise<Opened> {
  if (parts.config.workers === 1) return await openAlone(parts, closers);
  // Loaded only here: one process needs nothing of it.
  const { openOwnerProcess } = await import('./owner-process.ts');
  return await openOwnerProcess(parts, closers);
}

/** All of the service in this process. */
async function openAlone(parts: AppParts, closers: AsyncDisposableStack): Promise<Opened> {
  const foundation = await openFoundation(parts);
  closers.defer(() => foundation.close());
  // The first key is shown once: a start that cannot listen must not have made it.
  await choosePorts(parts.config);
  const core = await openCore({ ...parts, foundation, metrics: makeMetrics() }, closers);
  const side = await openOperatorSide({ ...parts, foundation, limits: core.limits, workers: () => [] }, closers);
  const doors = await openDoors(core, { ...parts, processes: 1 }, closers);
  tellProcessId(foundation, closers);
  const { port } = doors;
  parts.log.event('service.started', { port, version: core.version, projects: side.projects.length });
  return { ...side, ...doors, engine: core.engine };
}
