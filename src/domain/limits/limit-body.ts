import { plural } from '../../base/plural.ts';
import { type Plan, planTitle } from '../plans/index.ts';
import type { LimitView } from './limits.ts';

/** The body of a 429. Source: specification, "Rate-limit error body": exactly these keys. */
export interface LimitBody {
  readonly error: 'rate_limit_exceeded';
  readonly message: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly reset_at: string;
  readonly upgrade_url: string;
}

/** What a 429 says. `plan` is null for a caller without a proven account (then only an IP limit can be full). */
export function limitBody(input: {
  readonly view: LimitView;
  readonly plan: Plan | null;
  readonly upgradeUrl: string;
}): LimitBody {
  const resetAt = isoSeconds(input.view.resetAt);
  const message = [whatHappened(input.view, input.plan), `Try again after ${resetAt}.`, ...advice(input)].join(' ');
  return { error: 'rate_limit_exceeded', message, reset_at: resetAt, upgrade_url: input.upgradeUrl };
}

/** Names the limit and its number, so that a model can pass the sentence on to its user. */
function whatHappened(view: LimitView, plan: Plan | null): string {
  const of = plan === null ? '' : ` of the ${planTitle(plan.name)} plan`;
  if (view.policy === 'month') return `Monthly limit${of} reached: ${plural(view.limit, 'request')} per month.`;
  if (view.policy === 'minute')
    return `Per-minute limit${of} reached: ${plural(view.limit, 'request')} in any 60 seconds.`;
  return `Too many requests from this IP address: at most ${view.limit} in ${spanText(view.windowSeconds)}.`;
}

/** What to do besides waiting: only the month's limit is worth a hint, an IP's cannot be bought. */
function advice(input: {
  readonly view: LimitView;
  readonly plan: Plan | null;
  readonly upgradeUrl: string;
}): string[] {
  const { view, plan, upgradeUrl } = input;
  if (view.policy === 'ip') return [];
  const hint = view.policy === 'month' && plan?.exceededHint !== undefined ? `, or ${plan.exceededHint}` : '';
  return [`Upgrade at ${upgradeUrl} for a higher limit${hint}.`];
}

function spanText(seconds: number): string {
  if (seconds === 3_600) return 'one hour';
  return seconds === 60 ? 'one minute' : `${seconds} seconds`;
}

/** `2026-12-01T00:00:00Z`; a part of a second is rounded up, so that nobody comes back too early. */
function isoSeconds(instant: Date): string {
  return `${new Date(Math.ceil(instant.getTime() / 1_000) * 1_000).toISOString().slice(0, 19)}Z`;
}
