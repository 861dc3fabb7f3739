import { expect, test } from 'vitest';
import { countOf, lastNameOf, namesOf, outerOf, withoutCount } from './symbol-path.ts';

test.each([
  ['add', { outer: '', names: ['add'], count: 0, without: 'add' }],
  ['Router/add[2]', { outer: 'Router', names: ['Router', 'add'], count: 2, without: 'Router/add' }],
  ['A[1]/B/c', { outer: 'A[1]/B', names: ['A', 'B', 'c'], count: 0, without: 'A[1]/B/c' }],
  ['Bag/operator[]', { outer: 'Bag', names: ['Bag', 'operator[]'], count: 0, without: 'Bag/operator[]' }],
  ['Bag/operator[][1]', { outer: 'Bag', names: ['Bag', 'operator[]'], count: 1, without: 'Bag/operator[]' }],
])('the path %s is read as the names from the outside in', (path, { outer, names, count, without }) => {
  expect(outerOf(path)).toBe(outer);
  expect(namesOf(path)).toEqual(names);
  expect(lastNameOf(path)).toBe(names.at(-1));
  expect(countOf(path)).toBe(count);
  expect(withoutCount(path)).toBe(without);
});
