import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { assert } from '../../base/assert.ts';
import { type CallOptions, type Engine, EngineError, type EngineFailure } from '../engine.ts';
import { hasRoomForCache, isEmptyCache } from '../process/compile-cache.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { DEFAULTS, type EngineOptions } from './engine-options.ts';
import {
  compileEngineProcess,
  type EngineCompilation,
  type EngineDeath,
  type EngineProcess,
  startEngineProcess,
} from './engine-process.ts';
import { type FairQueue, makeFairQueue } from './fair-queue.ts';
import type { EngineSettings, Notice, Outcome } from './messages.ts';
import { makeSeats, type Seats } from './seats.ts';
import { sentNowMs } from './sent-at.ts';

// The service's side of the engine. A call is waiting (in the queue), sent (it holds a seat in the process) or settled
// (its caller has the answer). A sent call that is settled early, by its deadline or its caller's leaving, still holds
// its seat until the process says that the thread is free, so that no more than `threads` ever run.

/** The engine with what only its keeper may know. */
export interface SupervisedEngine extends Engine {
  /** Of the running process; null when there is none. */
  processId(): number | null;
}

/**
 * A process that does not stop a thread in this time is ended itself, and every question in it: on a full machine a thread
 * of low priority takes seconds until it notices.
 */
const STOP_MS_MAX = 10_000;

/** Between two looks whether a question that waits may begin. */
const LOOK_AGAIN_MS = 100;

/** Pause before a restart, by the number of deaths since the last answer; the first restart is at once. */
const BACKOFF_MS = [0, 0, 200, 1_000, 5_000];

interface Call {
  readonly id: number;
  readonly party: string;
  /** For whom a seat is taken: a party has several. */
  readonly caller: string;
  readonly operation: string;
  readonly input: unknown;
  readonly deadlineAtMs: number;
  /** Gives the caller its answer, once; later calls do nothing. */
  settle(outcome: { readonly output: unknown } | { readonly failure: EngineError }): void;
  stopTimer: NodeJS.Timeout | null;
}

/** Makes the engine; its process starts with the first call, or before it by `prepare`. */
export function startEngine(options: EngineOptions): SupervisedEngine {
  const host = new EngineHost(options);
  return {
    // The table of operations pairs each name with its input and output; the host itself passes both through unseen.
    call: (operation, input, callOptions) => host.call({ operation, input }, callOptions) as Promise<never>,
    prepare: () => host.prepare(),
    status: () => host.status(),
    close: () => host.close(),
    processId: () => host.processId(),
  };
}

/** Nothing of accounts and keys is told to the engine. Should two callers share a number, they share a thread. */
function numberOf(caller: string): number {
  return hash('sha256', caller, 'buffer').readUInt32LE(0);
}

class EngineHost {
  readonly #options: Required<EngineOptions>;
  readonly #waiting: FairQueue<Call>;
  readonly #sent = new Map<number, Call>();
  readonly #seats: Seats;
  #process: EngineProcess | null = null;
  #startTimer: NodeJS.Timeout | null = null;
  #lookTimer: NodeJS.Timeout | null = null;
  /** While it is under way no process is started. */
  #compilation: EngineCompilation | null = null;
  #deathsInRow = 0;
  #restarts = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(options: EngineOptions) {
    const operationsUrl = siblingModule(import.meta.url, '../operations/table');
    this.#options = { ...DEFAULTS, operationsUrl, ...options };
    assert(this.#options.workers >= 1, 'an engine has at least one worker');
    this.#waiting = makeFairQueue(this.#options.queueMax);
    this.#seats = makeSeats(this.#options.clock, this.#options);
  }

