import type { MessagePort } from 'node:worker_threads';
import { describeFailure } from '../../base/log.ts';
import { ok } from '../../base/result.ts';
import type { Keeper } from './keeper.ts';
import type { FromKeeper, ToKeeper } from './messages.ts';

/** Answers what one thread asks the keeper, until the port is closed. */
export function serveKeeper(keeper: Keeper, port: MessagePort): void {
  const tell = (message: FromKeeper): void => port.postMessage(message);
  port.on('message', (message: ToKeeper) => {
    if (message.type === 'damaged') keeper.dropSegment(message.folder, message.id);
    else void answer(message);
  });
  const stop = keeper.onForgotten((folder) => tell({ type: 'forget', folder }));
  port.on('close', stop);

  async function answer({ id, selector, waitMs, has }: ToKeeper & { readonly type: 'open' }): Promise<void> {
    try {
      const kept = await keeper.open(selector, waitMs);
      if (!kept.ok) return tell({ type: 'opened', id, result: kept });
      const { view, ...rest } = kept.value;
      const isThere = has.includes(view.generation);
      const opened = { ...rest, generation: view.generation, view: isThere ? null : view };
      tell({ type: 'opened', id, result: ok(opened) });
    } catch (failure) {
      tell({ type: 'failed', id, detail: describeFailure(failure) });
    }
  }
}
