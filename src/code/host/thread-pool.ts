import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { MemoryHolders } from './memory-watch.ts';
import type { OfThread, Outcome, RunMessage, ThreadWord, ToThreads } from './messages.ts';
import {
  chooseSlot,
  type Death,
  findHungriest,
  isEnding,
  KEPT_FOR_CALLER_MS,
  makeSlot,
  type Slot,
} from './thread-slots.ts';
import type { Wire, WireListener } from './wire.ts';
import type { Wires } from './wires.ts';

/** How long a cancelled operation may take to end by itself, which keeps its warmed-up thread. */
const ABORT_GRACE_MS = 250;

/**
 * A thread without work is ended after this time, which gives back some 40 MB; a new one takes a quarter second, and beside
 * others that take much one or two. That of a quick caller stays for longer, and the last one even more.
 */
const IDLE_MS_MAX = 15 * SECOND_MS;
const LAST_IDLE_MS_MAX = 5 * MINUTE_MS;

/** Threads at work from which on one more is kept ready. */
const BUSY_FOR_SPARE = 2;

/** Threads more than are at work at once, so that one can be kept for its caller. */
const KEPT_THREADS = 1;

/** Where a pool's words go. */
export interface PoolPorts {
  /** To the main thread of the process. */
  send(message: ToThreads): void;
  /** How a question ended; once for each, unless the process ends. */
  tell(outcome: Outcome): void;
  /** Null leaves the way by the main thread. */
  readonly wires: Wires | null;
}

/**
 * The threads of an engine process, as the service sees them. It alone starts, chooses and ends them, so that nobody has to
 * be asked which one is free. They start when first needed and live until one has to end. Each works on one question; one
 * that must end (its deadline has passed, its caller is gone) ends with its thread, because nothing else stops a regular
 * expression or a tight loop, and a new thread takes the next question.
 */
export class ThreadPool implements MemoryHolders {
  readonly #threadsMax: number;
  readonly #ports: PoolPorts;
  readonly #slots = new Set<Slot>();
  #lastThread = 0;
  #isMemoryShort = false;

  constructor(threadsMax: number, ports: PoolPorts) {
    this.#threadsMax = threadsMax;
    this.#ports = ports;
  }

