import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Peers } from '../../base/peers.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { BELIEVED_MS, TIGHT_MS } from './belief.ts';
import type { Admission, LimitView } from './limits.ts';
import { makeRoom } from './make-room.ts';
import { makePending } from './pending.ts';
import {
  adapt,
  type Block,
  type BlockRule,
  isBelievedFull,
  isIdle,
  looksFull,
  newWindow,
  viewOf,
  type WindowState,
} from './shared-window-state.ts';
import type { LimitStore, WindowAnswer } from './store.ts';
import { makeSweep } from './sweep.ts';

/**
 * Sliding windows that several processes serve as one (ADR 0026). A process serves a window's requests out of blocks:
 * "up to n until t", leased durably while all blocks in the window together stay at or below the cap.
 *
 *   admit: a unit of a block that has not ended? serve : believed full? refuse : looks full? recall : ask for a block
 *
 * Never over: the storage's clock tells when a block ends, and it counts for the window's length after that. A process
 * serves it for as long by its own monotonic clock, from before it asked: so its last request is served before the block
 * ends in storage, whatever the clocks of machines show. With the next ask the block is settled: what was served counts
 * from its last request, what was not is free.
 *
 * Not under: a block is for the requests that wait, and grows only while blocks are used up before they end. Before a
 * request is refused the others settle their blocks (`isRecalled`), and storage is asked again; a refusal is believed for
 * 250 ms. A unit is free again when the last request of its block leaves the window: later than its own by at most the
 * length of a block and a 240th part of the window, to the side of refusing. A killed process loses the rest of its block
 * for a window's length.
 */

/** Blocks of which storage has not been told that they ended: more only when it fails; the rest counts as served. */
const ENDED_MAX = 4;

/** Asks that one request waits for: each loses a block to a slow storage, which then is no storage to wait for. */
const ASKS_MAX = 64;

/** Acts that a recall waits for: each has its own deadline. */
const TURNS_MAX = 16;

/** Most open blocks that are settled at a stop. */
const SETTLED_MAX = 1_024;

/** What shared windows need. */
export interface SharedWindowDeps {
  readonly store: Pick<LimitStore, 'askWindow'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
}

