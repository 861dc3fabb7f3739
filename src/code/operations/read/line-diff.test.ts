import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 60 });

/** What a diff makes of the old lines. */
function applyHunks(before: readonly string[], hunks: ReturnType<typeof diffLines>): string[] {
  const after: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    while (at < hunk.oldFrom - 1) after.push(before[at++] ?? '?');
    expect(after.length).toBe(hunk.newFrom - 1);
    for (const { tag, text } of hunk.lines) {
      if (tag !== '+') expect(before[at++]).toBe(text);
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
