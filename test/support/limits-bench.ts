import { type ManualClock, manualClock } from '../../src/base/clock.ts';
import { type LogFields, silentLog } from '../../src/base/log.ts';
import { ALONE } from '../../src/base/peers.ts';
import { type ChargedParty, type LimitStore, type Limits, makeLimits } from '../../src/domain/limits/index.ts';
import type { Plan, PlanCatalogue } from '../../src/domain/plans/index.ts';
import { memoryLimitStore } from './memory-stores.ts';

/** A caller of the account `acme` on plan free, with a key that has no cap of its own. */
export const PARTY: ChargedParty = { accountId: 'acme', plan: 'free', keyPrefix: 'mcp_live_acme', keyMonthlyCap: null };

/** A plan table whose free plan has these limits; pro has ten times as much, max is unlimited. */
export function plansWith(free: { readonly month: number | null; readonly minute: number | null }): PlanCatalogue {
  const plan = (name: Plan['name'], factor: number): Plan => ({
    name,
    requestsPerMonth: free.month === null ? null : free.month * factor,
    requestsPerMinute: free.minute === null ? null : free.minute * factor,
    backends: 3,
    toolScopes: name !== 'free',
  });
  const max: Plan = { name: 'max', requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };
  return { free: plan('free', 1), pro: plan('pro', 10), max };
}

/** Limits over a store that outlives them: `start` again without `close` is a kill -9. */
export interface LimitsBench {
  readonly clock: ManualClock;
  readonly store: LimitStore;
  readonly events: { readonly name: string; readonly fields: LogFields | undefined }[];
  start(): Promise<Limits>;
}

/** Sets the bench up, on 21 November 2026 unless said otherwise. */
export function limitsBench(options: {
  readonly month?: number | null;
  readonly minute?: number | null;
  readonly store?: LimitStore;
  readonly at?: string;
  /** One that the store follows too. */
  readonly clock?: ManualClock;
}): LimitsBench {
  const clock = options.clock ?? manualClock(new Date(options.at ?? '2026-11-21T10:00:00Z'));
  const store = options.store ?? memoryLimitStore();
  const plans = plansWith({ month: options.month ?? null, minute: options.minute ?? null });
  const events: { name: string; fields: LogFields | undefined }[] = [];
  const log = { ...silentLog, event: (name: string, fields?: LogFields) => void events.push({ name, fields }) };
  return { clock, store, events, start: () => makeLimits({ store, clock, log, plans, peers: ALONE }) };
}

/** Starts all at once and counts how many said yes. */
export async function countYes(times: number, ask: () => Promise<boolean>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, ask));
  return answers.filter(Boolean).length;
}
