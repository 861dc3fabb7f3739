import { Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { EngineFailure } from '../engine.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { KeeperHost } from './keeper-host.ts';
import type { MemoryHolders } from './memory-watch.ts';
import type { EngineSettings, FromEngine, FromThread, RunMessage, ThreadData, ToThread } from './messages.ts';
import { makeThreadLinks } from './thread-links.ts';

// Each thread works on one question. A question that must end (its deadline has passed, its caller is gone) ends with
// its thread, because nothing else stops a regular expression or a tight loop; a new thread takes the next question.

/** How long a cancelled operation may take to end by itself, which keeps its warmed-up thread. */
const ABORT_GRACE_MS = 250;

/**
 * A thread without work is ended after this time, which gives back some 40 MB; a new one takes a quarter second. The last
 * one stays for longer: the next question finds it warm.
 */
const IDLE_MS_MAX = 15 * SECOND_MS;
const LAST_IDLE_MS_MAX = 5 * MINUTE_MS;

/** Heap of one thread; buffers are outside of it and are bounded by the watch over the whole process. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };

/** Threads at work from which on one more is kept ready. */
const BUSY_FOR_SPARE = 2;

/** How a question ended. */
type Outcome = Extract<FromEngine, { readonly id: number }>;

interface Slot {
  readonly thread: Worker;
  /** Whose question it answered last; null for one that has answered none. */
  caller: number | null;
  /** Whether its last question was of who asks for much, which may have left it nicer than others. */
  isSlow: boolean;
  /** The question being worked on, and why it must end if it must. */
  work: { readonly id: number; readonly sinceMs: number; stopped: EngineFailure | null } | null;
  /** Whether it was told to end: nothing more is asked of it, though an answer may be on its way. */
  isEnding: boolean;
  /** When it last ended a question. */
  restsSinceMs: number;
  /** Ends the thread: when it does not stop by itself, or when it has had nothing to do for long. */
  endTimer: NodeJS.Timeout | null;
}

/** Questions to threads, answers to `tell`. */
export interface ThreadPool extends MemoryHolders {
  /** The caller sees to it that no more than the agreed number run at once. */
  run(message: RunMessage): void;
  stop(id: number, reason: 'cancelled' | 'timeout'): void;
}

/**
 * Makes a pool whose threads start when first needed and live until one has to be ended. Without a keeper they read all
 * that they search.
 */
export function makeThreadPool(
  { threads, thread: workerData }: Pick<EngineSettings, 'threads'> & { readonly thread: ThreadData },
  keeper: KeeperHost | null,
  tell: (message: FromEngine) => void,
): ThreadPool {
  const slots = new Set<Slot>();
  const links = makeThreadLinks(keeper);
  let isMemoryShort = false;

  function startThread(): Slot {
    const url = siblingModule(import.meta.url, 'thread');
    const thread = new Worker(url, { workerData, resourceLimits: THREAD_LIMITS });
    const slot: Slot = { thread, ...NEW_SLOT };
    slots.add(slot);
    let failure: Failure = { reason: 'crashed', detail: 'exited' };
    links.connect(thread);
    thread.on('message', (message: FromThread) => {
      if (message.type === 'keeper_lost') links.connectKeeper(thread);
      else finish(slot, asAnswer(message, slot.work?.stopped ?? null));
    });
    thread.on('error', (error: Error & { code?: string }) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'crashed';
      failure = { reason, detail: error.stack ?? error.message };
    });
    thread.on('exit', () => {
      slots.delete(slot);
      keepSpare();
      const { work } = slot;
      if (work !== null) finish(slot, { type: 'failed', id: work.id, ...whyEnded(work.stopped, failure) });
    });
    return slot;
  }

  function idleSlots(): readonly Slot[] {
    return [...slots].filter(({ work, isEnding }) => work === null && !isEnding);
  }

  /** Where several questions are worked on, the next one finds a thread that has started already. */
  function keepSpare(): void {
    const idle = idleSlots().length;
    if (isMemoryShort || idle > 0 || slots.size < BUSY_FOR_SPARE || slots.size >= threads) return;
    const spare = startThread();
    post(spare.thread, { type: 'prepare' });
    setEnd(spare, IDLE_MS_MAX, endUnlessLast);
  }

  function setEnd(slot: Slot, ms: number, onEnd: (slot: Slot) => void): void {
    if (slot.endTimer !== null) clearTimeout(slot.endTimer);
    slot.endTimer = setTimeout(onEnd, ms, slot);
  }

  function end(slot: Slot): void {
    // One without work is as good as gone.
    if (slot.work === null) slots.delete(slot);
    terminate(slot);
  }

  function endUnlessLast(slot: Slot): void {
    if (slots.size > 1) end(slot);
    else setEnd(slot, LAST_IDLE_MS_MAX, end);
  }

  function finish(slot: Slot, message: Outcome): void {
    if (slot.work?.id !== message.id) return;
    slot.work = null;
    slot.restsSinceMs = performance.now();
    // At the end are those that have rested the shortest.
    if (slots.delete(slot)) slots.add(slot);
    if (slots.has(slot) && !slot.isEnding) setEnd(slot, IDLE_MS_MAX, endUnlessLast);
    tell(message);
  }

  return {
    run(message) {
      const mayStart = slots.size < threads + (isMemoryShort ? 0 : KEPT_THREADS);
      const slot = choose(idleSlots(), message, mayStart) ?? startThread();
      slot.isSlow = message.isSlow;
      slot.caller = message.caller;
      if (slot.endTimer !== null) clearTimeout(slot.endTimer);
      slot.work = { id: message.id, sinceMs: performance.now(), stopped: null };
      post(slot.thread, message);
      keepSpare();
    },
    stop(id, reason) {
      const slot = [...slots].find(({ work }) => work?.id === id);
      if (slot?.work == null || slot.work.stopped !== null) return;
      slot.work.stopped = reason;
      if (reason === 'timeout') return terminate(slot);
      post(slot.thread, { type: 'abort', id });
      setEnd(slot, ABORT_GRACE_MS, end);
    },
    isBusy: () => [...slots].some(({ work }) => work !== null),
    endIdle() {
      isMemoryShort = true;
      for (const slot of idleSlots()) if (slot.isSlow || slot.caller === null) end(slot);
    },
    rest() {
      isMemoryShort = false;
    },
    endHungriest: () => endHungriest([...slots]),
  };
}

