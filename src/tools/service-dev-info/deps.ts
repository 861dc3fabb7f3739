import type { Engine } from '../../code/index.ts';
import type { Limits } from '../../domain/limits/index.ts';
import type { PlanCatalogue } from '../../domain/plans/index.ts';
import type { ProjectStore } from '../../domain/projects/index.ts';
import type { ToolRegistry } from '../registry.ts';
import type { ProblemTable } from './explain-error.ts';

/** What the service says of itself; all of it facts that the composition root knows. */
interface ServiceFacts {
  readonly version: string;
  /** Origin without a path. */
  readonly baseUrl: string;
  /** MCP revisions that `/mcp` speaks, newest first. */
  readonly revisions: readonly string[];
  readonly upgradeUrl: string;
  /** What takes a unit of the quota. Source: docs/contract.md, "What a request costs". */
  readonly quotaCounts: 'tool_calls' | 'all_requests';
}

/** What service_dev_info needs. */
export interface ServiceInfoDeps {
  readonly service: ServiceFacts;
  readonly plans: PlanCatalogue;
  readonly limits: Pick<Limits, 'quota' | 'minute'>;
  readonly projects: Pick<ProjectStore, 'list'>;
  readonly engine: Pick<Engine, 'call' | 'status'>;
  /** Real paths that a source must never show. */
  readonly denied: readonly string[];
  /** All tools; asked when called, since this tool is one of them. */
  registry(): ToolRegistry;
  readonly problems: ProblemTable;
}
