import { Worker } from 'node:worker_threads';
import type { EngineFailure } from '../engine.ts';
import { startSlowly } from '../process/pace.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { freeCountingSlot, makeCountingSlot } from '../search/counting-slot.ts';
import type { KeeperHost } from './keeper-host.ts';
import type { FromEngine, FromThread, ThreadData, ToThreads } from './messages.ts';
import { makeThreadLinks } from './thread-links.ts';

/** Heap of one thread; buffers are outside of it and are bounded by the watch over the whole process. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };

/** The threads of an engine process, which do what the service says. */
export interface Threads {
  hear(message: ToThreads): void;
}

/** What all threads are started with, and where they find the service; null leaves them the way by this thread. */
export interface ThreadsData extends Omit<ThreadData, 'wire' | 'countingSlot'> {
  readonly wirePath: string | null;
}

/** Makes the host of threads, which decides nothing. Without a keeper they read all that they search. */
export function makeThreads(
  { wirePath, ...data }: ThreadsData,
  keeper: KeeperHost | null,
  tell: (message: FromEngine) => void,
): Threads {
  const running = new Map<number, Worker>();
  const links = makeThreadLinks(keeper);
  const countingSlot = makeCountingSlot();

  function start(thread: number, key: string | null): void {
    const wire = wirePath === null || key === null ? undefined : { path: wirePath, key };
    const workerData: ThreadData = { ...data, wire, countingSlot };
    const url = siblingModule(import.meta.url, 'thread');
    const worker = startSlowly(() => new Worker(url, { workerData, resourceLimits: THREAD_LIMITS }));
    const { threadId } = worker;
    running.set(thread, worker);
    links.connect(worker);
    let reason: EngineFailure = 'crashed';
    let detail = 'exited';
    worker.on('message', (message: FromThread) => {
      if (message.type === 'keeper_lost') links.connectKeeper(worker);
      else tell({ type: 'said', thread, message });
    });
    worker.on('error', (error: Error & { code?: string }) => {
      reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'crashed';
      detail = error.stack ?? error.message;
    });
    worker.on('exit', () => {
      running.delete(thread);
      freeCountingSlot(countingSlot, threadId);
      tell({ type: 'ended', thread, reason, detail });
    });
  }

  return {
    hear(message) {
      const { type, thread } = message;
      // One that has just ended by itself hears nothing; the service is told of its end.
      if (type === 'start') start(thread, message.key);
      else if (type === 'end') void running.get(thread)?.terminate();
      else running.get(thread)?.postMessage(message.message);
    },
  };
}
