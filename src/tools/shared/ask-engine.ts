import { type CallOptions, type Engine, EngineError, type EngineOperations } from '../../code/index.ts';
import type { ToolContext } from '../tool.ts';

/** Who asks and since when nobody waits any more. */
type Asker = Pick<ToolContext, 'caller' | 'signal'>;

/**
 * The engine's answer. Where the question took too long, that is an answer too, about the question; all else that keeps
 * the engine from answering is the service's fault and thrown.
 */
export async function askEngine<Name extends keyof EngineOperations>(
  engine: Pick<Engine, 'call'>,
  operation: Name,
  { input, context, deadlineMs }: Question<Name>,
): Promise<EngineOperations[Name]['output'] | 'timeout'> {
  try {
    return await engine.call(operation, input, askedBy(context, deadlineMs));
  } catch (failure) {
    if (failure instanceof EngineError && failure.reason === 'timeout') return 'timeout';
    throw failure;
  }
}

interface Question<Name extends keyof EngineOperations> {
  readonly input: EngineOperations[Name]['input'];
  readonly context: Asker;
  readonly deadlineMs: number;
}

/** For whom the engine answers: accounts in turn, and of an account's keys the busy ones leave places to the others. */
export function askedBy({ caller, signal }: Asker, deadlineMs: number): CallOptions {
  return { party: caller.accountId, caller: caller.keyPrefix, signal, deadlineMs };
}
