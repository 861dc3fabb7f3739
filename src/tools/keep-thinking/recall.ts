import { reviewThoughts, type Thought, type Thread } from '../../domain/thinking/index.ts';
import { moreLine, refuseCursor, statusAnswer } from '../shared/answer.ts';
import { hashArguments } from '../shared/cursor.ts';
import { fence } from '../shared/safe-text.ts';
import { fitJson } from '../shared/structured.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { findThread, type ThinkingDeps, unknownThread } from './deps.ts';
import { branchesData, brief, briefSteps, digestOf, numbersOf, threadLine } from './digest.ts';
import { NOTICE, recallFrame, type ShownStep, showStep, stepsRoom } from './present-step.ts';
import type { ThinkingArguments } from './schema.ts';

const STEPS_DEFAULT = 20;
const THREADS_DEFAULT = 10;
/** A thread in the list shows its first words, for which its steps are read: so only a few at a time. */
const THREADS_MAX_PER_PAGE = 20;

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
  if (args.number !== undefined) return recallStep(deps, thread, thoughts, args);
  if (args.limit !== undefined || args.cursor !== undefined) return recallSteps(deps, args, thread, thoughts);
  return presentDigest(thread, thoughts, ['next: recall with limit=20 for the steps, or number=N for one']);
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
 * The digest, fenced: thoughts may quote the repository, so they are data when they come back. Lists are short, since
 * the digest says the same.
 */
function presentDigest(thread: Thread, thoughts: readonly Thought[], notes: readonly (string | null)[]): ToolAnswer {
  const review = reviewThoughts(thoughts);
  const digest = digestOf(thoughts);
  const said = notes.filter((note) => note !== null);
  return {
    text: [threadLine(thread), fence('thoughts', digest), ...said].join('\n'),
    structured: {
      ...recallFrame(thread),
      ...(said.length === 0 ? {} : { message: said.join('\n') }),
      number: thread.length,
      open_questions: briefSteps(review.openQuestions),
      unsupported: briefSteps(review.unsupported),
      branches: branchesData(review.branches),
      digest,
    },
  };
}

/**
 * One step with its words, and what its references were worth when it was written: they are not checked again. A long
 * one comes in parts, each with the cursor of the next.
 */
function recallStep(
  deps: ThinkingDeps,
  thread: Thread,
  thoughts: readonly Thought[],
  { number, cursor }: ThinkingArguments,
): ToolAnswer {
  const thought = thoughts.find((candidate) => candidate.number === number);
  if (thought === undefined) {
    return statusAnswer({
      status: 'not_found',
      text: `the thread has ${thread.length} steps, none of number ${number}.`,
      structured: { status: 'not_found', thread: thread.id },
    });
  }
  const scope = { tool: 'keep_thinking', commit: null, argumentsHash: hashArguments({ step: [thread.id, number] }) };
  const opened = cursor === undefined ? null : deps.cursors.open(cursor, scope);
  if (opened !== null && !opened.ok) return refuseCursor(opened.error, { status: opened.error });
  const { data, text, rest } = showStep(thought, opened?.value ?? 0, stepsRoom(thread));
  const sealed = rest === null ? null : deps.cursors.seal({ ...scope, offset: rest });
  const next = sealed === null ? null : `recall with number=${thought.number} cursor="${sealed}" reads on`;
  return {
    text: [threadLine(thread), text, ...(next === null ? [] : [`next: ${next}`])].join('\n'),
    structured: { ...recallFrame(thread), ...data, ...(sealed === null ? {} : { cursor: sealed, next }) },
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
  if (typeof offset !== 'number' && !offset.ok) return refuseCursor(offset.error, { status: offset.error });
  const from = typeof offset === 'number' ? offset : offset.value;
  const shown = fitSteps(thoughts.slice(from, from + (args.limit ?? STEPS_DEFAULT)), stepsRoom(thread));
  const to = from + shown.length;
  const cursor = to < thoughts.length ? deps.cursors.seal({ ...scope, offset: to }) : null;
  const more = cursor === null ? [] : [moreLine(cursor, to, thoughts.length)];
  const long = shown.find(({ rest }) => rest !== null)?.data.number;
  const next = long === undefined ? [] : [`recall with number=${long} reads step ${long} whole, in parts`];
  return {
    text: [threadLine(thread), ...shown.map(({ text }) => text), ...next.map((call) => `next: ${call}`), ...more].join(
      '\n',
    ),
    structured: {
      ...recallFrame(thread),
      number: to,
      total: thoughts.length,
      steps: shown.map(({ data }) => data),
      ...(long === undefined ? {} : { next: next[0] }),
      ...(cursor === null ? {} : { cursor }),
    },
  };
}

/** As many steps as fit whole into the room; of one that does not fit alone, the beginning. */
function fitSteps(thoughts: readonly Thought[], room: number): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  let left = room;
  for (const thought of thoughts) {
    const step = showStep(thought, 0, room);
    left -= JSON.stringify(step.data).length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(step);
  }
  return shown;
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
  if (opened !== null && !opened.ok) return refuseCursor(opened.error, { status: opened.error });
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
      notice: NOTICE,
      total,
      threads: rows.map(({ row }) => row),
      ...(cursor === null ? {} : { shown, cursor }),
    },
  };
}

/** A thread in the list: its first words, because a handle says nothing to whoever comes back. */
async function presentThread(
  deps: ThinkingDeps,
  thread: Thread,
): Promise<{ line: string; row: Record<string, unknown> }> {
  const thoughts = await deps.thoughts.thoughts(thread.accountId, thread.id);
  const about = fitJson(brief(thoughts[0]?.text ?? '', 80), 110);
  const open = reviewThoughts(thoughts).openQuestions;
  const numbers = open.length === 0 ? null : numbersOf(open);
  const questions = numbers === null ? '' : ` · open questions ${numbers}`;
  return {
    line: `${threadLine(thread)}${questions} · ${about}`,
    row: {
      thread: thread.id,
      about,
      steps: thread.length,
      updated_at: thread.updatedAt.toISOString(),
      closed: thread.closedAt !== null,
      ...(numbers === null ? {} : { open_questions: numbers }),
    },
  };
}
