import type { StatementResult } from '../database.ts';
import type { PlainStatement } from '../plain-statement.ts';

/** A batch that waits for the writer. */
export interface WriteRequest {
  readonly id: number;
  readonly statements: readonly PlainStatement[];
}

/** What became of a batch: done, undone because a condition was not met, or failed. */
export type WriteOutcome =
  | { readonly id: number; readonly type: 'done'; readonly results: readonly StatementResult[] }
  | { readonly id: number; readonly type: 'undone' }
  | { readonly id: number; readonly type: 'failed'; readonly reason: string };

/** From the service to the writer thread, which executes in order. */
export type ToWriter = { readonly type: 'write'; readonly request: WriteRequest } | { readonly type: 'close' };

/** From the writer thread: everything in `outcomes` was decided by one commit. */
export type FromWriter =
  | { readonly type: 'ready' }
  | { readonly type: 'decided'; readonly outcomes: readonly WriteOutcome[] };
