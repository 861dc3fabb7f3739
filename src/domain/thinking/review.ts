import type { Thought, ThoughtKind } from './thought.ts';

/** What a chain of thoughts still owes. */
export interface Review {
  /** Questions without an answer. */
  readonly openQuestions: readonly Thought[];
  /** Hypotheses for which no reference holds, neither of their own nor of evidence given for them. */
  readonly unsupported: readonly Thought[];
  /** Decisions that were not revised since. */
  readonly decisions: readonly Thought[];
  /** Branch names in order of first use. */
  readonly branches: readonly string[];
}

/**
 * Reads the state of a chain from its steps, given in order. A revision stands in for the step that it revises and
 * inherits its kind. Answers and evidence serve the step that they name by `revises` or `branchFrom`; when they name
 * none, the latest question or hypothesis before them on the same branch.
 */
export function reviewThoughts(thoughts: readonly Thought[]): Review {
  const chain = readChain(thoughts);
  const current = thoughts.filter(({ number }) => chain.headOf(number) === number);
  const ofKind = (kind: ThoughtKind): readonly Thought[] => current.filter((thought) => chain.kindOf(thought) === kind);
  const answered = findServed(thoughts, chain, 'question', (thought) => thought.kind === 'answer');
  const supported = findServed(
    thoughts,
    chain,
    'hypothesis',
    (thought) => thought.kind === 'evidence' && hasHoldingRef(thought),
  );
  return {
    openQuestions: ofKind('question').filter(({ number }) => !answered.has(number)),
    unsupported: ofKind('hypothesis').filter((thought) => !supported.has(thought.number) && !hasHoldingRef(thought)),
    decisions: ofKind('decision'),
    branches: [...new Set(thoughts.flatMap(({ branch }) => (branch === null ? [] : [branch])))],
  };
}

/** What the revisions of a chain make of its steps. */
interface Chain {
  /** Number of the newest revision of a step, or of the step itself. */
  headOf(number: number): number;
  /** The step's kind; of a revision, the kind of what it revises. */
  kindOf(thought: Thought): ThoughtKind;
}

function readChain(thoughts: readonly Thought[]): Chain {
  const revisedBy = new Map<number, number>();
  const kinds = new Map<number, ThoughtKind>();
  for (const { number, kind, revises } of thoughts) {
    if (kind === 'revision' && revises !== null && revises < number) {
      revisedBy.set(revises, number);
      kinds.set(number, kinds.get(revises) ?? 'revision');
    } else kinds.set(number, kind);
  }
  return {
    // Revisions only point back, so that following them forward ends.
    headOf(number) {
      let head = number;
      for (let next = revisedBy.get(head); next !== undefined; next = revisedBy.get(head)) head = next;
      return head;
    },
    kindOf: (thought) => kinds.get(thought.number) ?? thought.kind,
  };
}

/** Heads of the steps of kind `served` that some step for which `serves` holds is about. */
function findServed(
  thoughts: readonly Thought[],
  chain: Chain,
  served: ThoughtKind,
  serves: (thought: Thought) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const latestOnBranch = new Map<string | null, number>();
  for (const thought of thoughts) {
    if (chain.kindOf(thought) === served) latestOnBranch.set(thought.branch, thought.number);
    if (!serves(thought)) continue;
    const target = thought.revises ?? thought.branchFrom ?? latestOnBranch.get(thought.branch) ?? null;
    if (target !== null) found.add(chain.headOf(target));
  }
  return found;
}

function hasHoldingRef(thought: Thought): boolean {
  return thought.refs.some(({ ok }) => ok);
}
