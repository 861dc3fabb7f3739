import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeStatementCache } from './statement-cache.ts';

test('a statement is prepared once; over the bound the one used longest ago gives way', () => {
  const prepare = makeStatementCache(new DatabaseSync(':memory:'), 2);
  const [first, second] = [prepare('select 1'), prepare('select 2')];
  expect(prepare('select 1')).toBe(first);
  prepare('select 3');
  expect(prepare('select 1')).toBe(first);
  expect(prepare('select 2')).not.toBe(second);
});
