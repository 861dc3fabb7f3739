import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countApart, makeSharedCounts, openCounts, ROUND_FILES, tellReady } from './shared-counts.ts';

/** A round over so many files, whose numbers are ten times their places. */
function beginRound(length: number) {
  const shared = makeSharedCounts();
  const ahead = openCounts(shared);
  tellReady(shared);
  ahead.begin(Array.from({ length }, (_, at) => 10 * at));
  return { shared, ahead };
}

test('each file is counted by one of the two threads, wherever they meet', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(fc.nat({ max: 5 }), { maxLength: 60 }), (length, steps) => {
      const { shared, ahead } = beginRound(length);
      const own: number[] = [];
      const apart: number[] = [];
      let at = 0;
      const takeOne = (): void => {
        const hits = ahead.take(at);
        if (hits === null) own.push(10 * at);
        else expect(hits).toBe(10 * at);
        at += 1;
      };
      // While the other thread counts one file, this one takes some.
      const count = (file: number): number => {
        for (let step = steps[apart.length] ?? 0; step > 0 && 10 * at < file; step--) takeOne();
        apart.push(file);
        return file;
      };
      countApart(shared, count, () => 0);
      while (at < length) takeOne();
      expect([...own, ...apart].sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, place) => 10 * place));
    }),
  );
});

test('a file of which the other thread can tell nothing, or at which it fails, is left to who answers', () => {
  const { shared, ahead } = beginRound(3);
  const count = (file: number): number | null => {
    if (file === 10) throw new Error('cannot be counted');
    return file === 20 ? null : 4;
  };
  countApart(shared, count, () => 0);
  expect([0, 1, 2].map((at) => ahead.take(at))).toEqual([4, null, null]);
});

test('a file without a hit is known to have none', () => {
  const { shared, ahead } = beginRound(1);
  countApart(
    shared,
    () => 0,
    () => 0,
  );
  expect(ahead.take(0)).toBe(0);
});

test('the other thread is free from when it hears, and again when it has left a round', () => {
  const shared = makeSharedCounts();
  const ahead = openCounts(shared);
  expect(ahead.isFree()).toBe(false);
  tellReady(shared);
  expect(ahead.isFree()).toBe(true);
  ahead.begin([1, 2, 3]);
  expect(ahead.isFree()).toBe(false);
  countApart(
    shared,
    () => 1,
    () => 0,
  );
  expect(ahead.isFree()).toBe(true);
});

test('a round that is stopped is left before its next file', () => {
  const { shared, ahead } = beginRound(100);
  const counted: number[] = [];
  const count = (file: number): number => {
    counted.push(file);
    ahead.stop();
    return 1;
  };
  countApart(shared, count, () => 0);
  expect(counted).toEqual([990]);
  expect(ahead.isFree()).toBe(true);
});

test('a round after a stopped one knows nothing of it', () => {
  const { shared, ahead } = beginRound(2);
  countApart(
    shared,
    () => 7,
    () => 0,
  );
  ahead.stop();
  ahead.begin([5, 6]);
  expect(ahead.take(0)).toBeNull();
  countApart(
    shared,
    (file) => file,
    () => 0,
  );
  expect(ahead.take(1)).toBe(6);
});

test('the time that the other thread takes is told once, whole', () => {
  const { shared, ahead } = beginRound(40);
  let us = 500;
  const count = (): number => {
    us += 1_000;
    return 0;
  };
  countApart(shared, count, () => us);
  expect(ahead.spentMs()).toBe(40);
  expect(ahead.spentMs()).toBe(0);
});

test('of more files than a round takes those that fit are counted', () => {
  const { shared, ahead } = beginRound(ROUND_FILES + 5);
  let count = 0;
  countApart(
    shared,
    () => ++count,
    () => 0,
  );
  expect(count).toBe(ROUND_FILES);
  expect(ahead.isFree()).toBe(true);
});
