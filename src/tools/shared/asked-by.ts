import type { CallOptions } from '../../code/index.ts';
import type { ToolContext } from '../tool.ts';

/** For whom the engine answers: accounts in turn, and of an account's keys the busy ones leave places to the others. */
export function askedBy({ caller, signal }: Pick<ToolContext, 'caller' | 'signal'>, deadlineMs: number): CallOptions {
  return { party: caller.accountId, caller: caller.keyPrefix, signal, deadlineMs };
}
