import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Result } from '../../base/result.ts';
import type { KeyRejection, Principal } from '../../domain/keys/index.ts';
import type { Limits } from '../../domain/limits/index.ts';
import type { PlanCatalogue } from '../../domain/plans/index.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Metrics } from '../metrics.ts';
import type { Site } from '../site.ts';
import type { FixtureMount } from './fixture-mount.ts';

/** Proves a bearer token. Rejects (throws) only when storage is away. */
export type Authenticate = (token: string) => Promise<Result<Principal, KeyRejection>>;

/** What `/mcp` is made of. */
export interface McpDeps {
  readonly site: Site;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly authenticate: Authenticate;
  readonly limits: Limits;
  readonly plans: PlanCatalogue;
  /** Named in the body of a 429. */
  readonly upgradeUrl: string;
  /** What takes a unit of the monthly quota. */
  readonly quotaCounts: 'tool_calls' | 'all_requests';
  /** In the order in which `tools/list` shows them. */
  readonly tools: readonly Tool[];
  /** Version of the service, as clients are told. */
  readonly version: string;
  /** Longest time that a tool may take; `TOOL_DEADLINE_MS` when left out. */
  readonly toolDeadlineMs?: number;
  /** Only in tests. */
  readonly fixture?: FixtureMount;
}

/** Longest time that a tool may take: below the 60 s after which common clients give up by themselves. */
export const TOOL_DEADLINE_MS = 55_000;
