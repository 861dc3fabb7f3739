import type { FindInput, FindOutput } from './questions/find.types.ts';
import type { HeadersInput, HeadersOutput } from './questions/headers.types.ts';
import type { InspectInput, InspectOutput } from './questions/inspect.types.ts';
import type { ManifestsInput, ManifestsOutput } from './questions/manifests.types.ts';
import type { OverviewInput, OverviewOutput } from './questions/overview.types.ts';
import type { ReadInput, ReadOutput } from './questions/read.types.ts';
import type { RefsInput, RefsOutput } from './questions/refs.types.ts';
import type { StructureInput, StructureOutput } from './questions/structure.types.ts';
import type { TestsInput, TestsOutput } from './questions/tests.types.ts';

/** Every question that the engine answers: plain data in, data that JSON can hold out, which crosses process borders. */
export interface EngineOperations {
  /** Files, ranges, symbols, outlines. */
  read: { input: ReadInput; output: ReadOutput };
  /** Searches, by the index where there is one. */
  find: { input: FindInput; output: FindOutput };
  /** Languages, manifests, commands, entry points, tree, guides, activity. */
  overview: { input: OverviewInput; output: OverviewOutput };
  /** Packages that manifests and lock files name, and where they are used. */
  manifests: { input: ManifestsInput; output: ManifestsOutput };
  /** What a project's source is at now: branch, commit, number of files. */
  inspect: { input: InspectInput; output: InspectOutput };
  /** Whether `file:line` and `file#symbol` references hold, and the fingerprints by which a change is noticed. */
  refs: { input: RefsInput; output: RefsOutput };
  /** Tests of code by evidence, gaps, smells, coverage reports, runner output, commands. */
  tests: { input: TestsInput; output: TestsOutput };
  /** Where code and configuration say which headers the answers carry. */
  headers: { input: HeadersInput; output: HeadersOutput };
  /** Modules, layers, cycles, hot spots, what a change reaches. */
  structure: { input: StructureInput; output: StructureOutput };
}

/**
 * Why the engine gave no answer. `crashed` and `out_of_memory` are the question's own: its thread failed. `gone` is
 * not: the whole process ended while the question was in it, whoever's fault that was.
 */
export type EngineFailure = 'timeout' | 'crashed' | 'busy' | 'cancelled' | 'out_of_memory' | 'gone';

/** Thrown by `Engine.call` when the service, not the question, is at fault. */
export class EngineError extends Error {
  readonly reason: EngineFailure;

  constructor(reason: EngineFailure, options?: ErrorOptions) {
    super(`the code engine gave no answer: ${reason}`, options);
    this.name = 'EngineError';
    this.reason = reason;
  }
}

/** How long and for whom a call works. */
export interface CallOptions {
  /** Who asks. Parties are served in turn, so that one's many questions do not keep another's waiting. */
  readonly party: string;
  /** Which of the party's callers, such as a key; whoever asks for much work leaves places to the others. */
  readonly caller?: string | null;
  readonly signal: AbortSignal;
  /** From now on; afterwards the work is killed and `timeout` is thrown. */
  readonly deadlineMs: number;
}

/** The engine's process, started when first needed, or before, and restarted when it dies. It knows nothing of accounts but that they differ. */
export interface Engine {
  call<Name extends keyof EngineOperations>(
    operation: Name,
    input: EngineOperations[Name]['input'],
    options: CallOptions,
  ): Promise<EngineOperations[Name]['output']>;
  /**
   * Starts the process, and loads what the commonest questions need, so that the first one waits for neither. It gives no
   * word: what could not be done is done with the first question.
   */
  prepare(): void;
  status(): { readonly running: boolean; readonly restarts: number; readonly queued: number; readonly active: number };
  close(): Promise<void>;
}
