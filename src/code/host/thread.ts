import { parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from '../../base/log.ts';
import { err, ok } from '../../base/result.ts';
import type { OperationContext } from '../operations/context.ts';
import type { Source } from '../source/source.ts';
import type { FromThread, RunMessage, ToThread } from './messages.ts';

// The entry of a thread of the engine process: it answers one question at a time and may be ended at any moment.

/** Kept back from the hard deadline, so that an answer with what is known still arrives. */
const RESERVE_MS_MAX = 500;
const RESERVE_SHARE = 0.2;

type AnyOperation = (input: unknown, context: OperationContext) => Promise<unknown>;

const operationsUrl: string = workerData.operationsUrl;
let running: { readonly id: number; readonly controller: AbortController } | null = null;

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'run') void run(message);
  else if (running?.id === message.id) running.controller.abort();
});

async function run(message: RunMessage): Promise<void> {
  const controller = new AbortController();
  running = { id: message.id, controller };
  const sources: Source[] = [];
  try {
    const operation = await loadOperation(message.operation);
    const output = await operation(message.input, makeContext(message, controller.signal, sources));
    tell({ type: 'answer', id: message.id, output });
  } catch (failure) {
    tell({ type: 'threw', id: message.id, detail: describeFailure(failure) });
  } finally {
    running = null;
    await Promise.allSettled(sources.map((source) => source.close()));
  }
}

async function loadOperation(name: string): Promise<AnyOperation> {
  const { OPERATIONS } = await import(operationsUrl);
  if (!Object.hasOwn(OPERATIONS, name)) throw new Error(`no such operation: ${name}`);
  return await OPERATIONS[name]();
}

function makeContext(message: RunMessage, signal: AbortSignal, sources: Source[]): OperationContext {
  const reserveMs = Math.min(RESERVE_MS_MAX, message.remainingMs * RESERVE_SHARE);
  return {
    signal,
    deadlineAtMs: performance.now() + message.remainingMs - reserveMs,
    async openSource(selector) {
      const { openSource } = await import('../source/open-source.ts');
      const opened = await openSource(selector);
      if (!opened.ok) return err(opened.error);
      sources.push(opened.value);
      return ok(opened.value);
    },
  };
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}
