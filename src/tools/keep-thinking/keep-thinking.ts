import { THOUGHT_BYTES_MAX } from '../../domain/thinking/index.ts';
import { defineTool, type Tool } from '../tool.ts';
import { addThought } from './add.ts';
import type { ThinkingDeps } from './deps.ts';
import { closeThread, listThreads, recallThread } from './recall.ts';
import { adaptOldNames, type ThinkingArguments, thinkingInput, thinkingOutput } from './schema.ts';

/** Durable chains of reasoning, private to the account, with references checked against the code. Source: docs/tools.md, "keep_thinking". */
export function makeKeepThinking(deps: ThinkingDeps): Tool<typeof thinkingInput> {
  return defineTool({
    name: 'keep_thinking',
    title: 'Keep thinking',
    description:
      'A chain of reasoning that outlives your context. Add steps, revise, branch, recall a short digest later. Refs are checked against the code at once; open questions and hypotheses without evidence are listed. Pass the returned thread in later calls. Private to the account, kept 30 days.',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    isChargeable: true,
    input: thinkingInput,
    output: thinkingOutput,
    adapt: adaptOldNames,
    check: checkTogether,
    async run(args, context) {
      switch (args.action) {
        case 'add':
          return addThought(deps, args, context);
        case 'recall':
          return recallThread(deps, args, context);
        case 'list':
          return listThreads(deps, args, context);
        case 'close':
          return closeThread(deps, args, context);
      }
    },
  });
}

/**
 * What belongs to which action; null when it fits together. A thought beside another action is refused, not dropped: a
 * caller who takes it for kept has lost it. Bytes are counted here because the schema counts characters.
 */
function checkTogether(args: ThinkingArguments): string | null {
  if (args.action === 'add') {
    if (args.thought === undefined || args.thought.trim() === '')
      return 'action "add" needs thought, the step in words';
    if (Buffer.byteLength(args.thought) > THOUGHT_BYTES_MAX) return `thought is longer than ${THOUGHT_BYTES_MAX} bytes`;
    if (args.thread === undefined && (args.revises !== undefined || args.branch_from !== undefined)) {
      return 'revises and branch_from point at a step of a thread: pass its handle as thread';
    }
    return null;
  }
  if (args.thought !== undefined) return `thought belongs to action "add", not "${args.action}"`;
  if (args.action !== 'list' && args.thread === undefined) return `action "${args.action}" needs thread, the handle`;
  return null;
}
