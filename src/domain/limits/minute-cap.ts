import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { Admission, LimitView } from './limits.ts';
import { makeRoom } from './make-room.ts';
import { SlidingLog } from './sliding-log.ts';
import type { LimitStore } from './store.ts';

/**
 * The per-minute cap: a sliding log in memory decides; durable blocks make it hold across a crash. Before requests of
 * an account are served, a block is recorded: "up to n requests until t". The process serves at most n before t, then
 * records the next. After a restart every recorded block counts as n requests at t (or now, if t is to come): never
 * fewer than were served, and never earlier, so that no 60 seconds hold more than the cap.
 *
 * Under-use: only after a restart, for at most a minute, by the recorded units that were not served. Blocks begin with one
 * unit, beside those that wait, and double while the account uses them up long before they end; after one that ended
 * first the next one asks for what was served of that. Who goes on asking has the next one recorded while this one is
 * served. So at most about twice as many units are held as were served lately, and never more than is left of the cap.
 *
 * Times of blocks are wall time, because the monotonic clock starts anew with the process. A wall clock set back makes
 * blocks look as if they were still to end: they then count as of now. One set forward between two starts cannot be
 * noticed by anyone.
 */

/**
 * For so long a block may be served. Longer: who asks twice a second waits for the disk less often; shorter: what was
 * served before a kill is counted less late.
 */
const BLOCK_MS = 3 * SECOND_MS;

/** A storage that needs longer than a block lasts gets longer blocks, up to this. */
const BLOCK_MS_MAX = MINUTE_MS;

/** Most units of a block beside those that wait for it. */
const BLOCK_UNITS_MAX = 1_024;

/** A block's units stay below this part of what is left of the cap. */
const BLOCK_PART = 4;

/** With less than this part of its units or of its time left, the next block is recorded while this one is served. */
const AHEAD_PART = 4;

/** Requests of one account that are timed one by one; above that by a 4,096th part of the minute (15 ms). */
const SLOTS_MAX = 4_096;

/** Accounts kept in memory beyond those of the last minute. */
export const ACCOUNTS_MAX = 20_000;

/** Renewals that one request waits for: each loses a block to a slow storage, which then is no storage to wait for. */
const RENEWALS_MAX = 64;

interface MinuteState {
  readonly log: SlidingLog;
  recent: boolean;
  /** Units of the block that may still be served before `untilMs`. */
  units: number;
  untilMs: number;
  /** Units that the block had, and those of them that did not only come for who waited. */
  blockUnits: number;
  grownUnits: number;
  /** How long the next block lasts. */
  blockMs: number;
  waiting: number;
  busy: Promise<void> | null;
}

/** The per-minute cap of all accounts. */
export interface MinuteCap {
  /** Counts a request unless the minute is full. Rejects when the block that it needs cannot be made durable. */
  admit(accountId: string, cap: number | null): Promise<Admission>;
  /** The cap as it stands, without counting. */
  view(accountId: string, cap: number | null): LimitView;
}

/** What the cap needs. */
export interface MinuteCapDeps {
  readonly store: Pick<LimitStore, 'recordMinuteBlock' | 'listMinuteBlocks'>;
  readonly clock: Clock;
}

/** Makes the cap; first reads the blocks of the last minute, which a process before this one may have served. */
export async function makeMinuteCap(deps: MinuteCapDeps, accountsMax = ACCOUNTS_MAX): Promise<MinuteCap> {
  const { clock } = deps;
  const states = new Map<string, MinuteState>();

  function at(accountId: string): MinuteState {
    const known = states.get(accountId);
    if (known !== undefined) {
      known.recent = true;
      return known;
    }
    const nowMs = clock.monotonicMs();
    makeRoom(
      states,
      accountsMax - 1,
      (idle) => idle.busy === null && idle.waiting === 0 && idle.log.count(nowMs) === 0,
    );
    const state = newState();
    states.set(accountId, state);
    return state;
  }

  await seed(deps, at);

  /** So that who goes on asking waits for the disk only while his blocks grow. What fails here is told to who waits. */
  function renewAhead(accountId: string, state: MinuteState, cap: number): void {
    if (state.busy !== null || !isNearlyUsed(state, clock.monotonicMs())) return;
    if (Math.floor((cap - state.log.count(clock.monotonicMs())) / BLOCK_PART) < 1) return;
    state.busy = renew(deps, accountId, state, cap)
      .catch(() => undefined)
      .finally(() => {
        state.busy = null;
      });
  }

  async function wait(accountId: string, state: MinuteState, cap: number): Promise<Admission> {
    for (let renewals = 0; renewals < RENEWALS_MAX; renewals++) {
      state.waiting++;
      try {
        state.busy ??= renew(deps, accountId, state, cap).finally(() => {
          state.busy = null;
        });
        await state.busy;
      } finally {
        state.waiting--;
      }
      const admission = tryAdmit(clock, state, cap);
      if (admission !== null) return admission;
    }
    throw new Error('the storage is too slow to keep the per-minute cap');
  }

  return {
    async admit(accountId, cap) {
      const state = at(accountId);
      const admission = tryAdmit(clock, state, cap);
      if (admission === null) return wait(accountId, state, cap ?? Number.MAX_SAFE_INTEGER);
      if (cap !== null && admission.allowed) renewAhead(accountId, state, cap);
      return admission;
    },
    // An account that is not known has used nothing: looking must not make an entry for it.
    view: (accountId, cap) => viewOf(clock, (states.get(accountId) ?? newState()).log, cap, clock.monotonicMs()),
  };
}

