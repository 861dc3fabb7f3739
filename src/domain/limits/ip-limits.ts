import type { Clock } from '../../base/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import { makeAddressReader } from './address.ts';
import type { Admission, IpLimitName } from './limits.ts';
import { makeRoom } from './make-room.ts';
import { SlidingLog } from './sliding-log.ts';

/** One limit of an address. */
export interface IpLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** Source: specification, "IP-based limits"; `other` (every other route) counts as key validations do (docs/contract.md, "What a request costs"). */
export const IP_LIMITS: Readonly<Record<IpLimitName, IpLimit>> = {
  key_validation: { requests: 1_000, windowMs: MINUTE_MS },
  other: { requests: 1_000, windowMs: MINUTE_MS },
  authentication: { requests: 10, windowMs: MINUTE_MS },
  signup: { requests: 3, windowMs: HOUR_MS },
  password_reset: { requests: 5, windowMs: HOUR_MS },
};

/**
 * Addresses remembered for each limit. When more are active at once, those idle for longest are forgotten first and
 * then begin a new window: whoever commands that many networks is held by the accounts' limits alone. Full ones are
 * forgotten last, so that nobody clears his own record by a few addresses more.
 */
export const ADDRESSES_MAX = 20_000;

/** Slots of an address's log: a window of 1,000 is counted to half a second, which bounds an address to 4 KiB. */
const SLOTS_MAX = 128;

/** Counts addresses against the IP limits, in sliding windows. Never waits; forgotten at a restart. */
export function makeIpLimits(
  clock: Clock,
  addressesMax: number = ADDRESSES_MAX,
): (name: IpLimitName, address: string) => Admission {
  const keyOf = makeAddressReader();
  const tables = new Map<IpLimitName, Map<string, SlidingLog>>();

  function logOf(name: IpLimitName, address: string): SlidingLog {
    const table = tables.get(name) ?? new Map<string, SlidingLog>();
    tables.set(name, table);
    const key = keyOf(address);
    const known = table.get(key);
    if (known !== undefined) {
      known.recent = true;
      return known;
    }
    const log = new SlidingLog(IP_LIMITS[name].windowMs, SLOTS_MAX);
    forget(table, name);
    table.set(key, log);
    return log;
  }

  /** Makes place for one more; when all of those looked at are busy, the one that was looked at first goes. */
  function forget(table: Map<string, SlidingLog>, name: IpLimitName): void {
    const nowMs = clock.monotonicMs();
    makeRoom(table, addressesMax - 1, (log) => log.count(nowMs) < IP_LIMITS[name].requests);
    const oldest = table.size >= addressesMax ? table.keys().next() : null;
    if (oldest !== null && !oldest.done) table.delete(oldest.value);
  }

  return (name, address) => {
    const { requests, windowMs } = IP_LIMITS[name];
    const log = logOf(name, address);
    const nowMs = clock.monotonicMs();
    const allowed = log.count(nowMs) < requests;
    if (allowed) log.add(nowMs, requests);
    const untilMs = allowed ? log.untilFreeMs(nowMs) : log.untilBelowMs(nowMs, requests);
    const remaining = requests - log.count(nowMs);
    const resetAt = new Date(clock.now().getTime() + untilMs);
    return { allowed, view: { policy: 'ip', limit: requests, remaining, resetAt, windowSeconds: windowMs / 1_000 } };
  };
}
