import { expect, test } from 'vitest';
import { makeSymbolHits, type SymbolHit } from './symbol-hits.ts';

const HIT: SymbolHit = {
  container: 0,
  fit: 'exact',
  role: 'source',
  beyond: 0,
  depth: 1,
  kind: 'function',
  file: 0,
  number: 0,
};

test('files are counted once each, whatever their numbers', () => {
  const hits = makeSymbolHits();
  for (const file of [5, 5, 2 ** 21 - 1, 0, 511, 512, 2 ** 21 - 1]) hits.add({ ...HIT, file });
  expect([hits.total, hits.files()]).toEqual([7, 5]);
  expect(hits.page(0, 2).map(({ file }) => file)).toEqual([0, 5]);
});
