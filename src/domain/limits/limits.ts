import type { Result } from '../../base/result.ts';
import type { PlanName } from '../plans/index.ts';

/** One limit as the response headers show it. */
export interface LimitView {
  /** Policy name in the RateLimit headers. */
  readonly policy: 'month' | 'minute' | 'ip';
  /** `Number.MAX_SAFE_INTEGER` where the limit is null. */
  readonly limit: number;
  /** Never below 0. */
  readonly remaining: number;
  readonly resetAt: Date;
  /** Length of the window, for the policy header. */
  readonly windowSeconds: number;
}

/** Whether a request may go on, and the limit that decided. */
export interface Admission {
  readonly allowed: boolean;
  readonly view: LimitView;
}

/** Which IP limit a route counts against. Source: specification, "IP-based limits". */
export type IpLimitName = 'key_validation' | 'other' | 'authentication' | 'signup' | 'password_reset';

/** The part of a principal that limits need. */
export interface ChargedParty {
  readonly accountId: string;
  readonly plan: PlanName;
  /** Null for a caller without an API key. */
  readonly keyPrefix: string | null;
  readonly keyMonthlyCap: number | null;
}

/** One unit taken of the quota (and of the key's cap), to be kept or given back. */
export interface Charge {
  readonly accountId: string;
  readonly period: string;
  readonly keyPrefix: string | null;
  readonly view: LimitView;
}

/** Why a unit was refused. */
export type ChargeRefusal = { readonly reason: 'quota_spent' | 'key_cap_reached'; readonly view: LimitView };

/** The limits of the service. Source: specification, "Limits". */
export interface Limits {
  /**
   * Counts one request of an address against an IP limit, unless it is full. Waits only where processes share the count;
   * never rejects, because the answer to a failure of storage has limits to show too.
   */
  admitAddress(name: IpLimitName, address: string): Admission | Promise<Admission>;
  /** Counts one request against the account's minute cap, unless it is full: never more than the cap in any 60 s. */
  admitMinute(party: ChargedParty): Promise<Admission>;
  /** The account's monthly quota now, without counting. */
  quota(party: ChargedParty): Promise<LimitView>;
  /** Units of the quota that the account has used this month, exact, whatever its plan. */
  usedUnits(accountId: string): Promise<number>;
  /** The account's minute cap now, without counting. */
  minute(party: ChargedParty): LimitView;
  /** Whether the key has used up its own monthly cap. */
  isKeyCapReached(party: ChargedParty): Promise<boolean>;
  /** Takes one unit of the quota and of the key's cap, durably, or neither. */
  charge(party: ChargedParty): Promise<Result<Charge, ChargeRefusal>>;
  /** Gives the unit of a call that the service could not run back. */
  giveBack(charge: Charge): void;
  /** Returns unused leased units, at shutdown. */
  close(): Promise<void>;
}
