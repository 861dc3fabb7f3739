import { err, ok, type Result } from '../base/result.ts';
import type { IpLimitName, Limits, LimitView } from '../domain/limits/index.ts';
import type { Exchange } from './exchange.ts';
import type { Problem } from './problems.ts';
import { findForeign, type Site } from './site.ts';

/** A refusal and the limit that its headers show. */
export interface RefusedEntry {
  readonly problem: Problem;
  readonly view: LimitView;
}

/**
 * The first step of every route: is the request meant for us, and has its address room left? A foreign request counts
 * against the address too, so that nobody is refused for free. Source: docs/contract.md, R8.
 */
export async function admit(
  deps: { readonly site: Site; readonly limits: Limits },
  exchange: Exchange,
  limit: IpLimitName,
): Promise<Result<LimitView, RefusedEntry>> {
  const admission = deps.limits.admitAddress(limit, exchange.address);
  const { allowed, view } = admission instanceof Promise ? await exchange.patience.count(admission) : admission;
  const foreign = findForeign(deps.site, exchange.request);
  if (foreign !== null) return err({ problem: { code: foreign }, view });
  return allowed ? ok(view) : err({ problem: { code: 'rate_limit_exceeded' }, view });
}
