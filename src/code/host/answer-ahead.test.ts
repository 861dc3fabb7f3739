import { expect, test } from 'vitest';
import { err, ok } from '../../base/result.ts';
import type { OperationContext } from '../questions/context.ts';
import type { Source } from '../source/source.ts';
import { answerAhead } from './answer-ahead.ts';

const SELECTOR = { location: '/', ref: null, denied: [] };

/** A question in a source of which the keeper says, when `look` is resolved, whether it is still the same. */
function makeQuestion() {
  const look = Promise.withResolvers<boolean>();
  const caller = new AbortController();
  const source = {} as Source;
  const context: OperationContext = {
    signal: caller.signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    openSource: async () => err('location_gone'),
  };
  return { look, caller, context, source, open: () => ({ source, isStill: look.promise }) };
}

test('what was found in files that are still the same is the answer, and not before that is known', async () => {
  const { look, context, source, open } = makeQuestion();
  let isAnswered = false;
  const answer = answerAhead((ahead) => ahead.openSource(SELECTOR), context, open).finally(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  look.resolve(true);
  expect(await answer).toEqual({ output: ok(source) });
});

test('what was found in other files is no answer, and its search ends early', async () => {
  const { look, context, open } = makeQuestion();
  const answer = answerAhead(
    async (ahead) => {
      await ahead.openSource(SELECTOR);
      look.resolve(false);
      await new Promise((resolve) => ahead.signal.addEventListener('abort', resolve));
      return 'found';
    },
    context,
    open,
  );
  expect(await answer).toBeNull();
});

test.each([true, false])('what goes wrong in files that are as they were (%s) is no answer yet', async (isStill) => {
  const { look, context, open } = makeQuestion();
  look.resolve(isStill);
  const failing = async (ahead: OperationContext) => {
    await ahead.openSource(SELECTOR);
    throw new Error('damaged');
  };
  expect(await answerAhead(failing, context, open)).toBeNull();
});

test('one of several sources that is no longer the same is enough for no answer', async () => {
  const { look, context, source } = makeQuestion();
  look.resolve(true);
  const looks = [look.promise, Promise.resolve(false)];
  const open = () => ({ source, isStill: looks.shift() ?? look.promise });
  const both = async (ahead: OperationContext) => {
    await ahead.openSource(SELECTOR);
    await ahead.openSource(SELECTOR);
  };
  expect(await answerAhead(both, context, open)).toBeNull();
});

test('where nothing is known ahead, sources are opened as ever, and what goes wrong is no answer yet', async () => {
  const { context } = makeQuestion();
  const openNothing = (): null => null;
  const answer = answerAhead((ahead) => ahead.openSource(SELECTOR), context, openNothing);
  expect(await answer).toEqual({ output: err('location_gone') });
  expect(await answerAhead(() => Promise.reject(new Error('damaged')), context, openNothing)).toBeNull();
});

test('a caller that has left before is known to have left', async () => {
  const { caller, context, open } = makeQuestion();
  caller.abort();
  expect(await answerAhead(async ({ signal }) => signal.aborted, context, open)).toEqual({ output: true });
});

test('a caller that leaves ends the search', async () => {
  const { look, caller, context, open } = makeQuestion();
  look.resolve(true);
  const answer = answerAhead(
    async (ahead) => {
      await ahead.openSource(SELECTOR);
      caller.abort();
      return ahead.signal.aborted;
    },
    context,
    open,
  );
  expect(await answer).toEqual({ output: true });
});
