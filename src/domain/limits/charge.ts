import { err, ok, type Result } from '../../base/result.ts';
import type { PlanCatalogue } from '../plans/index.ts';
import type { Charge, ChargedParty, ChargeRefusal, LimitView } from './limits.ts';
import type { Month } from './month.ts';
import { type CounterState, type Leases, type Taken, usedUnits } from './quota-lease.ts';

/** The two counters that a call is counted on. */
export interface ChargeDeps {
  readonly month: () => Month;
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
  return tryCharge(deps, party) ?? chargeWaiting(deps, party);
}

/** The quota as headers show it. Over-use after a downgrade shows 0, never less. */
export function monthView(state: CounterState, limit: number | null, used = usedUnits(state)): LimitView {
  const { resetAt, seconds } = state.month;
  const remaining = limit === null ? Number.MAX_SAFE_INTEGER : Math.max(0, limit - used);
  return { policy: 'month', limit: limit ?? Number.MAX_SAFE_INTEGER, remaining, resetAt, windowSeconds: seconds };
}

/** The hot path: both units are at hand. Null when one is not; then nothing is taken. */
function tryCharge(deps: ChargeDeps, party: ChargedParty): Result<Charge, ChargeRefusal> | null {
  const { accountId, keyPrefix, keyMonthlyCap } = party;
  const month = deps.month();
  if (keyPrefix !== null && !deps.keys.tryTake(deps.keys.at(keyPrefix, month), keyMonthlyCap)) return null;
  const account = deps.accounts.at(accountId, month);
  if (deps.accounts.tryTake(account, limitOf(deps, party))) {
    return charged(deps, party, { state: account, used: usedUnits(account) });
  }
  if (keyPrefix !== null) deps.keys.putBack(keyPrefix, month.period);
  return null;
}

async function chargeWaiting(deps: ChargeDeps, party: ChargedParty): Promise<Result<Charge, ChargeRefusal>> {
  const { accountId, keyPrefix } = party;
  const limit = limitOf(deps, party);
  for (;;) {
    const key = keyPrefix === null ? null : await deps.keys.take(keyPrefix, party.keyMonthlyCap);
    if (key?.isTaken === false)
      return err({ reason: 'key_cap_reached', view: monthView(await deps.accounts.load(accountId, null), limit) });
    const taken = await takeQuota(deps, party, key?.state ?? null);
    if (!taken.isTaken) return err({ reason: 'quota_spent', view: monthView(taken.state, limit) });
    if (key === null || key.state.month === taken.state.month) return charged(deps, party, taken);
    // The month ended between the two: a charge belongs to one month, so both units go back and the call asks again.
    deps.accounts.putBack(accountId, taken.state.month.period);
    if (keyPrefix !== null) deps.keys.putBack(keyPrefix, key.state.month.period);
  }
}

/** Takes the account's unit; whatever prevents it, storage included, gives the key's back: no call, no cost. */
async function takeQuota(deps: ChargeDeps, party: ChargedParty, key: CounterState | null): Promise<Taken> {
  let isTaken = false;
  try {
    const taken = await deps.accounts.take(party.accountId, limitOf(deps, party));
    isTaken = taken.isTaken;
    return taken;
  } finally {
    if (!isTaken && key !== null && party.keyPrefix !== null) deps.keys.putBack(party.keyPrefix, key.month.period);
  }
}

function charged(
  deps: ChargeDeps,
  party: ChargedParty,
  { state, used }: Pick<Taken, 'state' | 'used'>,
): Result<Charge, ChargeRefusal> {
  const { accountId, keyPrefix } = party;
  const limit = limitOf(deps, party);
  deps.onUse(accountId, state, limit);
  return ok({ accountId, period: state.month.period, keyPrefix, view: monthView(state, limit, used) });
}

function limitOf(deps: ChargeDeps, party: ChargedParty): number | null {
  return deps.plans[party.plan].requestsPerMonth;
}
