import type { SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { IndexProgress } from '../source/source-index.ts';

/** Asks what a source is at now. */
export interface InspectInput {
  readonly source: SourceSelector;
}

/** What opening a source gives without reading it: where it stands, or why it cannot be opened. */
export interface InspectOutput {
  /** Null when the location is gone or the ref is unknown. */
  readonly identity: SourceIdentity | null;
  readonly problem: 'none' | SourceProblem;
  /** Number of files, or null when a limit cut the count. */
  readonly files: number | null;
  /** How far its index is; null without one, when contents are read at each question. */
  readonly index: IndexProgress | null;
}
