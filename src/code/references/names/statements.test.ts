import { expect, test } from 'vitest';
import type { ImportedName } from './import-names.ts';
import { calledSo, makeStatements } from './statements.ts';

const name = (local: string, from: number, to: number, imported = local): ImportedName => ({
  local,
  imported,
  line: 1,
  from,
  to,
  isReexport: false,
});

test('an offset within an import is answered with all names of it, and always with the same list', () => {
  const [first, second, other] = [name('a', 10, 20), name('b', 10, 20), name('c', 30, 40)];
  const around = makeStatements([other, first, second]);
  expect(around(10)).toEqual([first, second]);
  expect(around(19)).toBe(around(10));
  expect(around(35)).toEqual([other]);
  for (const outside of [0, 9, 20, 29, 40, 100]) expect(around(outside)).toEqual([]);
});

test('of imports that stand in each other both are told', () => {
  const [outer, inner, last] = [name('a', 0, 100), name('b', 10, 20), name('c', 200, 210)];
  const around = makeStatements([outer, inner, last]);
  expect(around(15)).toEqual([inner, outer]);
  expect(around(50)).toEqual([outer]);
  expect(around(205)).toEqual([last]);
});

test('of one import those are told that are called so, here or where they come from', () => {
  const [renamed, plain, other] = [name('a', 0, 9, 'b'), name('b', 0, 9), name('c', 0, 9)];
  expect(calledSo([renamed, plain, other], 'b')).toEqual([renamed, plain]);
  expect(calledSo([renamed, plain, other], 'a')).toEqual([renamed]);
  expect(calledSo([renamed, plain, other], 'd')).toEqual([]);
});
