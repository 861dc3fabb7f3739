import { afterAll, expect, test } from 'vitest';
import { makeRepository } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import { lookIntoIgnored } from './ignored-hits.ts';
import { literalMatcher } from './matcher.ts';

const repository = makeRepository({ '.gitignore': 'dist/\n', 'a.ts': 'a\n' });
afterAll(() => repository.remove());

test('ignored files that are too large to be looked into are not said to hold nothing', async () => {
  repository.write({ 'dist/small.js': 'a\n', 'dist/bundle.js': `${'x'.repeat(1_200_000)}\nneedle\n` });
  const selector = { location: repository.path, ref: null, denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(opened.error);
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
  const how = { selector, accepts: () => true };
  const matcher = literalMatcher('needle', { case: 'sensitive', word: false });
  const scope = { source: opened.value, context };
  expect(await lookIntoIgnored(scope, matcher, how)).toMatchObject({ hits: 0, looked: 1, isWhole: false });
  const small = { ...how, accepts: (path: string) => path.endsWith('small.js') };
  expect(await lookIntoIgnored(scope, matcher, small)).toMatchObject({ isWhole: true });
  await opened.value.close();
});
