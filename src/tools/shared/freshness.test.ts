import { expect, test } from 'vitest';
import { freshnessFacts } from './freshness.ts';

test.each([
  [{ ageMs: 0, texts: 10, unread: 0 }, 'indexed 0s ago'],
  [{ ageMs: 125_000, texts: 10, unread: 0 }, 'indexed 2m ago'],
  [{ ageMs: 3_600_000, texts: 10, unread: 1 }, 'indexed 1h ago but for 1 file'],
  [{ ageMs: 5 * 86_400_000, texts: 100, unread: 3 }, 'indexed 5d ago but for 3 files'],
  [{ ageMs: 1_000, texts: 10, unread: 5, isBuilding: true }, 'indexing, 50 % done'],
  [{ ageMs: 1_000, texts: 10, unread: 5 }, 'indexed 1s ago but for 5 files'],
  [{ ageMs: null, texts: 10, unread: 10 }, 'not indexed yet'],
  [{ ageMs: 1_000, texts: 10, unread: 10 }, 'not indexed yet'],
])('an index of %o is said to be %s', (freshness, expected) =>
  expect(freshnessFacts({ isBuilding: false, ...freshness })).toEqual([expected]),
);

test.each([null, { ageMs: null, texts: 0, unread: 0, isBuilding: false }])(
  'nothing is said of no index, or of no texts: %o',
  (freshness) => expect(freshnessFacts(freshness)).toEqual([]),
);