/** Windows of one kind. */
export interface SharedWindows {
  /** The window; made when it is not known. */
  at(subject: string): WindowState;
  find(subject: string): WindowState | undefined;
  /** Decides what can be decided without storage; null when it has to be asked. */
  tryAdmit(state: WindowState, cap: number): Admission | null;
  /** Counts a request unless the window is full. Rejects when the block that it needs cannot be made durable. */
  admit(state: WindowState, cap: number): Promise<Admission>;
  view(state: WindowState | undefined, cap: number): LimitView;
  /** Settles what is held unused of a window, durably. Never rejects. */
  surrender(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** Makes the windows of one kind. */
export function makeSharedWindows(deps: SharedWindowDeps, rule: BlockRule, windowsMax: number): SharedWindows {
  const { clock } = deps;
  const states = new Map<string, WindowState>();
  const pending = makePending(deps.log);
  const sweep = makeSweep<WindowState>((state) => visit(state));
  const storage: Storage = { ...deps, rule, newName: makeNames(), watch: sweep.watch };
  let strangersTightUntilMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function visit(state: WindowState): 'keep' | 'done' {
    if (state.units === 0 || state.block === null) return 'done';
    if (clock.monotonicMs() < state.untilMs) return 'keep';
    pending.add('limits.settle', () => settle(storage, state));
    return 'done';
  }

  return {
    at(subject) {
      const known = states.get(subject);
      if (known !== undefined) {
        known.recent = true;
        return known;
      }
      const nowMs = clock.monotonicMs();
      makeRoom(states, windowsMax - 1, (idle) => isIdle(idle, nowMs));
      const state = newWindow(subject, rule, strangersTightUntilMs);
      states.set(subject, state);
      return state;
    },
    find: (subject) => states.get(subject),
    tryAdmit: (state, cap) => tryAdmit(storage, state, cap),
    admit: (state, cap) => (isClosed ? Promise.reject(new Error('the limits are closed')) : admit(storage, state, cap)),
    view: (state, cap) => viewOf(storage, state, cap),
    async surrender(subject) {
      const state = states.get(subject);
      const tightUntilMs = clock.monotonicMs() + TIGHT_MS;
      if (state === undefined) {
        strangersTightUntilMs = tightUntilMs;
        return;
      }
      state.tightUntilMs = tightUntilMs;
      await pending.add('limits.settle', () => settle(storage, state));
    },
    async close() {
      isClosed = true;
      sweep.stop();
      const open = [...states.values()].filter(({ block, units }) => block !== null && units > 0);
      for (const state of open.slice(0, SETTLED_MAX)) pending.add('limits.settle', () => settle(storage, state));
      await pending.settle();
    },
  };
}

interface Storage extends SharedWindowDeps {
  readonly rule: BlockRule;
  newName(): string;
  watch(state: WindowState): void;
}

/** Looks again after each answer: others who waited may have taken what it gave. */
async function admit(storage: Storage, state: WindowState, cap: number): Promise<Admission> {
  for (let asks = 0; asks < ASKS_MAX; asks++) {
    const admission = tryAdmit(storage, state, cap);
    if (admission !== null) return admission;
    state.waiting++;
    try {
      if (looksFull(state, cap) && state.busy === null && mustRecall(storage, state)) await recall(storage, state);
      else await lease(storage, state, cap);
    } finally {
      state.waiting--;
    }
  }
  throw new UnavailableError('the storage is too slow to keep a window');
}

function tryAdmit(storage: Storage, state: WindowState, cap: number): Admission | null {
  const nowMs = storage.clock.monotonicMs();
  const { block } = state;
  if (block !== null && state.units > 0 && nowMs < state.untilMs && state.cap === cap) {
    state.units--;
    block.units++;
    block.lastMs = nowMs;
    return { allowed: true, view: viewOf(storage, state, cap) };
  }
  return isBelievedFull(state, cap, nowMs) ? { allowed: false, view: viewOf(storage, state, cap) } : null;
}

function mustRecall({ rule, clock }: Storage, state: WindowState): boolean {
  return rule.isRecalled && !(state.isRecalled && clock.monotonicMs() - state.recalledMs < BELIEVED_MS);
}

/** All who are about to be refused share one. */
function recall({ peers, clock }: Storage, state: WindowState): Promise<void> {
  state.tightUntilMs = clock.monotonicMs() + TIGHT_MS;
  state.recalling ??= peers.recall(state.subject).finally(() => {
    state.recalling = null;
    state.isRecalled = true;
    state.recalledMs = clock.monotonicMs();
  });
  return state.recalling;
}

/** Asks for the next block, one at a time for each window. */
function lease(storage: Storage, state: WindowState, cap: number): Promise<void> {
  state.busy ??= askBlock(storage, state, cap).finally(() => {
    state.busy = null;
  });
  return state.busy;
}

/**
 * More while blocks are used up before they end; what the last one served after it ended, so that a steady caller costs
 * one ask for each block's length and does not begin anew each time; little again after a pause.
 */
function nextUnits({ block, nextUnits: last, untilMs, blockMs }: WindowState, rule: BlockRule, nowMs: number): number {
  if (block === null || nowMs >= untilMs + blockMs) return rule.unitsMin;
  return nowMs < untilMs ? Math.min(rule.unitsMax, 2 * last) : Math.max(rule.unitsMin, Math.min(last, block.units));
}

async function askBlock(storage: Storage, state: WindowState, cap: number): Promise<void> {
  const { clock, rule } = storage;
  const startMs = clock.monotonicMs();
  state.nextUnits = nextUnits(state, rule, startMs);
  const units = state.waiting;
  const surplus = startMs < state.tightUntilMs ? 0 : Math.max(0, state.nextUnits - units);
  const isChecked = !mustRecall(storage, state);
  state.isRecalled = false;
  const next: Block = { blockId: storage.newName(), units: 0, lastMs: startMs };
  const { blockMs } = state;
  const answer = await ask(storage, state, { cap, next, blockMs, units, surplus });
  state.answer = answer;
  state.cap = cap;
  state.toldMs = clock.monotonicMs();
  if (answer.granted > 0) {
    state.block = next;
    state.units = answer.granted;
    state.untilMs = startMs + blockMs;
  } else if (isChecked) state.fullMs = state.toldMs;
  if (rule.isRecalled && state.units > state.waiting) storage.watch(state);
  adapt(state, rule, state.toldMs - startMs);
}

/** Tells storage what ended, the block at hand included, and asks for `units`. */
async function ask(
  { store, clock, rule }: Storage,
  state: WindowState,
  {
    cap,
    next,
    blockMs,
    units,
    surplus,
  }: Pick<WindowState, 'cap' | 'blockMs' | 'units'> & { next: Block; surplus: number },
): Promise<WindowAnswer> {
  endBlock(state);
  const { subject } = state;
  const { windowMs, part, isLoose } = rule;
  const nowMs = clock.monotonicMs();
  const ended = state.ended.map((block) => ({
    blockId: block.blockId,
    units: block.units,
    agoMs: nowMs - block.lastMs,
  }));
  try {
    const { blockId } = next;
    const answer = await store.askWindow({
      subject,
      windowMs,
      cap,
      blockId,
      blockMs,
      units,
      surplus,
      part,
      ended,
      isLoose,
    });
    state.ended = [];
    return answer;
  } catch (failure) {
    // Nobody knows whether it is there: nothing of it is served, and the next ask settles it with nothing.
    state.ended = [...state.ended, next].slice(-ENDED_MAX);
    throw failure;
  }
}

function endBlock(state: WindowState): void {
  if (state.block !== null) state.ended = [...state.ended, state.block].slice(-ENDED_MAX);
  state.block = null;
  state.units = 0;
}

/** Settles the block at hand, if something of it is unused and no request waits for that, and what failed to be settled. */
async function settle(storage: Storage, state: WindowState): Promise<void> {
  for (let turns = 0; turns < TURNS_MAX && (state.busy !== null || state.waiting > 0); turns++)
    await Promise.allSettled([state.busy]);
  const isUnused = (state.block !== null && state.units > 0) || state.ended.length > 0;
  if (state.busy !== null || !isUnused) return;
  const next: Block = { blockId: storage.newName(), units: 0, lastMs: storage.clock.monotonicMs() };
  // No cap is known where the very first ask failed; nothing is leased under this one.
  const cap = Math.max(0, state.cap);
  const asked = ask(storage, state, { cap, next, blockMs: state.blockMs, units: 0, surplus: 0 });
  state.busy = Promise.allSettled([asked]).then(() => {
    state.busy = null;
  });
  const answer = await asked;
  state.answer = answer;
  state.toldMs = storage.clock.monotonicMs();
}

/** No two blocks of a window may share a name, whichever process made them. */
function makeNames(): () => string {
  const process = randomBytes(8).toString('hex');
  let made = 0;
  return () => `${process}-${(made++).toString(36)}`;
}
