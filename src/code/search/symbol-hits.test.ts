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

test('the last of all places is told from the one before it', () => {
  const hits = makeSymbolHits();
  const last = { ...HIT, container: 5, fit: 'typo', role: 'test', beyond: 99, depth: 9, kind: 'test' } as const;
  for (const number of [2 ** 15 - 1, 2 ** 15 - 2]) hits.add({ ...last, file: 2 ** 21 - 1, number });
  hits.add({ ...last, container: 4 });
  expect(hits.page(0, 3).map(({ number }) => number)).toEqual([0, 2 ** 15 - 2, 2 ** 15 - 1]);
  expect(hits.nearest).toEqual({ container: 4, count: 1 });
});

test('a type or function comes before a field of the same name, however deep it stands', () => {
  const hits = makeSymbolHits();
  hits.add({ ...HIT, kind: 'variable', depth: 1, number: 1 });
  hits.add({ ...HIT, kind: 'method', depth: 3, number: 2 });
  hits.add({ ...HIT, kind: 'variable', depth: 0, number: 3 });
  expect(hits.page(0, 3).map(({ number }) => number)).toEqual([3, 2, 1]);
});
