import { MINUTE_MS } from '../../base/units.ts';
import type { EngineFailure } from '../engine.ts';
import type { RunMessage } from './messages.ts';
import type { Wire } from './wire.ts';

/** What the service knows of a thread that it has started. */
export interface Slot {
  readonly thread: number;
  /** Opens its wire, once; null where there is to be none. */
  key: string | null;
  /** The way to it without the main thread; null until it has connected, and when it is gone. */
  wire: Wire | null;
  /** Whose question it answered last; null for one that has answered none. */
  caller: number | null;
  /** Whether its last question was of who asks for much. */
  isSlow: boolean;
  /** Whether that may have left it nicer than quick questions are to find it. */
  isHeldBack: boolean;
  work: Work | null;
  /** Whether it was told to end: nothing more is asked of it, though an answer may be on its way. */
  isEnding: boolean;
  /** How it ended, once the process has said so; an answer may still be in its wire. */
  death: Death | null;
  /** When it last ended a question. */
  restsSinceMs: number;
  /** Ends the thread: when it does not stop by itself, or when it has had nothing to do for long. */
  endTimer: NodeJS.Timeout | null;
}

/** The question that a thread works on. */
export interface Work {
  readonly id: number;
  readonly sinceMs: number;
  /** Whether it went by the wire: what concerns it goes the same way, behind it. */
  readonly isByWire: boolean;
  /** Why it must end; null while it need not. */
  stopped: EngineFailure | null;
}

/** How a thread ended. */
export interface Death {
  readonly reason: EngineFailure;
  readonly detail: string;
}

/** Makes the slot of a thread that is about to start. */
export function makeSlot(thread: number): Slot {
  return {
    thread,
    key: null,
    wire: null,
    caller: null,
    isSlow: false,
    isHeldBack: false,
    work: null,
    isEnding: false,
    death: null,
    restsSinceMs: 0,
    endTimer: null,
  };
}

/**
 * So long a thread is kept for its caller, who thinks between his questions, where another one can be started for who asks
 * next. A quick caller's that has no work lives for as long.
 */
export const KEPT_FOR_CALLER_MS = MINUTE_MS;

/**
 * A caller goes back to its own thread, which has compiled the code for its questions and has its index open. Another one
 * gets a thread that is nobody's; else one is started, and only where none may be the thread that has rested the longest,
 * whose caller is the least likely to ask next. Who asks for much keeps his thread; who no longer does gets another one
 * where it has to stay nice. Undefined when one is to be started.
 */
export function chooseSlot(
  idle: readonly Slot[],
  { caller, pace }: Pick<RunMessage, 'caller' | 'pace'>,
  mayStart: boolean,
): Slot | undefined {
  const isSlow = pace === 'slow';
  const alike = idle.filter((slot) => slot.isSlow === isSlow);
  const sinceMs = performance.now() - KEPT_FOR_CALLER_MS;
  const suits = (slot: Slot): boolean => isSlow || !slot.isHeldBack;
  const free = alike.find((slot) => suits(slot) && (slot.caller === null || slot.restsSinceMs < sinceMs));
  const own = idle.find((slot) => suits(slot) && slot.caller === caller);
  const found = own ?? free;
  return found ?? (mayStart ? undefined : (alike[0] ?? idle[0]));
}

/** Whether a thread, or the question that it works on, was told to end. */
export function isEnding(slot: Slot): boolean {
  return slot.isEnding || (slot.work !== null && slot.work.stopped !== null);
}

/** Whose question is to end where memory is short; one that is ending already may hold it, and is waited for. */
export function findHungriest(slots: readonly Slot[]): Slot | 'ending' | 'none' {
  if (slots.some(isEnding)) return 'ending';
  const busy = slots.filter(({ work }) => work !== null);
  const since = ({ work }: Slot): number => work?.sinceMs ?? 0;
  // Who asks for much holds the most, and of them whoever has worked the longest.
  return busy.sort((a, b) => Number(b.isSlow) - Number(a.isSlow) || since(a) - since(b))[0] ?? 'none';
}
