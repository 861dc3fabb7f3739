import { expect, test } from 'vitest';
import { diffLines } from '../../history/line-diff.ts';
import { hunksWithin } from './hunk-range.ts';

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
const shown = (hunks: ReturnType<typeof diffLines>): string[][] =>
  hunks.map(({ oldFrom, newFrom, lines }) => [`-${oldFrom} +${newFrom}`, ...lines.map(({ tag, text }) => tag + text)]);

test('of changes that share a hunk only those that touch the range are shown', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const hunks = diffLines(before, ['A', 'b', 'c', 'd', 'e', 'F', 'g']);
  expect(hunks).toHaveLength(1);
  const within = hunksWithin(hunks, { from: 6, to: 7 });
  expect(shown(within.hunks)).toEqual([['-3 +3', ' c', ' d', ' e', '-f', '+F', ' g']]);
  expect([within.added, within.removed]).toEqual([0, 0]);
  expect(hunksWithin(hunks, { from: 2, to: 5 }).hunks).toEqual([]);
});

test('a removal is where the line behind it stands now', () => {
  const hunks = diffLines(['a', 'gone', 'b'], ['a', 'b']);
  expect(hunksWithin(hunks, { from: 2, to: 2 }).hunks).toHaveLength(1);
  expect(hunksWithin(hunks, { from: 1, to: 1 }).hunks).toEqual([]);
});

test('a short change is shown whole, of a long one what lies within the range, and how much is left out', () => {
  const short = hunksWithin(diffLines(numbered('old', 10), numbered('new', 10)), { from: 5, to: 5 });
  expect(short.hunks.flatMap(({ lines }) => lines)).toHaveLength(20);
  const long = hunksWithin(diffLines(numbered('old', 400), numbered('new', 500)), { from: 100, to: 102 });
  expect(shown(long.hunks)).toEqual([['-401 +100', '+new 100', '+new 101', '+new 102']]);
  expect([long.added, long.removed]).toEqual([497, 400]);
});
