import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Peers } from '../../base/peers.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { Admission, LimitView } from './limits.ts';
import { makeRoom } from './make-room.ts';
import { makePending } from './pending.ts';
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

/** For so long a refusal is believed. */
const BELIEVED_MS = 250;

/** For so long a process that heard of a recall asks for nothing beside what its waiting requests need. */
const TIGHT_MS = SECOND_MS;

/** Blocks of which storage has not been told that they ended: more only when it fails; the rest counts as served. */
const ENDED_MAX = 4;

/** Asks that one request waits for: each loses a block to a slow storage, which then is no storage to wait for. */
const ASKS_MAX = 64;

/** Acts that a recall waits for: each has its own deadline. */
const TURNS_MAX = 16;

/** A storage that needs longer than a block lasts gets longer blocks, up to this. */
const BLOCK_MS_MAX = MINUTE_MS;

/** Most open blocks that are settled at a stop. */
const SETTLED_MAX = 1_024;

/** How blocks of a kind of window are. */
export interface BlockRule {
  readonly policy: LimitView['policy'];
  readonly windowMs: number;
  /** For so long a block may be served; with a slow storage longer. */
  readonly blockMs: number;
  /** What the first block asks for, and most that one asks for, beside what waits. */
  readonly unitsMin: number;
  readonly unitsMax: number;
  /** Beside what waits a block takes at most this part of what is left. */
  readonly part: number;
  /** Others are asked before a request is refused, and what they hold unused goes back when their block ends. */
  readonly isRecalled: boolean;
  readonly isLoose: boolean;
}

/** A block that is served, or was. */
interface Block {
  readonly blockId: string;
  units: number;
  /** Of its last request, on the monotonic clock. */
  lastMs: number;
}

/** One window, as this process knows it. */
export interface WindowState {
  readonly subject: string;
  recent: boolean;
  block: Block | null;
  /** Units of the block that may still be served before `untilMs`. */
  units: number;
  untilMs: number;
  /** The cap under which the block was leased: another one has to be asked for first. */
  cap: number;
  ended: Block[];
  nextUnits: number;
  blockMs: number;
  waiting: number;
  busy: Promise<void> | null;
  answer: WindowAnswer | null;
  toldMs: number;
  /** When storage last granted nothing although all others had settled. */
  fullMs: number;
  isRecalled: boolean;
  recalledMs: number;
  recalling: Promise<void> | null;
  tightUntilMs: number;
}

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
      const state = newWindow(subject, rule);
      states.set(subject, state);
      return state;
    },
    find: (subject) => states.get(subject),
    tryAdmit: (state, cap) => tryAdmit(storage, state, cap),
    admit: (state, cap) => (isClosed ? Promise.reject(new Error('the limits are closed')) : admit(storage, state, cap)),
    view: (state, cap) => viewOf(storage, state, cap),
    async surrender(subject) {
      const state = states.get(subject);
      if (state === undefined) return;
      state.tightUntilMs = clock.monotonicMs() + TIGHT_MS;
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

function looksFull(state: WindowState, cap: number): boolean {
  return state.answer !== null && state.cap === cap && state.answer.granted === 0 && state.answer.used >= cap;
}

/** Not beyond the instant at which a unit leaves the window. */
function isBelievedFull(state: WindowState, cap: number, nowMs: number): boolean {
  if (!looksFull(state, cap) || nowMs - state.fullMs >= BELIEVED_MS) return false;
  const roomInMs = state.answer?.roomInMs ?? Number.POSITIVE_INFINITY;
  return nowMs < state.toldMs + roomInMs;
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

async function askBlock(storage: Storage, state: WindowState, cap: number): Promise<void> {
  const { clock, rule } = storage;
  const startMs = clock.monotonicMs();
  const isUsedUp = state.block !== null && startMs < state.untilMs;
  state.nextUnits = isUsedUp ? Math.min(rule.unitsMax, 2 * state.nextUnits) : rule.unitsMin;
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

/** Settles the block at hand, if something of it is unused and no request waits for that. */
async function settle(storage: Storage, state: WindowState): Promise<void> {
  for (let turns = 0; turns < TURNS_MAX && (state.busy !== null || state.waiting > 0); turns++)
    await Promise.allSettled([state.busy]);
  if (state.busy !== null || state.block === null || state.units === 0) return;
  const next: Block = { blockId: storage.newName(), units: 0, lastMs: storage.clock.monotonicMs() };
  const asked = ask(storage, state, { cap: state.cap, next, blockMs: state.blockMs, units: 0, surplus: 0 });
  state.busy = Promise.allSettled([asked]).then(() => {
    state.busy = null;
  });
  const answer = await asked;
  state.answer = answer;
  state.toldMs = storage.clock.monotonicMs();
}

function adapt(state: WindowState, rule: BlockRule, tookMs: number): void {
  if (tookMs >= state.blockMs / 2) state.blockMs = Math.min(BLOCK_MS_MAX, 4 * state.blockMs);
  else if (tookMs < state.blockMs / 16) state.blockMs = Math.max(rule.blockMs, state.blockMs / 2);
}

/** As storage told it last, less what this process holds unused; others may have used or settled some since. */
function viewOf({ clock, rule }: Storage, state: WindowState | undefined, cap: number): LimitView {
  const { policy, windowMs } = rule;
  const nowMs = clock.monotonicMs();
  const agoMs = nowMs - (state?.toldMs ?? Number.NEGATIVE_INFINITY);
  const answer = state !== undefined && agoMs < windowMs + state.blockMs ? state.answer : null;
  const held = answer === null || state === undefined ? 0 : state.units;
  const remaining = Math.max(0, cap - (answer?.used ?? 0) + held);
  const leavesMs = remaining === 0 ? answer?.roomInMs : answer?.oldestLeavesMs;
  const untilMs = leavesMs === null || leavesMs === undefined ? windowMs : Math.max(0, leavesMs - agoMs);
  const resetAt = new Date(clock.now().getTime() + untilMs);
  return { policy, limit: cap, remaining, resetAt, windowSeconds: windowMs / SECOND_MS };
}

/** Nobody waits for it and its block has ended: what storage was not told of counts as served. */
function isIdle(state: WindowState, nowMs: number): boolean {
  return state.busy === null && state.recalling === null && state.waiting === 0 && nowMs >= state.untilMs;
}

/** No two blocks of a window may share a name, whichever process made them. */
function makeNames(): () => string {
  const process = randomBytes(8).toString('hex');
  let made = 0;
  return () => `${process}-${(made++).toString(36)}`;
}

function newWindow(subject: string, rule: BlockRule): WindowState {
  return {
    subject,
    recent: true,
    block: null,
    units: 0,
    untilMs: Number.NEGATIVE_INFINITY,
    cap: -1,
    ended: [],
    nextUnits: rule.unitsMin,
    blockMs: rule.blockMs,
    waiting: 0,
    busy: null,
    answer: null,
    toldMs: Number.NEGATIVE_INFINITY,
    fullMs: Number.NEGATIVE_INFINITY,
    isRecalled: false,
    recalledMs: Number.NEGATIVE_INFINITY,
    recalling: null,
    tightUntilMs: Number.NEGATIVE_INFINITY,
  };
}
