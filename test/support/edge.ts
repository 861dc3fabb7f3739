import { z } from 'zod';
import { type ManualClock, manualClock } from '../../src/base/clock.ts';
import type { Log, LogFields } from '../../src/base/log.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { Secret } from '../../src/base/secret.ts';
import type { KeyRejection, Principal } from '../../src/domain/keys/index.ts';
import { type Limits, makeLimits } from '../../src/domain/limits/index.ts';
import { type Plan, SET_A } from '../../src/domain/plans/index.ts';
import { makeMcpHandler } from '../../src/http/mcp/edge.ts';
import { makeMetrics } from '../../src/http/metrics.ts';
import { makeOtherHandler } from '../../src/http/other.ts';
import { type HttpServer, openHttpServer } from '../../src/http/server.ts';
import { makeSite } from '../../src/http/site.ts';
import { makeStores } from '../../src/storage/stores.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import { borrowStorage } from './edge-storage.ts';

/** How an edge for a test differs from the usual one. */
export interface EdgeOptions {
  /** Limits of the plan `free`, which all test keys are on; null = unlimited. */
  readonly requestsPerMonth?: number | null;
  readonly requestsPerMinute?: number | null;
  readonly quotaCounts?: 'tool_calls' | 'all_requests';
  readonly trustedProxies?: readonly string[];
  /** Put over the real limits: a storage that fails, for example. */
  readonly limits?: (real: Limits) => Limits;
  readonly authenticate?: (token: string) => Promise<Result<Principal, KeyRejection>>;
  readonly tools?: readonly Tool[];
  readonly toolDeadlineMs?: number;
  readonly obstacles?: readonly string[];
  /** How long a request waits for storage; as of a process that is alone when left out. */
  readonly storageWaitMsMax?: number;
  /** In place of the list of obstacles. */
  readonly findObstacles?: () => Promise<readonly string[]>;
}

/** A real server on a free loopback port, with limits in storage of the engine of the run, and stubs for the rest. */
export interface TestEdge {
  readonly origin: string;
  readonly port: number;
  readonly clock: ManualClock;
  readonly limits: Limits;
  readonly server: HttpServer;
  readonly stubs: Stubs;
  /** Everything that was logged. */
  readonly events: readonly { readonly name: string; readonly fields: LogFields }[];
  /** Units of the month taken by the account. */
  used(): Promise<number>;
  close(): Promise<void>;
}

/** Tokens that the edge knows, and what it makes of them. */
export const TOKENS = {
  good: 'good-token',
  /** May call `echo` only. */
  narrow: 'narrow-token',
  /** May make one call a month. */
  capped: 'capped-token',
  revoked: 'revoked-token',
  expired: 'expired-token',
} as const;

/** The metrics token of every test edge. */
export const METRICS_TOKEN = 'metrics-token-0123456789';

const PRINCIPAL: Principal = {
  accountId: 'acc-1',
  plan: 'free',
  keyPrefix: 'mcp_live_test-abc123',
  toolScope: 'all',
  keyMonthlyCap: null,
  keyExpiresAt: null,
};

