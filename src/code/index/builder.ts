import { type ChildProcess, fork } from 'node:child_process';
import { MINUTE_MS } from '../../base/units.ts';
import { limitOf } from '../engine-limits.ts';
import { compileCacheEnvironment } from '../process/compile-cache.ts';
import { keepPaceOf, SLOW_NICENESS } from '../process/pace.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { BuildEvent } from './build-index.ts';
import type { BuildEnd, BuildOrder, FromBuilder, ToBuilder } from './builder-messages.ts';
import type { BuildFile } from './content-reader.ts';

/** Heap of the process, MiB; what is collected for a segment lies outside of it and is bounded by the process itself. */
const HEAP_MIB = 512;

/** Node's exit by a full heap is an abort. */
const ABORT_SIGNAL = 'SIGABRT';

/** A builder that says nothing for so long hangs: whatever holds it up would hold up the next ones, too. */
const SILENCE_MS_MAX = 10 * MINUTE_MS;

/** Bytes kept of what a dying process said. */
const LAST_WORDS_MAX = 2_000;

/** A builder process. */
export interface Builder {
  readonly processId: number | null;
  /** Ends it at once; what it has finished stays. */
  stop(): void;
  /** Resolves when it has ended. `detail` is for the log only. */
  readonly ended: Promise<{ readonly end: BuildEnd; readonly detail: string }>;
}

/** What a builder asks for and tells. */
export interface BuilderTalk {
  /** The next files, at most some thousands; empty when there are no more. */
  nextFiles(): readonly BuildFile[];
  onEvent(event: BuildEvent): void;
}

/**
 * Starts a process that carries out one order. What it reads is hostile, so its environment is empty but for the compile
 * cache, and it has no secret to lose.
 */
export function startBuilder(order: BuildOrder, talk: BuilderTalk): Builder {
  const child = fork(siblingModule(import.meta.url, 'builder-process'), [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    env: compileCacheEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let told: { readonly end: BuildEnd; readonly detail: string } | null = null;
  let isStopped = false;
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS_MAX).unref();
  child.once('exit', () => clearTimeout(silence));
  // A message to a dying process is lost; its end is told by `ended`.
  const send = (message: ToBuilder): void => void child.send(message, () => {});
  child.on('message', (message: FromBuilder) => {
    if (isStopped) return;
    silence.refresh();
    if (message.type === 'next') send({ type: 'files', files: talk.nextFiles() });
    else if (message.type === 'event') talk.onEvent(message.event);
    else told = message;
  });
  // Building gives way to everything else, questions among it.
  keepPaceOf(child, SLOW_NICENESS);
  send({ type: 'order', order: { fileBytesMax: limitOf('fileBytesMax'), ...order } });
  return {
    processId: child.pid ?? null,
    stop() {
      isStopped = true;
      child.kill('SIGKILL');
    },
    ended: watchEnd(child).then(({ signal, lastWords }) => {
      if (told !== null) return { end: told.end, detail: told.detail };
      if (isStopped) return { end: 'stopped', detail: '' };
      return { end: signal === ABORT_SIGNAL ? 'out_of_memory' : 'failed', detail: lastWords };
    }),
  };
}

async function watchEnd(child: ChildProcess): Promise<{ readonly signal: string | null; readonly lastWords: string }> {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_MAX);
  });
  return await new Promise((resolve) => {
    child.once('error', (failure) => {
      lastWords = failure.message;
      // `error` also tells of a failed message; only a process that never started has no other end.
      if (child.pid === undefined) resolve({ signal: null, lastWords });
    });
    child.once('exit', (_code, signal) => resolve({ signal, lastWords }));
  });
}
