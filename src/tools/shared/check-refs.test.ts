import { expect, test } from 'vitest';
import { type Engine, EngineError, type EngineFailure } from '../../code/engine.ts';
import { checkRefs, REFS_CHECKED_MAX } from './check-refs.ts';

const question = {
  party: 'acc',
  source: { location: '/srv/a', ref: null, denied: [] },
  signal: new AbortController().signal,
};
const identity = { kind: 'worktree', branch: 'main', commit: 'c'.repeat(40) } as const;

/** An engine that gives every reference back as holding; or fails, or cannot open the source. */
function engine(state: { readonly failure?: EngineFailure; readonly isGone?: boolean }, asked: number[] = []): Engine {
  return {
    async call(_operation, input) {
      if (state.failure !== undefined) throw new EngineError(state.failure);
      const refs = 'refs' in input ? input.refs : [];
      asked.push(refs.length);
      const checked = refs.map((ref) => ({ ref, state: 'ok' }));
      // Only `refs` is asked here; the type of the answer follows the operation's name.
      return { identity: state.isGone ? null : identity, refs: state.isGone ? [] : checked } as never;
    },
    prepare: () => undefined,
    status: () => ({ running: true, restarts: 0, queued: 0, active: 0 }),
    close: async () => {},
  };
}

test('many references are asked in portions of 50, in order, at most 500', async () => {
  const asked: number[] = [];
  const refs = Array.from({ length: REFS_CHECKED_MAX + 20 }, (_, i) => `f${i}.ts`);
  const check = await checkRefs({ engine: engine({}, asked) }, { ...question, refs });
  expect(asked).toEqual(Array.from({ length: 10 }, () => 50));
  expect(check.isChecked && check.refs.map(({ ref }) => ref)).toEqual(refs.slice(0, REFS_CHECKED_MAX));
});

test.each(['timeout', 'crashed', 'busy', 'out_of_memory', 'gone'] as const)(
  'an engine that fails (%s) leaves references unchecked',
  async (failure) => {
    const check = await checkRefs({ engine: engine({ failure }) }, { ...question, refs: ['a.ts'] });
    expect(check).toEqual({ isChecked: false, reason: expect.stringContaining(failure) });
  },
);

test('a source that cannot be opened leaves references unchecked, not gone', async () => {
  const check = await checkRefs({ engine: engine({ isGone: true }) }, { ...question, refs: ['a.ts'] });
  expect(check.isChecked).toBe(false);
});

test('a caller who has gone away ends the call', async () => {
  const work = checkRefs({ engine: engine({ failure: 'cancelled' }) }, { ...question, refs: ['a.ts'] });
  await expect(work).rejects.toThrow('cancelled');
});
