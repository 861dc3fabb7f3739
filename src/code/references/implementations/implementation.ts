import type { Definition, ReferenceEvidence } from '../reference.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import type { UsesEnd } from '../uses/uses-end.ts';

/** A type that derives from one of what was asked for, or a method of it that stands for the one asked for. */
export interface Implementation {
  readonly definition: Definition;
  readonly evidence: ReferenceEvidence;
  readonly depth: number;
  /** Name path of what it derives from; null when that is what was asked for. */
  readonly of: string | null;
}

/** What a search for implementations has found so far, and what it was asked. */
export interface Walk {
  readonly question: ReferenceQuestion;
  readonly found: Map<string, Implementation>;
  readonly expanded: Set<string>;
  /** What the answer says beside its rows. */
  readonly notes: Set<string>;
  end: UsesEnd;
  /** Types that a hop had no room for. */
  left: number;
}
