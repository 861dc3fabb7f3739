import type { MessagePort } from 'node:worker_threads';
import type { EngineFailure } from '../engine.ts';
import type { EngineLimits } from '../engine-limits.ts';
import type { Pace } from '../process/pace.ts';
import type { LauncherAddress } from '../source/git-launcher.ts';
import type { WirePlace } from './wire.ts';

/** Starts one operation. */
export interface RunMessage {
  readonly type: 'run';
  readonly id: number;
  readonly operation: string;
  readonly input: unknown;
  /** Until the hard deadline, from `sentAtMs` on. */
  readonly remainingMs: number;
  /** How much work its caller asks for: who asks for much gives way to others' small questions. */
  readonly pace: Pace;
  /** Tells callers apart, and nothing else of them: each goes back to the thread that it is known to. */
  readonly caller: number;
  /** When it was sent, as `sentNowMs` tells. */
  readonly sentAtMs: number;
}

/** From the service to the threads of an engine process, each of which it has given a number. */
export type ToThreads =
  /** `key` opens the thread's wire; null where it is to have none. */
  | { readonly type: 'start'; readonly thread: number; readonly key: string | null }
  | { readonly type: 'pass'; readonly thread: number; readonly message: ToThreadFromService }
  /** At once, whatever it is doing. */
  | { readonly type: 'end'; readonly thread: number };

/** From the service to the engine process. */
export type ToEngine =
  | ToThreads
  /** What it holds was heard, and what is to be ended for it was said before. */
  | { readonly type: 'memory_heard' }
  /** It holds more memory than it may, whatever question was ended. */
  | { readonly type: 'exit' };

/** How a question ended. Each `run` gets exactly one of these, unless the process dies. */
export type Outcome =
  | OutcomeAnswer
  | { readonly type: 'failed'; readonly id: number; readonly reason: EngineFailure; readonly detail: string };

interface OutcomeAnswer {
  readonly type: 'answer';
  readonly id: number;
  /** As JSON: it is written and read once, and what passes it on copies a text. */
  readonly output: string;
  /** CPU time of the thread, without that of loading what it had not loaded yet. */
  readonly workMs: number;
}

/** Of an engine process, and of no question: something that an operator should know. */
export interface Notice {
  readonly type: 'notice';
  readonly what: string;
  readonly detail: string;
}

/** Of a thread, by the main thread: what it said there, or that it has ended, by itself or not. */
export type OfThread =
  | { readonly type: 'said'; readonly thread: number; readonly message: ThreadWord }
  | { readonly type: 'ended'; readonly thread: number; readonly reason: EngineFailure; readonly detail: string };

/** From the main thread of the engine process to the service. */
export type FromEngine =
  | OfThread
  | Notice
  /** What the process holds; told while it is much, and again only when it was heard. */
  | { readonly type: 'memory'; readonly bytes: number };

/** From the service to a thread, by its wire or the main thread. */
export type ToThreadFromService =
  | RunMessage
  | { readonly type: 'abort'; readonly id: number }
  /** No question yet: what the commonest ones need is loaded. */
  | { readonly type: 'prepare' };

/** To one of the threads of the engine process, by its main thread. */
export type ToThread =
  | ToThreadFromService
  /** The way to the keeper; it comes before the first question, and again when the keeper was started anew. */
  | { readonly type: 'keeper'; readonly port: MessagePort }
  /** The way to the parser that all threads share; it comes before the first question. */
  | { readonly type: 'parser'; readonly port: MessagePort }
  /** The way to the processes of git that all threads share; it comes before the first question. */
  | { readonly type: 'git'; readonly port: MessagePort };

/** From a thread: how its one operation ended, by the way that the question came. */
export type ThreadWord = (
  | OutcomeAnswer
  | { readonly type: 'threw'; readonly id: number; readonly reason: 'crashed' | 'timeout'; readonly detail: string }
) & {
  /** Whether the thread has become too nice for quick questions, for good. */
  readonly isHeldBack: boolean;
};

/** From a thread to the main thread. */
export type FromThread =
  | ThreadWord
  /** The way to the keeper has ended, another one is wanted. */
  | { readonly type: 'keeper_lost' };

/** To the keeper's thread: the way to a thread that answers questions. */
export interface ToKeeperThread {
  readonly port: MessagePort;
}

/** What a keeper's thread is started with. */
export interface KeeperData {
  readonly indexDirectory: string;
  /** Left out where git is to be started by this process. */
  readonly gitLauncher?: LauncherAddress;
}

/** What a thread that answers questions is started with. */
export interface ThreadData {
  readonly operationsUrl: string;
  readonly gitLauncher?: LauncherAddress | undefined;
  /** Left out where all is to go by the main thread. */
  readonly wire?: WirePlace | undefined;
  /** Where the threads of the process agree on whose hits a second one counts. */
  readonly countingSlot: Int32Array;
}

/** From the keeper's thread: what an operator should know. */
export interface FromKeeperThread {
  readonly type: 'failure';
  readonly what: string;
  readonly detail: string;
}

/** How the engine process is told its numbers: as its second argument, in JSON; the first one is its task. */
export interface EngineSettings {
  readonly threads: number;
  readonly memoryBytesMax: number;
  /** URL of the module that exports `OPERATIONS`. */
  readonly operationsUrl: string;
  /** Folder of the indexes, which is made when needed; null when there are to be none. */
  readonly indexDirectory: string | null;
  /** Folder for temporary files, which the environment would name. */
  readonly temporaryFolder: string;
  /** Where its threads connect to the service; null where they are not to. */
  readonly wirePath: string | null;
  readonly limits: EngineLimits;
}

/** What an engine process is for: to answer, or to compile all modules once for those that start later, and end. */
export type EngineTask = 'serve' | 'compile';

/** Exit code by which the engine process says that it went over its memory cap. */
export const EXIT_OUT_OF_MEMORY = 77;
