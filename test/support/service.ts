import { systemClock } from '../../src/base/clock.ts';
import { newId } from '../../src/base/ids.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { SECOND_MS } from '../../src/base/units.ts';
import { cacheAccounts } from '../../src/domain/accounts/index.ts';
import {
  authenticateKey,
  cacheKeys,
  deriveLegacyLookupKey,
  issueKey,
  systemRandomness,
} from '../../src/domain/keys/index.ts';
import { makeLimits } from '../../src/domain/limits/index.ts';
import { type Plan, type PlanCatalogue, type PlanName, SET_A } from '../../src/domain/plans/index.ts';
import { makeMcpHandler } from '../../src/http/mcp/edge.ts';
import type { FixtureMount } from '../../src/http/mcp/fixture-mount.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import { type OtherHandler, openHttpServer } from '../../src/http/server.ts';
import { makeSite } from '../../src/http/site.ts';
import { makeStores } from '../../src/storage/stores.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { makeTestStorage } from './engine.ts';

/** How a service for a test differs from the product. */
export interface ServiceOptions {
  /** Served in place of the product's tools. */
  readonly tools?: readonly Tool[];
  /** A whole server in place of the product's tools. */
  readonly fixture?: FixtureMount;
  /** Limits that differ from set A. */
  readonly plans?: Readonly<Partial<Record<PlanName, Partial<Plan>>>>;
  readonly log?: Log;
  /** Addresses whose X-Forwarded-For is believed; none when left out. */
  readonly trustedProxies?: readonly string[];
}

/** A service that listens. */
export interface TestService {
  /** Origin without path, on loopback. */
  readonly origin: string;
  /** Makes an account of the plan and a key of it; gives the plaintext. */
  issueKey(plan: PlanName): Promise<string>;
  /** Requests under way are cut off after `deadlineMs`, a second when left out. */
  close(times?: { readonly deadlineMs: number }): Promise<void>;
}

/**
 * Starts the real edge, limits, keys and database (of the engine of the run) on a free loopback port, with tools that the test chooses. Only the
 * tools and the routes beside `/mcp` are missing of the product.
 */
export async function openService(options: ServiceOptions): Promise<TestService> {
  const storage = await makeTestStorage();
  const clock = systemClock;
  const log = options.log ?? silentLog;
  const plans = changePlans(options.plans ?? {});
  const database = await storage.open({ log });
  const made = makeStores(database);
  // As the product keeps them: records at hand, every write through the same door.
  const stores = { ...made, keys: cacheKeys(made.keys, database), accounts: cacheAccounts(made.accounts, database) };
  const limits = await makeLimits({ store: stores.limits, clock, log, plans, peers: database.peers });
  const metrics = makeMetrics();
  const legacyLookupKey = deriveLegacyLookupKey(new Uint8Array(32));
  const proving = { keys: stores.keys, accounts: stores.accounts, clock, legacyLookupKey };
  const makeMcp = (port: number) =>
    makeMcpHandler({
      ...{ clock, log, metrics, limits, plans, tools: options.tools ?? [], version: '0.0.0-test' },
      ...{ upgradeUrl: 'https://portico.test/pricing', quotaCounts: 'tool_calls' },
      site: makeSite({ baseUrl: null, allowedHosts: null, allowedOrigins: null, isTls: false }, port),
      authenticate: (token) => authenticateKey(proving, token),
      ...(options.fixture === undefined ? {} : { fixture: options.fixture }),
    });
  const server = await openHttpServer(
    {
      clock,
      log,
      limits,
      metrics,
      trustedProxies: options.trustedProxies ?? [],
      tls: null,
      makeHandlers: (port) => ({ mcp: makeMcp(port), other }),
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    origin: `http://127.0.0.1:${server.port}`,
    async issueKey(plan) {
      const account = {
        id: newId(clock.now()),
        email: `${newId(clock.now())}@portico.test`,
        plan,
        createdAt: clock.now(),
      };
      await stores.accounts.insert(account);
      const issuing = {
        keys: stores.keys,
        clock,
        random: systemRandomness,
        environment: 'test',
        plans,
        isToolName: () => true,
      };
      const issued = await issueKey(issuing, { account, name: plan });
      if (!issued.ok) throw new Error(issued.error.message);
      return issued.value.token.reveal();
    },
    async close({ deadlineMs } = { deadlineMs: SECOND_MS }) {
      await server.drain({ idleMs: 0, deadlineMs });
      await limits.close();
      await database.close();
      await storage.remove();
    },
  };
}

/** Set A with some limits changed. */
function changePlans(changes: Readonly<Partial<Record<PlanName, Partial<Plan>>>>): PlanCatalogue {
  const { free, pro, max } = SET_A;
  return { free: { ...free, ...changes.free }, pro: { ...pro, ...changes.pro }, max: { ...max, ...changes.max } };
}

/** There is nothing beside `/mcp` here. */
const other: OtherHandler = async (_exchange, response) => {
  response.writeHead(404).end();
  return 'other';
};
