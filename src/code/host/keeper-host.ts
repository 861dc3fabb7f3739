import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { siblingModule } from '../process/sibling-module.ts';
import type { FromKeeperThread, KeeperData } from './messages.ts';

/** The keeper's thread, as the main thread of the engine process sees it. */
export interface KeeperHost {
  /** A new way to the keeper, which is started when first asked for, and again after it has died. */
  connect(): MessagePort;
}

/** Heap of the keeper: what it knows of files lies in shared memory, outside of it. */
const KEEPER_LIMITS = { maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

/**
 * Makes the host of a keeper. When the keeper dies, its ports are closed, and questions are answered without it until
 * their threads have connected anew.
 */
export function makeKeeperHost(data: KeeperData, onFailure: (what: string, detail: string) => void): KeeperHost {
  let thread: Worker | null = null;

  function start(): Worker {
    const url = siblingModule(import.meta.url, 'keeper-thread');
    const started = new Worker(url, { workerData: data, resourceLimits: KEEPER_LIMITS });
    started.on('message', ({ what, detail }: FromKeeperThread) => onFailure(what, detail));
    started.on('error', (failure: Error) => onFailure('keeper died', failure.stack ?? failure.message));
    started.on('exit', () => {
      if (thread === started) thread = null;
    });
    return started;
  }

  return {
    connect() {
      thread ??= start();
      const { port1, port2 } = new MessageChannel();
      thread.postMessage({ port: port1 }, [port1]);
      return port2;
    },
  };
}
