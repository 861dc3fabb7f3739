import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHits, findInText } from './found-text.ts';
import { literalMatcher, type Matcher, type MatchOptions, regexMatcher } from './matcher.ts';
import { linesOf } from './read-rows.ts';

const SENSITIVE: MatchOptions = { case: 'sensitive', word: false };

const piece = fc.constantFrom(
  'a',
  'ab',
  'aab',
  'A',
  '\n',
  '\r\n',
  '\r',
  'é',
  '😀',
  '\uFEFF',
  '\0',
  '\u2028',
  ' ',
  'x'.repeat(200),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const encoded = fc.tuple(text, fc.constantFrom('utf8', 'latin1', 'marked', 'broken')).map(([given, how]) => {
  if (how === 'latin1') return Buffer.from(given, 'latin1');
  const bytes = Buffer.from(how === 'marked' ? `\uFEFF${given}` : given);
  return how === 'broken' ? Buffer.concat([bytes, Buffer.from([0xff, 0x0a, 0x61])]) : bytes;
});
const needle = fc.array(fc.constantFrom('a', 'b', 'A', ' ', '\n', '\r'), { minLength: 1, maxLength: 4 });

/** All that a text says of a query: places, the lines of the hits with one around each, and the number. */
function findIn(bytes: Buffer, matcher: Matcher, isDecoded: boolean) {
  const used = isDecoded ? { ...matcher, telling: null } : matcher;
  const found = findInText(bytes, used);
  const lines = found.shownLines();
  const shown = found.hits.map((hit) => {
    const plain = { file: 'a.ts', role: 'source', symbol: null, fit: null, hits: 1 } as const;
    return linesOf({ ...plain, ...hit }, lines, 1);
  });
  const places = found.hits.map(({ line, column }) => [line, column]);
  return { places, shown, all: found.all(), count: countHits(bytes, used) };
}

test('what is found in the bytes of a text is what is found in the text, whatever its encoding', () => {
  fc.assert(
    fc.property(encoded, needle, (bytes, letters) => {
      const matcher = literalMatcher(letters.join(''), SENSITIVE);
      expect(findIn(bytes, matcher, false)).toEqual(findIn(bytes, matcher, true));
    }),
    { numRuns: 3_000 },
  );
});

const pattern = fc.constantFrom(
  'aab',
  '^aab',
  'aab$',
  '.aab',
  'aab[^a]',
  '\\baab',
  'aab +A?',
  '[é😀]aab',
  '(?<=a)aab',
  'aab.*A',
);

test('a pattern finds in the bytes of a text what it finds in the text', () => {
  fc.assert(
    fc.property(encoded, pattern, fc.boolean(), (bytes, query, word) => {
      const matcher = regexMatcher(query, { case: 'sensitive', word });
      if (!matcher.ok) throw new Error(matcher.error);
      expect(findIn(bytes, matcher.value, false)).toEqual(findIn(bytes, matcher.value, true));
    }),
    { numRuns: 3_000 },
  );
});

test('the body of a private key is not shown, also where only bytes were looked at', () => {
  const key = `é\n-----BEGIN RSA PRIVATE KEY-----\n${'MIIabc123'.repeat(6)}\n-----END RSA PRIVATE KEY-----\nlast\n`;
  const { shown, places } = findIn(Buffer.from(key), literalMatcher('MIIabc', SENSITIVE), false);
  expect(places).toEqual([[3, 0]]);
  expect(shown[0]).toMatchObject({
    before: ['-----BEGIN RSA PRIVATE KEY-----'],
    text: '[REDACTED:private-key]',
    after: ['-----END RSA PRIVATE KEY-----'],
  });
});
