import type { Clock } from '../../base/clock.ts';
import type { Peers } from '../../base/peers.ts';
import { BELIEVED_MS, TIGHT_MS } from './belief.ts';
import type { Month } from './month.ts';
import { type CounterState, newState, usedUnits } from './quota-lease.ts';

/** What a process knows of a counter that others lease from too. */
export interface SharedCounter extends CounterState {
  /** The limit under which the units at hand were leased or last looked at: another one has to be asked for first. */
  limit: number | null;
  /** What the next lease asks for, beside what waits. */
  nextUnits: number;
  leasedMs: number;
  /** When storage last told the total after all others had returned what they held; and that total. */
  checkedMs: number;
  checkedTotal: number;
  /** A recall was heard by all, and storage was not asked since. */
  isRecalled: boolean;
  recalledMs: number;
  recalling: Promise<void> | null;
  tightUntilMs: number;
  idleSweeps: number;
}

/** What is needed to judge it. */
interface Judging {
  readonly clock: Clock;
}

/** Also holds for a limit that is another one than the units were leased under: storage is asked about that first. */
export function tryTake(state: SharedCounter, limit: number | null): boolean {
  if (state.units <= 0 || state.isRetired || limit !== state.limit) return false;
  if (limit !== null && state.total - state.units >= limit) return false;
  state.units--;
  state.idleSweeps = 0;
  return true;
}

/** As far as this process knows: others may hold units unused. */
export function looksSpent(state: SharedCounter, limit: number | null): boolean {
  return limit !== null && state.total >= 0 && usedUnits(state) >= limit;
}

/** Storage told so a moment ago, after all others had returned what they held. */
export function isBelievedSpent({ clock }: Judging, state: SharedCounter, limit: number | null): boolean {
  if (!looksSpent(state, limit) || state.total !== state.checkedTotal) return false;
  return clock.monotonicMs() - state.checkedMs < BELIEVED_MS;
}

/** Whether what storage told may be shown. */
export function isFresh({ clock }: Judging, state: SharedCounter): boolean {
  return state.total >= 0 && clock.monotonicMs() - state.toldMs < BELIEVED_MS;
}

/** Whether a recall was heard of a moment ago. */
export function isTight({ clock }: Judging, state: SharedCounter): boolean {
  return clock.monotonicMs() < state.tightUntilMs;
}

/** All who are about to be refused share one. Not an act: another process's recall waits for our acts, and we for its. */
export function recall({ peers, clock }: Judging & { readonly peers: Peers }, state: SharedCounter): Promise<void> {
  state.tightUntilMs = clock.monotonicMs() + TIGHT_MS;
  state.recalling ??= peers.recall(state.counter).finally(() => {
    state.recalling = null;
    state.isRecalled = true;
    state.recalledMs = clock.monotonicMs();
  });
  return state.recalling;
}

/** Before a refusal; unless what the last recall brought back is still to be looked at, or is being. */
export function mustRecall(deps: Judging, state: SharedCounter, limit: number | null): boolean {
  return looksSpent(state, limit) && state.busy === null && !hasRecalled(deps, state);
}

/** Whether what a recall brought back is still to be looked at. */
function hasRecalled({ clock }: Judging, state: SharedCounter): boolean {
  return state.isRecalled && clock.monotonicMs() - state.recalledMs < BELIEVED_MS;
}

/** Whether the act that begins now sees all that a recall brought back. */
export function takeRecalled(deps: Judging, state: SharedCounter): boolean {
  const isChecked = hasRecalled(deps, state);
  state.isRecalled = false;
  return isChecked;
}

/** Notes what storage told, and whether all others had returned what they held. */
export function told({ clock }: Judging, state: SharedCounter, total: number, isChecked: boolean): void {
  state.total = total;
  state.toldMs = clock.monotonicMs();
  if (!isChecked) return;
  state.checkedMs = state.toldMs;
  state.checkedTotal = total;
}

/** A counter of which nothing is known yet. */
export function newCounter(counter: string, month: Month, tightUntilMs: number): SharedCounter {
  return {
    ...newState(counter, month),
    limit: null,
    nextUnits: 1,
    leasedMs: Number.NEGATIVE_INFINITY,
    checkedMs: Number.NEGATIVE_INFINITY,
    checkedTotal: -1,
    isRecalled: false,
    recalledMs: Number.NEGATIVE_INFINITY,
    recalling: null,
    tightUntilMs,
    idleSweeps: 0,
  };
}
