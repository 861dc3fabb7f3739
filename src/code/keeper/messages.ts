import type { Result } from '../../base/result.ts';
import type { ViewData } from '../index/view.ts';
import type { SourcePlace, SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';

/** From a thread that answers questions to the keeper. */
export type ToKeeper =
  | {
      readonly type: 'open';
      readonly id: number;
      readonly selector: SourceSelector;
      /** How long to wait for a listing under way. */
      readonly waitMs: number;
      /** Generations of views that the thread still has: of these only the name is sent. */
      readonly has: readonly string[];
    }
  | { readonly type: 'damaged'; readonly folder: string; readonly id: string };

/** From the keeper; each `open` gets exactly one of those with its id. */
export type FromKeeper =
  | FromKeeperAnswer
  /** Views of this folder should be let go of: the keeper needs the memory for others. */
  | { readonly type: 'forget'; readonly folder: string };

/** How an `open` ended. */
export type FromKeeperAnswer =
  | { readonly type: 'opened'; readonly id: number; readonly result: Result<OpenedSource, SourceProblem> }
  /** The keeper could not say; `detail` is for the log only. */
  | { readonly type: 'failed'; readonly id: number; readonly detail: string };

/** A source as the keeper tells it. */
export interface OpenedSource {
  readonly place: SourcePlace;
  readonly identity: SourceIdentity;
  readonly generation: string;
  /** Null when the thread has this generation. */
  readonly view: ViewData | null;
}