/** Decides what can be decided without storage; null when a block is needed first. */
function tryAdmit(clock: Clock, state: MinuteState, cap: number | null): Admission | null {
  const nowMs = clock.monotonicMs();
  if (cap !== null) {
    if (state.log.count(nowMs) >= cap) return { allowed: false, view: viewOf(clock, state.log, cap, nowMs) };
    if (state.units <= 0 || nowMs >= state.untilMs) return null;
    state.units--;
  }
  // Without a cap the log is kept all the same: a downgrade acts on the next request and must know of these.
  state.log.add(nowMs, cap);
  return { allowed: true, view: viewOf(clock, state.log, cap, nowMs) };
}

/** Records the next block, one at a time for each account; durable before any of its units is served. */
async function renew(deps: MinuteCapDeps, accountId: string, state: MinuteState, cap: number): Promise<void> {
  const startMs = deps.clock.monotonicMs();
  const wallMs = deps.clock.now().getTime();
  const left = Math.max(1, cap - state.log.count(startMs));
  const grown = Math.min(wantedUnits(state, startMs), Math.floor(left / BLOCK_PART));
  const units = Math.min(left, Math.max(state.waiting, grown));
  await deps.store.recordMinuteBlock({
    accountId,
    units,
    expiresAt: new Date(wallMs + state.blockMs),
    forgetBefore: new Date(wallMs - MINUTE_MS),
  });
  state.units = units;
  state.blockUnits = units;
  state.grownUnits = Math.max(1, grown);
  state.untilMs = startMs + state.blockMs;
  const tookMs = deps.clock.monotonicMs() - startMs;
  if (tookMs >= state.blockMs / 2) state.blockMs = Math.min(BLOCK_MS_MAX, 4 * state.blockMs);
  else if (tookMs < state.blockMs / 16) state.blockMs = Math.max(BLOCK_MS, state.blockMs / 2);
}

/** Blocks of fewer units are those of callers who pause: the next one might end before it is needed. */
const AHEAD_UNITS_MIN = 4;

function isNearlyUsed({ units, blockUnits, untilMs, blockMs }: MinuteState, nowMs: number): boolean {
  return (
    blockUnits >= AHEAD_UNITS_MIN && (AHEAD_PART * units <= blockUnits || AHEAD_PART * (untilMs - nowMs) <= blockMs)
  );
}

/** Twice as many as before where they are used up early; else as many again, what was served, and one after a pause. */
function wantedUnits(state: MinuteState, nowMs: number): number {
  const { units, blockUnits, grownUnits, untilMs, blockMs, waiting } = state;
  const isEarly = untilMs - nowMs > blockMs / 2;
  const isUsed = waiting > 0 || AHEAD_PART * units <= blockUnits;
  if (nowMs < untilMs && isUsed) return isEarly ? Math.min(2 * grownUnits, BLOCK_UNITS_MAX) : grownUnits;
  return nowMs < untilMs + blockMs ? Math.min(blockUnits - units, BLOCK_UNITS_MAX) : 1;
}

/** Counts what the last minute left in storage, oldest first. */
async function seed(deps: MinuteCapDeps, at: (accountId: string) => MinuteState): Promise<void> {
  const wallMs = deps.clock.now().getTime();
  const nowMs = deps.clock.monotonicMs();
  const blocks = await deps.store.listMinuteBlocks(new Date(wallMs - MINUTE_MS));
  const oldestFirst = [...blocks].sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
  for (const { accountId, units, expiresAt } of oldestFirst) {
    const agoMs = Math.max(0, wallMs - expiresAt.getTime());
    // Exact, whatever the cap: a block is one slot.
    at(accountId).log.add(nowMs - agoMs, 0, units);
  }
}

/** The end of the window is when the next request finds room again; a whole minute from now when none is counted. */
function viewOf(clock: Clock, log: SlidingLog, cap: number | null, nowMs: number): LimitView {
  const limit = cap ?? Number.MAX_SAFE_INTEGER;
  const remaining = cap === null ? limit : Math.max(0, cap - log.count(nowMs));
  const untilMs = remaining === 0 ? log.untilBelowMs(nowMs, limit) : log.untilFreeMs(nowMs);
  const resetAt = new Date(clock.now().getTime() + untilMs);
  return { policy: 'minute', limit, remaining, resetAt, windowSeconds: MINUTE_MS / SECOND_MS };
}

function newState(): MinuteState {
  return {
    log: new SlidingLog(MINUTE_MS, SLOTS_MAX),
    recent: true,
    units: 0,
    untilMs: Number.NEGATIVE_INFINITY,
    blockUnits: 1,
    grownUnits: 1,
    blockMs: BLOCK_MS,
    waiting: 0,
    busy: null,
  };
}
