import { err, ok, type Result } from '../../base/result.ts';
import type { PlanCatalogue } from '../plans/index.ts';
import type { Charge, ChargedParty, ChargeRefusal, LimitView } from './limits.ts';
import { type CounterState, type Leases, type Taken, usedUnits } from './quota-lease.ts';

/** The two counters that a call is counted on. */
export interface ChargeDeps {
  readonly plans: PlanCatalogue;
  readonly accounts: Leases;
  readonly keys: Leases;
  /** Told after each unit of an account. */
  readonly onUse: (accountId: string, state: CounterState, limit: number | null) => void;
}

/**
 * Takes a unit of the key's cap and one of the quota, or neither. The key is asked first, because its refusal (401)
 * comes before the quota's (429). A key without a cap is counted too, so that a cap set later knows of the month.
 */
export async function chargeCall(deps: ChargeDeps, party: ChargedParty): Promise<Result<Charge, ChargeRefusal>> {
  const { accountId, keyPrefix } = party;
  const limit = deps.plans[party.plan].requestsPerMonth;
  for (;;) {
    const key = keyPrefix === null ? null : takeAtHand(deps.keys, keyPrefix, party.keyMonthlyCap);
    const keyTaken = key instanceof Promise ? await key : key;
    if (keyTaken?.isTaken === false)
      return err({ reason: 'key_cap_reached', view: monthView(await deps.accounts.load(accountId, null), limit) });
    const taken = await takeQuota(deps, party, keyTaken?.state ?? null);
    const { month } = taken.state;
    if (!taken.isTaken) return err({ reason: 'quota_spent', view: monthView(taken.state, limit) });
    if (keyTaken === null || keyTaken.state.month === month) {
      deps.onUse(accountId, taken.state, limit);
      return ok({ accountId, period: month.period, keyPrefix, view: monthView(taken.state, limit) });
    }
    // The month ended between the two: a charge belongs to one month, so both units go back and the call asks again.
    deps.accounts.putBack(accountId, month.period);
    if (keyPrefix !== null) deps.keys.putBack(keyPrefix, keyTaken.state.month.period);
  }
}

/** The quota as headers show it. Over-use after a downgrade shows 0, never less. */
export function monthView(state: CounterState, limit: number | null): LimitView {
  const { resetAt, seconds } = state.month;
  const remaining = limit === null ? Number.MAX_SAFE_INTEGER : Math.max(0, limit - usedUnits(state));
  return { policy: 'month', limit: limit ?? Number.MAX_SAFE_INTEGER, remaining, resetAt, windowSeconds: seconds };
}

/** Takes the account's unit; whatever prevents it, storage included, gives the key's back: no call, no cost. */
async function takeQuota(deps: ChargeDeps, party: ChargedParty, key: CounterState | null): Promise<Taken> {
  let isTaken = false;
  try {
    const taking = takeAtHand(deps.accounts, party.accountId, deps.plans[party.plan].requestsPerMonth);
    const taken = taking instanceof Promise ? await taking : taking;
    isTaken = taken.isTaken;
    return taken;
  } finally {
    if (!isTaken && key !== null && party.keyPrefix !== null) deps.keys.putBack(party.keyPrefix, key.month.period);
  }
}

/** Waits only when no unit is at hand: a promise for each of two counters would cost more than the counting. */
function takeAtHand(leases: Leases, id: string, limit: number | null): Taken | Promise<Taken> {
  const state = leases.at(id);
  return leases.tryTake(state, limit) ? { isTaken: true, state } : leases.take(id, limit);
}
