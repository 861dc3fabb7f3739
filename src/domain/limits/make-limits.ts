import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { PlanCatalogue } from '../plans/index.ts';
import type { Limits } from './limits.ts';
import type { LimitStore } from './store.ts';

/** What the limits of the service are made of. */
export interface LimitsDeps {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly plans: PlanCatalogue;
}

/** Joins the limits; reads what the last minute left behind, so that a restart gives nothing back. */
export async function makeLimits(deps: LimitsDeps): Promise<Limits> {
  throw new Error(`not built yet: ${Object.keys(deps)}`);
}
