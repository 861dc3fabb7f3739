import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { openFileTable } from '../index/file-table.ts';
import { findPlace } from '../source/open-source.ts';
import { makeBuildQueue } from './build-queue.ts';
import { isWatchable } from './folder-watch.ts';
import type { KeptState } from './kept-state.ts';
import { makeListingDesk } from './listing-desk.ts';
import { makeWorkRoot } from './work-root.ts';

/** Longer than all is taken for granted without a pass over all. */
const DOUBT_MS = 11_000;

const states: KeptState[] = [];
afterEach(() => {
  for (const state of states.splice(0)) state.close();
});

/** A watched work tree without an index, of which passes over all can be held up. */
async function watchedTree() {
  const repo = keepFolder(makeRepository({ '.gitignore': 'ignored.ts\n', 'a.ts': 'a\n' }));
  repo.write({ 'ignored.ts': 'ignored\n' });
  const found = await findPlace({ location: repo.path, ref: null, denied: [] });
  if (!found.ok) throw new Error(found.error);
  const known = { place: found.value, lookedAt: 1 };
  const desk = makeListingDesk();
  let [nowMs, generation, passes] = [0, 0, 0];
  let gate: Promise<void> = Promise.resolve();
  const state = makeWorkRoot(known, {
    ...{ store: null, folder: repo.path, builds: makeBuildQueue(), version: 0 },
    ...{ onGrown: () => undefined, refresh: () => undefined, noteChange: () => undefined, onWritten: () => undefined },
    hasRoom: () => false,
    onFailure: (what, detail) => expect.fail(`${what}: ${detail}`),
    nextGeneration: () => `${++generation}`,
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
    desk: {
      async run(work, report) {
        passes += 1;
        await gate;
        return await desk.run(work, report);
      },
    },
  });
  states.push(state);
  const ask = async (): Promise<readonly string[]> => {
    const table = openFileTable((await state.view(known)).files);
    return Array.from({ length: table.count }, (_, file) => table.path(file));
  };
  await ask();
  nowMs += DOUBT_MS;
  // Watched from now on.
  await ask();
  return {
    repo,
    ask,
    passes: () => passes,
    /** Begins a pass in doubt and holds it up; gives what lets it go on, or fail. */
    async holdPass() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => undefined);
      gate = promise;
      nowMs += DOUBT_MS;
      const before = passes;
      await ask();
      expect(passes).toBe(before + 1);
      gate = Promise.resolve();
      return { goOn: resolve, fail: () => reject(new Error('no listing')) };
    },
  };
}

/** Whether a question is still waiting although everything that others do at once is done. */
async function isWaiting(asked: Promise<unknown>): Promise<boolean> {
  let isAnswered = false;
  const answered = asked.then(() => {
    isAnswered = true;
  });
  for (let turn = 0; turn < 200 && !isAnswered; turn++) await new Promise((resolve) => setImmediate(resolve));
  return !isAnswered && (await Promise.race([answered.then(() => false), Promise.resolve(true)]));
}

const FILES = ['.gitignore', 'a.ts'];
const CHANGES: readonly (readonly [string, (repo: TestRepository) => void, readonly string[]])[] = [
  ['a new file', (repo) => repo.write({ 'b.ts': 'b\n' }), [...FILES, 'b.ts']],
  ['what git has been told of', (repo) => void repo.git('add', '--force', 'ignored.ts'), [...FILES, 'ignored.ts']],
];

test.skipIf(!isWatchable(tmpdir()))('who asks while a quiet tree is looked over waits for nothing', async () => {
  const tree = await watchedTree();
  const { goOn } = await tree.holdPass();
  expect(await tree.ask()).toEqual(FILES);
  expect(await tree.ask()).toEqual(FILES);
  goOn();
});

test.skipIf(!isWatchable(tmpdir())).each(CHANGES)(
  'what changed while a tree is looked over is waited for and seen: %s',
  async (_, change, files) => {
    const tree = await watchedTree();
    const { goOn } = await tree.holdPass();
    change(tree.repo);
    const asked = tree.ask();
    expect(await isWaiting(asked)).toBe(true);
    goOn();
    expect(await asked).toEqual(files);
  },
);

test.skipIf(!isWatchable(tmpdir())).each([0, 1, 2])(
  'who waits for a pass that fails is told so, however late it fails: turn %d',
  async (turns) => {
    const tree = await watchedTree();
    const { fail } = await tree.holdPass();
    tree.repo.write({ 'b.ts': 'b\n' });
    const refused = expect(tree.ask()).rejects.toThrow('no listing');
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    fail();
    await refused;
    expect(await tree.ask()).toEqual([...FILES, 'b.ts']);
  },
);
