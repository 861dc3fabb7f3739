import { expect, test } from 'vitest';
import { makeLineIndex } from './lines.ts';

test('positions of a text are led to their lines, also those of line breaks and of its end', () => {
  const lines = makeLineIndex('a\n\nbc\n');
  expect([0, 1, 2, 3, 4, 5, 6].map((at) => lines.lineAt(at))).toEqual([1, 1, 2, 3, 3, 3, 4]);
});

test('each place of one long line is led to it without a look for its end', () => {
  const text = `${'a'.repeat(900_000)}\nb`;
  // Who looks for the end of the line from each place on looks at 4 * 10^11 characters, which no time limit of a test
  // allows.
  const lines = makeLineIndex(text);
  let last = 0;
  for (let at = 0; at < text.length; at += 1) last = lines.lineAt(at);
  expect(last).toBe(2);
});
