import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import type { Answer, BatchMode } from './git-batch.ts';
import { type ObjectReader, openObjects } from './git-objects.ts';
import type { NumberedQuestion, PoolAnswer, PooledStore, PoolQuestion } from './git-pool.ts';
import { gitPort } from './git-port.ts';
import type { Repository } from './repository.ts';
import { storeSignature } from './store-signature.ts';

/** The pool, as a thread that asks it sees it. */
interface AskedPool {
  lease(store: PooledStore): ObjectReader;
}

let asked: AskedPool | null = null;

/**
 * The objects of a repository, by a process that has served others before where there is one; in a thread that was told
 * of none, as in tests, by one of its own.
 */
export function borrowObjects({ gitDirectory, commonDirectory }: Repository): ObjectReader {
  const port = gitPort();
  if (port === null) return openObjects(gitDirectory);
  asked ??= askPool(port);
  return asked.lease({
    gitDirectory,
    signature: storeSignature(gitDirectory, commonDirectory, systemClock.now().getTime()),
  });
}

/** Speaks through a port whose other end is a pool's. */
export function askPool(port: MessagePort): AskedPool {
  const waiting = new Map<number, (answer: PoolAnswer) => void>();
  let lastId = 0;
  let lastLease = 0;
  port.on('message', (answer: PoolAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) port.unref();
  });
  port.unref();

  function ask(question: PoolQuestion & { readonly type: 'ask' }): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, (told) => {
        if (told.type === 'object') resolve(told.answer);
        else reject(new Error(told.detail));
      });
      port.ref();
      post(port, { id: lastId, question });
    });
  }

  return {
    lease(store) {
      lastLease += 1;
      const lease = lastLease;
      let isClosed = false;
      const askFor = async (mode: BatchMode, objectId: string, bytesMax: number): Promise<Answer | null> => {
        // A late read would start a process that nobody gives back.
        if (isClosed) throw new Error('the source was closed');
        return await ask({ type: 'ask', lease, store, mode, objectId, bytesMax });
      };
      return {
        info: async (id) => (await askFor('--batch-check', id, 0))?.info ?? null,
        async bytes(id, bytesMax) {
          const content = (await askFor('--batch', id, bytesMax))?.content;
          // A buffer comes through a port as the plain array that it is a view of.
          return content ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : null;
        },
        close() {
          isClosed = true;
          post(port, { id: 0, question: { type: 'close', lease } });
        },
      };
    },
  };
}

function post(port: MessagePort, question: NumberedQuestion): void {
  port.postMessage(question);
}
