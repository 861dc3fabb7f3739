import { afterEach, expect, test, vi } from 'vitest';
import { LOADING_MS } from '../../../test/support/misbehaving-operations.ts';
import { MIB } from '../../base/units.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { Outcome, RunMessage, ToThreads } from './messages.ts';
import { sentNowMs, waitedMs } from './sent-at.ts';
import { ThreadPool } from './thread-pool.ts';
import { chooseSlot, makeSlot } from './thread-slots.ts';
import { makeThreads } from './threads.ts';
import { connectWire, type Wire } from './wire.ts';
import { openWires, type Wires } from './wires.ts';

const opened: (Wires | null)[] = [];

afterEach(() => {
  for (const wires of opened.splice(0)) wires?.close();
  vi.useRealTimers();
});

/** A pool of misbehaving operations, with its threads in this process; `end` ends them, since they would outlive the test. */
function makePool(threadsMax: number, wires = openWires()) {
  const operationsUrl = siblingModule(import.meta.url, '../../../test/support/misbehaving-operations').href;
  opened.push(wires);
  const endings = new Map<number, (ending: unknown) => void>();
  const threads = makeThreads({ operationsUrl, wirePath: wires?.path ?? null }, null, (message) => {
    if (message.type === 'said' || message.type === 'ended') pool.hear(message);
  });
  /** All that the main thread of a process would have been sent. */
  const sent: ToThreads[] = [];
  /** Questions that have ended, each as often as it was told. */
  const ended: number[] = [];
  const answers: (Outcome & { readonly type: 'answer' })[] = [];
  const pool = new ThreadPool(threadsMax, {
    send(message) {
      sent.push(message);
      threads.hear(message);
    },
    tell(outcome) {
      ended.push(outcome.id);
      if (outcome.type === 'answer') answers.push(outcome);
      endings.get(outcome.id)?.(outcome.type === 'answer' ? JSON.parse(outcome.output) : outcome);
    },
    wires,
  });
  let lastId = 0;
  /** `ended` tells how it ended; of an answer what was answered. */
  const ask = (operation: string, options: Partial<RunMessage> = {}) => {
    lastId += 1;
    const id = lastId;
    const outcome = new Promise<unknown>((resolve) => endings.set(id, resolve));
    const usual = { input: null, remainingMs: 10_000, pace: 'quick' as const, caller: 1, sentAtMs: sentNowMs() };
    pool.run({ ...usual, ...options, type: 'run', id, operation });
    return { id, ended: outcome };
  };
  const end = async (): Promise<void> => {
    const spinning = Array.from({ length: threadsMax }, () => ask('spin'));
    for (const { id } of spinning) pool.stop(id, 'timeout');
    for (const { ended } of spinning) expect(await ended).toMatchObject({ type: 'failed', reason: 'timeout' });
  };
  /** Asks until a caller's thread is asked by its wire. */
  const openWire = async (caller = 1): Promise<void> => {
    do {
      sent.length = 0;
      await ask('echo', { caller }).ended;
    } while (sent.length > 0);
  };
  return { pool, ask, end, sent, ended, answers, openWire };
}

test('what a question waited for its thread it no longer has to answer', async () => {
  const { ask, end } = makePool(1);
  // Of 10 seconds 4 are gone, and half a one is kept for the answer.
  expect(await ask('remaining', { sentAtMs: sentNowMs() - 4_000 }).ended).toBeLessThanOrEqual(5_500);
  await end();
});

test('a pool that was prepared has a thread for the first question, whoever asks it', async () => {
  const { pool, ask, end, sent } = makePool(2);
  pool.prepare();
  pool.prepare();
  expect(sent).toMatchObject([
    { type: 'start', thread: 1 },
    { type: 'pass', thread: 1, message: { type: 'prepare' } },
  ]);
  await ask('echo').ended;
  pool.prepare();
  expect(sent.filter(({ type }) => type === 'start')).toHaveLength(1);
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
  const waiting = ask('wait', { caller: 1, pace: 'slow' });
  const quick = await ask('thread', { caller: 2 }).ended;
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  const other = await ask('thread', { caller: 3 }).ended;
  for (const caller of [4, 5]) expect([quick, other]).toContain(await ask('thread', { caller }).ended);
  expect([quick, other]).not.toContain(await ask('thread', { caller: 6, pace: 'slow' }).ended);
  await end();
});

