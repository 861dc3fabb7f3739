import type { Opened } from './app.ts';
import { choosePorts } from './choose-ports.ts';
import { joinFoundation, openGround } from './foundation.ts';
import { makeOwnerMetrics, sumMetrics } from './http/metrics.ts';
import { makeSite } from './http/site.ts';
import { openOperatorSide, tellProcessId } from './operator-side.ts';
import type { AppParts } from './parts.ts';
import { readVersion } from './version.ts';
import { packSettings } from './worker-settings.ts';
import { makeHub } from './workers/hub.ts';
import { type Supervisor, startWorkers } from './workers/supervise.ts';

/**
 * The process that owns the data directory and the database while workers serve (ADR 0025): it starts them, executes
 * what they ask of storage, and answers the command.
 */
export async function openOwnerProcess(parts: AppParts, closers: AsyncDisposableStack): Promise<Opened> {
  const { clock, log, onFailed = () => {} } = parts;
  // What the operator has to put right is found before any process is started, and a replacement listens where the first did.
  const config = await choosePorts(parts.config);
  const ground = await openGround(parts);
  closers.defer(() => ground.close());
  let supervisor: Supervisor | null = null;
  const workers = () => supervisor?.processIds() ?? [];
  const metrics = makeOwnerMetrics({
    workers: () => workers().length,
    restarts: () => supervisor?.restarts() ?? 0,
  });
  const settings = packSettings({ config, dataDir: ground.dataDir, secret: ground.secret });
  const hub = makeHub({ base: ground.database, log, settings, sumMetrics, countOwn: metrics.count });
  closers.defer(() => hub.close());
  // The owner's caches hear of changes through the hub, as the workers' do.
  const foundation = joinFoundation({ ...ground, database: hub.database });
  const side = await openOperatorSide({ ...parts, foundation, limits: null, workers }, closers);
  const entry = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
  supervisor = await startWorkers({
    ...{ entry, hub, clock, log, onFailed },
    count: config.workers,
    logLevel: config.logLevel,
  });
  closers.defer(() => supervisor?.stop());
  tellProcessId(foundation, closers);
  const version = readVersion();
  const { port } = config;
  log.event('service.started', { port, version, projects: side.projects.length, workers: config.workers });
  return { ...side, port, site: makeSite({ ...config, isTls: config.tls !== null }, port), engine: null };
}
