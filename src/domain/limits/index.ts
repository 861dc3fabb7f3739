export { addressKey } from './address.ts';
export { limitHeaders, retryAfterSeconds } from './headers.ts';
export { limitBody } from './limit-body.ts';
export type { Charge, ChargedParty, IpLimitName, Limits, LimitView } from './limits.ts';
export { makeLimits } from './make-limits.ts';
export { monthAt } from './month.ts';
export type { LimitStore, WindowAsk } from './store.ts';
