import type { Started } from './banner.ts';
import type { Clock } from './base/clock.ts';
import { background, type Log } from './base/log.ts';
import { HOUR_MS, SECOND_MS } from './base/units.ts';
import { type Engine, startEngine } from './code/index.ts';
import type { Config } from './config.ts';
import { makeOperations } from './control/operations.ts';
import { openControlServer } from './control/server.ts';
import { removePid, writePid } from './data-dir.ts';
import { authenticateKey, deriveLegacyLookupKey, makeLastUse } from './domain/keys/index.ts';
import { type Limits, makeLimits } from './domain/limits/index.ts';
import { FORGOTTEN_RETENTION_MS } from './domain/memory/index.ts';
import { syncStartRoots } from './domain/projects/index.ts';
import { THREAD_RETENTION_MS } from './domain/thinking/index.ts';
import { type Egress, makeEgress } from './egress.ts';
import { ensureOwner } from './first-start.ts';
import { type Foundation, findObstacles, openFoundation } from './foundation.ts';
import type { Authenticate } from './http/mcp/deps.ts';
import { makeMcpHandler } from './http/mcp/edge.ts';
import { SUPPORTED_VERSIONS } from './http/mcp/face.ts';
import type { FixtureMount } from './http/mcp/fixture-mount.ts';
import { type Metrics, makeMetrics } from './http/metrics.ts';
import { makeOtherHandler } from './http/other.ts';
import { PROBLEMS } from './http/problems.ts';
import { type Handlers, type HttpServer, openHttpServer, type ServerDeps } from './http/server.ts';
import { makeSite, type Site } from './http/site.ts';
import { operationDeps } from './operation-deps.ts';
import { lookUpPlace } from './roots.ts';
import { cursorKey } from './secrets.ts';
import { explainListenFailure, readTlsFiles } from './start-failures.ts';
import { makeTools } from './tools/index.ts';
import { makeCursors } from './tools/shared/cursor.ts';
import { readVersion } from './version.ts';

/** How a stop is spread over its ten seconds: kept connections may still bring a request, then requests end. */
const DRAIN = { idleMs: 300, deadlineMs: 7 * SECOND_MS };
/** How often what nobody can see any more is deleted. */
const PURGE_EVERY_MS = HOUR_MS;

/** The service, put together. */
export interface App {
  readonly started: Started;
  readonly port: number;
  /** Stops without losing a request, an acknowledged write or a leased unit. */
  close(): Promise<void>;
}

/** What the service is made from. */
export interface AppParts {
  readonly config: Config;
  /** Real paths of the folders that the owner sees. */
  readonly roots: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Only in tests: another server behind the same edge. */
  readonly fixture?: FixtureMount;
}

/**
 * The composition root: opens the parts in order and listens. Each closer stands next to its opener; they run in the
 * opposite order, also when a later part cannot be opened.
 */
export async function createApp(parts: AppParts): Promise<App> {
  const closers = new AsyncDisposableStack();
  try {
    const core = await openCore(parts, closers);
    const operations = operationDeps({ ...parts, ...core });
    const owner = await ensureOwner(operations);
    const roots = { projects: core.foundation.stores.projects, clock: parts.clock, lookUpPlace };
    const { projects } = await syncStartRoots(roots, owner.account.id, parts.roots);
    const { dataDir } = core.foundation;
    const control = await openControlServer({ dataDir: dataDir.path, log: parts.log, run: makeOperations(operations) });
    closers.defer(() => control.close());
    const { port, site } = await openDoors(core, parts, closers);
    writePid(dataDir);
    closers.defer(() => removePid(dataDir));
    parts.log.event('service.started', { port, version: core.version, projects: projects.length });
    const names = projects.map(({ name }) => name);
    return {
      started: { baseUrl: site.baseUrl, firstKey: owner.firstKey, projects: names, ownerEmail: owner.account.email },
      port,
      close: () => closers.disposeAsync(),
    };
  } catch (failure) {
    await closers.disposeAsync();
    throw failure;
  }
}

/** What stands behind the doors. */
interface Core {
  readonly foundation: Foundation;
  readonly engine: Engine;
  readonly egress: Egress;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly authenticate: Authenticate;
  readonly version: string;
}

