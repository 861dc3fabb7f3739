import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Pending } from './pending.ts';
import { type CounterState, usedUnits } from './quota-lease.ts';
import type { LimitStore } from './store.ts';

/** Percents of the quota at which the owner is told. Source: specification, "Other rules". */
const USAGE_THRESHOLDS = [50, 75, 90] as const;

/** What recording a threshold needs. */
export interface ThresholdDeps {
  readonly store: Pick<LimitStore, 'recordThreshold'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Records each threshold that an account's use has passed: exactly once for each account and month, because storage
 * says true to one caller only. Behind the request's back; a failed record is tried again by a later call.
 */
export function makeThresholds(
  deps: ThresholdDeps,
  pending: Pending,
): (accountId: string, state: CounterState, limit: number | null) => void {
  const recording = new WeakSet<CounterState>();

  async function record(accountId: string, state: CounterState, limit: number): Promise<void> {
    try {
      for (let percent = dueThreshold(state, limit); percent !== null; percent = dueThreshold(state, limit)) {
        const { period } = state.month;
        const isFirst = await deps.store.recordThreshold(accountId, period, percent, deps.clock.now());
        state.thresholdsPassed++;
        if (!isFirst) continue;
        deps.log.event('quota.threshold_passed', { accountId, period, percent, used: usedUnits(state), limit });
      }
    } finally {
      recording.delete(state);
    }
  }

  return (accountId, state, limit) => {
    if (limit === null || dueThreshold(state, limit) === null || recording.has(state)) return;
    recording.add(state);
    pending.add('limits.threshold', () => record(accountId, state, limit));
  };
}

/** The lowest threshold that is passed and not known to be recorded. */
function dueThreshold(state: CounterState, limit: number): number | null {
  const percent = USAGE_THRESHOLDS[state.thresholdsPassed];
  if (percent === undefined) return null;
  const used = usedUnits(state);
  // As a quotient, because 100 times a large limit is no safe integer.
  return used > 0 && used / limit >= percent / 100 ? percent : null;
}
