import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { SECOND_MS } from '../../base/units.ts';
import { makeRoom } from './make-room.ts';
import type { Month } from './month.ts';
import { makePending, type Pending } from './pending.ts';
import type { LimitStore } from './store.ts';

/**
 * Durable counting without a write per request. Units are leased from a durable counter in blocks and served from
 * memory; what was leased counts as used from the moment it is durable.
 *
 *   take: units at hand? serve one : counter spent? refuse : lease a block (one lease at a time), look again
 *
 * While few of a large block are left it is filled up again beside the requests that it serves: who goes on asking does
 * not wait for the disk.
 *
 * Never over: a unit is served only out of a durable lease, and leases never pass the limit, whatever the races,
 * crashes and processes. Under-use: a killed process loses what it held, at most `blockSize` units of each counter
 * (1/32 of what remained, 64 at most) and the requests that were under way. Blocks shrink to single units towards the
 * limit, so that several processes can share the last ones.
 */

/** Most units that a counter holds in memory. */
const BLOCK_UNITS_MAX = 64;

/** A block is this part of what remains. */
const BLOCK_PART = 32;

/** With this part of a block left it is filled up, */
const LEFT_PART = 4;

/** but only where a block is of so many units: near the limit nothing is held that is not asked for. */
const FILLED_UNITS_MIN = 16;

/** For so long a spent counter is believed to be spent: another process may have returned units since. */
const SPENT_BELIEVED_MS = SECOND_MS;

/** Counters kept in memory; idle ones return their units and leave. */
const COUNTERS_MAX = 20_000;

/** One counter of one month, as this process knows it. */
export interface CounterState {
  readonly counter: string;
  readonly month: Month;
  /** Leased and not served. */
  units: number;
  /** What the counter holds in storage, our units included; -1 before anything is known of it. */
  total: number;
  /** When storage last told the total, on the monotonic clock. */
  toldMs: number;
  waiting: number;
  busy: Promise<void> | null;
  /** Its month is over, or it left the table: what still comes in goes back to storage. */
  isRetired: boolean;
  recent: boolean;
  /** Usage thresholds known to be recorded; kept here because it lives as long. */
  thresholdsPassed: number;
}

/** Whether a unit was taken, and of which counter and month. */
export interface Taken {
  readonly isTaken: boolean;
  readonly state: CounterState;
  /** Units served when this one was decided; the counter itself runs on while its taker waits to be told. */
  readonly used: number;
}

/** Counters of one kind (`account:` or `key:`), by the id that follows. */
export interface Leases {
  /** The counter in the present month, which a caller with several counters tells, so that the clock is read once. */
  at(id: string, month?: Month): CounterState;
  /** Takes a unit that is at hand. Never waits; false says nothing about the counter. */
  tryTake(state: CounterState, limit: number | null): boolean;
  /** Takes a unit, waiting for storage when none is at hand. Tells of which month it is, or why there is none. */
  take(id: string, limit: number | null): Promise<Taken>;
  /** The counter with its total known; one that looks spent under `limit` is asked for again after a second. */
  load(id: string, limit: number | null): Promise<CounterState>;
  /** The counter with what no process has served taken off, as far as that can be known. */
  loadExact(id: string): Promise<CounterState>;
  /** Puts a unit back that was taken in that period. */
  putBack(id: string, period: string): void;
  /** Returns all units; nothing can be taken afterwards. */
  close(): Promise<void>;
}

/** What leases need. */
export interface LeaseDeps {
  readonly store: Pick<LimitStore, 'leaseUnits' | 'returnUnits' | 'readUnits'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly month: () => Month;
}

/** Units of a block while so many remain; at least 1. */
export function blockSize(remaining: number): number {
  return Math.max(1, Math.min(BLOCK_UNITS_MAX, Math.floor(remaining / BLOCK_PART)));
}

/** Units served so far of a counter whose total is known. */
export function usedUnits(state: CounterState): number {
  return Math.max(0, state.total - state.units);
}

/** Makes the counters of one kind. */
export function makeLeases(deps: LeaseDeps, kind: 'account' | 'key', countersMax = COUNTERS_MAX): Leases {
  const states = new Map<string, CounterState>();
  const pending = makePending(deps.log);
  let isClosed = false;

  function at(id: string, month = deps.month()): CounterState {
    const known = states.get(id);
    if (known !== undefined && known.month === month) {
      known.recent = true;
      return known;
    }
    if (known !== undefined) retire(deps, pending, known);
    const state = newState(`${kind}:${id}`, month);
    makeRoom(states, countersMax - 1, (idle) => mayLeave(deps, pending, idle));
    states.set(id, state);
    return state;
  }

  function ask(state: CounterState, limit: number | null, isLease: boolean): Promise<void> {
    if (isClosed) return Promise.reject(new Error('the limits are closed'));
    state.busy ??= (isLease ? lease(deps, pending, state, limit) : tell(deps, state)).finally(() => {
      state.busy = null;
    });
    return state.busy;
  }

  function takeAtHand(state: CounterState, limit: number | null): boolean {
    if (!tryTake(state, limit)) return false;
    // What fails here is told to who finds no unit.
    if (mayFill(state, limit)) ask(state, limit, true).catch(() => undefined);
    return true;
  }

  /** A block that is filled up is no larger than one that is leased. */
  function mayFill(state: CounterState, limit: number | null): boolean {
    if (state.busy !== null || isClosed) return false;
    const size = blockSize(remainingUnits(state, limit));
    return size >= FILLED_UNITS_MIN && LEFT_PART * state.units <= size;
  }

  /** Storage is asked for the total afterwards, so that what headers show follows. */
  function trim(state: CounterState): void {
    state.units -= BLOCK_UNITS_MAX;
    pending.add('limits.return', async () => {
      await deps.store.returnUnits(state.counter, state.month.period, BLOCK_UNITS_MAX);
      if (!isClosed) await ask(state, null, false);
    });
  }

  return {
    at,
    tryTake: takeAtHand,
    take: (id, limit) => take(deps.clock, { at, ask }, id, limit),
    load: (id, limit) => load(deps.clock, { at, ask }, id, limit),
    loadExact: (id) => load(deps.clock, { at, ask }, id, null),
    putBack(id, period) {
      const state = states.get(id);
      if (state !== undefined && state.month.period === period && state.total >= 0 && !isClosed) {
        state.units++;
        // Units that came back by the hundred would all be lost by a kill: more than two blocks go to storage.
        if (state.units > 2 * BLOCK_UNITS_MAX) trim(state);
      } else pending.add('limits.return', () => deps.store.returnUnits(`${kind}:${id}`, period, 1));
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...states.values()].map((state) => state.busy));
      for (const state of states.values()) retire(deps, pending, state);
      await pending.settle();
    },
  };
}

