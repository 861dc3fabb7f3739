import type { EngineFailure } from '../engine.ts';

/** Starts one operation. */
export interface RunMessage {
  readonly type: 'run';
  readonly id: number;
  readonly operation: string;
  readonly input: unknown;
  /** Until the hard deadline, measured when the message was sent: the two processes share no clock. */
  readonly remainingMs: number;
}

/** From the service to the engine process. */
export type ToEngine =
  | RunMessage
  | { readonly type: 'stop'; readonly id: number; readonly reason: 'cancelled' | 'timeout' };

/** From the engine process to the service. Each `run` gets exactly one of these, unless the process dies. */
export type FromEngine =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly reason: EngineFailure; readonly detail: string };

/** From the engine process to one of its threads. */
export type ToThread = RunMessage | { readonly type: 'abort'; readonly id: number };

/** From a thread: how its one operation ended. */
export type FromThread =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'threw'; readonly id: number; readonly detail: string };

/** How the engine process is told its numbers: as its one argument, in JSON. */
export interface EngineSettings {
  readonly threads: number;
  readonly memoryBytesMax: number;
  /** URL of the module that exports `OPERATIONS`. */
  readonly operationsUrl: string;
}

/** Exit code by which the engine process says that it went over its memory cap. */
export const EXIT_OUT_OF_MEMORY = 77;
