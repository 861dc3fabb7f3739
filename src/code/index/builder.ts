import { type ChildProcess, fork } from 'node:child_process';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
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

/** A process that has carried out an order waits for the next one so long. */
const IDLE_MS_MAX = 20 * SECOND_MS;

/** Bytes kept of what a dying process said. */
const LAST_WORDS_MAX = 2_000;

/** A build under way. */
export interface Builder {
  readonly processId: number | null;
  /** Ends its process at once; what it has finished stays. */
  stop(): void;
  /** Resolves when it is over. `detail` is for the log only. */
  readonly ended: Promise<BuildOutcome>;
}

interface BuildOutcome {
  readonly end: BuildEnd;
  readonly detail: string;
}

/** What a builder asks for and tells. */
export interface BuilderTalk {
  /** The next files, at most some thousands; empty when there are no more. */
  nextFiles(): readonly BuildFile[];
  onEvent(event: BuildEvent): void;
}

/** Carries out orders by a process that stays a while, so that edit after edit does not start one each. */
export interface Builders {
  /** One at a time: whoever comes while a process is at work has another one started. */
  start(order: BuildOrder, talk: BuilderTalk): Builder;
  /** Ends the process that waits. */
  close(): void;
}

/**
 * Makes the place where a builder process waits. What it reads is hostile, so its environment is empty but for the compile
 * cache, and it has no secret to lose.
 */
export function makeBuilders(): Builders {
  let idle: { readonly process: BuilderProcess; readonly timer: NodeJS.Timeout } | null = null;

  /** Null when there is none, or when it has ended while it waited. */
  function takeIdle(): BuilderProcess | null {
    if (idle === null) return null;
    const { process, timer } = idle;
    idle = null;
    clearTimeout(timer);
    const { connected, exitCode, signalCode } = process.child;
    return connected && exitCode === null && signalCode === null ? process : null;
  }

  /** It ends by itself when nobody is there any more. */
  function endIdle(): void {
    takeIdle()?.child.disconnect();
  }

  function onDone(process: BuilderProcess): void {
    endIdle();
    idle = { process, timer: setTimeout(endIdle, IDLE_MS_MAX).unref() };
  }

  return {
    start(order, talk) {
      const work = { order, talk, onDone };
      const waiting = takeIdle();
      if (waiting === null) return carryOut(forkBuilder(), work);
      return orAnew(carryOut(waiting, work), () => carryOut(forkBuilder(), work));
    },
    close: endIdle,
  };
}

/** A process may have died a moment ago: an order of which it said nothing is carried out by another one. */
function orAnew(first: Attempt, again: () => Attempt): Builder {
  let current = first;
  const ended = first.ended.then(async (outcome) => {
    if (first.isHeard() || outcome.end === 'stopped') return outcome;
    current = again();
    return await current.ended;
  });
  return {
    get processId() {
      return current.processId;
    },
    stop: () => current.stop(),
    ended,
  };
}

interface BuilderProcess {
  readonly child: ChildProcess;
  /** For the order in hand; nothing of one that is over stays with the process. */
  onEnd: ((how: ProcessEnd) => void) | null;
}

interface ProcessEnd {
  readonly signal: string | null;
  readonly lastWords: string;
}

function forkBuilder(): BuilderProcess {
  const child = fork(siblingModule(import.meta.url, 'builder-process'), [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    env: compileCacheEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Building gives way to everything else, questions among it.
  keepPaceOf(child, SLOW_NICENESS);
  const started: BuilderProcess = { child, onEnd: null };
  void watchEnd(child).then((how) => started.onEnd?.(how));
  return started;
}

interface Work {
  readonly order: BuildOrder;
  readonly talk: BuilderTalk;
  /** The process stays for another order. */
  onDone(process: BuilderProcess): void;
}

interface Attempt extends Builder {
  /** Whether the process has said anything of the order. */
  isHeard(): boolean;
}

function carryOut(process: BuilderProcess, { order, talk, onDone }: Work): Attempt {
  const { child } = process;
  const done = Promise.withResolvers<BuildOutcome>();
  let told: BuildOutcome | null = null;
  let isHeard = false;
  let isOver = false;
  let isStopped = false;
  const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS_MAX).unref();
  const hear = (message: FromBuilder): void => {
    if (isStopped) return;
    isHeard = true;
    silence.refresh();
    if (message.type === 'next') tell(child, { type: 'files', files: talk.nextFiles() });
    else if (message.type === 'event') talk.onEvent(message.event);
    else {
      told = { end: message.end, detail: message.detail };
      if (!message.stays) return;
      leave();
      done.resolve(told);
      onDone(process);
    }
  };
  function leave(): void {
    isOver = true;
    clearTimeout(silence);
    child.off('message', hear);
    process.onEnd = null;
  }
  child.on('message', hear);
  process.onEnd = (how) => {
    leave();
    done.resolve(told ?? (isStopped ? { end: 'stopped', detail: '' } : endOf(how)));
  };
  tell(child, { type: 'order', order: { fileBytesMax: limitOf('fileBytesMax'), ...order } });
  return {
    processId: child.pid ?? null,
    isHeard: () => isHeard,
    stop() {
      // The process may have another order by now.
      if (isOver) return;
      isStopped = true;
      child.kill('SIGKILL');
    },
    ended: done.promise,
  };
}

/** A message to a dying process is lost, one that could not be started has no way for any; its end is told by `ended`. */
function tell(child: ChildProcess, message: ToBuilder): void {
  if (child.connected) child.send(message, () => {});
}

/** How an order ended of which the process did not say so itself. */
function endOf({ signal, lastWords }: ProcessEnd): BuildOutcome {
  return { end: signal === ABORT_SIGNAL ? 'out_of_memory' : 'failed', detail: lastWords };
}

async function watchEnd(child: ChildProcess): Promise<ProcessEnd> {
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