/** The table of counters, as those who wait for one see it. */
interface Counters {
  at(id: string): CounterState;
  /** Asks storage for a block or for the total alone; whoever asks meanwhile waits for the same answer. */
  ask(state: CounterState, limit: number | null, isLease: boolean): Promise<void>;
}

/** Looks again after each answer of storage: others may have taken what it gave, or the month may have ended. */
async function take(clock: Clock, { at, ask }: Counters, id: string, limit: number | null): Promise<Taken> {
  for (;;) {
    const state = at(id);
    if (tryTake(state, limit)) return { isTaken: true, state, used: usedUnits(state) };
    if (isKnownSpent(state, limit, clock.monotonicMs())) {
      return { isTaken: false, state, used: usedUnits(state) };
    }
    state.waiting++;
    try {
      // With units at hand the counter is over a limit that was lowered: only its total is asked for.
      await ask(state, limit, state.units === 0);
    } finally {
      state.waiting--;
    }
  }
}

async function load(clock: Clock, { at, ask }: Counters, id: string, limit: number | null): Promise<CounterState> {
  for (;;) {
    const state = at(id);
    const seemsSpent = limit !== null && usedUnits(state) >= limit;
    const isOld = clock.monotonicMs() - state.toldMs >= SPENT_BELIEVED_MS;
    if (state.total >= 0 && !(seemsSpent && isOld)) return state;
    await ask(state, null, false);
  }
}

/** Also holds for a limit lowered since the lease: units above it stay where they are. */
function tryTake(state: CounterState, limit: number | null): boolean {
  if (state.units <= 0 || state.isRetired) return false;
  if (limit !== null && state.total - state.units >= limit) return false;
  state.units--;
  return true;
}

function isKnownSpent(state: CounterState, limit: number | null, nowMs: number): boolean {
  if (limit === null || state.total < 0 || usedUnits(state) < limit) return false;
  return nowMs - state.toldMs < SPENT_BELIEVED_MS;
}

/** What storage has left to lease, as far as is known. */
function remainingUnits({ total }: CounterState, limit: number | null): number {
  return limit === null ? Number.MAX_SAFE_INTEGER : limit - Math.max(0, total);
}

/** Leases a block, and a unit for everyone who waits: those are served at once, so they are no risk of under-use. */
async function lease(deps: LeaseDeps, pending: Pending, state: CounterState, limit: number | null): Promise<void> {
  // The first lease of a counter does not know yet how much remains: it takes no more than is asked for.
  const missing = state.total < 0 ? 1 : blockSize(remainingUnits(state, limit)) - state.units;
  const units = Math.max(state.waiting, missing);
  const { counter, month } = state;
  const { granted, total } = await deps.store.leaseUnits({ counter, period: month.period, units, limit });
  if (granted === 0 && (limit === null || total < limit))
    throw new Error(`no unit of ${counter} was leased below its limit`);
  told(state, total, deps.clock.monotonicMs());
  state.units += granted;
  // Its month ended while it waited: nobody will serve these.
  if (state.isRetired) retire(deps, pending, state);
}

async function tell(deps: LeaseDeps, state: CounterState): Promise<void> {
  told(state, await deps.store.readUnits(state.counter, state.month.period), deps.clock.monotonicMs());
}

function told(state: CounterState, total: number, nowMs: number): void {
  state.total = total;
  state.toldMs = nowMs;
}

/** Idle for a whole round of the table. Its units go back; one that waits for storage stays. */
function mayLeave(deps: LeaseDeps, pending: Pending, state: CounterState): boolean {
  if (state.busy !== null || state.waiting > 0) return false;
  retire(deps, pending, state);
  return true;
}

/**
 * Gives all units to storage. They leave our hands before the write: if it fails nobody knows whether they arrived, and
 * units that might be in two places are lost rather than served twice.
 */
export function retire(deps: Pick<LeaseDeps, 'store'>, pending: Pending, state: CounterState): void {
  state.isRetired = true;
  const { counter, month, units } = state;
  if (units === 0) return;
  state.units = 0;
  pending.add('limits.return', () => deps.store.returnUnits(counter, month.period, units));
}

/** A counter of which nothing is known yet. */
export function newState(counter: string, month: Month): CounterState {
  return {
    counter,
    month,
    units: 0,
    total: -1,
    toldMs: Number.NEGATIVE_INFINITY,
    waiting: 0,
    busy: null,
    isRetired: false,
    recent: true,
    thresholdsPassed: 0,
  };
}