const NEW_SLOT: Omit<Slot, 'thread'> = {
  caller: null,
  isSlow: false,
  work: null,
  isEnding: false,
  restsSinceMs: 0,
  endTimer: null,
};

/** Should its answer be on its way, it still counts; the thread is given no other question. */
function terminate(slot: Slot): void {
  slot.isEnding = true;
  void slot.thread.terminate();
}

interface Failure {
  readonly reason: EngineFailure;
  readonly detail: string;
}

/** A thread that was ended has no fault of its own. */
function whyEnded(stopped: EngineFailure | null, failure: Failure): Failure {
  return stopped === null ? failure : { reason: stopped, detail: 'stopped' };
}

/** Threads more than are at work at once, so that one can be kept for its caller. */
const KEPT_THREADS = 1;

/** So long a thread is kept for its caller where another one can be started for who asks next. */
const KEPT_FOR_CALLER_MS = 10 * SECOND_MS;

/**
 * A caller goes back to its own thread, which has compiled the code for its questions and has its index open. Another one
 * gets a thread that is nobody's; else one is started, and only where none may be the thread that has rested the longest,
 * whose caller is the least likely to ask next. Who asks for much keeps his thread; who no longer does gets another one,
 * since it may have to stay nice. Undefined when one is to be started.
 */
function choose(idle: readonly Slot[], { caller, isSlow }: RunMessage, mayStart: boolean): Slot | undefined {
  const alike = idle.filter((slot) => slot.isSlow === isSlow);
  const sinceMs = performance.now() - KEPT_FOR_CALLER_MS;
  const free = alike.find((slot) => slot.caller === null || slot.restsSinceMs < sinceMs);
  const own = idle.find((slot) => slot.caller === caller && (isSlow || !slot.isSlow));
  const found = own ?? free;
  return found ?? (mayStart ? undefined : (alike[0] ?? idle[0]));
}

/** Ends the hungriest question; one that is ending already may hold the memory, and is waited for. */
function endHungriest(slots: readonly Slot[]): 'ended' | 'ending' | 'none' {
  if (slots.some(({ work, isEnding }) => isEnding || (work !== null && work.stopped !== null))) return 'ending';
  const slot = hungriest(slots);
  if (slot?.work == null) return 'none';
  slot.work.stopped = 'out_of_memory';
  terminate(slot);
  return 'ended';
}

/** Who asks for much holds the most, and of them whoever has worked the longest; not what is about to end anyway. */
function hungriest(slots: readonly Slot[]): Slot | undefined {
  const busy = slots.filter(({ work }) => work !== null && work.stopped === null);
  const since = ({ work }: Slot): number => work?.sinceMs ?? 0;
  return busy.sort((a, b) => Number(b.isSlow) - Number(a.isSlow) || since(a) - since(b))[0];
}

function post(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}

/** An operation that was told to stop may end by a throw, which then is no fault of ours. */
function asAnswer(message: Exclude<FromThread, { type: 'keeper_lost' }>, stopped: EngineFailure | null): Outcome {
  if (message.type === 'answer') return message;
  return { type: 'failed', id: message.id, reason: stopped ?? 'crashed', detail: message.detail };
}
