import type { MessagePort } from 'node:worker_threads';
import type { EngineFailure } from '../engine.ts';
import type { EngineLimits } from '../engine-limits.ts';
import type { LauncherPlace } from '../source/git-launcher.ts';

/** Starts one operation. */
export interface RunMessage {
  readonly type: 'run';
  readonly id: number;
  readonly operation: string;
  readonly input: unknown;
  /** Until the hard deadline, from `sentAtMs` on. */
  readonly remainingMs: number;
  /** Whether it is from who asks for much work: it gives way to others' small questions. */
  readonly isSlow: boolean;
  /** Tells callers apart, and nothing else of them: each goes back to the thread that it is known to. */
  readonly caller: number;
  /** When it was sent, as `sentNowMs` tells. */
  readonly sentAtMs: number;
}

/** From the service to the engine process. */
export type ToEngine =
  | RunMessage
  | { readonly type: 'stop'; readonly id: number; readonly reason: 'cancelled' | 'timeout' };

/** From the engine process to the service. Each `run` gets exactly one of these, unless the process dies. */
export type FromEngine =
  /** `output` as JSON: it is written and read once, and what passes it on copies a text. */
  | { readonly type: 'answer'; readonly id: number; readonly output: string; readonly workMs: number }
  | { readonly type: 'failed'; readonly id: number; readonly reason: EngineFailure; readonly detail: string }
  /** Belongs to no question: something that an operator should know. */
  | { readonly type: 'notice'; readonly what: string; readonly detail: string };

/** From the engine process to one of its threads. */
export type ToThread =
  | RunMessage
  | { readonly type: 'abort'; readonly id: number }
  /** No question yet: what the commonest ones need is loaded. */
  | { readonly type: 'prepare' }
  /** The way to the keeper; it comes before the first question, and again when the keeper was started anew. */
  | { readonly type: 'keeper'; readonly port: MessagePort }
  /** The way to the parser that all threads share; it comes before the first question. */
  | { readonly type: 'parser'; readonly port: MessagePort }
  /** The way to the processes of git that all threads share; it comes before the first question. */
  | { readonly type: 'git'; readonly port: MessagePort };

/** From a thread: how its one operation ended. */
export type FromThread =
  /** `output` as JSON; `workMs`: CPU time of the thread. */
  | { readonly type: 'answer'; readonly id: number; readonly output: string; readonly workMs: number }
  | { readonly type: 'threw'; readonly id: number; readonly detail: string }
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
  readonly gitLauncher?: LauncherPlace;
}

/** What a thread that answers questions is started with. */
export interface ThreadData {
  readonly operationsUrl: string;
  readonly gitLauncher?: LauncherPlace | undefined;
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
  readonly limits: EngineLimits;
}

/** What an engine process is for: to answer, or to compile all modules once for those that start later, and end. */
export type EngineTask = 'serve' | 'compile';

/** Exit code by which the engine process says that it went over its memory cap. */
export const EXIT_OUT_OF_MEMORY = 77;