async function openCore(parts: AppParts, closers: AsyncDisposableStack): Promise<Core> {
  const { config, clock, log } = parts;
  const foundation = await openFoundation(parts);
  closers.defer(() => foundation.close());
  const { stores, secret } = foundation;
  closers.defer(startPurge(foundation, parts));
  const engine = startEngine({ log, clock, compileCache: foundation.dataDir.compileCache });
  closers.defer(() => engine.close());
  const limits = await makeLimits({
    store: stores.limits,
    clock,
    log,
    plans: config.plans,
    peers: foundation.database.peers,
  });
  closers.defer(() => limits.close());
  const lastUse = makeLastUse({ keys: stores.keys, clock, log });
  closers.defer(() => lastUse.settle());
  const proof = { ...stores, clock, legacyLookupKey: deriveLegacyLookupKey(secret) };
  const authenticate: Authenticate = async (token) => {
    const proven = await authenticateKey(proof, token);
    if (proven.ok) lastUse.record(proven.value.keyPrefix);
    return proven;
  };
  const version = readVersion();
  const egress = makeEgress({ config, clock, log, folder: foundation.dataDir.path, version });
  return { foundation, engine, egress, limits, metrics: makeMetrics(), authenticate, version };
}

/** Listens: on the address of the settings, and for metrics on a loopback port of their own if one is set. */
async function openDoors(core: Core, parts: AppParts, closers: AsyncDisposableStack) {
  const { config, clock, log } = parts;
  const settings = { ...config, isTls: config.tls !== null };
  const server = await openDoor(
    {
      ...core,
      clock,
      log,
      trustedProxies: config.trustedProxies,
      tls: config.tls === null ? null : readTlsFiles(config.tls),
      makeHandlers: (port) => handlersAt(core, parts, makeSite(settings, port)),
    },
    { host: config.host, port: config.port, setting: 'PORTICO_PORT' },
  );
  closers.defer(() => server.drain(DRAIN));
  if (config.metricsPort !== null) {
    const own = { baseUrl: null, allowedHosts: null, allowedOrigins: null, isTls: false };
    const makeHandlers = (port: number) => ({ ...handlersAt(core, parts, makeSite(own, port)), mcp: null });
    const door = { ...core, clock, log, trustedProxies: [], tls: null, makeHandlers };
    const at = { host: '127.0.0.1', port: config.metricsPort, setting: 'PORTICO_METRICS_PORT' };
    const second = await openDoor(door, at);
    closers.defer(() => second.drain(DRAIN));
  }
  return { port: server.port, site: makeSite(settings, server.port) };
}

/** Rejects with a text for the operator when the address cannot be taken; `setting` names its variable. */
async function openDoor(deps: ServerDeps, at: { host: string; port: number; setting: string }): Promise<HttpServer> {
  try {
    return await openHttpServer(deps, at);
  } catch (failure) {
    throw explainListenFailure(failure, at);
  }
}

function handlersAt(core: Core, parts: AppParts, site: Site): Handlers {
  const { foundation, engine, egress, limits, metrics, authenticate, version } = core;
  const { clock, log, config } = parts;
  const { plans, quotaCounts, metricsToken } = config;
  const upgradeUrl = config.upgradeUrl ?? `${site.baseUrl}/pricing`;
  const shared = { site, clock, log, metrics, limits, plans, upgradeUrl, version };
  const tools = makeTools({
    ...foundation.stores,
    ...egress,
    clock,
    engine,
    limits,
    plans,
    cursors: makeCursors(cursorKey(foundation.secret)),
    lookUpPlace,
    directory: process.cwd(),
    denied: [foundation.dataDir.path],
    service: { version, baseUrl: site.baseUrl, revisions: [...SUPPORTED_VERSIONS], upgradeUrl, quotaCounts },
    problems: PROBLEMS,
  });
  const fixture = parts.fixture === undefined ? {} : { fixture: parts.fixture };
  return {
    mcp: makeMcpHandler({ ...shared, authenticate, quotaCounts, tools, ...fixture }),
    other: makeOtherHandler({ ...shared, metricsToken, findObstacles: () => findObstacles(foundation, log) }),
  };
}

/** Deletes for good, now and every hour, what nobody can see any more. Gives the function that stops it. */
function startPurge({ stores }: Foundation, { clock, log }: AppParts): () => void {
  const purge = async (): Promise<void> => {
    const nowMs = clock.now().getTime();
    await stores.notes.purge(new Date(nowMs - FORGOTTEN_RETENTION_MS));
    await stores.thoughts.purge(new Date(nowMs - THREAD_RETENTION_MS));
  };
  const timer = setInterval(() => background(log, 'storage.purge', purge()), PURGE_EVERY_MS);
  background(log, 'storage.purge', purge());
  return () => clearInterval(timer);
}
