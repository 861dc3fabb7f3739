import { expect, test } from 'vitest';
import { makeTestWords } from './test-words.ts';

test('words of literals and comments count, and both forms of a name with a dollar', () => {
  const words = makeTestWords(100);
  words.add("call(zebra); // and 'lion' of $owl\n");
  expect([...(words.all() ?? [])]).toEqual(['call', 'zebra', 'and', 'lion', 'of', '$owl', '', 'owl']);
});

test('where there are more words than are kept, nobody says that one is missing', () => {
  const words = makeTestWords(3);
  words.add('one two three two one');
  expect(words.all()?.size).toBe(3);
  words.add('zebra');
  expect(words.all()).toBeNull();
});
