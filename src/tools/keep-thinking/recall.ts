import { reviewThoughts, type Thought, type Thread } from '../../domain/thinking/index.ts';
import { cutText, moreLine, statusAnswer } from '../shared/answer.ts';
import { ANSWER_CHARACTERS_MAX } from '../shared/budget.ts';
import { cursorRefusalText, hashArguments } from '../shared/cursor.ts';
import { fence, safeText } from '../shared/safe-text.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { findThread, type ThinkingDeps, unknownThread } from './deps.ts';
import { brief, briefSteps, digestOf, numbersOf, threadLine } from './digest.ts';
import type { ThinkingArguments } from './schema.ts';

const STEPS_DEFAULT = 20;
const THREADS_DEFAULT = 10;
/** A thread in the list shows its first words, for which its steps are read: so only a few at a time. */
const THREADS_MAX_PER_PAGE = 20;
/** Characters of steps in one answer; a single step always fits. */
const STEPS_CHARACTERS_MAX = ANSWER_CHARACTERS_MAX - 2_000;

/**
 * The digest of a thread; with `number` one step whole, with `limit` or `cursor` the steps in order. The digest is what
 * is given without asking, since it fits any context.
 */
export async function recallThread(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const thread = await findThread(deps, args.thread ?? '', context);
  if (thread === null) return unknownThread();
  const thoughts = await deps.thoughts.thoughts(context.caller.accountId, thread.id);
  if (args.number !== undefined) return recallStep(thread, thoughts, args.number);
  if (args.limit !== undefined || args.cursor !== undefined) return recallSteps(deps, args, thread, thoughts);
  return presentDigest(thread, thoughts, [`next: recall with limit=20 for the steps, or number=N for one`]);
}

/**
 * Closes a thread and offers to keep what was decided. To close twice is no error: the second call tells that it was
 * closed.
 */
export async function closeThread(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const { accountId } = context.caller;
  const thread = await findThread(deps, args.thread ?? '', context);
  if (thread === null) return unknownThread();
  const closedNow = await deps.thoughts.close(accountId, thread.id, context.now);
  const thoughts = await deps.thoughts.thoughts(accountId, thread.id);
  const decision = reviewThoughts(thoughts).decisions.at(-1);
  const offer =
    decision === undefined
      ? null
      : `next: keep decision #${decision.number} with project_memory action="save" type="decision" key="decisions/…" text="…"`;
  const closed = { ...thread, closedAt: thread.closedAt ?? context.now };
  return presentDigest(closed, thoughts, [closedNow ? null : 'it was closed before', offer]);
}

/**
 * The digest, fenced: thoughts may quote the repository, so they are data when they come back. Lists are short in the
 * structured value, since the text beside it says the same.
 */
function presentDigest(thread: Thread, thoughts: readonly Thought[], notes: readonly (string | null)[]): ToolAnswer {
  const review = reviewThoughts(thoughts);
  const digest = digestOf(thoughts);
  const lines = [threadLine(thread), fence('thoughts', digest), ...notes.filter((note) => note !== null)];
  return {
    text: lines.join('\n'),
    structured: {
      status: 'ok',
      thread: thread.id,
      number: thread.length,
      open_questions: briefSteps(review.openQuestions),
      unsupported: briefSteps(review.unsupported),
      branches: review.branches.slice(0, 20).map(safeText),
      digest,
    },
  };
}

/** One step whole, with what its references were worth when it was written: they are not checked again. */
function recallStep(thread: Thread, thoughts: readonly Thought[], number: number): ToolAnswer {
  const thought = thoughts.find((candidate) => candidate.number === number);
  if (thought === undefined) {
    return statusAnswer({
      status: 'not_found',
      text: `the thread has ${thread.length} steps, none of number ${number}.`,
      structured: { status: 'not_found', thread: thread.id },
    });
  }
  return {
    text: `${threadLine(thread)}\n${presentStep(thought)}`,
    structured: { status: 'ok', thread: thread.id, number, refs: thought.refs.map(safeRef) },
  };
}

/**
 * Steps in order, a page at a time. The cursor names the thread and no state, since steps are only ever added at the
 * end: one given before goes on with what came after it.
 */
