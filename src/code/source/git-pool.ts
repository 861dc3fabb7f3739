import type { MessagePort } from 'node:worker_threads';
import { type Answer, type Batch, type BatchMode, makeBatch, type StartBatch } from './git-batch.ts';
import { SOURCE_LIMITS } from './limits.ts';

/** Whose objects are asked for. */
export interface PooledStore {
  readonly gitDirectory: string;
  /**
   * What the places are that git reads at its start or keeps open: a process serves a later question only while they are
   * the same. Null when that cannot be told: then it serves one question.
   */
  readonly signature: string | null;
}

/** What a thread asks. A lease is a source that is open; its processes are nobody else's until it is closed. */
export type PoolQuestion =
  | {
      readonly type: 'ask';
      readonly lease: number;
      readonly store: PooledStore;
      readonly mode: BatchMode;
      readonly objectId: string;
      readonly bytesMax: number;
    }
  | { readonly type: 'close'; readonly lease: number };

/** The answer to a question, told apart by its number. A failure is git's, not the object's. */
export type PoolAnswer =
  | { readonly id: number; readonly type: 'object'; readonly answer: Answer | null }
  | { readonly id: number; readonly type: 'failed'; readonly detail: string };

/** A question with the number that its answer will have. */
export interface NumberedQuestion {
  readonly id: number;
  readonly question: PoolQuestion;
}

/** Processes of `cat-file` that outlive the questions they serve. */
export interface GitPool {
  /** Answers what comes through a port; when its other end is gone, the processes that it has are ended. */
  connect(port: MessagePort): void;
  /** Ends all of them. */
  close(): void;
}

/** A process and whom it may serve. */
interface Pooled {
  readonly store: PooledStore;
  readonly mode: BatchMode;
  readonly batch: Batch;
  readonly startedAtMs: number;
}

/**
 * Makes a pool. It belongs into the thread that lives as long as its process: a thread that is ended by force cannot
 * collect its children, which then stay in the table of processes until the whole engine ends. The processes in use are
 * bounded by the sources that the threads have open, two each, the unused ones by number and time.
 */
export function makeGitPool(startBatch?: StartBatch): GitPool {
  // The least recently used first.
  const idle: Pooled[] = [];
  const inUse = new Set<Pooled>();

  function take(store: PooledStore, mode: BatchMode): Pooled {
    const at = idle.findLastIndex((one) => one.mode === mode && isSame(one.store, store));
    const [known] = at === -1 ? [] : idle.splice(at, 1);
    const taken = known ?? start(store, mode);
    inUse.add(taken);
    return taken;
  }

  function start(store: PooledStore, mode: BatchMode): Pooled {
    return { store, mode, batch: makeBatch(store.gitDirectory, mode, startBatch), startedAtMs: performance.now() };
  }

  /** A process that still owes answers is ended: nobody waits for them, and the next question must not. */
  function giveBack(one: Pooled): void {
    inUse.delete(one);
    const isOld = performance.now() - one.startedAtMs > SOURCE_LIMITS.processAgeMs;
    if (one.store.signature === null || isOld || one.batch.isBusy()) {
      one.batch.close();
      return;
    }
    idle.push(one);
    while (idle.length > SOURCE_LIMITS.idleProcessesMax) idle.shift()?.batch.close();
  }

  return {
    connect(port) {
      const leases = new Map<number, Pooled[]>();
      const leased = (lease: number, store: PooledStore, mode: BatchMode): Pooled => {
        const own = leases.get(lease) ?? [];
        const known = own.find((one) => one.mode === mode);
        if (known) return known;
        const taken = take(store, mode);
        leases.set(lease, [...own, taken]);
        return taken;
      };
      port.on('message', ({ id, question }: NumberedQuestion) => {
        if (question.type === 'close') {
          for (const one of leases.get(question.lease) ?? []) giveBack(one);
          leases.delete(question.lease);
          return;
        }
        const { lease, store, mode, objectId, bytesMax } = question;
        void leased(lease, store, mode)
          .batch.ask(objectId, bytesMax)
          .then(
            (answer): PoolAnswer => ({ id, type: 'object', answer }),
            (failure: Error): PoolAnswer => ({ id, type: 'failed', detail: failure.message }),
          )
          .then((answer) => port.postMessage(answer));
      });
      port.on('close', () => {
        for (const one of [...leases.values()].flat()) {
          inUse.delete(one);
          one.batch.close();
        }
        leases.clear();
      });
    },
    close() {
      for (const { batch } of [...inUse, ...idle.splice(0)]) batch.close();
    },
  };
}

function isSame(one: PooledStore, other: PooledStore): boolean {
  return one.gitDirectory === other.gitDirectory && one.signature === other.signature;
}
