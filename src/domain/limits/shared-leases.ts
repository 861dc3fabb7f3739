import type { Peers } from '../../base/peers.ts';
import { SECOND_MS } from '../../base/units.ts';
import { BELIEVED_MS, TIGHT_MS } from './belief.ts';
import { makeRoom } from './make-room.ts';
import { makePending, type Pending } from './pending.ts';
import { type LeaseDeps, type Leases, retire, type Taken, usedUnits } from './quota-lease.ts';
import {
  isBelievedSpent,
  isFresh,
  isTight,
  looksSpent,
  mustRecall,
  newCounter,
  recall,
  type SharedCounter,
  takeRecalled,
  told,
  tryTake,
} from './shared-counter.ts';
import { makeSweep, SWEEP_MS } from './sweep.ts';

/**
 * The monthly counters where several processes serve: durable leases as in quota-lease.ts, and what makes them exact for
 * all processes together (ADR 0026).
 *
 *   take: a unit at hand? serve it : believed spent? refuse : looks spent? recall, then lease : lease; look again
 *
 * Never over: a unit is served only out of a durable lease, and leases never pass the limit.
 *
 * Not under: a lease is for the calls that wait. Only while blocks are used up within `BELIEVED_MS` it brings more:
 * twice as much each time, at most 64 units and a 32nd part of what remains in storage at that instant. What nobody uses
 * for 200 ms goes back. Before a call is refused, every other process returns what it holds unused and leases nothing
 * beside its waiting calls for a second, and storage is asked once more: then all units are served, or held for calls
 * that are being decided. A refusal is believed for 250 ms; units given back meanwhile are found after that.
 *
 * Under-use: a killed process loses of each counter what it held (at most 64 units and a 32nd part of what remained; of
 * units given back in its last 300 ms, 128 more), a lease under way (the calls that waited, and a block), and the calls
 * that it was deciding. Units of a write that nobody knows the outcome of are lost too, never served twice.
 *
 * What headers show is storage's total less what this process holds unused. It was told at most 250 ms ago: Remaining
 * may be higher than the truth by what other processes leased since, and lower by what they hold unused. Within one
 * process it falls with every call and rises only when units are given back, or another process returned what it held.
 */

/** Most units that a lease brings beside those that are waited for, and of units given back, that are held. */
const BLOCK_UNITS_MAX = 64;

/** Sweeps that unused units are held for. */
const IDLE_SWEEPS = 200 / SWEEP_MS;

/**
 * A counter without a limit only counts: nobody waits for its units, so that slow callers need not pay for a lease with
 * every call. A recall brings them back when a limit is set.
 */
const UNLIMITED = { unitsMin: 16, idleSweeps: (10 * SECOND_MS) / SWEEP_MS };

/** Acts of storage on one counter that a return of units waits for: each has its own deadline. */
const ACTS_WAITED_MAX = 8;

/** Counters kept in memory; idle ones return their units and leave. */
const COUNTERS_MAX = 20_000;

/** Counters that are returned to other processes on demand. */
export interface SharedLeases extends Leases {
  /** Returns what is held unused of a counter, durably; counters of another kind are none of ours. Never rejects. */
  surrender(counter: string): Promise<void>;
}

/** What shared leases need. */
export interface SharedLeaseDeps extends LeaseDeps {
  readonly peers: Peers;
}

/** Makes the counters of one kind. */
export function makeSharedLeases(
  deps: SharedLeaseDeps,
  kind: 'account' | 'key',
  countersMax = COUNTERS_MAX,
): SharedLeases {
  const states = new Map<string, SharedCounter>();
  const pending = makePending(deps.log);
  const sweep = makeSweep<SharedCounter>((state) => visit(state));
  const storage = { ...deps, pending, watch: sweep.watch };
  let strangersTightUntilMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function at(id: string, month = deps.month()): SharedCounter {
    const known = states.get(id);
    if (known !== undefined && known.month === month) {
      known.recent = true;
      return known;
    }
    if (known !== undefined) retire(deps, pending, known);
    const state = newCounter(`${kind}:${id}`, month, strangersTightUntilMs);
    makeRoom(states, countersMax - 1, (idle) => mayLeave(storage, idle));
    states.set(id, state);
    return state;
  }

  function giveBack(state: SharedCounter): Promise<void> {
    return pending.add('limits.return', () => returnUnused(storage, state));
  }

  function visit(state: SharedCounter): 'keep' | 'done' {
    if (state.units === 0) return 'done';
    if (++state.idleSweeps > (state.limit === null ? UNLIMITED.idleSweeps : IDLE_SWEEPS)) giveBack(state);
    return 'keep';
  }

  const counters: Counters = {
    at,
    ask(state, act) {
      if (isClosed) return Promise.reject(new Error('the limits are closed'));
      state.busy ??= act(storage, state).finally(() => {
        state.busy = null;
      });
      return state.busy;
    },
  };

  return {
    at,
    // Only states of this table come back to it.
    tryTake: (state, limit) => tryTake(state as SharedCounter, limit),
    take: (id, limit) => take(storage, counters, id, limit),
    load: (id, limit) => load(storage, counters, id, limit),
    loadExact: (id) => loadExact(storage, counters, id),
    putBack(id, period) {
      const state = states.get(id);
      if (state === undefined || state.month.period !== period || state.total < 0 || isClosed) {
        pending.add('limits.return', () => deps.store.returnUnits(`${kind}:${id}`, period, 1));
        return;
      }
      state.units++;
      sweep.watch(state);
      // Who recalled may be refusing calls for want of it; and hundreds in one hand would all be lost by a kill.
      if (isTight(deps, state) || state.units > 2 * BLOCK_UNITS_MAX) giveBack(state);
    },
    async surrender(counter) {
      if (!counter.startsWith(`${kind}:`)) return;
      const tightUntilMs = deps.clock.monotonicMs() + TIGHT_MS;
      const state = states.get(counter.slice(kind.length + 1));
      if (state === undefined) strangersTightUntilMs = tightUntilMs;
      else {
        state.tightUntilMs = tightUntilMs;
        await giveBack(state);
      }
    },
    async close() {
      isClosed = true;
      sweep.stop();
      await Promise.allSettled([...states.values()].map((state) => state.busy));
      for (const state of states.values()) retire(deps, pending, state);
      await pending.settle();
    },
  };
}