/** Opens it. Time stands still until the test moves it. */
export async function openEdge(options: EdgeOptions = {}): Promise<TestEdge> {
  const clock = manualClock(new Date('2026-11-21T12:00:00Z'));
  const events: { name: string; fields: LogFields }[] = [];
  const log: Log = { event: (name, fields = {}) => void events.push({ name, fields }) };
  const plans = { ...SET_A, free: planFor(options) };
  const storage = await borrowStorage(clock);
  const { database } = storage;
  const stores = makeStores(database);
  await stores.accounts.insert({
    id: PRINCIPAL.accountId,
    email: 'a@portico.test',
    plan: 'free',
    createdAt: clock.now(),
  });
  const real = await makeLimits({ store: stores.limits, clock, log, plans, peers: database.peers });
  const limits = options.limits?.(real) ?? real;
  const metrics = makeMetrics();
  const stubs = makeStubs();
  const upgradeUrl = 'https://portico.test/pricing';
  const site = { baseUrl: null, allowedHosts: null, allowedOrigins: null, isTls: false };
  const server = await openHttpServer(
    {
      ...{ clock, log, limits, metrics, tls: null, trustedProxies: options.trustedProxies ?? [] },
      storageWaitMsMax: options.storageWaitMsMax ?? null,
      makeHandlers: (port) => ({
        mcp: makeMcpHandler({
          ...{ clock, log, limits, metrics, plans, upgradeUrl, version: '0.0.0-test' },
          site: makeSite(site, port),
          authenticate: options.authenticate ?? authenticate,
          quotaCounts: options.quotaCounts ?? 'tool_calls',
          tools: options.tools ?? stubs.tools,
          ...(options.toolDeadlineMs === undefined ? {} : { toolDeadlineMs: options.toolDeadlineMs }),
        }),
        other: makeOtherHandler({
          ...{ clock, log, limits, metrics, plans, upgradeUrl, version: '0.0.0-test' },
          site: makeSite(site, port),
          metricsToken: new Secret(METRICS_TOKEN),
          findObstacles: options.findObstacles ?? (async () => options.obstacles ?? []),
        }),
      }),
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    ...{ clock, limits, server, stubs, events, port: server.port },
    origin: `http://127.0.0.1:${server.port}`,
    async used() {
      const { limit, remaining } = await real.quota({ ...PRINCIPAL, keyMonthlyCap: null });
      return limit - remaining;
    },
    async close() {
      stubs.release();
      await server.drain({ idleMs: 0, deadlineMs: 1_000 });
      await real.close();
      await storage.giveBack();
    },
  };
}

function planFor({ requestsPerMonth, requestsPerMinute }: EdgeOptions): Plan {
  return {
    ...SET_A.free,
    requestsPerMonth: requestsPerMonth === undefined ? 555 : requestsPerMonth,
    requestsPerMinute: requestsPerMinute === undefined ? 1_000 : requestsPerMinute,
  };
}

async function authenticate(token: string): Promise<Result<Principal, KeyRejection>> {
  switch (token) {
    case TOKENS.good:
      return ok(PRINCIPAL);
    case TOKENS.narrow:
      return ok({ ...PRINCIPAL, keyPrefix: 'mcp_live_narrow-abc123', toolScope: ['echo'] });
    case TOKENS.capped:
      return ok({ ...PRINCIPAL, keyPrefix: 'mcp_live_capped-abc123', keyMonthlyCap: 1 });
    case TOKENS.revoked:
      return err('revoked');
    case TOKENS.expired:
      return err('expired');
    default:
      return err('unknown');
  }
}

/** Tools whose behaviour a test steers. */
interface Stubs {
  readonly tools: readonly Tool[];
  /** Resolves when `slow` is running. */
  readonly started: Promise<void>;
  /** Resolves when `slow` heard that its caller went away. */
  readonly aborted: Promise<void>;
  /** Lets `slow` answer. */
  release(): void;
}

function makeStubs(): Stubs {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const tools: readonly Tool[] = [
    stub('echo', z.object({ text: z.string().max(1_000), times: z.number().int().max(9).optional() }), {
      run: async ({ text, times }) => ({ text: String(text).repeat(Number(times ?? 1)) }),
    }),
    stub('crash', z.object({}), {
      run: async () => {
        throw new Error('SELECT secret FROM /srv/portico/keys');
      },
    }),
    stub('slow', z.object({}), {
      async run(_args, { signal }) {
        started.resolve();
        signal.addEventListener('abort', () => aborted.resolve());
        await released.promise;
        return { text: 'done' };
      },
    }),
    stub('progress', z.object({}), {
      async run(_args, { progress }) {
        progress(1, 2, 'half');
        progress(1, 2, 'not more than before');
        progress(2, 2, 'whole');
        return { text: 'counted' };
      },
    }),
    stub('obstacle', z.object({}), { run: async () => ({ text: 'No such file.', isError: true }) }),
    stub('structured', z.object({}), { run: async () => ({ text: '{"n":1}', structured: { n: 1 } }) }),
    { ...stub('free', z.object({}), { run: async () => ({ text: 'free' }) }), isChargeable: false },
  ];
  return { tools, started: started.promise, aborted: aborted.promise, release: () => released.resolve() };
}

function stub(name: string, input: z.ZodObject, { run }: Pick<Tool, 'run'>): Tool {
  return defineTool({
    ...{ name, title: name, description: `Stub ${name}.`, isChargeable: true, input, run },
    annotations: { readOnlyHint: name !== 'crash', openWorldHint: false },
  });
}
