import { shareWhileRunning } from './base/share-while-running.ts';
import { SECOND_MS } from './base/units.ts';
import type { Core } from './core.ts';
import { findObstacles } from './foundation.ts';
import { makeMcpHandler } from './http/mcp/edge.ts';
import { SUPPORTED_VERSIONS } from './http/mcp/face.ts';
import { makeOtherHandler } from './http/other.ts';
import { STORAGE_WAIT_MS_MAX } from './http/patience.ts';
import { PROBLEMS } from './http/problems.ts';
import { type Handlers, type HttpServer, openHttpServer, type ServerDeps } from './http/server.ts';
import { makeSite, type Site } from './http/site.ts';
import type { AppParts } from './parts.ts';
import { lookUpPlace } from './roots.ts';
import { cursorKey } from './secrets.ts';
import { explainListenFailure, readTlsFiles } from './start-failures.ts';
import { makeTools } from './tools/index.ts';
import { makeCursors } from './tools/shared/cursor.ts';

/** How a stop is spread over its ten seconds: kept connections may still bring a request, then requests end. */
const DRAIN = { idleMs: 300, deadlineMs: 7 * SECOND_MS };

/** What a process that serves opens its doors with; `processes` share the bounds on connections. */
type DoorParts = Pick<AppParts, 'config' | 'clock' | 'log' | 'fixture' | 'storageWithinMs'> & {
  readonly processes: number;
};

/** Listens: on the address of the settings, and for metrics on a loopback port of their own if one is set. */
export async function openDoors(
  core: Core,
  parts: DoorParts,
  closers: AsyncDisposableStack,
): Promise<{ readonly port: number; readonly site: Site }> {
  const { config, clock, log, processes } = parts;
  const settings = { ...config, isTls: config.tls !== null };
  const { storageWithinMs = STORAGE_WAIT_MS_MAX } = parts;
  const storageWaitMsMax = core.foundation.database.peers.isAlone ? null : storageWithinMs;
  const shared = { ...core, clock, log, processes, storageWaitMsMax };
  const server = await openDoor(
    {
      ...shared,
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
    const second = await openDoor(
      { ...shared, trustedProxies: [], tls: null, makeHandlers },
      { ...METRICS_DOOR, port: config.metricsPort },
    );
    closers.defer(() => second.drain(DRAIN));
  }
  return { port: server.port, site: makeSite(settings, server.port) };
}

/** Where metrics have a door of their own: on loopback only, because it asks for no token. */
export const METRICS_DOOR = { host: '127.0.0.1', setting: 'PORTICO_METRICS_PORT' };

/** Rejects with a text for the operator when the address cannot be taken; `setting` names its variable. */
async function openDoor(deps: ServerDeps, at: { host: string; port: number; setting: string }): Promise<HttpServer> {
  try {
    return await openHttpServer(deps, at);
  } catch (failure) {
    throw explainListenFailure(failure, at);
  }
}

function handlersAt(core: Core, parts: DoorParts, site: Site): Handlers {
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
    other: makeOtherHandler({
      ...shared,
      metricsToken,
      findObstacles: shareWhileRunning(() => findObstacles(foundation, log)),
    }),
  };
}
