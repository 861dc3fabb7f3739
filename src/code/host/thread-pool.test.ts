import { expect, test } from 'vitest';
import type { FromEngine } from './messages.ts';
import { sentNowMs, waitedMs } from './sent-at.ts';
import { siblingModule } from './sibling-module.ts';
import { makeThreadPool } from './thread-pool.ts';

test('what a question waited for its thread it no longer has to answer', async () => {
  const operations = siblingModule(import.meta.url, '../../../test/support/misbehaving-operations');
  const [answered, ended] = [Promise.withResolvers<FromEngine>(), Promise.withResolvers<FromEngine>()];
  const pool = makeThreadPool(operations.href, null, (message) =>
    ('id' in message && message.id === 1 ? answered : ended).resolve(message),
  );
  const ask = { type: 'run', input: null, remainingMs: 10_000, isSlow: false, sentAtMs: sentNowMs() - 4_000 } as const;
  pool.run({ ...ask, id: 1, operation: 'remaining' });
  const answer = await answered.promise;
  // Of 10 seconds 4 are gone, and half a one is kept for the answer.
  expect(answer.type === 'answer' && answer.output).toBeLessThanOrEqual(5_500);

  // Ends the thread, which would outlive the test.
  pool.run({ ...ask, id: 2, operation: 'spin' });
  pool.stop(2, 'timeout');
  expect(await ended.promise).toMatchObject({ type: 'failed', reason: 'timeout' });
});

test('a clock that was set between two starts neither gives a question time nor takes all of it', () => {
  expect(waitedMs(sentNowMs() - 500)).toBeGreaterThanOrEqual(500);
  expect(waitedMs(sentNowMs() + 86_400_000)).toBe(0);
  expect(waitedMs(sentNowMs() - 86_400_000)).toBe(30_000);
});
