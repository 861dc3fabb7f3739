import { err } from '../../base/result.ts';
import type { Asked } from '../../domain/packages/index.ts';

/**
 * The answer, or a failure as soon as the caller goes away. The work itself goes on, because others may be waiting for the
 * same answer and the next caller finds it in the cache.
 */
export async function untilAborted<Value>(work: Promise<Asked<Value>>, signal: AbortSignal): Promise<Asked<Value>> {
  const gone = Promise.withResolvers<Asked<Value>>();
  const leave = (): void => gone.resolve(err({ text: 'there was no time left to wait for it' }));
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