test('who has come to ask for much keeps his thread, and gets another one after that where it has to stay nice', () => {
  const own = { ...makeSlot(1), caller: 1, isSlow: true, restsSinceMs: performance.now() };
  expect(chooseSlot([own], { caller: 1, pace: 'slow' }, true)).toBe(own);
  expect(chooseSlot([own], { caller: 1, pace: 'quick' }, true)).toBe(own);
  const heldBack = { ...own, isHeldBack: true };
  expect(chooseSlot([heldBack], { caller: 1, pace: 'slow' }, true)).toBe(heldBack);
  expect(chooseSlot([heldBack], { caller: 1, pace: 'quick' }, true)).toBeUndefined();
  const rested = { ...heldBack, isSlow: false, restsSinceMs: Number.NEGATIVE_INFINITY };
  expect(chooseSlot([rested], { caller: 2, pace: 'quick' }, true)).toBeUndefined();
  expect(chooseSlot([rested], { caller: 2, pace: 'quick' }, false)).toBe(rested);
});

test('what a thread had to load for its first question is not told as the work of who asked', async () => {
  const { ask, end, answers } = makePool(1);
  await ask('slowly_loaded').ended;
  expect(answers[0]?.workMs).toBeLessThan(LOADING_MS);
  await end();
});

test('where memory is short the question of who asks for much ends first, then the one that runs the longest', async () => {
  const { pool, ask, end } = makePool(3);
  const oldest = ask('wait', { caller: 1 });
  const quick = ask('wait', { caller: 2 });
  const slow = ask('wait', { caller: 3, pace: 'slow' });
  for (const { ended } of [slow, oldest, quick]) {
    expect([pool.endHungriest(), pool.endHungriest()]).toEqual(['ended', 'ending']);
    expect(await ended).toMatchObject({ type: 'failed', reason: 'out_of_memory' });
  }
  expect(pool.endHungriest()).toBe('none');
  await end();
});

test('where memory is short an idle thread stays for the quick caller that it is known to', async () => {
  const { pool, ask, end } = makePool(2);
  const waiting = ask('wait', { caller: 1, pace: 'slow' });
  const quick = await ask('thread', { caller: 2 }).ended;
  pool.stop(waiting.id, 'cancelled');
  await waiting.ended;
  pool.endIdle();
  expect(await ask('thread', { caller: 2 }).ended).toBe(quick);
  pool.rest();
  await end();
});

test('a thread without work goes after seconds, that of a quick caller after a minute, the last one after five', () => {
  vi.useFakeTimers();
  const ended: number[] = [];
  const send = (message: ToThreads): void => void (message.type === 'end' && ended.push(message.thread));
  const pool = new ThreadPool(6, { send, tell: () => undefined, wires: null });
  const usual = { type: 'run', operation: 'echo', input: null, remainingMs: 10_000, sentAtMs: sentNowMs() } as const;
  // A quick one, a slow one, for which one more is kept ready, and a quick one that gets that.
  for (const [id, pace] of [
    [1, 'quick'],
    [2, 'slow'],
    [3, 'quick'],
  ] as const)
    pool.run({ ...usual, id, pace, caller: id });
  for (const id of [1, 2, 3]) {
    const message = { type: 'answer', id, output: 'null', workMs: 1, isHeldBack: false } as const;
    pool.hear({ type: 'said', thread: id, message });
  }
  const endedBy = (ms: number): number[] => {
    vi.advanceTimersByTime(ms);
    return ended.toSorted();
  };
  expect(endedBy(14_000)).toEqual([]);
  expect(endedBy(2_000)).toEqual([2, 4]);
  expect(endedBy(43_000)).toEqual([2, 4]);
  expect(endedBy(2_000)).toEqual([1, 2, 4]);
  expect(endedBy(298_000)).toEqual([1, 2, 4]);
  expect(endedBy(4_000)).toEqual([1, 2, 3, 4]);
});

test('a clock that was set between two starts neither gives a question time nor takes all of it', () => {
  expect(waitedMs(sentNowMs() - 500)).toBeGreaterThanOrEqual(500);
  expect(waitedMs(sentNowMs() + 86_400_000)).toBe(0);
  expect(waitedMs(sentNowMs() - 86_400_000)).toBe(30_000);
});

test('once a thread has its wire, neither questions nor answers pass the main thread', async () => {
  const { ask, end, sent, openWire } = makePool(2);
  await openWire();
  const answers = await Promise.all([ask('echo', { input: { a: '\u{1f600}\ud800\0' } }).ended]);
  expect(answers).toEqual([{ a: '\u{1f600}\ud800\0' }]);
  expect(await ask('throwing').ended).toMatchObject({ type: 'failed', reason: 'crashed' });
  expect(sent).toEqual([]);
  await end();
});

test('a question and an answer too long for the wire go by the main thread', async () => {
  const { ask, end, sent, openWire } = makePool(1);
  await openWire();
  const long = 'x'.repeat(4 * MIB);
  expect(await ask('text', { input: long.length }).ended).toBe(long);
  expect(sent).toEqual([]);
  expect(await ask('echo', { input: long }).ended).toBe(long);
  expect(sent).toMatchObject([{ type: 'pass' }]);
  await end();
});

