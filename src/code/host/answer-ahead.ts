import { err, ok, type Result } from '../../base/result.ts';
import type { SourceAhead } from '../keeper/client.ts';
import type { OperationContext } from '../questions/context.ts';
import type { SourceSelector } from '../source/source.ts';

/**
 * Answers a question by the files that the keeper told last, while it looks whether they still are the same: on another
 * core, where there is one. What was found in other files is thrown away, and its question answered anew: null. What goes
 * wrong in them goes wrong again if that is how it is. Source: ADR 0037.
 */
export async function answerAhead<Output>(
  answer: (context: OperationContext) => Promise<Output>,
  context: OperationContext,
  open: (selector: SourceSelector) => SourceAhead | null,
): Promise<{ readonly output: Output } | null> {
  const stop = new AbortController();
  context.signal.addEventListener('abort', () => stop.abort(), { once: true });
  const looks: Promise<boolean>[] = [];
  const openSource: OperationContext['openSource'] = async (selector) => {
    const found = open(selector);
    if (found === null) return await context.openSource(selector);
    looks.push(found.isStill);
    void found.isStill.then((isStill) => {
      if (!isStill) stop.abort();
    });
    return ok(found.source);
  };
  const outcome = await settle(answer({ ...context, signal: stop.signal, openSource }));
  if (looks.length === 0 && !outcome.ok) throw outcome.error;
  const areStill = (await Promise.all(looks)).every(Boolean);
  return areStill && outcome.ok ? { output: outcome.value } : null;
}

async function settle<Output>(promise: Promise<Output>): Promise<Result<Output, unknown>> {
  return await promise.then(ok, err);
}
