import { expect, test } from 'vitest';
import { shareWork } from './share-work.ts';

/** A shared work of which each run is ended by hand. */
function makeWork() {
  const runs: PromiseWithResolvers<string>[] = [];
  const world = { changes: 0, runs };
  const work = (): Promise<string> => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  };
  return { ...world, world, ask: shareWork(work, () => world.changes) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('all who ask while nothing changes share one run, and the next one begins another', async () => {
  const { ask, runs } = makeWork();
  const both = [ask(), ask()];
  runs[0]?.resolve('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const next = ask();
  runs[1]?.resolve('second');
  expect(await next).toBe('second');
});

test('who has seen a change waits for the run that began before it, and shares the next one', async () => {
  const { ask, runs, world } = makeWork();
  const before = ask();
  world.changes += 1;
  const after = [ask(), ask()];
  await settled();
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('before'));
  await expect(before).rejects.toThrow('before');
  await settled();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('after');
  expect(await Promise.all(after)).toEqual(['after', 'after']);
});
