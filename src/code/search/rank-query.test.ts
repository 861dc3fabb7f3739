import { expect, test } from 'vitest';
import { readRankQuery } from './rank-query.ts';

test('a word counts once and is told once, in whatever forms it comes', () => {
  const { terms } = readRankQuery('TerminalReporter reporters: the reporter of tests, testing a terminal reporter');
  expect(terms).toEqual(['terminal', 'reporter', 'test']);
});
