import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FairQueue, makeFairQueue } from './fair-queue.ts';

const anybody = () => true;

test('parties are served in turn, each one in its own order', () => {
  const queue = makeFairQueue<{ party: string; n: number }>(10);
  for (let n = 0; n < 4; n++) queue.add({ party: 'many', n });
  queue.add({ party: 'few', n: 0 });
  const served = Array.from({ length: 6 }, () => queue.take(anybody)).map((item) => item && `${item.party} ${item.n}`);
  expect(served).toEqual(['many 0', 'few 0', 'many 1', 'many 2', 'many 3', null]);
});

test('what may not go on is passed over and keeps its place, a party or one of its many', () => {
  const queue = makeFairQueue<{ party: string; n: number }>(10);
  for (const party of ['a', 'b']) queue.add({ party, n: 1 });
  expect(queue.take(({ party }) => party !== 'a')?.party).toBe('b');
  expect(queue.take(({ party }) => party !== 'a')).toBeNull();
  queue.add({ party: 'a', n: 2 });
  expect(queue.take(({ n }) => n === 2)).toEqual({ party: 'a', n: 2 });
  expect(queue.take(anybody)?.party).toBe('a');
});

test('a full queue turns away the newest of the party that waits with the most', () => {
  const queue = makeFairQueue<{ party: string; n: number }>(3);
  for (let n = 0; n < 3; n++) expect(queue.add({ party: 'many', n })).toBeNull();
  expect(queue.add({ party: 'many', n: 3 })).toEqual({ party: 'many', n: 3 });
  expect(queue.add({ party: 'few', n: 0 })).toEqual({ party: 'many', n: 2 });
  expect(queue.add({ party: 'few', n: 1 })).toEqual({ party: 'few', n: 1 });
  expect(queue.size).toBe(3);
});

type Item = { readonly party: string };

/** Does one thing to the queue, and what it must mean to the set of those that wait. */
const ACTS = {
  add(queue: FairQueue<Item>, waiting: Set<Item>, party: string) {
    const item = { party };
    waiting.add(item);
    const evicted = queue.add(item);
    expect(evicted === null || waiting.delete(evicted)).toBe(true);
  },
  take(queue: FairQueue<Item>, waiting: Set<Item>) {
    const item = queue.take(anybody);
    expect(item === null ? waiting.size === 0 : waiting.delete(item)).toBe(true);
  },
  remove(queue: FairQueue<Item>, waiting: Set<Item>) {
    const [item] = waiting;
    expect(item === undefined || (queue.remove(item) && waiting.delete(item))).toBe(true);
  },
};

test('whatever comes and goes, its size is what waits, never over the bound, and nothing is served twice', () => {
  const step = fc.record({ party: fc.constantFrom('a', 'b', 'c'), act: fc.constantFrom('add', 'take', 'remove') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = makeFairQueue<Item>(5);
      const waiting = new Set<Item>();
      for (const { party, act } of steps) {
        ACTS[act](queue, waiting, party);
        expect(queue.size).toBe(waiting.size);
        expect(queue.size).toBeLessThanOrEqual(5);
      }
      expect(new Set(queue.clear())).toEqual(waiting);
    }),
  );
});
