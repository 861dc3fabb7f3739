import { ok } from '../../base/result.ts';
import type { SourceAhead } from '../keeper/client.ts';
import type { OperationContext } from '../questions/context.ts';
import type { SourceSelector } from '../source/source.ts';

/**
 * Answers a question by the files that the keeper told last, while it looks whether they still are the same: on another
 * core, where there is one. Null when what was found is to be thrown away and the question answered anew: because the files
 * are others, or because anything went wrong, such as a damaged index, which goes wrong again if that is how it is. Source:
 * ADR 0037.
 */
export async function answerAhead<Output>(
  answer: (context: OperationContext) => Promise<Output>,
  context: OperationContext,
  open: (selector: SourceSelector) => SourceAhead | null,
): Promise<{ readonly output: Output } | null> {
  const stop = new AbortController();
  context.signal.addEventListener('abort', () => stop.abort(), { once: true });
  if (context.signal.aborted) stop.abort();
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
  const found = await answer({ ...context, signal: stop.signal, openSource }).then(
    (output) => ({ output }),
    () => null,
  );
  const areStill = (await Promise.all(looks)).every(Boolean);
  return areStill ? found : null;
}
