import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines.ts';
import {
  ACCOUNT,
  HOSTILE_TEXTS,
  later,
  makeThought,
  makeThread,
  NOW,
  OTHER_ACCOUNT,
  race,
  UNSTORABLE_TEXTS,
} from '../records.ts';
import { useEngine } from '../use-engine.ts';

/** What the thinking module relies on: a chain has no gaps and no doubles. */
export function describeThoughtStore(engine: Engine): void {
  describe(`thoughts on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);
    const start = (id = 'thread-1', threadsMax = 100) =>
      stores().thoughts.start(makeThread({ id }), makeThought({ threadId: id }), threadsMax);
    const append = (thoughtsMax = 1_000, accountId = ACCOUNT.id) =>
      stores().thoughts.append(accountId, makeThought({ createdAt: later(1) }), thoughtsMax);

    test('a thread and its thoughts come back as they were given, also after a restart', async () => {
      await start();
      const second = makeThought({
        number: 2,
        kind: 'revision',
        revises: 1,
        branchFrom: 1,
        branch: 'b',
        more: false,
        confidence: null,
        total: null,
        commit: 'c0ffee0',
        createdAt: later(5),
      });
      expect(await stores().thoughts.append(ACCOUNT.id, second, 10)).toEqual(second);
      await reopen();
      expect(await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1')).toEqual([makeThought(), second]);
      const thread = makeThread({ length: 2, updatedAt: later(5) });
      expect(await stores().thoughts.find(ACCOUNT.id, 'thread-1')).toEqual(thread);
    });

    test('thoughts that arrive at once are numbered without gaps or doubles', async () => {
      await start();
      const added = await race(100, () => append());
      const numbers = added.map((thought) => thought?.number).sort((a, b) => Number(a) - Number(b));
      expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
      const kept = await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1');
      expect(kept.map(({ number }) => number)).toEqual(Array.from({ length: 101 }, (_, i) => i + 1));
      expect((await stores().thoughts.find(ACCOUNT.id, 'thread-1'))?.length).toBe(101);
    });

    test('a full thread takes no more, whatever the races', async () => {
      await start();
      const added = await race(100, () => append(10));
      expect(added.filter((thought) => thought !== null)).toHaveLength(9);
    });

    test('an account holds no more threads than it may, whatever the races', async () => {
      const started = await race(100, (i) => start(`thread-${i}`, 10));
      expect(started.filter(Boolean)).toHaveLength(10);
      expect((await stores().thoughts.list(ACCOUNT.id, 100, 0)).total).toBe(10);
    });

    test('a thread means nothing to another account', async () => {
      await start();
      expect(await stores().thoughts.find(OTHER_ACCOUNT.id, 'thread-1')).toBeNull();
      expect(await append(10, OTHER_ACCOUNT.id)).toBeNull();
      expect(await stores().thoughts.thoughts(OTHER_ACCOUNT.id, 'thread-1')).toEqual([]);
      expect(await stores().thoughts.close(OTHER_ACCOUNT.id, 'thread-1', NOW)).toBe(false);
      expect(await stores().thoughts.list(OTHER_ACCOUNT.id, 10, 0)).toEqual({ threads: [], total: 0 });
    });

    test('a thread of any name is simply not there', async () => {
      for (const id of UNSTORABLE_TEXTS) {
        expect(await stores().thoughts.find(ACCOUNT.id, id)).toBeNull();
        expect(await stores().thoughts.append(ACCOUNT.id, makeThought({ threadId: id }), 10)).toBeNull();
        expect(await stores().thoughts.thoughts(ACCOUNT.id, id)).toEqual([]);
        expect(await stores().thoughts.close(ACCOUNT.id, id, NOW)).toBe(false);
      }
    });

    test('the same id may stand for a thread of each account', async () => {
      await start();
      const other = makeThread({ accountId: OTHER_ACCOUNT.id });
      expect(await stores().thoughts.start(other, makeThought({ text: 'theirs' }), 10)).toBe(true);
      expect((await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1'))[0]?.text).toBe(makeThought().text);
    });

    test('a thread is closed once, and then takes nothing more', async () => {
      await start();
      const closed = await race(100, () => stores().thoughts.close(ACCOUNT.id, 'thread-1', later(3)));
      expect(closed.filter(Boolean)).toHaveLength(1);
      expect(await append()).toBeNull();
      const thread = await stores().thoughts.find(ACCOUNT.id, 'thread-1');
      expect(thread).toEqual(makeThread({ closedAt: later(3), updatedAt: later(3) }));
      expect(await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1')).toHaveLength(1);
    });

    test('what was added before a thread was closed is numbered without gaps, and nothing comes after', async () => {
      await start();
      const close = () => stores().thoughts.close(ACCOUNT.id, 'thread-1', later(1));
      const [before, isClosed, after] = await Promise.all([
        race(20, () => append()),
        close(),
        race(20, () => append()),
      ]);
      const numbers = [...before, ...after].flatMap((thought) => (thought === null ? [] : [thought.number]));
      expect(isClosed).toBe(true);
      const kept = await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1');
      expect(kept.map(({ number }) => number)).toEqual([1, ...numbers.sort((a, b) => a - b)]);
      expect(kept.map(({ number }) => number)).toEqual(kept.map((_, i) => i + 1));
      expect((await stores().thoughts.find(ACCOUNT.id, 'thread-1'))?.length).toBe(kept.length);
      expect(await append()).toBeNull();
    });

    test('threads are listed by their last change in pages, with the exact total', async () => {
      for (const id of ['thread-1', 'thread-2', 'thread-3']) await start(id);
      await append();
      const page = await stores().thoughts.list(ACCOUNT.id, 2, 0);
      expect(page.threads.map(({ id }) => id)).toEqual(['thread-1', 'thread-2']);
      expect(page.total).toBe(3);
      const rest = await stores().thoughts.list(ACCOUNT.id, 2, 2);
      expect(rest.threads.map(({ id }) => id)).toEqual(['thread-3']);
      expect(await stores().thoughts.list(ACCOUNT.id, 2, 9)).toEqual({ threads: [], total: 3 });
    });

    test('a purge deletes unchanged threads with their thoughts, and no other', async () => {
      await start();
      await start('thread-2');
      await append();
      expect(await stores().thoughts.purge(NOW)).toBe(0);
      expect(await stores().thoughts.purge(later(1))).toBe(1);
      expect(await stores().thoughts.thoughts(ACCOUNT.id, 'thread-2')).toEqual([]);
      expect(await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1')).toHaveLength(2);
    });

    test('a thought of any text comes back exactly', async () => {
      await start();
      const texts = [...HOSTILE_TEXTS, ...UNSTORABLE_TEXTS];
      for (const text of texts) {
        const branch = text.slice(0, 40);
        await stores().thoughts.append(ACCOUNT.id, makeThought({ text, branch }), 1_000);
      }
      const kept = (await stores().thoughts.thoughts(ACCOUNT.id, 'thread-1')).slice(1);
      expect(kept.map(({ text }, i) => text === texts[i])).toEqual(texts.map(() => true));
      expect(kept.map(({ branch }) => branch)).toEqual(texts.map((text) => text.slice(0, 40)));
    });
  });
}
