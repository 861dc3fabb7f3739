import type { Result } from '../../base/result.ts';
import type { SourceProblem } from '../source/open-source.ts';
import type { Source, SourceSelector } from '../source/source.ts';

/** What an operation gets beside its input. */
export interface OperationContext {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /**
   * When to answer with what is known, on the clock of `performance.now()` in this thread. Somewhat before the hard
   * deadline, at which the thread is ended and all its work is lost.
   */
  readonly deadlineAtMs: number;
  /** Opens a source; it is closed when the operation ends, whether or not the operation closes it. */
  openSource(selector: SourceSelector): Promise<Result<Source, SourceProblem>>;
}
