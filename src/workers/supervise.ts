import cluster, { type Worker } from 'node:cluster';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { SECOND_MS } from '../base/units.ts';
import { type Channel, channelTo } from './channel.ts';
import type { Hub } from './hub.ts';
import type { ToOwner, ToWorker } from './protocol.ts';

/** Longest that a worker may take from its fork until it listens: a machine at its limits starts slowly. */
const START_WITHIN_MS = 60 * SECOND_MS;
/** Longest that workers may drain; those that still run are killed, so that the database is closed in time. */
const DRAIN_WITHIN_MS = 8.5 * SECOND_MS;
/** A worker that has served this long is replaced at once: its end says nothing about the next one. */
const STEADY_AFTER_MS = SECOND_MS;
/** Pause before a replacement, by the number of workers in a row that did not become steady. */
const BACKOFF_MS = [0, 100, 250, 500, 1_000, 2_000];
/** After so many in a row that ended before they listened the service ends: the next one would as well. */
const FAILED_STARTS_MAX = 5;

/** The worker processes of one owner. */
export interface Supervisor {
  /** Of those that run now. */
  processIds(): readonly number[];
  /** Workers that were started in place of one that had ended. */
  restarts(): number;
  /** Drains all; resolves when every one has ended. */
  stop(): Promise<void>;
}

/** What a supervisor is made of. */
export interface SupervisorDeps {
  /** The module that a worker starts at. */
  readonly entry: URL;
  readonly count: number;
  /** From which level on workers log, known to them before anything else. */
  readonly logLevel: string;
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  /** Told once, when no worker can be started any more; the text is for the operator. */
  onFailed(reason: string): void;
}

/** Starts the workers. Resolves when all listen; rejects, with none left, when one cannot. */
export async function startWorkers(deps: SupervisorDeps): Promise<Supervisor> {
  assert(cluster.isPrimary, 'only an owner has workers');
  // Workers take connections from one socket by themselves. Round robin would share them out more evenly, but node:cluster
  // loses the connection that it was handing to a worker which dies: its caller waits for ever (ADR 0025).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: fileURLToPath(deps.entry),
    args: [deps.logLevel],
    serialization: 'advanced',
    // Their standard output is the owner's only in form: they write to none.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const supervisor = new WorkerSupervisor(deps);
  await supervisor.start();
  return {
    processIds: () => supervisor.processIds(),
    restarts: () => supervisor.restarts,
    stop: () => supervisor.stop(),
  };
}

/** One worker process from its fork to its end. */
interface Life {
  readonly worker: Worker;
  readonly channel: Channel<ToWorker, ToOwner>;
  /** Resolves with null when it listens, with the reason when it ends first. */
  readonly started: Promise<string | null>;
  readonly ended: Promise<void>;
  listeningSinceMs: number | null;
}

class WorkerSupervisor {
  restarts = 0;
  readonly #deps: SupervisorDeps;
  readonly #lives = new Set<Life>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #unsteadyInRow = 0;
  #failedStartsInRow = 0;
  /** Until the first start is done a worker that ends is a start that failed; after a stop nobody replaces it. */
  #mayReplace = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const lives = Array.from({ length: this.#deps.count }, () => this.#fork());
    const reasons = (await Promise.all(lives.map(({ started }) => started))).filter((reason) => reason !== null);
    const [first] = reasons;
    if (first === undefined) {
      this.#mayReplace = true;
      return;
    }
    await this.stop();
    throw new WorkerStartError(first);
  }

  processIds(): readonly number[] {
    return [...this.#lives].flatMap(({ worker }) => worker.process.pid ?? []);
  }

  async stop(): Promise<void> {
    this.#mayReplace = false;
    for (const pause of this.#pauses) clearTimeout(pause);
    for (const { channel } of this.#lives) channel.send({ type: 'stop' });
    const late = setTimeout(() => {
      for (const { worker } of this.#lives) this.#kill(worker, 'did not end in time');
    }, DRAIN_WITHIN_MS);
    await Promise.all([...this.#lives].map(({ ended }) => ended));
    clearTimeout(late);
  }

  #fork(): Life {
    const { hub, log, clock } = this.#deps;
    // Where Node was told to keep compiled modules, a child does not know by itself.
    const cache = getCompileCacheDir();
    const worker = cluster.fork(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) });
    const channel = channelTo(worker);
    const started = Promise.withResolvers<string | null>();
    const ended = Promise.withResolvers<void>();
    const life: Life = { worker, channel, started: started.promise, ended: ended.promise, listeningSinceMs: null };
    this.#lives.add(life);
    let reason: string | null = null;
    const late = setTimeout(() => this.#kill(worker, 'did not start in time'), START_WITHIN_MS);
    channel.onMessage((message) => {
      if (message.type === 'failed') reason = message.reason;
      if (message.type !== 'listening') return;
      clearTimeout(late);
      life.listeningSinceMs = clock.monotonicMs();
      this.#failedStartsInRow = 0;
      log.event('worker.started', { worker: worker.id, processId: worker.process.pid });
      started.resolve(null);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      clearTimeout(late);
      this.#lives.delete(life);
      started.resolve(reason ?? `a worker ended with ${signal ?? code} before it listened; the log may say why.`);
      ended.resolve();
      log.event(
        'worker.ended',
        { worker: worker.id, processId: worker.process.pid, code, signal },
        this.#levelOf(code),
      );
      this.#replace(life, reason);
    });
    hub.join({ channel, kill: (why) => this.#kill(worker, why) });
    return life;
  }

  #levelOf(code: number | null): 'info' | 'error' {
    return code === 0 ? 'info' : 'error';
  }

  #kill(worker: Worker, reason: string): void {
    this.#deps.log.event('worker.killed', { worker: worker.id, processId: worker.process.pid, reason }, 'error');
    worker.process.kill('SIGKILL');
  }

  #replace({ listeningSinceMs, worker }: Life, reason: string | null): void {
    if (!this.#mayReplace) return;
    if (listeningSinceMs === null) this.#failedStartsInRow += 1;
    if (this.#failedStartsInRow >= FAILED_STARTS_MAX) {
      this.#mayReplace = false;
      this.#deps.onFailed(reason ?? `${FAILED_STARTS_MAX} workers in a row ended before they listened.`);
      return;
    }
    const servedMs = listeningSinceMs === null ? 0 : this.#deps.clock.monotonicMs() - listeningSinceMs;
    this.#unsteadyInRow = servedMs >= STEADY_AFTER_MS ? 0 : this.#unsteadyInRow + 1;
    const pauseMs = BACKOFF_MS[Math.min(this.#unsteadyInRow, BACKOFF_MS.length - 1)] ?? 0;
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.restarts += 1;
      this.#deps.log.event('worker.replaced', { worker: worker.id, pauseMs });
      this.#fork();
    }, pauseMs);
    this.#pauses.add(pause);
  }
}

/** A worker could not start; the text is for the operator. */
class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
}
