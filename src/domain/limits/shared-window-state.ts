import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import { BELIEVED_MS } from './belief.ts';
import type { LimitView } from './limits.ts';
import type { WindowAnswer } from './store.ts';

/** A storage that needs longer than a block lasts gets longer blocks, up to this. */
const BLOCK_MS_MAX = MINUTE_MS;

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
export interface Block {
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

/** As storage told it last under this cap: others may hold units unused. */
export function looksFull(state: WindowState, cap: number): boolean {
  return state.answer !== null && state.cap === cap && state.answer.granted === 0 && state.answer.used >= cap;
}

/** Storage told so a moment ago, after all others had settled; not beyond the instant at which a unit leaves the window. */
export function isBelievedFull(state: WindowState, cap: number, nowMs: number): boolean {
  if (!looksFull(state, cap) || nowMs - state.fullMs >= BELIEVED_MS) return false;
  const roomInMs = state.answer?.roomInMs ?? Number.POSITIVE_INFINITY;
  return nowMs < state.toldMs + roomInMs;
}

/** Lengthens the blocks of a storage that needs half of one to lease one, and shortens them again. */
export function adapt(state: WindowState, rule: BlockRule, tookMs: number): void {
  if (tookMs >= state.blockMs / 2) state.blockMs = Math.min(BLOCK_MS_MAX, 4 * state.blockMs);
  else if (tookMs < state.blockMs / 16) state.blockMs = Math.max(rule.blockMs, state.blockMs / 2);
}

/** As storage told it last, less what this process holds unused; others may have used or settled some since. */
export function viewOf(
  { clock, rule }: { readonly clock: Clock; readonly rule: BlockRule },
  state: WindowState | undefined,
  cap: number,
): LimitView {
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
export function isIdle(state: WindowState, nowMs: number): boolean {
  return state.busy === null && state.recalling === null && state.waiting === 0 && nowMs >= state.untilMs;
}

/** A window of which nothing is known yet. */
export function newWindow(subject: string, rule: BlockRule, tightUntilMs: number): WindowState {
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
    tightUntilMs,
  };
}
