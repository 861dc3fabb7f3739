import { threadId } from 'node:worker_threads';
import type { OperationContext } from '../../src/code/questions/context.ts';
import { GitSilentError } from '../../src/code/source/git-silent.ts';

// Operations that misbehave in every way that the host has to survive.

/** Questions of `alone` that this thread works on. */
let atWork = 0;

type Fixture = (input: never, context: OperationContext) => Promise<unknown>;

const fixtures: Record<string, Fixture> = {
  echo: async (input: unknown) => input,
  /** Backtracks for hours: a back-reference keeps it off the linear engine. */
  backtrack: async (length: number) => /^(a+)+\1?b$/.test('a'.repeat(length)),
  /** Never gives the thread back. */
  spin: async () => {
    for (;;);
  },
  /** Tells in shared memory that its answer has been sent. */
  announce: async (sent: Int32Array) => {
    setImmediate(() => {
      Atomics.store(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
    return threadId;
  },
  /** Waits until it is told to stop. */
  wait: async (_: unknown, { signal }: OperationContext) =>
    await new Promise((resolve) => {
      if (signal.aborted) resolve('stopped');
      signal.addEventListener('abort', () => resolve('stopped'));
    }),
  throwing: async () => {
    throw new Error('a fault of ours');
  },
  silentGit: async () => {
    throw new GitSilentError();
  },
  /** Fills the thread's heap. */
  heap: async () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 1_000 }, (_, i) => ({ i })));
  },
  /** Fills memory outside of the heap, and stays there. */
  buffers: async () => {
    const kept: Buffer[] = [];
    for (let i = 0; i < 8; i++) kept.push(Buffer.alloc(64 * 1_024 * 1_024, 1));
    return await new Promise(() => kept.length);
  },
  /** A text of this length. */
  text: async (length: number) => 'x'.repeat(length),
  /** How many questions the thread worked on while it worked on this one. */
  alone: async () => {
    atWork += 1;
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    const together = atWork;
    atWork -= 1;
    return together;
  },
  exit: async () => process.exit(3),
  environment: async () => ({ ...process.env }),
  /** Tells threads apart. */
  thread: async () => threadId,
  remaining: async (_: unknown, { deadlineAtMs }: OperationContext) => deadlineAtMs - performance.now(),
};

/** CPU time of a thread, in which `slowly_loaded` is loaded. */
export const LOADING_MS = 200;

async function loadSlowly(): Promise<Fixture> {
  const startedMs = threadMs();
  while (threadMs() - startedMs < LOADING_MS);
  return async () => 'loaded';
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The table that the tests give to the engine process. */
export const OPERATIONS = {
  ...Object.fromEntries(Object.entries(fixtures).map(([name, run]) => [name, async () => run])),
  slowly_loaded: loadSlowly,
};