  async call(
    question: { readonly operation: string; readonly input: unknown },
    options: CallOptions,
  ): Promise<unknown> {
    if (this.#isClosed || options.signal.aborted) throw new EngineError('cancelled');
    return await new Promise((resolve, reject) => {
      const leave = (): void => this.#giveUp(call, 'cancelled');
      const deadline = setTimeout(() => this.#giveUp(call, 'timeout'), options.deadlineMs);
      options.signal.addEventListener('abort', leave, { once: true });
      this.#lastId += 1;
      const call: Call = {
        id: this.#lastId,
        party: options.party,
        caller: `${options.party} ${options.caller ?? ''}`,
        ...question,
        deadlineAtMs: this.#options.clock.monotonicMs() + options.deadlineMs,
        settle(outcome) {
          clearTimeout(deadline);
          options.signal.removeEventListener('abort', leave);
          if ('output' in outcome) resolve(outcome.output);
          else reject(outcome.failure);
        },
        stopTimer: null,
      };
      this.#waiting.add(call)?.settle({ failure: new EngineError('busy') });
      this.#sendWaiting();
    });
  }

  prepare(): void {
    const prepareNow = (): void => this.#process?.prepare();
    if (this.#isClosed || this.#process !== null || this.#isStarting()) return;
    if (this.#start()) prepareNow();
    // Questions that came meanwhile have threads of their own by then.
    else void this.#compilation?.ended.then(prepareNow);
  }

  status(): ReturnType<Engine['status']> {
    return {
      running: this.#process !== null,
      restarts: this.#restarts,
      queued: this.#waiting.size,
      active: this.#sent.size,
    };
  }

  processId(): number | null {
    return this.#process?.processId ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#startTimer !== null) clearTimeout(this.#startTimer);
    if (this.#lookTimer !== null) clearTimeout(this.#lookTimer);
    for (const call of this.#waiting.clear()) call.settle({ failure: new EngineError('cancelled') });
    const [running, compilation] = [this.#process, this.#compilation];
    running?.kill();
    compilation?.kill();
    // Their folders may be removed afterwards.
    await Promise.all([running?.ended, compilation?.ended]);
  }

  /** Whether a question may begin also depends on the time: those that run turn out to be slow. */
  #lookAgain(): void {
    if (this.#waiting.size === 0 || this.#lookTimer !== null) return;
    this.#lookTimer = setTimeout(() => {
      this.#lookTimer = null;
      this.#sendWaiting();
    }, LOOK_AGAIN_MS);
    this.#lookTimer.unref();
  }

  /** Sends what the process has seats for; starts it if there is none. */
  #sendWaiting(): void {
    this.#sendNow();
    this.#lookAgain();
  }

  #sendNow(): void {
    while (this.#sent.size < this.#options.workers) {
      if (this.#waiting.size === 0 || this.#isStarting() || this.#isClosed) return;
      if (this.#process === null && !this.#start()) return;
      const call = this.#waiting.take(({ caller }) => this.#seats.mayBegin(caller));
      if (call === null) return;
      this.#sent.set(call.id, call);
      const pace = this.#seats.paceOf(call.caller);
      this.#seats.begin(call.id, call.caller);
      const { id, operation, input } = call;
      const caller = numberOf(call.caller);
      const remainingMs = Math.max(1, call.deadlineAtMs - this.#options.clock.monotonicMs());
      this.#process?.run({ type: 'run', id, operation, input, remainingMs, pace, caller, sentAtMs: sentNowMs() });
    }
  }

  #isStarting(): boolean {
    return this.#startTimer !== null || this.#compilation !== null;
  }

  /** False while a process that keeps dying has to wait, and while modules are compiled for the first one of all. */
  #start(): boolean {
    const compileCache = this.#compileCache();
    if (compileCache !== null && this.#restarts === 0 && isEmptyCache(compileCache)) return this.#compile(compileCache);
    const pauseMs = BACKOFF_MS[Math.min(this.#deathsInRow, BACKOFF_MS.length - 1)] ?? 0;
    if (pauseMs === 0) return this.#startNow();
    this.#startTimer = setTimeout(() => {
      this.#startTimer = null;
      if (this.#startNow()) this.#sendWaiting();
    }, pauseMs);
    return false;
  }

  /** Null also on a disk of which what is left is for others. */
  #compileCache(): string | null {
    const { compileCache } = this.#options;
    return compileCache !== null && hasRoomForCache(compileCache) ? compileCache : null;
  }

  #compile(compileCache: string): false {
    const compilation = compileEngineProcess(this.#settings(), compileCache);
    this.#compilation = compilation;
    void compilation.ended.then(() => {
      this.#compilation = null;
      if (!this.#isClosed && this.#startNow()) this.#sendWaiting();
    });
    return false;
  }

  #settings(): Omit<EngineSettings, 'wirePath'> {
    const { workers, memoryBytesMax, operationsUrl, indexDirectory, limits } = this.#options;
    const temporaryFolder = tmpdir();
    return {
      ...{ threads: workers, memoryBytesMax, operationsUrl: operationsUrl.href },
      ...{ indexDirectory, temporaryFolder, limits },
    };
  }

  #startNow(): true {
    const { log } = this.#options;
    const started = startEngineProcess(this.#settings(), this.#compileCache(), (message) => this.#receive(message));
    this.#process = started;
    log.event('engine.started', { processId: started.processId, restarts: this.#restarts });
    void this.#watch(started);
    return true;
  }

  async #watch(running: EngineProcess): Promise<void> {
    const death = await running.ended;
    this.#process = null;
    if (!this.#isClosed) this.#recordDeath(death);
    const calls = [...this.#sent.values()];
    this.#sent.clear();
    this.#seats.clear();
    for (const call of calls) {
      if (call.stopTimer !== null) clearTimeout(call.stopTimer);
      call.settle({ failure: new EngineError(this.#isClosed ? 'cancelled' : 'gone') });
    }
    this.#sendWaiting();
  }

  #recordDeath(death: EngineDeath): void {
    this.#deathsInRow += 1;
    this.#restarts += 1;
    this.#options.log.event('engine.died', { ...death, calls: this.#sent.size }, 'error');
  }

  #receive(message: Outcome | Notice): void {
    if (message.type === 'notice') {
      this.#options.log.event('engine.index_failed', { what: message.what, detail: message.detail }, 'error');
      return;
    }
    const call = this.#sent.get(message.id);
    if (call === undefined) return;
    this.#sent.delete(message.id);
    this.#seats.end(message.id, message.type === 'answer' ? message.workMs : null);
    if (call.stopTimer !== null) clearTimeout(call.stopTimer);
    this.#deathsInRow = 0;
    if (message.type === 'answer') call.settle({ output: JSON.parse(message.output) });
    else this.#fail(call, message.reason, message.detail);
    this.#sendWaiting();
  }

  #fail(call: Call, reason: EngineFailure, detail: string): void {
    if (reason === 'crashed' || reason === 'out_of_memory') {
      this.#options.log.event('engine.operation_failed', { operation: call.operation, reason, detail }, 'error');
    }
    call.settle({ failure: new EngineError(reason, { cause: new Error(detail) }) });
  }

  /** The caller stops waiting now; the work is ended, and its seat is free once the process has said so. */
  #giveUp(call: Call, reason: 'cancelled' | 'timeout'): void {
    call.settle({ failure: new EngineError(reason) });
    if (this.#waiting.remove(call)) return;
    const running = this.#process;
    if (!this.#sent.has(call.id) || running === null) return;
    running.stop(call.id, reason);
    call.stopTimer = setTimeout(() => running.kill(), STOP_MS_MAX);
  }
}
