import { expect, test } from 'vitest';
import { makeBlobCache } from './blob-cache.ts';

test('the same blob is looked into once, another one or one without an id each time', () => {
  const cache = makeBlobCache<string>(10, () => 1);
  let computed = 0;
  const get = (id: string | null) =>
    cache.get(id, () => {
      computed += 1;
      return `value of ${id}`;
    });
  expect([get('a'), get('a'), get('b'), get('a')]).toEqual(['value of a', 'value of a', 'value of b', 'value of a']);
  expect(computed).toBe(2);
  get(null);
  get(null);
  expect(computed).toBe(4);
});

test('the values that were not asked for the longest make room', () => {
  const cache = makeBlobCache<number>(10, (value) => value);
  const computed: string[] = [];
  const get = (id: string, weight: number) =>
    cache.get(id, () => {
      computed.push(id);
      return weight;
    });
  get('a', 4);
  get('b', 4);
  get('a', 4);
  get('c', 4);
  get('a', 4);
  get('b', 4);
  get('too heavy to keep', 11);
  get('too heavy to keep', 11);
  expect(computed).toEqual(['a', 'b', 'c', 'b', 'too heavy to keep', 'too heavy to keep']);
});
