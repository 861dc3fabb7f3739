export type { Admission, Charge, ChargedParty, ChargeRefusal, IpLimitName, Limits, LimitView } from './limits.ts';
export type { Lease, LimitStore } from './store.ts';