/** How units come from storage and go back. */
interface Storage extends SharedLeaseDeps {
  readonly pending: Pending;
  watch(state: SharedCounter): void;
}

/** One act on a counter; one at a time, so that what storage tells is told in order. */
type Act = (storage: Storage, state: SharedCounter) => Promise<void>;

/** The table of counters, as those who wait for one see it. */
interface Counters {
  at(id: string): SharedCounter;
  /** Begins the act, or waits for the one that is under way. */
  ask(state: SharedCounter, act: Act): Promise<void>;
}

/** Looks again after each answer: others may have taken what it gave, or the month may have ended. */
async function take(storage: Storage, { at, ask }: Counters, id: string, limit: number | null): Promise<Taken> {
  for (;;) {
    const state = at(id);
    if (tryTake(state, limit)) return { isTaken: true, state, used: usedUnits(state) };
    if (isBelievedSpent(storage, state, limit)) return { isTaken: false, state, used: usedUnits(state) };
    state.waiting++;
    try {
      if (mustRecall(storage, state, limit)) await recall(storage, state);
      // Units at hand that may not be served were leased under another limit: whether this one has room storage tells.
      else if (state.units > 0) await returnUnused(storage, state, 0);
      else await ask(state, leaseUnder(limit));
    } finally {
      state.waiting--;
    }
  }
}

/** While storage is away, what it last said is shown, unless that would refuse a call. */
async function load(storage: Storage, { at, ask }: Counters, id: string, limit: number | null): Promise<SharedCounter> {
  for (;;) {
    const state = at(id);
    const isSpent = looksSpent(state, limit);
    if (isSpent ? isBelievedSpent(storage, state, limit) : isFresh(storage, state)) return state;
    if (mustRecall(storage, state, limit)) {
      await recall(storage, state);
      continue;
    }
    try {
      await ask(state, tell);
    } catch (failure) {
      if (isSpent || state.total < 0) throw failure;
      return state;
    }
  }
}

/** Asks the others first, unless that was done a moment ago. */
async function loadExact(storage: Storage, counters: Counters, id: string): Promise<SharedCounter> {
  const state = counters.at(id);
  if (storage.clock.monotonicMs() - state.recalledMs >= BELIEVED_MS) {
    await recall(storage, state);
    // An act that began before may tell what was not returned yet.
    while (state.isRecalled) await counters.ask(state, tell);
  }
  return load(storage, counters, id, null);
}

const leaseUnder =
  (limit: number | null): Act =>
  async (storage, state) => {
    const { counter, month } = state;
    const ask = { counter, period: month.period, limit, ...nextBlock(storage, state, limit) };
    const isChecked = takeRecalled(storage, state);
    const { granted, total } = await storage.store.leaseUnits(ask);
    if (granted === 0 && (limit === null || total < limit))
      throw new Error(`no unit of ${counter} was leased below its limit`);
    told(storage, state, total, isChecked);
    state.units += granted;
    state.limit = limit;
    if (state.units > state.waiting) {
      state.idleSweeps = 0;
      storage.watch(state);
    }
    // Its month ended while it waited: nobody will serve these.
    if (state.isRetired) retire(storage, storage.pending, state);
  };

/** What waits is served at once, and no risk of under-use; the surplus is, and depends on how fast the last one went. */
function nextBlock(storage: Storage, state: SharedCounter, limit: number | null): { units: number; surplus: number } {
  const startMs = storage.clock.monotonicMs();
  const isUsedUp = startMs - state.leasedMs < BELIEVED_MS;
  const least = limit === null ? UNLIMITED.unitsMin : 1;
  state.nextUnits = isUsedUp ? Math.min(BLOCK_UNITS_MAX, 2 * state.nextUnits) : least;
  state.leasedMs = startMs;
  const units = state.waiting;
  return { units, surplus: isTight(storage, state) ? 0 : Math.max(0, state.nextUnits - units) };
}

const tell: Act = async (storage, state) => {
  const isChecked = takeRecalled(storage, state);
  told(storage, state, await storage.store.readUnits(state.counter, state.month.period), isChecked);
};

/**
 * Gives storage what no waiting call needs (or all but `kept`), after the lease that may be under way. Units leave our hands before the
 * write: if it fails they may be in two places, and are lost rather than served twice.
 */
async function returnUnused({ store }: Storage, state: SharedCounter, kept?: number): Promise<void> {
  for (let acts = 0; state.busy !== null && acts < ACTS_WAITED_MAX; acts++) await Promise.allSettled([state.busy]);
  const units = state.units - (kept ?? state.waiting);
  if (units <= 0) return;
  state.units -= units;
  state.total -= units;
  const returning = store.returnUnits(state.counter, state.month.period, units).catch((failure: unknown) => {
    state.total += units;
    throw failure;
  });
  state.busy ??= Promise.allSettled([returning]).then(() => {
    state.busy = null;
  });
  await returning;
}

/** Idle for a whole round of the table. Its units go back; one that waits for storage or others stays. */
function mayLeave({ store, pending }: Storage, state: SharedCounter): boolean {
  if (state.busy !== null || state.recalling !== null || state.waiting > 0) return false;
  retire({ store }, pending, state);
  return true;
}
