import { type ChildProcess, fork } from 'node:child_process';
import { keepPaceOf, NICENESS } from '../process/pace.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { makeMemoryWatch } from './memory-watch.ts';
import {
  type EngineSettings,
  type EngineTask,
  EXIT_OUT_OF_MEMORY,
  type FromEngine,
  type Notice,
  type Outcome,
  type ToEngine,
} from './messages.ts';
import { ThreadPool } from './thread-pool.ts';
import { openWires } from './wires.ts';

/**
 * Catastrophic backtracking in V8's regular expressions falls back to its linear engine; patterns that the linear
 * engine cannot do (back-references, look-around) are ended with their thread at the deadline.
 */
const REGEXP_FLAG = '--enable-experimental-regexp-engine-on-excessive-backtracks';

/** Heap of each thread, MiB. The flag goes for every thread and overrides `resourceLimits` of the same kind. */
const THREAD_HEAP_MIB = 256;

/**
 * How the C library's allocator, where it is glibc's, gives memory back: buffers from 128 KiB on lie alone and go when
 * they are freed, and all threads share two heaps. Else each thread has its own, which keeps what it once needed.
 */
const MALLOC_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Compiling takes 2 s on a machine that has other work; what is not done by then is done without it. */
const COMPILE_MS_MAX = 15_000;

/** Bytes kept of what a dying process said. */
const LAST_WORDS_MAX = 2_000;

/** One life of the engine process. */
export interface EngineProcess extends Pick<ThreadPool, 'run' | 'stop' | 'prepare'> {
  readonly processId: number | null;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<EngineDeath>;
}

/** How an engine process ended. */
export interface EngineDeath {
  readonly reason: 'crashed' | 'out_of_memory';
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of its standard error, for the log only. */
  readonly lastWords: string;
}

/**
 * Starts an engine process. What it reads is hostile, so its environment is empty but for the folder of the compile
 * cache and how memory is to be given back, and it has no secret to lose.
 */
export function startEngineProcess(
  settings: Settings,
  compileCache: string | null,
  hear: (message: Outcome | Notice) => void,
): EngineProcess {
  const wires = openWires();
  const child = forkEngine('serve', { ...settings, wirePath: wires?.path ?? null }, compileCache);
  // A message to a dying process is lost; its questions fail when it has ended.
  const send = (message: ToEngine): void => void child.send(message, () => {});
  const pool = new ThreadPool(settings.threads, { send, tell: hear, wires });
  const watch = makeMemoryWatch(settings.memoryBytesMax, pool, () => send({ type: 'exit' }));
  child.on('message', (message: FromEngine) => {
    if (message.type === 'memory') {
      watch.look(message.bytes);
      send({ type: 'memory_heard' });
    } else if (message.type === 'notice') hear(message);
    else pool.hear(message);
  });
  const ended = watchEnd(child).then((death) => {
    pool.close();
    wires?.close();
    return death;
  });
  return {
    processId: child.pid ?? null,
    run: (message) => pool.run(message),
    prepare: () => pool.prepare(),
    stop: (id, reason) => pool.stop(id, reason),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

/** Settings that do not come from the start itself. */
type Settings = Omit<EngineSettings, 'wirePath'>;

/** Modules being compiled by a process of their own. */
export interface EngineCompilation {
  /** Resolves when it has ended, however it did: what is not compiled is compiled later. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Compiles all that an engine process loads into an empty compile cache, so that no long-lived process has to. */
export function compileEngineProcess(settings: Settings, compileCache: string): EngineCompilation {
  const child = forkEngine('compile', { ...settings, wirePath: null }, compileCache);
  const timer = setTimeout(() => child.kill('SIGKILL'), COMPILE_MS_MAX);
  const ended = watchEnd(child).then(() => clearTimeout(timer));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** The flags are the same for every task, since compiled modules are good for the same flags only. */
function forkEngine(task: EngineTask, settings: EngineSettings, compileCache: string | null): ChildProcess {
  const child = fork(siblingModule(import.meta.url, 'process'), [task, JSON.stringify(settings)], {
    // `--expose-gc`: shared memory is given back only once every thread that saw it has collected.
    execArgv: [REGEXP_FLAG, '--expose-gc', `--max-old-space-size=${THREAD_HEAP_MIB}`],
    env: { ...MALLOC_ENVIRONMENT, ...(compileCache === null ? {} : { NODE_COMPILE_CACHE: compileCache }) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  keepPaceOf(child, NICENESS);
  return child;
}

async function watchEnd(child: ChildProcess): Promise<EngineDeath> {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX);
  });
  return await new Promise((resolve) => {
    const end = (code: number | null, signal: string | null): void => {
      const reason = code === EXIT_OUT_OF_MEMORY ? 'out_of_memory' : 'crashed';
      resolve({ reason, code, signal, lastWords });
    };
    child.once('error', (failure) => {
      lastWords = failure.message;
      // `error` also tells of a failed message; only a process that never started has no other end.
      if (child.pid === undefined) end(null, null);
    });
    child.once('exit', end);
  });
}
