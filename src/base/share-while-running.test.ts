import { expect, test } from 'vitest';
import { shareWhileRunning } from './share-while-running.ts';

test('a thousand who ask at once cause one look, and whoever asks afterwards another', async () => {
  let looks = 0;
  const look = shareWhileRunning(async () => ++looks);
  expect(new Set(await Promise.all(Array.from({ length: 1_000 }, () => look())))).toEqual(new Set([1]));
  expect(await look()).toBe(2);
});

test('a look that failed is told to all who shared it, and not to the next', async () => {
  let looks = 0;
  const look = shareWhileRunning(async () => {
    if (++looks === 1) throw new Error('away');
    return looks;
  });
  const both = await Promise.allSettled([look(), look()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await look()).toBe(2);
});
