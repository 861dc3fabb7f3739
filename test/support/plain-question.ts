import type { FindInput } from '../../src/code/questions/find.types.ts';

/** A search with every choice at its default and a page that holds what a test finds; what a test is about is added. */
export const PLAIN_QUESTION: Omit<FindInput, 'source' | 'query' | 'mode'> = {
  prefix: null,
  include: [],
  exclude: [],
  kind: null,
  case: 'smart',
  word: false,
  tests: 'include',
  context: 0,
  group: 'file',
  offset: 0,
  limit: 200,
};
