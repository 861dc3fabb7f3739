import { randomBase62 } from '../../base/ids.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { reviewThoughts, THOUGHTS_MAX, THREADS_MAX, type Thought, type Thread } from '../../domain/thinking/index.ts';
import { cutText, statusAnswer } from '../shared/answer.ts';
import { cutToBudget } from '../shared/budget.ts';
import { checkRefs } from '../shared/check-refs.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';
import { type Selection, selectorOf, selectProject } from '../shared/select-project.ts';
import { roomBeside, withMessage, withStatus } from '../shared/structured.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { findThread, type ThinkingDeps, unknownThread } from './deps.ts';
import { branchesData, briefSteps, numbersOf } from './digest.ts';
import { refsData } from './present-step.ts';
import type { ThinkingArguments } from './schema.ts';

/** The handle is the only way to a thread beside its account: 131 random bits. */
const HANDLE_LENGTH = 22;

/** Longest answer to `add`, in tokens. Source: docs/tools.md, "keep_thinking". */
const ADD_TOKENS_MAX = 150;

/**
 * Adds a step to a thread, or starts one with it. Secrets go before anything else sees the text. What can be
 * refused without the store is refused before it. Its answer is final: number and room are given there in one step, so that two callers
 * never get the same.
 */
export async function addThought(
  deps: ThinkingDeps,
  given: ThinkingArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const { args, kinds } = withoutSecrets(given);
  const thread = args.thread === undefined ? null : await findThread(deps, args.thread, context);
  if (args.thread !== undefined && thread === null) return unknownThread();
  if (thread !== null) {
    const refusal = refuseStep(thread, args);
    if (refusal !== null) return refusal;
  }
  const place = await selectPlace(deps, args, thread, context);
  if (!place.ok) return withStatus(place.error);
  const checked = await checkThoughtRefs(deps, args, place.value, context);
  const draft = draftThought(args, thread, checked, context);
  const added = thread === null ? await start(deps, draft, place.value, context) : await append(deps, draft, context);
  if (!added.ok) return added.error;
  return present(deps, { added: added.value, args, redacted: kinds, isNew: thread === null }, context);
}

/** Whatever is kept goes without credentials, also where nobody would look for one. */
function withoutSecrets(given: ThinkingArguments): { readonly args: ThinkingArguments; readonly kinds: string[] } {
  const kinds = new Set<string>();
  const redact = (text: string): string => {
    const redacted = redactSecrets(text);
    for (const kind of redacted.kinds) kinds.add(kind);
    return redacted.text;
  };
  const { thought, branch, refs } = given;
  const args = {
    ...given,
    ...(thought === undefined ? {} : { thought: redact(thought) }),
    ...(branch === undefined ? {} : { branch: redact(branch) }),
    ...(refs === undefined ? {} : { refs: refs.map(redact) }),
  };
  return { args, kinds: [...kinds].sort() };
}

/** The step as it is to be kept, but for its number, which the store gives. */
function draftThought(
  args: ThinkingArguments,
  thread: Thread | null,
  checked: Pick<Thought, 'refs' | 'commit'>,
  context: ToolContext,
): Omit<Thought, 'number'> {
  return {
    threadId: thread?.id ?? `th_${randomBase62(HANDLE_LENGTH)}`,
    kind: args.kind ?? (args.revises === undefined ? 'step' : 'revision'),
    text: args.thought ?? '',
    revises: args.revises ?? null,
    branchFrom: args.branch_from ?? null,
    branch: args.branch ?? (args.branch_from === undefined ? null : `from-${args.branch_from}`),
    refs: checked.refs,
    confidence: args.confidence ?? null,
    total: args.total ?? null,
    more: args.more ?? null,
    createdAt: context.now,
    byKey: context.caller.keyPrefix ?? 'none',
    commit: checked.commit,
  };
}

/** Refuses a step that points nowhere; null when it fits. */
function refuseStep(thread: Thread, args: ThinkingArguments): ToolAnswer | null {
  for (const [name, number] of [['revises', args.revises] as const, ['branch_from', args.branch_from] as const]) {
    if (number === undefined || number <= thread.length) continue;
    return statusAnswer({
      status: 'bad_arguments',
      text: `${name} is ${number}, but the thread has ${thread.length} steps.`,
      next: `keep_thinking action="recall" thread="${thread.id}" limit=50 shows them`,
    });
  }
  return null;
}

/**
 * The project that the references are of: the one named, the thread's own, or the account's only one. A thought needs
 * none; only a project that was named and not found is worth a refusal.
 */
async function selectPlace(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  thread: Thread | null,
  context: ToolContext,
): Promise<Result<Selection | null, ToolAnswer>> {
  const { accountId } = context.caller;
  if (args.path === undefined && thread?.projectId != null) {
    const project = (await deps.projects.list(accountId)).find(({ id }) => id === thread.projectId);
    return ok(project === undefined ? null : { project, source: selectorOf(project, null, deps.denied), prefix: null });
  }
  const selected = await selectProject(deps, { accountId, path: args.path });
  if (selected.ok) return selected;
  return args.path === undefined ? ok(null) : err(selected.error);
}

/**
 * What the references are worth now, kept with the step. A reference that does not hold is written down with the reason
 * and never refuses the step: the thought is worth more than its proof.
 */
