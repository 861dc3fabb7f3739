import { type ChildProcess, fork } from 'node:child_process';
import { MIB, MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import { compileCacheEnvironment } from '../process/compile-cache.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { Extent, ParseAnswer, ParseRequest } from './parse-messages.ts';

/** What a parser process is asked. */
export type ParseInput = Omit<ParseRequest, 'id'>;

/**
 * What comes of a text: an extent or null for each mark; null when there is no tree to be had of it, because the grammar
 * failed, died or took too long; `busy` when it was not tried and may be given again.
 */
export type ParseOutcome = readonly (Extent | null)[] | null | 'busy';

/** Parses in a process of its own, one text at a time. */
export interface SyntaxParser {
  parse(input: ParseInput): Promise<ParseOutcome>;
  /** Ends the process; what waits was not tried. */
  close(): void;
}

/** Ten times what a text of 500 KB takes, since the machine may be busy; a grammar that takes longer hangs. */
const PARSE_MS_MAX = 4 * SECOND_MS;
/** The first text also waits for the process to start and for its grammar to be loaded. */
const START_MS_MAX = 6 * SECOND_MS;
const WAITING_MAX = 64;
/** Grammars keep a little of every text, and a fresh process is cheap. */
const TEXTS_MAX = 500;
const MEMORY_BYTES_MAX = 320 * MIB;
/** Heap of the process, MiB: texts and marks; trees lie outside of it. */
const HEAP_MIB = 128;
/** Without work the process is ended: it is some 100 MB that nobody uses. */
const IDLE_MS_MAX = 20 * SECOND_MS;
/** After a death the next start waits, each time twice as long: a repository that kills parsers must not fork for ever. */
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 5 * MINUTE_MS;

interface Job {
  readonly input: ParseInput;
  readonly resolve: (outcome: ParseOutcome) => void;
}

interface Running {
  readonly child: ChildProcess;
  texts: number;
  /** Names of grammars that it has loaded: others take longer. */
  readonly loaded: Set<string>;
}

/** Stand-ins for tests. */
export interface ParserOptions {
  readonly start?: () => ChildProcess;
  readonly parseMsMax?: number;
  readonly startMsMax?: number;
}

/**
 * Starts the process that parses. `--liftoff-only`: the optimising compiler may take minutes or all memory over a
 * grammar (nodejs/node#63421), which no one could stop. It gets no environment but the compile cache, since it has to keep
 * nothing.
 */
function startParseProcess(): ChildProcess {
  return fork(siblingModule(import.meta.url, 'parse-process'), [], {
    execArgv: ['--liftoff-only', `--max-old-space-size=${HEAP_MIB}`],
    env: compileCacheEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Makes a parser whose process starts with the first text. It keeps no process alive. */
export function makeSyntaxParser(options: ParserOptions = {}): SyntaxParser {
  const { start = startParseProcess, parseMsMax = PARSE_MS_MAX, startMsMax = START_MS_MAX } = options;
  const waiting: Job[] = [];
  let running: Running | null = null;
  let job: Job | null = null;
  let id = 0;
  let timer: NodeJS.Timeout | null = null;
  const retry = makeRetry();

  function setTimer(ms: number, then: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(then, ms);
    // While a text is parsed somebody waits; an idle process must not keep alive who started it.
    if (job === null) timer.unref();
  }

  /** Ends the process, if there is one; its messages are not heard any more. */
  function endProcess(): void {
    if (running !== null) killUnheard(running.child);
    running = null;
  }

  function fail(): void {
    retry.noteFailure();
    endProcess();
    finish(null);
  }

  function finish(outcome: ParseOutcome): void {
    const done = job;
    job = null;
    if (timer !== null) clearTimeout(timer);
    done?.resolve(outcome);
    next();
  }

  function receive(answer: ParseAnswer): void {
    if (answer.id !== id || running === null) return;
    running.texts += 1;
    if (running.texts >= TEXTS_MAX || answer.memoryBytes > MEMORY_BYTES_MAX) endProcess();
    if (answer.outcome === 'parsed') retry.noteSuccess();
    finish(answer.outcome === 'parsed' ? answer.extents : null);
  }

  function ensureProcess(): Running {
    if (running !== null) return running;
    const child = start();
    child.on('message', receive);
    child.on('error', fail);
    child.on('exit', fail);
    keepNothingAlive(child);
    running = { child, texts: 0, loaded: new Set() };
    return running;
  }

  function next(): void {
    if (job !== null) return;
    const first = waiting.shift();
    job = first ?? null;
    if (first === undefined) setTimer(IDLE_MS_MAX, endProcess);
    else if (!retry.isDue()) finish('busy');
    else send(first.input);
  }

  function send(input: ParseInput): void {
    const { child, loaded } = ensureProcess();
    id += 1;
    setTimer(loaded.has(input.language) ? parseMsMax : startMsMax, fail);
    loaded.add(input.language);
    // A message to a dying process is lost; its end is told by its exit.
    child.send({ id, ...input } satisfies ParseRequest, () => undefined);
  }

  return {
    parse(input) {
      if (waiting.length >= WAITING_MAX) return Promise.resolve('busy');
      return new Promise((resolve) => {
        waiting.push({ input, resolve });
        next();
      });
    },
    close() {
      endProcess();
      for (const { resolve } of waiting.splice(0)) resolve('busy');
      finish('busy');
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** When a process may be tried again: later after each failure, and soon when one has parsed a text. */
function makeRetry() {
  let waitMs = RETRY_MS_MIN;
  let atMs = 0;
  return {
    isDue: (): boolean => performance.now() >= atMs,
    noteFailure(): void {
      atMs = performance.now() + waitMs;
      waitMs = Math.min(RETRY_MS_MAX, waitMs * 2);
    },
    noteSuccess(): void {
      waitMs = RETRY_MS_MIN;
    },
  };
}

function killUnheard(child: ChildProcess): void {
  child.removeAllListeners();
  // A listener must stay: what fails while the process dies is no news.
  child.on('error', () => undefined);
  child.kill('SIGKILL');
}

/** A process must not keep alive who asks it. */
function keepNothingAlive(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
