export { limitHeaders, retryAfterSeconds } from './headers.ts';
export { type LimitBody, limitBody } from './limit-body.ts';
export type { Admission, Charge, ChargedParty, ChargeRefusal, IpLimitName, Limits, LimitView } from './limits.ts';
export { type LimitsDeps, makeLimits } from './make-limits.ts';
export { type Month, monthAt, nextMonthStart } from './month.ts';
export type { Lease, LimitStore } from './store.ts';
