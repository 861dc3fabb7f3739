import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitOf } from '../search/symbol-fit.ts';
import { editDistance, splitIdentifier, stemOf } from './words.ts';

test('identifiers are split where their words meet', () => {
  expect(splitIdentifier('kReplySerializer')).toEqual(['k', 'Reply', 'Serializer']);
  expect(splitIdentifier('parseHTTPHeader_v2')).toEqual(['parse', 'HTTP', 'Header', 'v', '2']);
  expect(splitIdentifier('ÜberGröße')).toEqual(['Über', 'Größe']);
});

test.each([
  ['class', 'classes'],
  ['process', 'processes', 'processed', 'processing'],
  ['access', 'accesses'],
  ['address', 'addresses', 'addressed'],
  ['pass', 'passes', 'passed'],
  ['status', 'statuses'],
  ['focus', 'focused', 'focusing'],
  ['menu', 'menus'],
  ['cause', 'causes', 'caused', 'causing'],
  ['alias', 'aliases', 'aliased'],
  ['canvas', 'canvases'],
  ['case', 'cases'],
  ['bus', 'buses'],
  ['parse', 'parses', 'parsed', 'parsing'],
  ['policy', 'policies'],
  ['release', 'releases', 'released'],
])('%s meets its other forms', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1);
});

test('a stem is how its word begins, of three letters at least where the word has them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[aeinsuydg]{1,8}$/), (word) => {
      const stem = stemOf(word);
      expect(word.startsWith(stem) && stem.length >= Math.min(3, word.length)).toBe(true);
    }),
  );
});

test('one typo is one letter left out, put in, changed or swapped with its neighbour', () => {
  for (const typo of ['serialze', 'serrialize', 'serielize', 'seriailze']) {
    expect([typo, editDistance('serialize', typo, 1)]).toEqual([typo, 1]);
  }
  expect(editDistance('serialize', 'sreailize', 1)).toBe(2);
});

test('a distance over the bound is told as one over the bound, and never less than it is', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, max) => {
      const far = editDistance(a, b, 12);
      expect(editDistance(a, b, max)).toBe(Math.min(far, max + 1));
      expect(editDistance(b, a, 12)).toBe(far);
      expect(far === 0).toBe(a === b);
    }),
  );
});

test('camel humps fit beginnings of words in their order, from the first word on', () => {
  for (const query of ['KRS', 'krs', 'kReSer', 'kS', 'krepl'])
    expect([query, fitOf(query, 'kReplySerializer', true)]).toEqual([query, expect.stringMatching(/hump|prefix/)]);
  for (const query of ['SR', 'RS', 'kRx', 'q'])
    expect([query, fitOf(query, 'kReplySerializer', true)]).toEqual([query, null]);
});

// Every length of the query is kept once, so names of many equal words do not multiply the ways to read them.
test('a name of a hundred equal words is compared in bounded time', () => {
  expect(fitOf(`${'a'.repeat(49)}b`, 'Aa'.repeat(50), true)).toBeNull();
});
