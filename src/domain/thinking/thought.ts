/** What a step of reasoning is. */
export const THOUGHT_KINDS = ['step', 'hypothesis', 'evidence', 'decision', 'question', 'revision', 'answer'] as const;

/** One of `THOUGHT_KINDS`. */
export type ThoughtKind = (typeof THOUGHT_KINDS)[number];

/** A chain of thoughts; its id is the handle that callers pass. */
export interface Thread {
  /** Random; means something only together with its account. */
  readonly id: string;
  readonly accountId: string;
  readonly projectId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
  /** Steps so far. */
  readonly length: number;
}

/** One step. */
export interface Thought {
  readonly threadId: string;
  /** 1-based, without gaps. */
  readonly number: number;
  readonly kind: ThoughtKind;
  readonly text: string;
  readonly revises: number | null;
  readonly branchFrom: number | null;
  readonly branch: string | null;
  /** Each reference with what checking it gave when the step was added. */
  readonly refs: readonly { readonly ref: string; readonly ok: boolean; readonly reason: string }[];
  readonly confidence: number | null;
  readonly total: number | null;
  readonly more: boolean | null;
  readonly createdAt: Date;
  readonly byKey: string;
  readonly commit: string | null;
}
