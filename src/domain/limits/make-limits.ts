import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Peers } from '../../base/peers.ts';
import type { PlanCatalogue } from '../plans/index.ts';
import { chargeCall, monthView } from './charge.ts';
import { makeIpLimits } from './ip-limits.ts';
import type { Charge, Limits } from './limits.ts';
import { type MinuteCap, makeMinuteCap } from './minute-cap.ts';
import { makeMonthClock } from './month.ts';
import { makePending } from './pending.ts';
import { type LeaseDeps, type Leases, makeLeases, usedUnits } from './quota-lease.ts';
import { makeSharedIpLimits } from './shared-ip-limits.ts';
import { makeSharedLeases } from './shared-leases.ts';
import { makeSharedMinuteCap } from './shared-minute-cap.ts';
import type { LimitStore } from './store.ts';
import { makeThresholds } from './thresholds.ts';

/** What the limits of the service are made of. */
export interface LimitsDeps {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly plans: PlanCatalogue;
  /** Other processes that count on the same storage. */
  readonly peers: Peers;
}

/**
 * Joins the limits; reads what the last minute left behind, so that a restart gives nothing back. Which requests cost a
 * unit of the quota is the caller's decision (`PORTICO_QUOTA_COUNTS`): here everything charged is counted.
 */
export async function makeLimits(deps: LimitsDeps): Promise<Limits> {
  const { plans } = deps;
  const pending = makePending(deps.log);
  const month = makeMonthClock(deps.clock);
  const leaseDeps = { ...deps, month };
  const { accounts, keys, minute, admitAddress, close } = deps.peers.isAlone
    ? await makeOwnParts(leaseDeps)
    : makeSharedParts(leaseDeps);
  const chargeDeps = { month, plans, accounts, keys, onUse: makeThresholds(deps, pending) };
  const givenBack = new WeakSet<Charge>();

  return {
    admitAddress,
    admitMinute: (party) => minute.admit(party.accountId, plans[party.plan].requestsPerMinute),
    minute: (party) => minute.view(party.accountId, plans[party.plan].requestsPerMinute),
    async quota(party) {
      const limit = plans[party.plan].requestsPerMonth;
      // Where there is no limit nothing of the count is shown: storage need not be asked every quarter of a second.
      const isShown = limit !== null || deps.peers.isAlone;
      return monthView(isShown ? await accounts.load(party.accountId, limit) : accounts.at(party.accountId), limit);
    },
    usedUnits: async (accountId) => usedUnits(await accounts.loadExact(accountId)),
    async isKeyCapReached({ keyPrefix, keyMonthlyCap }) {
      if (keyPrefix === null || keyMonthlyCap === null) return false;
      return usedUnits(await keys.load(keyPrefix, keyMonthlyCap)) >= keyMonthlyCap;
    },
    charge: (party) => chargeCall(chargeDeps, party),
    giveBack(charge) {
      // One charge is one unit, however often it is given back.
      if (givenBack.has(charge)) return;
      givenBack.add(charge);
      accounts.putBack(charge.accountId, charge.period);
      if (charge.keyPrefix !== null) keys.putBack(charge.keyPrefix, charge.period);
    },
    async close() {
      await Promise.all([accounts.close(), keys.close(), close(), pending.settle()]);
    },
  };
}

/** What counts: each alone, or as one with the other processes. */
interface Parts {
  readonly accounts: Leases;
  readonly keys: Leases;
  readonly minute: MinuteCap;
  readonly admitAddress: Limits['admitAddress'];
  close(): Promise<void>;
}

async function makeOwnParts(deps: LeaseDeps & LimitsDeps): Promise<Parts> {
  return {
    accounts: makeLeases(deps, 'account'),
    keys: makeLeases(deps, 'key'),
    minute: await makeMinuteCap(deps),
    admitAddress: makeIpLimits(deps.clock),
    close: async () => {},
  };
}

function makeSharedParts(deps: LeaseDeps & LimitsDeps): Parts {
  const accounts = makeSharedLeases(deps, 'account');
  const keys = makeSharedLeases(deps, 'key');
  const minute = makeSharedMinuteCap(deps);
  const addresses = makeSharedIpLimits(deps);
  const all = [accounts, keys, minute];
  deps.peers.onRecall(async (counter) => {
    await Promise.all(all.map((part) => part.surrender(counter)));
  });
  return {
    accounts,
    keys,
    minute,
    admitAddress: addresses.admit,
    close: async () => {
      await Promise.all([minute.close(), addresses.close()]);
    },
  };
}
