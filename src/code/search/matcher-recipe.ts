import { assert } from '../../base/assert.ts';
import { literalMatcher, type Matcher, type MatcherRecipe, regexMatcher } from './matcher.ts';

/** The matcher that a recipe is of. */
export function matcherOfRecipe({ kind, query, options }: MatcherRecipe): Matcher {
  if (kind === 'literal') return literalMatcher(query, options);
  const made = regexMatcher(query, options);
  assert(made.ok, 'a recipe is of a pattern that was taken');
  return made.value;
}
