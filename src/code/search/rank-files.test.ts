import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestFiles } from './rank-files.ts';

test('the best files are those that come first when all are put in order, and none without a score', () => {
  // Few different scores, so that many are equal.
  const scores = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 20 }), (list, count) => {
      const files = [...list.keys()].filter((file) => (list[file] ?? 0) > 0);
      const ordered = files.toSorted((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || a - b);
      expect(bestFiles(Float64Array.from(list), count)).toEqual(ordered.slice(0, count));
    }),
  );
});
