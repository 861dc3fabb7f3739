import { describeFailure } from '../../base/log.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { SECOND_MS } from '../../base/units.ts';
import { makeAddressReader } from './address.ts';
import { ADDRESSES_MAX, IP_LIMITS, makeIpLimits } from './ip-limits.ts';
import type { Admission, IpLimitName, Limits } from './limits.ts';
import type { BlockRule } from './shared-window-state.ts';
import { makeSharedWindows, type SharedWindowDeps, type SharedWindows } from './shared-windows.ts';
import { makeTurnstile } from './turnstile.ts';

/**
 * Asks of addresses that are at storage at once, and addresses that may wait for theirs: whoever commands many networks
 * must not stand before paying callers at the storage. An address beyond them is counted by this process alone.
 */
const ASKS_MAX = 4;
const WAITING_MAX = 256;

/** How long storage is left alone after it failed: meanwhile each process counts by itself. */
const AWAY_MS = 250;

/** A request waits no longer for its address to be counted: its answer has to come within a second. */
const WAIT_MS = 600;

/**
 * Blocks of up to a sixteenth part of what is left, so that most requests of an address cost no storage; of the small
 * limits that is one request each. What others hold unused is not asked for: who is that close to 1,000 requests may be
 * refused a sixteenth part of the rest for each other process, until their blocks of ten seconds have left the window.
 */
const RULE: Omit<BlockRule, 'windowMs'> = {
  policy: 'ip',
  blockMs: 10 * SECOND_MS,
  unitsMin: 8,
  unitsMax: 64,
  part: 16,
  isRecalled: false,
  // Nobody pays for these: a power cut may forget the last of them.
  isLoose: true,
};

/** The IP limits of all processes together. */
export interface SharedIpLimits {
  /**
   * Counts a request of an address unless its window is full. Never rejects, and decides within 0.6 s: while storage is
   * away, or more addresses are new at once than it can be asked about, each process holds the limit by itself, counting
   * what it served before too, so that together they may let in as many times the limit as there are processes.
   */
  readonly admit: Limits['admitAddress'];
  close(): Promise<void>;
}

/** Counts addresses in windows that all processes share. Never over while storage answers and is not crowded. */
export function makeSharedIpLimits(deps: SharedWindowDeps, addressesMax: number = ADDRESSES_MAX): SharedIpLimits {
  const { clock, log } = deps;
  const keyOf = makeAddressReader();
  const admitAlone = makeIpLimits(clock, addressesMax);
  const kinds = new Map<IpLimitName, SharedWindows>();
  const turns = makeTurnstile(ASKS_MAX);
  const store: SharedWindowDeps['store'] = { askWindow: (asked) => turns.run(() => deps.store.askWindow(asked)) };
  let awayUntilMs = Number.NEGATIVE_INFINITY;

  function windowsOf(name: IpLimitName): SharedWindows {
    const known = kinds.get(name);
    if (known !== undefined) return known;
    const windows = makeSharedWindows(
      { ...deps, store },
      { ...RULE, windowMs: IP_LIMITS[name].windowMs },
      addressesMax,
    );
    kinds.set(name, windows);
    return windows;
  }

  /** Every request that is let in is counted here as well, for the time when storage is away. */
  function counted(admission: Admission, name: IpLimitName, address: string): Admission {
    if (admission.allowed) admitAlone(name, address);
    return admission;
  }

  async function ask(windows: SharedWindows, subject: string, name: IpLimitName, address: string): Promise<Admission> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new UnavailableError('storage is late')), WAIT_MS);
    try {
      const asked = windows.admit(windows.at(subject), IP_LIMITS[name].requests);
      return counted(await Promise.race([asked, late.promise]), name, address);
    } catch (failure) {
      // Told once for each time that storage is found away: all who waited with this request fail with it.
      if (clock.monotonicMs() >= awayUntilMs)
        log.event('limits.addresses.failed', { failure: describeFailure(failure) }, 'warn');
      awayUntilMs = clock.monotonicMs() + AWAY_MS;
      return admitAlone(name, address);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    admit(name, address) {
      if (clock.monotonicMs() < awayUntilMs) return admitAlone(name, address);
      const windows = windowsOf(name);
      const subject = `ip:${name}:${keyOf(address)}`;
      const admission = windows.tryAdmit(windows.at(subject), IP_LIMITS[name].requests);
      if (admission !== null) return counted(admission, name, address);
      if (turns.waiting() >= WAITING_MAX) return admitAlone(name, address);
      return ask(windows, subject, name, address);
    },
    async close() {
      await Promise.all([...kinds.values()].map((windows) => windows.close()));
    },
  };
}
