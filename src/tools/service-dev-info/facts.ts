import { SECOND_MS } from '../../base/units.ts';
import { EngineError, type IndexProgress, type SourceProblem } from '../../code/index.ts';
import type { LimitView } from '../../domain/limits/index.ts';
import type { Project } from '../../domain/projects/index.ts';
import { askedBy } from '../shared/ask-engine.ts';
import { safeText } from '../shared/safe-text.ts';
import type { ToolCaller, ToolContext } from '../tool.ts';
import type { ServiceInfoDeps } from './deps.ts';

/** The account's use of its limits now. */
export interface Usage {
  /** Units of this month; null limit: unlimited. */
  readonly used: number | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly reset_at: string;
  readonly per_minute: { readonly limit: number | null; readonly remaining: number | null };
}

/** Reads the limits without counting. */
export async function usageOf(deps: ServiceInfoDeps, caller: ToolCaller): Promise<Usage> {
  const { accountId, plan, keyPrefix, keyMonthlyCap } = caller;
  const party = { accountId, plan, keyPrefix, keyMonthlyCap };
  const month = await deps.limits.quota(party);
  const minute = deps.limits.minute(party);
  const isLimited = isBounded(month);
  return {
    used: isLimited ? month.limit - month.remaining : null,
    limit: isLimited ? month.limit : null,
    remaining: isLimited ? month.remaining : null,
    reset_at: month.resetAt.toISOString(),
    per_minute: isBounded(minute)
      ? { limit: minute.limit, remaining: minute.remaining }
      : { limit: null, remaining: null },
  };
}

/** Usage in one line. */
export function usageLine(usage: Usage): string {
  const month =
    usage.limit === null
      ? 'this month: unlimited'
      : `this month: ${usage.used} of ${usage.limit} calls used, ${usage.remaining} left, resets ${usage.reset_at}`;
  const { limit, remaining } = usage.per_minute;
  return `${month}; per minute: ${limit === null ? 'unlimited' : `${remaining} of ${limit} left`}`;
}

/** The limits module shows "unlimited" by the greatest safe number. Source: docs/contract.md, "What a request costs". */
function isBounded(view: LimitView): boolean {
  return view.limit !== Number.MAX_SAFE_INTEGER;
}

/** A project as it is now. */
export interface ProjectFacts {
  readonly name: string;
  readonly ref: string | null;
  readonly sha: string | null;
  readonly files: number | null;
  /** Of its texts those that are indexed, in percent, rounded down; null without an index. */
  readonly indexed_percent: number | null;
  readonly status: 'ok' | SourceProblem | 'unknown';
}

/** Projects that are looked at in one call; the names of all are given. */
const PROJECTS_INSPECTED_MAX = 8;
const INSPECT_DEADLINE_MS = 3 * SECOND_MS;

/** The account's projects: how many there are, and what the first eight are at. */
export async function projectsOf(
  deps: ServiceInfoDeps,
  context: ToolContext,
): Promise<{ readonly all: readonly Project[]; readonly looked: readonly ProjectFacts[] }> {
  const all = await deps.projects.list(context.caller.accountId);
  const first = all.slice(0, PROJECTS_INSPECTED_MAX);
  return { all, looked: await Promise.all(first.map((project) => inspect(deps, project, context))) };
}

/**
 * One project as it is now. An engine that gives no answer makes its state unknown and spoils nothing else; only a
 * caller who has gone, or a fault of ours, ends the whole.
 */
async function inspect(
  deps: ServiceInfoDeps,
  project: Project,
  { caller, signal }: ToolContext,
): Promise<ProjectFacts> {
  const source = { location: project.location, ref: null, denied: deps.denied };
  try {
    const options = askedBy({ caller, signal }, INSPECT_DEADLINE_MS);
    const { identity, problem, files, index } = await deps.engine.call('inspect', { source }, options);
    return {
      name: project.name,
      ref: identity?.branch == null ? null : safeText(identity.branch),
      sha: identity?.commit ?? null,
      files,
      indexed_percent: index === null ? null : percentIndexed(index),
      status: problem === 'none' ? 'ok' : problem,
    };
  } catch (failure) {
    if (!(failure instanceof EngineError) || failure.reason === 'cancelled') throw failure;
    return { name: project.name, ref: null, sha: null, files: null, indexed_percent: null, status: 'unknown' };
  }
}

/** Both passes count alike: the one that a search needs, and the one for symbols and ranking. */
function percentIndexed({ texts, indexed, withSymbols }: IndexProgress): number {
  return texts === 0 ? 100 : Math.floor((50 * (indexed + withSymbols)) / texts);
}