test('a question by the wire is stopped as any other: by a word where it listens, else with its thread', async () => {
  const { pool, ask, end, ended, openWire } = makePool(1);
  await openWire();
  const thread = await ask('thread').ended;
  const polite = ask('wait');
  pool.stop(polite.id, 'cancelled');
  expect(await polite.ended).toBe('stopped');
  expect(await ask('thread').ended).toBe(thread);
  for (const reason of ['cancelled', 'timeout'] as const) {
    await openWire();
    const deaf = ask('spin');
    pool.stop(deaf.id, reason);
    expect(await deaf.ended).toMatchObject({ type: 'failed', reason });
  }
  expect(await ask('thread').ended).not.toBe(thread);
  await end();
  expect(new Set(ended).size).toBe(ended.length);
});

test('a thread that dies with a question that came by its wire fails it once, and the next one is answered', async () => {
  const { ask, end, ended, openWire } = makePool(1);
  await openWire();
  expect(await ask('exit').ended).toMatchObject({ type: 'failed', reason: 'crashed' });
  expect(await ask('echo', { input: 1 }).ended).toBe(1);
  await end();
  expect(new Set(ended).size).toBe(ended.length);
});

test('an answer that is under way when its thread is ended is heard whole or not at all, and once', async () => {
  const { pool, ask, end, ended, openWire } = makePool(1);
  const whole = 'x'.repeat(3 * MIB);
  for (let turns = 0; turns < 24; turns++) {
    await openWire();
    const { id, ended: outcome } = ask('text', { input: whole.length });
    // Later each time: before it has begun, amid its answer, after it.
    for (let i = 0; i < turns; i++) await new Promise(setImmediate);
    if (turns % 2 === 0) pool.stop(id, 'timeout');
    else pool.endHungriest();
    const answer = await outcome;
    if (answer !== whole) expect(answer).toMatchObject({ type: 'failed' });
    expect(await ask('echo', { input: turns }).ended).toBe(turns);
  }
  await end();
  expect(new Set(ended).size).toBe(ended.length);
});

test('where there is no socket all goes by the main thread, to its end', async () => {
  const { pool, ask, end, sent, ended } = makePool(1, null);
  for (let i = 0; i < 3; i++) expect(await ask('echo', { input: i }).ended).toBe(i);
  expect(sent.map(({ type }) => type)).toEqual(['start', 'pass', 'pass', 'pass']);
  const polite = ask('wait');
  pool.stop(polite.id, 'cancelled');
  expect(await polite.ended).toBe('stopped');
  expect(await ask('exit').ended).toMatchObject({ type: 'failed', reason: 'crashed' });
  await end();
  expect(new Set(ended).size).toBe(ended.length);
});

test('a thread whose wire breaks ends, and fails its question once', async () => {
  const broken: Wire[] = [];
  const wires = openWires();
  const { ask, end, ended, openWire } = makePool(
    1,
    wires && {
      ...wires,
      expect: (onOpen) =>
        wires.expect((wire) => {
          broken.push(wire);
          return onOpen(wire);
        }),
    },
  );
  await openWire();
  const waiting = ask('wait');
  for (const wire of broken) wire.close();
  expect(await waiting.ended).toMatchObject({ type: 'failed', reason: 'crashed' });
  expect(await ask('echo', { input: 1 }).ended).toBe(1);
  await end();
  expect(new Set(ended).size).toBe(ended.length);
});

test('a thread that is turned away at the socket answers by the main thread, and goes on', async () => {
  const wires = openWires();
  if (wires === null) throw new Error('no place for a socket');
  const { ask, end } = makePool(1, { ...wires, expect: () => 'no such key' });
  const threads = new Set<unknown>();
  for (let round = 0; round < 4; round++) {
    threads.add(await ask('thread').ended);
    // Who comes behind it is turned away after it.
    await new Promise<void>((resolve) => {
      connectWire({ path: wires.path, key: 'wrong' }, { hear: () => undefined, closed: resolve });
    });
  }
  expect([...threads]).toEqual([expect.any(Number)]);
  await end();
});

test('nobody is given a thread whose end was told, though its wire is still open', async () => {
  const { pool, ask, end, openWire } = makePool(1);
  await openWire();
  const thread = await ask('thread').ended;
  pool.hear({ type: 'ended', thread: 1, reason: 'out_of_memory', detail: 'while it had nothing to do' });
  const other = await ask('thread').ended;
  expect(other).toEqual(expect.any(Number));
  expect(other).not.toBe(thread);
  await end();
});