function recallSteps(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  thread: Thread,
  thoughts: readonly Thought[],
): ToolAnswer {
  const scope = { tool: 'keep_thinking', commit: null, argumentsHash: hashArguments({ recall: thread.id }) };
  const offset = args.cursor === undefined ? 0 : deps.cursors.open(args.cursor, scope);
  if (typeof offset !== 'number' && !offset.ok) return refuseCursor(offset.error);
  const from = typeof offset === 'number' ? offset : offset.value;
  const texts: string[] = [];
  let characters = 0;
  for (const thought of thoughts.slice(from, from + (args.limit ?? STEPS_DEFAULT))) {
    const text = presentStep(thought);
    characters += text.length + 1;
    if (characters > STEPS_CHARACTERS_MAX && texts.length > 0) break;
    texts.push(cutText(text, STEPS_CHARACTERS_MAX));
  }
  const shown = from + texts.length;
  const cursor = shown < thoughts.length ? deps.cursors.seal({ ...scope, offset: shown }) : null;
  const more = cursor === null ? [] : [moreLine(cursor, shown, thoughts.length)];
  return {
    text: [threadLine(thread), ...texts, ...more].join('\n'),
    structured: { status: 'ok', thread: thread.id, number: shown, ...(cursor === null ? {} : { cursor }) },
  };
}

/** A step in a fence that says who wrote it, so that a thought is never taken for an instruction of the service. */
function presentStep(thought: Thought): string {
  const facts = [
    `#${thought.number} ${thought.kind}`,
    thought.branch === null ? null : `branch ${thought.branch}`,
    thought.revises === null ? null : `revises #${thought.revises}`,
    thought.branchFrom === null ? null : `from #${thought.branchFrom}`,
    thought.confidence === null ? null : `confidence ${thought.confidence}`,
    thought.commit === null ? null : `at ${thought.commit.slice(0, 7)}`,
    `by ${thought.byKey}`,
  ].filter((fact) => fact !== null);
  const refs = thought.refs.map(({ ref, ok, reason }) => `\nref ${ref}: ${ok ? 'held' : reason}`).join('');
  return fence(facts.join(' · '), `${thought.text}${refs}`);
}

/**
 * The account's threads, latest change first, each with its first words. The cursor is bound to the account, so that
 * one of another account means nothing.
 */
export async function listThreads(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const { accountId } = context.caller;
  const scope = { tool: 'keep_thinking', commit: null, argumentsHash: hashArguments({ list: accountId }) };
  const opened = args.cursor === undefined ? null : deps.cursors.open(args.cursor, scope);
  if (opened !== null && !opened.ok) return refuseCursor(opened.error);
  const from = opened?.value ?? 0;
  const limit = Math.min(args.limit ?? THREADS_DEFAULT, THREADS_MAX_PER_PAGE);
  const { threads, total } = await deps.thoughts.list(accountId, limit, from);
  const rows = await Promise.all(threads.map((thread) => presentThread(deps, thread)));
  const shown = from + rows.length;
  const cursor = shown < total ? deps.cursors.seal({ ...scope, offset: shown }) : null;
  const body = rows.map(({ line }) => line).join('\n');
  const lines = [`threads of this account: ${total}`];
  if (rows.length > 0) lines.push(fence('threads', body));
  if (cursor !== null) lines.push(moreLine(cursor, shown, total));
  return {
    text: lines.join('\n'),
    structured: {
      status: 'ok',
      total,
      threads: rows.map(({ row }) => row),
      ...(cursor === null ? {} : { cursor }),
    },
  };
}

/** A thread in the list: its first words, because a handle says nothing to whoever comes back. */
async function presentThread(
  deps: ThinkingDeps,
  thread: Thread,
): Promise<{ line: string; row: Record<string, unknown> }> {
  const thoughts = await deps.thoughts.thoughts(thread.accountId, thread.id);
  const about = brief(thoughts[0]?.text ?? '', 80);
  const open = reviewThoughts(thoughts).openQuestions;
  const questions = open.length === 0 ? '' : ` · open questions ${numbersOf(open)}`;
  return {
    line: `${threadLine(thread)}${questions} · ${about}`,
    row: {
      thread: thread.id,
      about,
      steps: thread.length,
      updated_at: thread.updatedAt.toISOString(),
      closed: thread.closedAt !== null,
    },
  };
}

/** The refusal with its word in the structured value, which this tool always gives. */
function refuseCursor(refusal: 'bad_cursor' | 'stale_cursor'): ToolAnswer {
  const [status, text] = [refusal, cursorRefusalText(refusal).replace(/^\w+: /, '')];
  return statusAnswer({ status, text, structured: { status } });
}

/** References are callers' text, reasons may hold names from the repository. */
function safeRef({ ref, ok, reason }: Thought['refs'][number]): Thought['refs'][number] {
  return { ref: safeText(ref), ok, reason: safeText(reason) };
}