  /** The caller sees to it that no more than the agreed number run at once. */
  run(message: RunMessage): void {
    const mayStart = this.#slots.size < this.#threadsMax + (this.#isMemoryShort ? 0 : KEPT_THREADS);
    const slot = chooseSlot(this.#idleSlots(), message, mayStart) ?? this.#startThread();
    slot.isSlow = message.pace === 'slow';
    slot.isHeldBack ||= slot.isSlow;
    slot.caller = message.caller;
    if (slot.endTimer !== null) clearTimeout(slot.endTimer);
    this.#ask(slot, message);
    this.#keepSpare();
  }

  /** Starts the first thread before there is a question for it; nothing where there is one. */
  prepare(): void {
    if (this.#slots.size === 0) this.#startSpare();
  }

  stop(id: number, reason: 'cancelled' | 'timeout'): void {
    const slot = [...this.#slots].find(({ work }) => work?.id === id);
    if (slot?.work == null || slot.work.stopped !== null) return;
    slot.work.stopped = reason;
    if (reason === 'timeout') {
      this.#terminate(slot);
      return;
    }
    const abort = { type: 'abort', id } as const;
    if (slot.work.isByWire) slot.wire?.send(abort);
    else this.#ports.send({ type: 'pass', thread: slot.thread, message: abort });
    this.#setEnd(slot, ABORT_GRACE_MS, () => this.#end(slot));
  }

  /** What the main thread of the process tells of a thread. */
  hear(message: OfThread): void {
    // One that had no work was forgotten when it was told to end.
    const slot = [...this.#slots].find(({ thread }) => thread === message.thread);
    if (slot === undefined) return;
    if (message.type === 'said') this.#hearWord(slot, message.message);
    else {
      slot.isEnding = true;
      slot.death = { reason: message.reason, detail: message.detail };
      if (slot.wire === null) this.#bury(slot, slot.death);
    }
  }

  /** The process has ended, and all threads with it. */
  close(): void {
    for (const slot of this.#slots) this.#forget(slot);
  }

  isBusy(): boolean {
    return [...this.#slots].some(({ work }) => work !== null);
  }

  endIdle(): void {
    this.#isMemoryShort = true;
    const sinceMs = performance.now() - IDLE_MS_MAX;
    for (const slot of this.#idleSlots()) if (!isKeptForCaller(slot) || slot.restsSinceMs < sinceMs) this.#end(slot);
  }

  rest(): void {
    this.#isMemoryShort = false;
  }

  isEnding(): boolean {
    return [...this.#slots].some(isEnding);
  }

  endHungriest(): 'ended' | 'ending' | 'none' {
    const slot = findHungriest([...this.#slots]);
    if (typeof slot === 'string') return slot;
    if (slot.work !== null) slot.work.stopped = 'out_of_memory';
    this.#terminate(slot);
    return 'ended';
  }

  #idleSlots(): readonly Slot[] {
    return [...this.#slots].filter(({ work, isEnding }) => work === null && !isEnding);
  }

  #startThread(): Slot {
    this.#lastThread += 1;
    const slot = makeSlot(this.#lastThread);
    this.#slots.add(slot);
    slot.key = this.#ports.wires?.expect((wire) => this.#open(slot, wire)) ?? null;
    this.#ports.send({ type: 'start', thread: slot.thread, key: slot.key });
    return slot;
  }

  #open(slot: Slot, wire: Wire): WireListener {
    slot.wire = wire;
    return {
      hear: (head, output) => {
        // Its key has told that this is our own thread. What it answers comes behind the head.
        const word = head as ThreadWord;
        this.#hearWord(slot, word.type === 'answer' ? { ...word, output } : word);
      },
      closed: () => {
        slot.wire = null;
        if (slot.death !== null) this.#bury(slot, slot.death);
        // It is about to end; should only its wire have broken it has to, since what was asked by it is lost.
        else if (this.#slots.has(slot) && !slot.isEnding) this.#terminate(slot);
      },
    };
  }

  #ask(slot: Slot, message: RunMessage): void {
    const { input, ...head } = message;
    const isByWire = slot.wire?.send(head, JSON.stringify(input ?? null)) ?? false;
    slot.work = { id: message.id, sinceMs: performance.now(), isByWire, stopped: null };
    if (!isByWire) this.#ports.send({ type: 'pass', thread: slot.thread, message });
  }

  /** Where several questions are worked on, the next one finds a thread that has started already. */
  #keepSpare(): void {
    const isFull = this.#slots.size < BUSY_FOR_SPARE || this.#slots.size >= this.#threadsMax;
    if (this.#isMemoryShort || isFull || this.#idleSlots().length > 0) return;
    this.#startSpare();
  }

  #startSpare(): void {
    const spare = this.#startThread();
    this.#ports.send({ type: 'pass', thread: spare.thread, message: { type: 'prepare' } });
    this.#endWhenIdle(spare);
  }

  /** An operation that was told to stop may end by a throw, which then is no fault of ours. */
  #hearWord(slot: Slot, word: ThreadWord): void {
    slot.isHeldBack = word.isHeldBack;
    if (word.type === 'answer') this.#finish(slot, word);
    else {
      const reason = slot.work?.stopped ?? word.reason;
      this.#finish(slot, { type: 'failed', id: word.id, reason, detail: word.detail });
    }
  }

  #finish(slot: Slot, outcome: Outcome): void {
    if (slot.work?.id !== outcome.id) return;
    slot.work = null;
    slot.restsSinceMs = performance.now();
    // At the end are those that have rested the shortest.
    if (this.#slots.delete(slot)) {
      this.#slots.add(slot);
      if (!slot.isEnding) this.#endWhenIdle(slot);
    }
    this.#ports.tell(outcome);
  }

  #endWhenIdle(slot: Slot): void {
    this.#setEnd(slot, isKeptForCaller(slot) ? KEPT_FOR_CALLER_MS : IDLE_MS_MAX, () => {
      if (this.#slots.size > 1) this.#end(slot);
      else this.#setEnd(slot, LAST_IDLE_MS_MAX, () => this.#end(slot));
    });
  }

  #setEnd(slot: Slot, ms: number, onEnd: () => void): void {
    if (slot.endTimer !== null) clearTimeout(slot.endTimer);
    slot.endTimer = setTimeout(onEnd, ms);
    slot.endTimer.unref();
  }

  #end(slot: Slot): void {
    // One without work is as good as gone.
    if (slot.work === null) this.#forget(slot);
    this.#terminate(slot);
  }

  /** Should an answer be on its way, it still counts; the thread is given no other question. */
  #terminate(slot: Slot): void {
    slot.isEnding = true;
    this.#ports.send({ type: 'end', thread: slot.thread });
  }

  /** The thread has ended, and all that it had said was heard: its question, if it has one, ends with it. */
  #bury(slot: Slot, death: Death): void {
    this.#forget(slot);
    this.#keepSpare();
    const { work } = slot;
    if (work !== null) this.#finish(slot, { type: 'failed', id: work.id, ...whyEnded(work.stopped, death) });
  }

  #forget(slot: Slot): void {
    this.#slots.delete(slot);
    if (slot.key !== null) this.#ports.wires?.forget(slot.key);
    if (slot.endTimer !== null) clearTimeout(slot.endTimer);
  }
}

/** Whether somebody quick is to find it as he left it. */
function isKeptForCaller({ isSlow, caller }: Slot): boolean {
  return !isSlow && caller !== null;
}

/** A thread that was ended has no fault of its own. */
function whyEnded(stopped: Death['reason'] | null, death: Death): Death {
  return stopped === null ? death : { reason: stopped, detail: 'stopped' };
}
