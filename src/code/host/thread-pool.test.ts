import { expect, test } from 'vitest';
import { siblingModule } from '../process/sibling-module.ts';
import type { RunMessage } from './messages.ts';
import { sentNowMs, waitedMs } from './sent-at.ts';
import { makeThreadPool } from './thread-pool.ts';

/** A pool of misbehaving operations; `end` ends its threads, which would outlive the test. */
function makePool(threads: number) {
  const { href } = siblingModule(import.meta.url, '../../../test/support/misbehaving-operations');
  const endings = new Map<number, (ending: unknown) => void>();
  const pool = makeThreadPool({ threads, thread: { operationsUrl: href } }, null, (message) => {
    if ('id' in message) endings.get(message.id)?.(message.type === 'answer' ? JSON.parse(message.output) : message);
  });
  let lastId = 0;
  /** `ended` tells how it ended; of an answer what was answered. */
  const ask = (operation: string, options: Partial<RunMessage> = {}) => {
    lastId += 1;
    const id = lastId;
    const ended = new Promise<unknown>((resolve) => endings.set(id, resolve));
    const usual = { input: null, remainingMs: 10_000, isSlow: false, caller: 1, sentAtMs: sentNowMs() };
    pool.run({ ...usual, ...options, type: 'run', id, operation });
    return { id, ended };
  };
  const end = async (): Promise<void> => {
    const spinning = Array.from({ length: threads }, () => ask('spin'));
    for (const { id } of spinning) pool.stop(id, 'timeout');
    for (const { ended } of spinning) expect(await ended).toMatchObject({ type: 'failed', reason: 'timeout' });
  };
  return { pool, ask, end };
}

test('what a question waited for its thread it no longer has to answer', async () => {
  const { ask, end } = makePool(1);
  // Of 10 seconds 4 are gone, and half a one is kept for the answer.
  expect(await ask('remaining', { sentAtMs: sentNowMs() - 4_000 }).ended).toBeLessThanOrEqual(5_500);
  await end();
});

test('a caller goes back to its thread, another one gets the thread that has rested the longest', async () => {
  const { pool, ask, end } = makePool(2);
  const first = await ask('thread', { caller: 1 }).ended;
  const waiting = ask('wait', { caller: 1 });
  const second = await ask('thread', { caller: 2 }).ended;
  expect(second).not.toBe(first);
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  for (const caller of [1, 2, 2, 1]) expect(await ask('thread', { caller }).ended).toBe(caller === 1 ? first : second);
  // One more than may be at work at once.
  const third = await ask('thread', { caller: 3 }).ended;
  expect([first, second]).not.toContain(third);
  expect(await ask('thread', { caller: 4 }).ended).toBe(second);
  await end();
});

test('a thread that is ended while its answer is on its way is given no other question', async () => {
  const { pool, ask, end } = makePool(2);
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const { id, ended } = ask('announce', { input: sent });
  // Nothing that was sent is seen before this turn ends.
  Atomics.wait(sent, 0, 0);
  pool.stop(id, 'timeout');
  const first = await ended;
  const second = await ask('thread').ended;
  expect(second).not.toMatchObject({ type: 'failed' });
  expect(second).not.toBe(first);
  await end();
});

test('who asks for the first time takes nobody else his thread, as long as another one may be started', async () => {
  const { pool, ask, end } = makePool(2);
  const first = await ask('thread', { caller: 1 }).ended;
  const waiting = ask('wait', { caller: 2 });
  expect(await ask('thread', { caller: 1 }).ended).toBe(first);
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  await end();
});

test('the thread of a caller that asks for much is given to nobody else while another one is idle', async () => {
  const { pool, ask, end } = makePool(2);
  const waiting = ask('wait', { caller: 1, isSlow: true });
  const quick = await ask('thread', { caller: 2 }).ended;
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  const other = await ask('thread', { caller: 3 }).ended;
  for (const caller of [4, 5]) expect([quick, other]).toContain(await ask('thread', { caller }).ended);
  expect([quick, other]).not.toContain(await ask('thread', { caller: 6, isSlow: true }).ended);
  await end();
});

test('who has come to ask for much keeps his thread, and gets another one when he no longer does', async () => {
  const { ask, end } = makePool(2);
  const own = await ask('thread', { caller: 1 }).ended;
  expect(await ask('thread', { caller: 1, isSlow: true }).ended).toBe(own);
  expect(await ask('thread', { caller: 1 }).ended).not.toBe(own);
  await end();
});

test('where memory is short the question of who asks for much ends first, then the one that runs the longest', async () => {
  const { pool, ask, end } = makePool(3);
  const oldest = ask('wait', { caller: 1 });
  const quick = ask('wait', { caller: 2 });
  const slow = ask('wait', { caller: 3, isSlow: true });
  for (const { ended } of [slow, oldest, quick]) {
    expect([pool.endHungriest(), pool.endHungriest()]).toEqual(['ended', 'ending']);
    expect(await ended).toMatchObject({ type: 'failed', reason: 'out_of_memory' });
  }
  expect(pool.endHungriest()).toBe('none');
  await end();
});

test('where memory is short an idle thread stays for the quick caller that it is known to', async () => {
  const { pool, ask, end } = makePool(2);
  const waiting = ask('wait', { caller: 1, isSlow: true });
  const quick = await ask('thread', { caller: 2 }).ended;
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  pool.endIdle();
  expect(await ask('thread', { caller: 2 }).ended).toBe(quick);
  pool.rest();
  await end();
});

test('a clock that was set between two starts neither gives a question time nor takes all of it', () => {
  expect(waitedMs(sentNowMs() - 500)).toBeGreaterThanOrEqual(500);
  expect(waitedMs(sentNowMs() + 86_400_000)).toBe(0);
  expect(waitedMs(sentNowMs() - 86_400_000)).toBe(30_000);
});
