import { expect, test } from 'vitest';
import { countToForget } from './kept-views.ts';

test.each([
  [[10, 10, 10], 0],
  [Array.from({ length: 10 }, () => 1), 2],
  [[900_000, 900_000], 0],
  [[900_000, 1, 900_000, 900_000], 2],
])('of views with %j files the %i oldest are forgotten', (files, gone) => {
  expect(countToForget(files)).toBe(gone);
});
