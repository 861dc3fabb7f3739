import { Worker } from 'node:worker_threads';
import { describeFailure, type Log } from '../../base/log.ts';
import { shareWhileRunning } from '../../base/share-while-running.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { StatementResult } from '../database.ts';
import { bytesOf, type PlainStatement } from '../plain-statement.ts';
import type { FromWriter, ToWriter, WriteOutcome } from './messages.ts';

/** Batches that may wait for the writer: some seconds of work for a slow disk. */
const QUEUE_BATCHES_MAX = 10_000;

/** Bytes of values that may wait for the writer. */
const QUEUE_BYTES_MAX = 64 * 1_024 * 1_024;

/** The calling thread's end of the only writer. */
export interface Writer {
  /** Resolves when the commit is durable; null when an `expectRows` undid the batch. Rejects when it is not known to be kept. */
  write(statements: readonly PlainStatement[]): Promise<readonly StatementResult[] | null>;
  /** Rejects while nothing can be written. Costs nothing unless the latest write failed; then it tries one that changes nothing. */
  check(): Promise<void>;
  /** Finishes what waits, then ends the thread. */
  close(): Promise<void>;
}

/** Goes the whole way to the disk and leaves everything as it is: the database does not use this number. */
const PROBE: PlainStatement = { sql: 'pragma user_version = 0', parameters: [], nowAt: [], expectRows: null };

/** What a writer is made of; the bounds are there for tests. */
export interface WriterDeps {
  readonly file: string;
  readonly log: Log;
  readonly queueBatchesMax?: number;
  readonly queueBytesMax?: number;
}

interface Waiting {
  readonly bytes: number;
  resolve(results: readonly StatementResult[] | null): void;
  reject(failure: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Starts the writer thread and waits until its database is open. A thread that dies fails what waited for it; the next
 * write starts another.
 */
export async function startWriter(deps: WriterDeps): Promise<Writer> {
  const { queueBatchesMax = QUEUE_BATCHES_MAX, queueBytesMax = QUEUE_BYTES_MAX } = deps;
  const waiting = new Map<number, Waiting>();
  let waitingBytes = 0;
  let lastId = 0;
  let isClosed = false;
  let hasFailed = false;
  const probe = shareWhileRunning(() => write([PROBE]));
  let thread: Thread | null = startThread();
  await thread.ready;

  function startThread(): Thread {
    return runThread(deps, {
      decided: (outcomes) => {
        for (const outcome of outcomes) settle(outcome);
      },
      ended: (failure) => {
        thread = null;
        for (const id of [...waiting.keys()]) settle({ id, type: 'failed', reason: failure });
      },
    });
  }

  function settle(outcome: WriteOutcome): void {
    const caller = waiting.get(outcome.id);
    if (caller === undefined) return;
    waiting.delete(outcome.id);
    waitingBytes -= caller.bytes;
    hasFailed = outcome.type === 'failed';
    if (outcome.type === 'done') caller.resolve(outcome.results);
    else if (outcome.type === 'undone') caller.resolve(null);
    else caller.reject(new UnavailableError(`a write was not acknowledged: ${outcome.reason}`));
  }

  function write(statements: readonly PlainStatement[]): Promise<readonly StatementResult[] | null> {
    if (isClosed) return Promise.reject(new UnavailableError('the database is closed'));
    const bytes = bytesOf(statements);
    if (waiting.size >= queueBatchesMax || waitingBytes + bytes > queueBytesMax) {
      const why = `${waiting.size} writes wait for the disk: try again in a second`;
      return Promise.reject(new UnavailableError(why));
    }
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      thread ??= startThread();
      post(thread.worker, { type: 'write', request: { id, statements } });
      // Only now: a message that could not be sent must not stay on the books.
      waiting.set(id, { bytes, resolve, reject });
      waitingBytes += bytes;
    });
  }

  return {
    write,
    async check() {
      if (hasFailed) await probe();
    },
    async close() {
      isClosed = true;
      if (thread === null) return;
      post(thread.worker, { type: 'close' });
      await thread.ended;
    },
  };
}

/** One life of the thread; `ended` tells why it is over, also after a close. */
function runThread(
  deps: WriterDeps,
  listener: { decided(outcomes: readonly WriteOutcome[]): void; ended(reason: string): void },
): Thread {
  const worker = new Worker(siblingModule('writer-thread'), { workerData: { file: deps.file } });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // A thread that dies later, or is started by a write, has nobody who waits for it to be ready.
  ready.promise.catch(() => {});
  let reason = 'the writer thread has ended';
  worker.on('message', (message: FromWriter) => {
    if (message.type === 'ready') ready.resolve();
    else listener.decided(message.outcomes);
  });
  worker.on('error', (failure) => {
    reason = `the writer thread failed: ${failure instanceof Error ? failure.message : String(failure)}`;
    deps.log.event('storage.writer_failed', { failure: describeFailure(failure) }, 'error');
  });
  worker.on('exit', () => {
    ready.reject(new UnavailableError(reason));
    listener.ended(reason);
    ended.resolve();
  });
  return { worker, ready: ready.promise, ended: ended.promise };
}

/** Named with the extension that this module has: the compiler does not rewrite the URL of a thread. */
function siblingModule(name: string): URL {
  const extension = new URL(import.meta.url).pathname.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`./${name}${extension}`, import.meta.url);
}

function post(worker: Worker, message: ToWriter): void {
  worker.postMessage(message);
}