async function checkThoughtRefs(
  deps: ThinkingDeps,
  args: ThinkingArguments,
  place: Selection | null,
  context: ToolContext,
): Promise<Pick<Thought, 'refs' | 'commit'>> {
  const asked = args.refs ?? [];
  if (asked.length === 0) return { refs: [], commit: null };
  if (place === null) {
    const reason = 'not checked: no project is named; pass path';
    return { refs: asked.map((ref) => ({ ref, ok: false, reason })), commit: null };
  }
  const refs = place.prefix === null ? asked : asked.map((ref) => `${place.prefix}/${ref}`);
  const check = await checkRefs(deps, {
    party: context.caller.accountId,
    source: place.source,
    refs,
    signal: context.signal,
  });
  if (!check.isChecked) return { refs: asked.map((ref) => ({ ref, ok: false, reason: check.reason })), commit: null };
  const checked = asked.map((ref, i) => {
    const found = check.refs[i];
    return { ref, ok: found?.state === 'ok', reason: cutText(found?.reason ?? 'not checked', 200) };
  });
  return { refs: checked, commit: check.commit };
}

/**
 * A new thread with its first step, in one write: there is no thread without a step. The plan's number of threads is
 * held by the store, since two calls may start one at the same time.
 */
async function start(
  deps: ThinkingDeps,
  draft: Omit<Thought, 'number'>,
  place: Selection | null,
  context: ToolContext,
): Promise<Result<Thought, ToolAnswer>> {
  const { accountId, plan } = context.caller;
  const first: Thought = { ...draft, number: 1 };
  const thread: Thread = {
    id: draft.threadId,
    accountId,
    projectId: place?.project.id ?? null,
    createdAt: context.now,
    updatedAt: context.now,
    closedAt: null,
    length: 1,
  };
  if (await deps.thoughts.start(thread, first, THREADS_MAX[plan])) return ok(first);
  return err(
    statusAnswer({
      status: 'bad_arguments',
      text: `the account holds ${THREADS_MAX[plan]} threads, the most of its plan (${plan}).`,
      next: 'continue one of them (keep_thinking action="list"); threads go 30 days after their last step',
    }),
  );
}

/** The next step. The store says only that it did not fit; the reason is read afterwards, for the text alone. */
async function append(
  deps: ThinkingDeps,
  draft: Omit<Thought, 'number'>,
  context: ToolContext,
): Promise<Result<Thought, ToolAnswer>> {
  const added = await deps.thoughts.append(context.caller.accountId, draft, THOUGHTS_MAX);
  if (added !== null) return ok(added);
  const thread = await findThread(deps, draft.threadId, context);
  if (thread === null) return err(unknownThread());
  const why = thread.closedAt === null ? `holds ${THOUGHTS_MAX} steps, the most there may be` : 'is closed';
  return err(
    statusAnswer({
      status: 'bad_arguments',
      text: `the thread ${why}; nothing was added.`,
      next: `keep_thinking action="recall" thread="${thread.id}" for its digest, then add without thread to go on in a new one`,
    }),
  );
}

interface Added {
  readonly added: Thought;
  readonly args: ThinkingArguments;
  readonly redacted: readonly string[];
  readonly isNew: boolean;
}

/**
 * What to know after a step: where it went, which references failed, and what is still open in the thread. As short as
 * it can be, since it comes with every step; the caller's own number is corrected and not refused.
 */
async function present(
  deps: ThinkingDeps,
  { added, args, redacted, isNew }: Added,
  context: ToolContext,
): Promise<ToolAnswer> {
  const review = reviewThoughts(await deps.thoughts.thoughts(context.caller.accountId, added.threadId));
  const total = Math.max(added.total ?? added.number, added.number);
  const failed = added.refs.filter((ref) => !ref.ok);
  const branch = added.branch === null ? '' : `, branch ${cutText(added.branch, 40)}`;
  const lines = [
    `thread ${added.threadId} · step ${added.number} of ${total} (${added.kind}${branch})`,
    args.number !== undefined && args.number !== added.number
      ? `recorded as ${added.number}; you said ${args.number}`
      : null,
    isNew ? 'a new thread: pass its handle as thread in the next call' : null,
    redacted.length === 0 ? null : `taken out as secret: ${redacted.join(', ')}`,
    added.refs.length === 0 ? null : `refs: ${added.refs.length - failed.length} of ${added.refs.length} hold`,
    ...failed.slice(0, 2).map(({ ref, reason }) => `- ${cutText(ref, 60)}: ${cutText(reason, 60)}`),
    failed.length > 2 ? `- and ${failed.length - 2} more` : null,
    review.openQuestions.length === 0 ? null : `open questions: ${numbersOf(review.openQuestions)}`,
    review.unsupported.length === 0 ? null : `hypotheses without evidence: ${numbersOf(review.unsupported)}`,
  ];
  const text = safeText(lines.filter((line) => line !== null).join('\n'));
  const structured = {
    status: 'ok',
    thread: added.threadId,
    number: added.number,
    total,
    more: added.more ?? true,
    open_questions: briefSteps(review.openQuestions),
    unsupported: briefSteps(review.unsupported),
    branches: branchesData(review.branches),
  };
  const refs = refsData(added.refs, roomBeside(structured) - MESSAGE_ROOM);
  return withMessage({ text: cutToBudget(text, ADD_TOKENS_MAX).text }, { ...structured, refs });
}

/** Room for the text of the answer in the structured value. */
const MESSAGE_ROOM = 1_500;
