import type { Database, StatementResult } from '../storage/database.ts';
import type { PlainStatement } from '../storage/plain-statement.ts';

// What a worker and its owner say to each other. Messages of one channel arrive in the order in which they were sent.

/** What a worker asks of the owner's database, or of all other processes through it. */
export type Ask =
  | { readonly type: 'read'; readonly statement: PlainStatement }
  | {
      readonly type: 'write';
      readonly statements: readonly PlainStatement[];
      readonly changed: readonly string[] | null;
      readonly isLoose: boolean;
    }
  | { readonly type: 'check' }
  | { readonly type: 'recall'; readonly counter: string }
  | { readonly type: 'metrics' };

/** An ask under the number by which its answer is known. */
export interface Call {
  readonly id: number;
  readonly ask: Ask;
}

/** What the owner answers: rows of a read, results of a write (null: undone), metrics of all workers, or nothing. */
export type Outcome =
  | { readonly type: 'done'; readonly value: OutcomeValue }
  /** `isUnavailable`: storage gave no answer, and a write may or may not have happened. */
  | { readonly type: 'failed'; readonly isUnavailable: boolean; readonly reason: string };

export type OutcomeValue = readonly unknown[] | readonly StatementResult[] | null;

/** An outcome under the number of its call. */
export interface Answer {
  readonly id: number;
  readonly outcome: Outcome;
}

/** What every worker must act on before somebody else goes on. */
export type News =
  /** Names of records that were changed; null when any may have been. */
  | { readonly type: 'changed'; readonly names: readonly string[] | null }
  | { readonly type: 'recall'; readonly counter: string };

/** What a worker is told when it is ready to serve. */
export interface Opening {
  readonly engine: Database['engine'];
  /** The owner tells a statement its instant, on PostgreSQL too. */
  readonly isClockGiven: boolean;
  /** The instant of the machine's clock until which the worker may believe what it keeps; infinite on SQLite. */
  readonly believedUntilMs: number;
  /** What the composition root gives to its workers: plain data only. */
  readonly settings: unknown;
}

/** From the owner to a worker. */
export type ToWorker =
  | ({ readonly type: 'opened' } & Opening)
  | { readonly type: 'answers'; readonly answers: readonly Answer[] }
  | { readonly type: 'news'; readonly id: number; readonly news: News }
  | { readonly type: 'belief'; readonly untilMs: number }
  /** Asks for the worker's own metrics, in prom-client's JSON. */
  | { readonly type: 'count'; readonly id: number }
  /** End as after SIGTERM. */
  | { readonly type: 'stop' };

/** From a worker to its owner. */
export type ToOwner =
  /** Its modules are loaded: from now on it keeps up with what it is told. */
  | { readonly type: 'open' }
  | { readonly type: 'asks'; readonly calls: readonly Call[] }
  /** The news was acted on. */
  | { readonly type: 'heard'; readonly id: number }
  | { readonly type: 'counted'; readonly id: number; readonly metrics: readonly unknown[] }
  | { readonly type: 'listening' }
  /** The worker cannot start; the text is for the operator. */
  | { readonly type: 'failed'; readonly reason: string };
