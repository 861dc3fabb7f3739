import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, diffLines } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 60 });

/** What a diff makes of the old lines. */
function applyHunks(before: readonly string[], hunks: ReturnType<typeof diffLines>): string[] {
  const after: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    while (at < hunk.oldFrom - 1) after.push(before[at++] ?? '?');
    if (after.length !== hunk.newFrom - 1) throw new Error(`${after.length} lines before ${hunk.newFrom}`);
    for (const { tag, text } of hunk.lines) {
      if (tag !== '+' && before[at++] !== text) throw new Error(`${text} is not line ${at} of the old text`);
      if (tag !== '-') after.push(text);
    }
  }
  return [...after, ...before.slice(at)];
}

test('a diff turns the old text into the new one, and shows at most three lines around each change', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const hunks = diffLines(before, after);
      expect(applyHunks(before, hunks)).toEqual(after);
      for (const hunk of hunks) {
        const tags = hunk.lines.map((line) => line.tag).join('');
        expect(tags).toMatch(/^ {0,3}[-+]/);
        expect(tags).toMatch(/[-+] {0,3}$/);
        expect(tags).not.toMatch(/[-+] {8}/);
      }
    }),
  );
});

test('equal texts have no hunks; very different ones are one true replacement', () => {
  expect(diffLines(['a'], ['a'])).toEqual([]);
  const before = Array.from({ length: 3_000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 3_000 }, (_, at) => `new ${at}`);
  expect(applyHunks(before, diffLines(before, after))).toEqual(after);
});

test('seven equal lines between two changes part them into hunks, each with its three lines around', () => {
  const gap = ['1', '2', '3', '4', '5', '6', '7'];
  const hunks = diffLines(['old a', ...gap, 'old b'], ['new a', ...gap, 'new b']);
  expect(hunks.map((hunk) => hunk.lines.map((line) => line.tag).join(''))).toEqual(['-+   ', '   -+']);
});

test('texts of any length are compared: a long old text rewritten is one replacement', () => {
  const before = Array.from({ length: 200_000 }, (_, at) => `old ${at}`);
  expect(diffLines(before, ['new']).at(0)?.lines).toHaveLength(200_001);
});

const count = (hunks: ReturnType<typeof diffLines>, tag: string): number =>
  hunks.flatMap((hunk) => hunk.lines).filter((line) => line.tag === tag).length;

test('of texts that differ in thousands of lines only those that differ are told, and that they are all', () => {
  const kept = Array.from({ length: 3_000 }, (_, at) => `kept ${at}`);
  const before = kept.flatMap((line, at) => [line, '}', `old ${at}`]);
  const after = kept.flatMap((line, at) => [line, '}', `new ${at}`, '']);
  const { hunks, isCoarse } = compareLines(before, after);
  expect(isCoarse).toBe(false);
  expect(applyHunks(before, hunks)).toEqual(after);
  expect([count(hunks, '-'), count(hunks, '+')]).toEqual([3_000, 6_000]);
});

test('a part that was too dear to compare is a replacement of that part, and is told to be coarse', () => {
  const noise = (seed: number): string[] => Array.from({ length: 4_000 }, (_, at) => `${(at * at * seed) % 7}`);
  const before = ['top', 'a', 'mark', ...noise(3), 'end', 'b'];
  const after = ['top', 'A', 'mark', ...noise(5), 'end', 'B'];
  const { hunks, isCoarse } = compareLines(before, after);
  expect(isCoarse).toBe(true);
  expect(applyHunks(before, hunks)).toEqual(after);
  const replaced = hunks.flatMap((hunk) => hunk.lines).filter(({ tag }) => tag !== ' ');
  expect(replaced.map(({ text }) => text)).not.toContain('mark');
});

test('a diff of many lines, unique ones among them, turns the old text into the new one', () => {
  const line = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(0, 1, 2)).map(String);
  const text = fc.array(line, { minLength: 1_200, maxLength: 3_000 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyHunks(before, diffLines(before, after))).toEqual(after);
    }),
    { numRuns: 10 },
  );
});

test('hostile texts of half a million short lines are compared within bounds', () => {
  const length = 500_000;
  const shuffled = Array.from({ length }, (_, at) => String((at * 7_919) % length));
  const sorted = Array.from({ length }, (_, at) => String(at));
  expect(applyHunks(sorted, diffLines(sorted, shuffled)).join()).toBe(shuffled.join());
  const few = (step: number): string[] => Array.from({ length }, (_, at) => 'abc'.charAt(((at * at) >> step) % 3));
  expect(applyHunks(few(3), diffLines(few(3), few(5))).join()).toBe(few(5).join());
}, 30_000);
