import type { Engine } from '../../code/index.ts';
import type { ThoughtStore, Thread } from '../../domain/thinking/index.ts';
import { THREAD_RETENTION_MS } from '../../domain/thinking/index.ts';
import { statusAnswer } from '../shared/answer.ts';
import type { Cursors } from '../shared/cursor.ts';
import type { SelectDeps } from '../shared/select-project.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';

/** What keep_thinking needs. */
export interface ThinkingDeps extends SelectDeps {
  readonly thoughts: ThoughtStore;
  readonly engine: Engine;
  readonly cursors: Cursors;
}

/** A thread of the caller's account; null when unknown, another account's, or past its 30 days: all alike. */
export async function findThread(deps: ThinkingDeps, id: string, context: ToolContext): Promise<Thread | null> {
  const thread = await deps.thoughts.find(context.caller.accountId, id);
  if (thread === null || thread.updatedAt.getTime() + THREAD_RETENTION_MS <= context.now.getTime()) return null;
  return thread;
}

/**
 * The answer to a handle that means nothing to this account. It does not tell an expired thread from one that never
 * was.
 */
export function unknownThread(): ToolAnswer {
  return statusAnswer({
    status: 'not_found',
    text: 'this account has no thread of that handle (threads are kept 30 days after their last step).',
    next: 'keep_thinking action="list" for the handles, or add without thread to start anew',
    structured: { status: 'not_found' },
  });
}
