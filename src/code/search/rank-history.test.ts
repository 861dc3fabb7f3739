import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { manualClock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { type History, readHistory } from '../history/history.ts';
import { historyOf, makeHistories } from './rank-history.ts';

const FILES = { 'a.ts': '1\n', 'b.ts': '1\n' };

async function withRepository(use: (made: TestRepository, head: string) => Promise<void>): Promise<void> {
  const made = makeRepository(FILES, { 'a.ts': '2\n' }, { 'b.ts': '2\n' });
  try {
    await use(made, made.git('rev-parse', 'HEAD'));
  } finally {
    made.remove();
  }
}

const ask = async (made: TestRepository, commit: string, signal = new AbortController().signal) =>
  await historyOf(made.path, commit, signal);

test('a history that git could not tell is named, and is read again by the next question', async () => {
  await withRepository(async (made, head) => {
    const first = made.git('rev-parse', 'HEAD~1');
    const object = join(made.path, '.git/objects', first.slice(0, 2), first.slice(2));
    renameSync(object, `${object}.away`);
    expect(await ask(made, head)).toEqual({ history: null, gap: 'the history could not be read' });
    renameSync(`${object}.away`, object);
    const { history, gap } = await ask(made, head);
    expect([gap, history?.paths.toSorted()]).toEqual([null, ['a.ts', 'b.ts']]);
    // What was read once is not read again.
    expect((await ask(made, head)).history).toBe(history);
  });
});

test('the history of a shallow clone is read again once the rest was fetched', async () => {
  await withRepository(async (made, head) => {
    const shallow = join(made.path, '.git/shallow');
    made.write({ '.git/shallow': `${made.git('rev-parse', 'HEAD~1')}\n` });
    const { history } = await ask(made, head);
    expect(history?.paths).toEqual(['b.ts']);
    // As long as nothing was fetched it is what it was.
    expect((await ask(made, head)).history).toBe(history);
    renameSync(shallow, `${shallow}.away`);
    expect((await ask(made, head)).history?.paths.toSorted()).toEqual(['a.ts', 'b.ts']);
  });
});

test('who gave up waiting for a history leaves nothing behind for the next', async () => {
  await withRepository(async (made, head) => {
    const stopped = AbortSignal.abort(new Error('gave up'));
    const [first, second] = await Promise.allSettled([ask(made, head, stopped), ask(made, head)]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect((await ask(made, head)).gap).toBeNull();
  });
});

test('a history that the time cut is told as such for some minutes, and then is read again', async () => {
  await withRepository(async (made, head) => {
    const clock = manualClock(new Date(0));
    let limit: History['limit'] = 'time';
    const read: typeof readHistory = async (input) => {
      const whole = await readHistory(input);
      return whole === null ? null : { ...whole, limit };
    };
    const histories = makeHistories({ clock, read });
    const askThen = async () => await histories(made.path, head, new AbortController().signal);
    const first = await askThen();
    expect(first.gap).toBe('the history was walked up to the bound of time: 3 commits');
    limit = null;
    clock.advance(MINUTE_MS);
    expect(await askThen()).toBe(first);
    clock.advance(10 * MINUTE_MS);
    expect((await askThen()).gap).toBeNull();
  });
});
